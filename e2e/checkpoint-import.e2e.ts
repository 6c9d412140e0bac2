// Checkpoints from a spreadsheet, as somebody brings a company's along.
import type { Locator, Page } from '@playwright/test';
import { writeXlsx } from 'hucre';
import { type OwnTenant, people, startOwnTenant } from './own-tenant.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

let tenant: OwnTenant;
test.use({ role: 'nobody' });
test.beforeAll(async () => {
  tenant = await startOwnTenant();
});
test.afterAll(() => tenant.stop());

const headings = ['Checkpoint', 'Site', 'Position', 'Radius (m)', 'Instructions'];
const gate = ['Main gate', 'ACME MILL', '18.5201, 73.8502', 25, 'Try the lock'];
const dock = ['Dock', 'Acme mill', '73.8503, 18.5202', 30, ''];
const roof = ['Roof door', 'Acme mill', '18,5203; 73,8504', null, ''];

async function upload(page: Page, rows: (string | number | null)[][]): Promise<void> {
  const bytes = await writeXlsx({ sheets: [{ name: 'Checkpoints', rows: [headings, ...rows] }] });
  await page.getByLabel('Spreadsheet', { exact: true }).setInputFiles({
    name: 'checkpoints.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(bytes),
  });
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await expect(page.getByRole('heading', { name: 'What the file would do' })).toBeVisible();
}

const linesOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getClientRects().length;
  });
const count = (page: Page, outcome: string) =>
  page.locator('dl > div').filter({ hasText: outcome }).getByRole('definition');
const done = (page: Page) => page.getByRole('heading', { name: 'The import is done' });

test('[MNG-04] checkpoints are imported from Excel with their errors told, get their codes, and twice change nothing', async ({
  browser,
}) => {
  const page = await tenant.signedIn(browser, people.asha);
  await openRoute(page, 'manage-checkpoints');
  await page.getByRole('link', { name: 'Import' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download an example' }).click();
  expect((await coming).suggestedFilename()).toBe('checkpoints.csv');

  await upload(page, [gate, dock, roof]);
  await expect(count(page, 'New')).toHaveText('2');
  await expect(
    page.getByRole('row', {
      name: /^3 Position \(latitude and longitude\) 73.8503, 18.5202 Latitude and longitude are swapped/,
    }),
  ).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  // On the narrow screen that this leaves, headings are not broken within a word.
  const heading = page.getByRole('columnheader', { name: 'Row' });
  expect(await linesOf(heading)).toBe(1);
  await page.getByLabel('Valid rows only').check();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(done(page)).toBeVisible();

  await page.getByRole('link', { name: 'Choose another file' }).click();
  const whole = [gate, ['Dock', 'Acme mill', '18.5202, 73.8503', 30, ''], roof];
  await upload(page, whole);
  await expect(count(page, 'New')).toHaveText('1');
  await expect(count(page, 'Unchanged')).toHaveText('2');
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await expect(done(page)).toBeVisible();
  await page.getByRole('link', { name: 'Choose another file' }).click();
  await upload(page, whole);
  await expect(page.getByText('There is nothing to import: every row is as it is already.')).toBeVisible();

  await page.getByRole('link', { name: 'Choose another file' }).click();
  await upload(page, [['Main gate', 'Acme mill', '', 40, '']]);
  await expect(page.getByText('Existing records lose these values:')).toBeVisible();
  await expect(page.getByRole('row', { name: '2 Main gate Radius 25 40' })).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);

  await openRoute(page, 'manage-checkpoints');
  const row = page.getByRole('row').filter({ hasText: 'Main gate' });
  await row.getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { name: 'Main gate' })).toBeVisible();
  await expect(page.getByText('Try the lock')).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code of Main gate' })).toBeVisible();
  await page.context().close();
});

test('a file of which nothing fits, or which is no spreadsheet, says what to do next', async ({
  browser,
}) => {
  const page = await tenant.signedIn(browser, people.asha);
  await openRoute(page, 'manage-checkpoints/import-checkpoints');
  const file = page.getByLabel('Spreadsheet', { exact: true });
  const broken = {
    name: 'checkpoints.xlsx',
    mimeType: 'application/zip',
    buffer: Buffer.from('PK\u0003\u0004cut'),
  };
  await file.setInputFiles(broken);
  await expect(page.getByText('This file cannot be read. Save it again as .xlsx or .csv.')).toBeVisible();
  await upload(page, [['Nowhere', 'No such site', '18.5204, 73.8505', 20, '']]);
  await expect(
    page.getByText('No row would be imported. Correct the file and choose it again'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Import/ })).toHaveCount(0);
  await page.context().close();
});

test('what a check found is gone once another column is chosen, and columns that are not read are named', async ({
  browser,
}) => {
  const page = await tenant.signedIn(browser, people.asha);
  await openRoute(page, 'manage-checkpoints/import-checkpoints');
  await upload(page, [['Weighbridge', 'Acme mill', '18.5204, 73.8505', 20, 'Read the scale']]);
  const run = page.getByRole('button', { name: 'Import 1 row' });
  const unread = page.getByText('Columns that are not read: Instructions');
  await expect(run).toBeVisible();
  await expect(unread).toHaveCount(0);
  // Imported as checked, the instructions would come along although the page says that no column holds them.
  const instructions = page.getByLabel('Instructions', { exact: true });
  await instructions.selectOption({ label: 'No column' });
  await expect(run).toHaveCount(0);
  await expect(unread).toBeVisible();
  await instructions.selectOption({ label: 'Instructions' });
  await expect(run).toBeVisible();
  await instructions.selectOption({ label: 'No column' });
  await page.getByRole('button', { name: 'Check the rows' }).click();
  await run.click();
  await expect(done(page)).toBeVisible();
  await openRoute(page, 'manage-checkpoints');
  await page.getByRole('row', { name: 'Weighbridge' }).getByRole('link', { name: 'Details' }).click();
  await expect(page.getByRole('heading', { name: 'Weighbridge' })).toBeVisible();
  await expect(page.getByText('Read the scale')).toHaveCount(0);
  await page.context().close();
});

test('[MNG-04] a sub admin imports at the own site without naming it', async ({ browser }) => {
  const page = await tenant.signedIn(browser, people.sub);
  await openRoute(page, 'manage-checkpoints/import-checkpoints');
  await upload(page, [
    ['Tower', null, '18.5204, 73.8505', 20, ''],
    ['Tower', 'Elsewhere', '18.5204, 73.8505', 20, ''],
  ]);
  await expect(
    page.getByRole('row', { name: /^3 Site Elsewhere No site has this name: write it/ }),
  ).toBeVisible();
  await page.getByLabel('Valid rows only').check();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(done(page)).toBeVisible();
  await page.getByRole('link', { name: 'To the checkpoints' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Tower' })).toContainText('Acme mill');
  await page.context().close();
});
