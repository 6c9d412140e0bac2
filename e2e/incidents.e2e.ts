// An incident from its report to its end, on the board, by keyboard and on paper.
import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
});
const opened: Page[] = [];
test.afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});
test.afterAll(() => tenant.stop());

async function openAt(browser: Parameters<OwnTenant['signedIn']>[0], route: string): Promise<Page> {
  const page = await tenant.signedIn(browser, people.asha);
  opened.push(page);
  await openRoute(page, route);
  return page;
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Incidents' });
const column = (page: Page, status: string) => page.getByRole('region', { name: new RegExp(`^${status}`) });

test('[MNG-01] [MNG-08] an incident is added, found in the list and read whole', async ({ browser }) => {
  const page = await openAt(browser, 'manage-incidents');
  await expect(page.getByText('No incidents yet')).toBeVisible();
  await page.getByRole('link', { name: 'Add incident' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('combobox', { name: 'Site' }).fill('Acme');
  await page.getByRole('option', { name: 'Acme mill' }).click();
  await page.getByLabel(/^Type/).selectOption('Theft');
  await page.getByLabel(/^Severity/).selectOption('High');
  await page.getByLabel(/^Description/).fill('Two drums of copper wire are gone.');
  await page.getByRole('button', { name: 'Save' }).click();
  await openRoute(page, 'manage-incidents?searchText=coper');
  const row = grid(page).getByRole('row').filter({ hasText: 'copper wire' });
  await expect(row).toContainText('Theft');
  await row.getByRole('link', { name: 'Details' }).click();
  await expect(page).toHaveURL(/incident-details\?id=/);
  await expect(page.getByText('Two drums of copper wire are gone.').first()).toBeVisible();
});

test('[MNG-08] a card goes from new to closed by keyboard, with a comment, and its history tells it', async ({
  browser,
}) => {
  const page = await openAt(browser, 'manage-incidents?view=board');
  const card = () => page.getByRole('link', { name: 'Theft' });
  await expect(column(page, 'New').getByRole('link', { name: 'Theft' })).toBeVisible();
  for (const [status, button, comment] of [
    ['Attended', 'Attend', 'On my way'],
    ['Closed', 'Close incident', 'Police informed'],
  ] as const) {
    await card().focus();
    await page.keyboard.press('ArrowRight');
    const dialog = page.getByRole('dialog', { name: button });
    await dialog.getByLabel(/^Comment/).fill(comment);
    await dialog.getByRole('button', { name: button, exact: true }).click();
    await expect(column(page, status).getByRole('link', { name: 'Theft' })).toBeVisible();
  }
  await card().click();
  await expect(page.getByText('Police informed')).toBeVisible();
  await expect(page.getByText('On my way')).toBeVisible();
});

test('[MNG-08] its report is saved as a document', async ({ browser }) => {
  const page = await openAt(browser, 'manage-incidents');
  await grid(page).getByRole('row').nth(1).getByRole('link', { name: 'Details' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  const file = fs.readFileSync(await (await coming).path());
  expect(file.subarray(0, 5).toString()).toBe('%PDF-');
  expect(file.length).toBeGreaterThan(1_000);
});

for (const [what, route] of [
  ['list', 'manage-incidents'],
  ['board', 'manage-incidents?view=board'],
  ['form', 'manage-incidents/add-incident'],
] as const)
  test(`the ${what} of incidents hinders nobody, in light and dark, wide and narrow`, async ({ browser }) => {
    const page = await openAt(browser, route);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await faultsInEveryDress(page)).toEqual([]);
  });
