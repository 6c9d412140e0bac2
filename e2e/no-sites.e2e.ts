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

const lists = [
  { route: 'manage-sites', add: 'Add site', form: 'manage-sites/add-site' },
  { route: 'manage-security-guards', add: 'Add guard', form: 'manage-security-guards/add-guard' },
  { route: 'manage-checkpoints', add: 'Add checkpoint', form: 'manage-checkpoints/add-checkpoint' },
  { route: 'manage-shifts', add: 'Add shift', form: 'manage-shifts/add-shift' },
  { route: 'manage-patrol-routes', add: 'Add route', form: 'manage-patrol-routes/add-route' },
  { route: 'manage-patrol-tours', add: 'Add tour', form: 'manage-patrol-tours/add-tour' },
  { route: 'manage-incidents', add: 'Add incident', form: 'manage-incidents/add-incident' },
];

test('a list without any record offers to add the first one, a list that a filter empties to clear it', async ({
  browser,
}) => {
  const page = await tenant.signedIn(browser, people.asha);
  for (const { route, add, form } of lists) {
    await openRoute(page, route);
    const first = page.getByRole('gridcell').getByRole('link', { name: add, exact: true });
    await expect(first).toHaveAttribute('href', `#/${form}`);
  }
  expect(await faultsInBothSchemes(page)).toEqual([]);
  await openRoute(page, 'manage-sites?searchText=mill');
  await expect(
    page.getByRole('gridcell').getByRole('button', { name: 'Clear search and filters' }),
  ).toBeVisible();
  await expect(page.getByRole('gridcell').getByRole('link')).toHaveCount(0);
});

test('figures of exceptions claim nothing where there are none', async ({ browser }) => {
  const page = await tenant.open(browser, 'patrolling-reports/exceptions');
  const figures = page.getByRole('region', { name: 'What waits' });
  await expect(figures.getByRole('button', { name: /^In hand/ })).toHaveText(
    'In hand0No one works on one now',
  );
  await expect(figures.getByRole('button', { name: /^Overdue/ })).toHaveText(
    'Overdue0None waits longer than its severity allows',
  );
});

test('a dashboard without any round leads step by step to the first tour, by way of a route', async ({
  browser,
}) => {
  const page = await tenant.open(browser, 'admin-dashboard/dashboard');
  const steps = page.getByRole('main').getByRole('listitem').getByRole('link');
  const hrefs = () => steps.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  await expect(steps).toHaveCount(5);
  expect(await hrefs()).toEqual([
    '#/manage-sites/add-site',
    '#/manage-checkpoints/add-checkpoint',
    '#/manage-security-guards/add-guard',
    '#/manage-patrol-routes/add-route',
    '#/manage-patrol-tours/add-tour',
  ]);
  expect(await faultsInBothSchemes(page)).toEqual([]);
});
