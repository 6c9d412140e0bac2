// The audit log on screen: found by filters, read entry by entry, taken away as a file.
import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { untilFontsLoaded } from './journey.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

const route = 'app-settings/audit-log';
const grid = (page: Page) => page.getByRole('grid', { name: 'Audit log' });
const cells = (page: Page, text: string) => grid(page).getByRole('gridcell', { name: text, exact: true });

/** Chooses an option of a field that searches its list. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(option);
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a super admin finds the own sign-in, reads it whole and follows the person', async ({ page }) => {
  await openRoute(page, route);
  await expect(grid(page)).toBeVisible();
  await choose(page, 'Action', 'Signed in');
  await expect(page).toHaveURL(/action=session\.signedIn/);
  await expect(cells(page, 'Signed in').first()).toBeVisible();
  await expect(cells(page, 'Organisation created')).toHaveCount(0);
  await cells(page, 'Signed in').first().dblclick();
  const details = page.getByRole('dialog', { name: 'Signed in' });
  await expect(details.getByText('UTC')).toBeVisible();
  await expect(details.getByText('This action changes no fields.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  await page.goBack();
  await expect(page).not.toHaveURL(/action=/);
  await choose(page, 'Action', 'Organisation created');
  await cells(page, 'Organisation created').dblclick();
  const made = page.getByRole('dialog', { name: 'Organisation created' });
  await expect(made.getByRole('row', { name: /Slug.*demo/ })).toBeVisible();
  await made.getByRole('button', { name: 'All entries of this record' }).click();
  await expect(page).toHaveURL(/subjectId=/);
  const filters = page.getByRole('list', { name: 'Active filters' });
  await expect(filters).toContainText('Record');
  await choose(page, 'Done by', 'Meera Deshpande');
  await expect(filters.getByText('Done by: Meera Deshpande')).toBeVisible();
  await filters.getByRole('button', { name: 'Remove filter Done by: Meera Deshpande' }).click();
  await expect(page).not.toHaveURL(/actor=/);
});

test('a search for nothing says so, and all filters are cleared at once', async ({ page }) => {
  await openRoute(page, `${route}?searchText=nobody-of-that-name`);
  await expect(page.getByText('No entry matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();
});

test('the entries of the filter come as a file, and the export is itself an entry', async ({ page }) => {
  await openRoute(page, `${route}?action=tenant.created`);
  await expect(cells(page, 'Organisation created')).toHaveCount(1);
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Text table (.csv)' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('Audit Log.csv');
  const lines = fs
    .readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines.length).toBe(2);
  expect(lines[1]).toContain('Organisation created');
  await openRoute(page, `${route}?action=export.made&searchText=Audit+Log`);
  await cells(page, 'Export made').first().dblclick();
  // What was asked for reads as the list and its menu say it.
  const made = page.getByRole('dialog', { name: 'Export made' });
  await expect(made.getByRole('row', { name: /Format.*Text table \(\.csv\)/ })).toBeVisible();
  await expect(made.getByRole('row', { name: /Action.*Organisation created/ })).toBeVisible();
});

test('an answer that fails says why and is asked for again', async ({ page }) => {
  await page.route(/\/secure\/audit-log\?/, (request) => request.fulfill({ status: 503, json: {} }));
  await openRoute(page, route);
  const retry = grid(page).getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.unroute(/\/secure\/audit-log\?/);
  await retry.click();
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();
});

test('nothing of it hinders anybody, in light and dark, wide and narrow', async ({ page }) => {
  await openRoute(page, route);
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  // The narrow screen that this leaves cuts no time.
  const time = grid(page).getByRole('row').nth(1).getByRole('gridcell').first().locator('> *');
  await expect(time).toContainText(/GMT/);
  await untilFontsLoaded(page);
  expect(await time.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await grid(page).getByRole('row').nth(1).getByRole('gridcell').first().dblclick();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test.describe('a sub admin', () => {
  test.use({ role: 'subAdmin' });
  test('has no audit log', async ({ page }) => {
    await openRoute(page, route);
    await expect(page.getByText('You do not have access to this page')).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('button', { name: 'App Settings' })).toHaveCount(0);
    await expect(menu.getByText('Audit Log')).toHaveCount(0);
  });
});
