// A company that has just begun: whatever needs a site says so and leads to where one is made.
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInBothSchemes, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await tenant.run('DELETE FROM sub_admins');
  await tenant.run('DELETE FROM sites');
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

const forms = [
  'manage-checkpoints/add-checkpoint',
  'manage-patrol-routes/add-route',
  'manage-patrol-tours/add-tour',
  'manage-shifts/add-shift',
  'manage-incidents/add-incident',
  'manage-security-guards/add-guard',
];

test('without a site, forms that ask for one and the calendar of shifts lead to where one is added', async ({
  browser,
}) => {
  const page = await tenant.signedIn(browser, people.asha);
  for (const form of forms) {
    await openRoute(page, form);
    await expect(page.getByText('There is no site yet.')).toBeVisible();
    const link = page.getByRole('link', { name: 'Add a site', exact: true });
    await expect(link).toHaveAttribute('href', '#/manage-sites/add-site');
  }
  await openRoute(page, 'manage-shifts?view=calendar');
  await expect(page.getByText('There is no site to show a week of.')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveCount(0);
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await page.getByRole('link', { name: 'Add a site', exact: true }).click();
  await expect(page).toHaveURL(/#\/manage-sites\/add-site$/);
});
