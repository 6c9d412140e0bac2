// Sites as somebody manages them: found, made, edited by two, switched off, deleted, and all of it undone.
import fs from 'node:fs';
import { type Page } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
});
test.afterEach(() => tenant.closePages());
test.afterAll(() => tenant.stop());

const grid = (page: Page) => page.getByRole('grid', { name: 'Sites' });
const rowOf = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

async function openList(browser: Parameters<OwnTenant['signedIn']>[0], email?: string): Promise<Page> {
  const page = await tenant.open(browser, 'manage-sites', email);
  await expect(grid(page)).toBeVisible();
  return page;
}

async function addSite(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Add site' }).click();
  await page.getByLabel('Name*').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, name)).toBeVisible();
}

test('[MNG-01] [MNG-02] [ROUTE-04] a site is made with its position, found by part of its name, and edited', async ({
  browser,
}) => {
  const page = await openList(browser);
  await page.getByRole('link', { name: 'Add site' }).click();
  await expect(page).toHaveURL(/#\/manage-sites\/add-site$/);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Write the name of the site.')).toBeVisible();
  const tooLong = `Quarry Gate ${'and its neighbours '.repeat(6)}`;
  await page.getByLabel('Name*').fill(tooLong);
  await expect(page.getByLabel('Name*')).toHaveValue(tooLong);
  await expect(page.getByLabel('Name*')).toHaveAccessibleDescription(
    'At most 100 characters; these are 125.',
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Some fields need a change; see below them.')).toBeVisible();
  await expect(page).toHaveURL(/#\/manage-sites\/add-site$/);
  await page.getByLabel('Name*').fill('Quarry Gate');
  await page.getByLabel('Latitude').fill('95');
  await page.getByLabel('Latitude').blur();
  await expect(page.getByText('Write a latitude from -90 to 90.')).toBeVisible();
  await page.getByLabel('Latitude').fill('18.52');
  await page.getByRole('application', { name: 'Map to choose the position of the site' }).click({
    position: { x: 300, y: 100 },
  });
  await expect(page.getByLabel('Latitude')).not.toHaveValue('18.52');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Quarry Gate')).toBeVisible();
  await toast(page, 'Quarry Gate was saved.').getByRole('button', { name: 'View' }).click();
  await expect(page).toHaveURL(/#\/manage-sites\/site-details\?id=/);
  await expect(page.getByRole('heading', { name: 'Quarry Gate' })).toBeVisible();
  await page.goBack();

  await page.getByRole('searchbox', { name: 'Search' }).fill('quary');
  await expect(page).toHaveURL(/searchText=quary/);
  await expect(grid(page).getByRole('row')).toHaveCount(2);
  await rowOf(page, 'Quarry Gate').getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Contact person').fill('Ila Rao');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Ila Rao')).toBeVisible();
});

test('[MNG-10] an edit that is left asks first, and is kept by staying', async ({ browser }) => {
  const page = await openList(browser);
  await addSite(page, 'Left Behind');
  await rowOf(page, 'Left Behind').getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('9 New Road');
  await page.getByRole('link', { name: 'Manage Incidents' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('9 New Road');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('');
  await page.getByRole('link', { name: 'Manage Incidents' }).click();
  await expect(page).toHaveURL(/manage-incidents/);
});

test('[MNG-01] of two who edit one site the second is told, and both edits are put together', async ({
  browser,
}) => {
  const one = await openList(browser);
  await addSite(one, 'Shared Yard');
  const other = await openList(browser, people.meera);
  for (const page of [one, other])
    await rowOf(page, 'Shared Yard').getByRole('link', { name: 'Edit' }).click();
  await one.getByRole('textbox', { name: 'Address', exact: true }).fill('1 First Road');
  await one.getByLabel('Contact person').fill('First');
  await one.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(one, '1 First Road')).toBeVisible();

  await other.getByLabel('Contact phone').fill('2012345678');
  await other.getByLabel('Contact person').fill('Second');
  await other.getByRole('button', { name: 'Save' }).click();
  const alert = other.getByRole('alert', { name: 'Somebody else saved in the meantime' });
  await expect(alert).toBeVisible();
  await expect(other.getByRole('textbox', { name: 'Address', exact: true })).toHaveValue('1 First Road');
  await expect(alert.getByRole('row', { name: /Contact person.*Second.*First/ })).toBeVisible();
  await alert.getByRole('button', { name: 'Theirs', exact: true }).click();
  await expect(other.getByLabel('Contact person')).toHaveValue('First');
  await other.getByRole('button', { name: 'Save' }).click();
  const row = rowOf(other, 'Shared Yard');
  await expect(row).toContainText('First, 2012345678');
  await expect(row).toContainText('1 First Road');
});

test('[MNG-01] a site that was just saved, or switched off in the list, is edited again as it is stored', async ({
  browser,
}) => {
  const page = await openList(browser);
  await addSite(page, 'Twice Yard');
  const edit = () => rowOf(page, 'Twice Yard').getByRole('link', { name: 'Edit' }).click();
  const person = page.getByLabel('Contact person');
  const save = page.getByRole('button', { name: 'Save' });
  for (const [before, after] of [
    ['', 'First'],
    ['First', 'Second'],
  ] as const) {
    await edit();
    await expect(person).toHaveValue(before);
    await person.fill(after);
    await save.click();
    await expect(rowOf(page, 'Twice Yard')).toContainText(after);
  }
  await edit();
  await expect(person).toHaveValue('Second');
  await page.getByRole('link', { name: 'Cancel' }).click();
  for (const label of ['Deactivate', 'Activate']) {
    await rowOf(page, 'Twice Yard').getByRole('button', { name: label }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: label }).click();
    await expect(toast(page, `Twice Yard is ${label.toLowerCase()}d.`)).toBeVisible();
  }
  await edit();
  await person.fill('Third');
  await save.click();
  await expect(rowOf(page, 'Twice Yard')).toContainText('Third');
});

test('[MNG-01] [GRID-03] sites are deactivated together after a question, filtered by status, and it is undone', async ({
  browser,
}) => {
  const page = await openList(browser);
  await addSite(page, 'Bulk One');
  await addSite(page, 'Bulk Two');
  for (const name of ['Bulk One', 'Bulk Two']) await rowOf(page, name).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).last().click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(page, 'Bulk One').getByRole('img', { name: 'Activated' })).toBeVisible();
  for (const name of ['Bulk One', 'Bulk Two'])
    await expect(rowOf(page, name).getByRole('checkbox')).toBeChecked();
  await page.getByRole('button', { name: 'Deactivate', exact: true }).last().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(toast(page, '2 records are deactivated.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Deactive');
  await expect(rowOf(page, 'Bulk One')).toBeVisible();
  await expect(rowOf(page, 'Quarry Gate')).toHaveCount(0);
  // Only activated rows offer deletion.
  await expect(rowOf(page, 'Bulk One').getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await toast(page, '2 records are deactivated.').getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Bulk One')).toHaveCount(0);
});

test('[MNG-01] a site is deleted and brought back; one with checkpoints says why not', async ({
  browser,
}) => {
  const page = await openList(browser);
  await addSite(page, 'Passing');
  await rowOf(page, 'Passing').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'Passing')).toHaveCount(0);
  await toast(page, 'Passing is deleted.').getByRole('button', { name: 'Undo' }).click();
  await expect(rowOf(page, 'Passing')).toBeVisible();
  await tenant.run(`INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude)
    SELECT tenant_id, gen_random_uuid(), id, 'Gate', 0, 0 FROM sites WHERE name = 'Passing'`);
  await rowOf(page, 'Passing').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Other records still depend on this' }),
  ).toBeVisible();
  await expect(rowOf(page, 'Passing')).toBeVisible();
});

