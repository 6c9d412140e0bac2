// Patrol tours as somebody plans them, with the rounds that they make due.
import { type Page } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
  await tenant.run(`INSERT INTO sites (tenant_id, id, name, latitude, longitude, time_zone)
    SELECT tenant_id, gen_random_uuid(), 'Other yard', 18.5, 73.8, 'Asia/Kolkata' FROM tenants`);
  await tenant.run(`INSERT INTO patrol_routes (tenant_id, id, site_id, name)
    SELECT tenant_id, gen_random_uuid(), id, 'Round of ' || name FROM sites`);
  await tenant.run(`INSERT INTO shifts (tenant_id, id, site_id, name, from_minute, to_minute, weekdays)
    SELECT tenant_id, gen_random_uuid(), id, 'Night', 1320, 360, '{1,2,3,4,5,6,7}' FROM sites`);
  await tenant.run(`INSERT INTO tenant_settings (tenant_id, sub_admin_access)
    SELECT tenant_id, '{"PATROL_TOURS": ["view"]}' FROM tenants`);
});
test.afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});
test.afterAll(() => tenant.stop());

const opened: Page[] = [];

async function open(
  browser: Parameters<OwnTenant['signedIn']>[0],
  route: string,
  email: string = people.asha,
): Promise<Page> {
  const page = await tenant.signedIn(browser, email);
  opened.push(page);
  await openRoute(page, route);
  return page;
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('grid', { name: 'Patrol tours' }).getByRole('row').filter({ hasText: name });
const ahead = (page: Page) => page.getByRole('region', { name: 'The next rounds that this makes' });
const save = (page: Page) => page.getByRole('button', { name: 'Save' });

test('[MNG-07] [MNG-10] a tour within a shift shows its next rounds before it is saved', async ({
  browser,
}) => {
  const page = await open(browser, 'manage-patrol-tours/add-tour');
  await save(page).click();
  await expect(page.getByText('Write the name of the tour.')).toBeVisible();
  await expect(page.getByText('Choose a route.')).toBeVisible();
  await page.getByLabel('Site*').selectOption({ label: 'Acme mill' });
  await page.getByRole('combobox', { name: 'Route' }).fill('Acme');
  await page.getByRole('option', { name: 'Round of Acme mill' }).click();
  await page.getByLabel('Name*').fill('Night walk');
  await page.getByLabel('Shift').selectOption({ label: 'Night (22:00 – 06:00)' });
  await expect(page.getByLabel('From*', { exact: true })).toHaveJSProperty('readOnly', true);
  await page.getByLabel('Minutes from one round to the next*').fill('120');
  await expect(ahead(page)).toContainText('22:00late from 22:15, missed from 22:25');
  await expect(ahead(page).getByText(/^late from/)).toHaveCount(12);
  expect(await faultsInEveryDress(page)).toEqual([]);

  await page.getByRole('link', { name: 'Cancel' }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await save(page).click();
  await expect(rowOf(page, 'Night walk')).toContainText('Every day, 22:00 – 06:00, every 120 minutes');
  // A phone knows the rounds ahead: the server made them due at once.
  await expect(async () => {
    await page.reload();
    await expect(rowOf(page, 'Night walk').getByRole('time').first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
});