test('[GRID-06] columns and filters are arranged once and found again in another browser', async ({
  browser,
}) => {
  const page = await openList(browser);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Time zone' }).click();
  await page.keyboard.press('Escape');
  await expect(grid(page).getByRole('columnheader', { name: /Time zone/ })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search' }).fill('bulk');
  await expect(page).toHaveURL(/searchText=bulk/);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const viewName = page.getByLabel('Name of the view');
  await viewName.fill('My bulk '.repeat(20));
  await viewName.press('Enter');
  await expect(viewName).toBeFocused();
  await expect(viewName).toHaveAccessibleDescription(/^At most \d+ characters; these are 159\.$/);
  await viewName.fill('My bulk');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'The view “My bulk” is saved.')).toBeVisible();

  const elsewhere = await openList(browser);
  await expect(grid(elsewhere).getByRole('columnheader', { name: /Time zone/ })).toHaveCount(0);
  await elsewhere.getByRole('button', { name: 'Views' }).click();
  await elsewhere.getByRole('menuitem', { name: 'My bulk' }).click();
  await expect(elsewhere.getByRole('searchbox', { name: 'Search' })).toHaveValue('bulk');
  await expect(grid(elsewhere).getByRole('row')).toHaveCount(3);
});

test('[GRID-07] the list is exported as it is searched', async ({ browser }) => {
  const page = await openList(browser);
  await openRoute(page, 'manage-sites?searchText=bulk&sortColumn=name&sortType=desc');
  await expect(grid(page).getByRole('row')).toHaveCount(3);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Text table (.csv)' }).click();
  const text = fs.readFileSync(await (await coming).path(), 'utf8');
  expect(
    text
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')[0]),
  ).toEqual([expect.stringContaining('Name'), 'Bulk Two', 'Bulk One']);
});

test('the list hinders nobody, in light and dark, wide and narrow', async ({ browser }) => {
  const page = await openList(browser);
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('the form hinders nobody, in light and dark, wide and narrow', async ({ browser }) => {
  const page = await openList(browser);
  await openRoute(page, 'manage-sites/add-site');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Write the name of the site.')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});
