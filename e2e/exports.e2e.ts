// Exporting the report: the file on the reader's disk, and what the button says on the way.
import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseCsv } from 'hucre/csv';
import { readXls, readXlsx } from 'hucre/xlsx';
import { dayAgo, listFromApi, openReport, reportRoute, someSite } from './report-page.ts';
import { expect, openRoute, test } from './signed-in.ts';
import { delay } from './slow-network.ts';

const day = { from: dayAgo(20), to: dayAgo(20) };
const isExport = (url: URL) => url.pathname.endsWith('/scanned-checkpoints/export');
const headers =
  'Patrolling ID|Employeed ID|Name|Total Checkpoint|Scanned Checkpoint|Percentage|Scanned Start Time|Scanned End Time|Site Name|Checkpoint ID|Checkpoint Name|Scanned Time|CheckPoint Latitude|CheckPoint Longitude|Scannedpoint Latitude|Scannedpoint Longitude|Checked|Activated'.split(
    '|',
  );

const mainButton = (page: Page) => page.getByRole('button', { name: /^Export/ });

/** Presses and gives the saved file. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), bytes: await fs.readFile(await download.path()) };
}

async function savedAs(page: Page, label: string) {
  await page.getByRole('button', { name: 'More file types' }).click();
  return saved(page, () => page.getByRole('menuitem', { name: label }).click());
}

test('[EXP-01] [EXP-03] Export to Excel saves Scanned Report.xls with every checkpoint of the filtered set', async ({
  page,
}) => {
  await openReport(page, day);
  const whole = await listFromApi(page, { ...day, limit: '100' });
  expect(whole.count).toBeGreaterThan(60);
  await expect(mainButton(page)).toHaveText('Export to Excel');
  const file = await saved(page, () => mainButton(page).click());
  expect(file.name).toBe('Scanned Report.xls');
  const [header, ...rows] = (await readXls(file.bytes)).sheets[0]?.rows ?? [];
  expect(header).toEqual(headers);
  expect(rows).toHaveLength(whole.exportRows);
  const ids = [...new Set(rows.map((row) => row[0]))];
  expect(ids).toHaveLength(whole.count);
  expect(ids.slice(0, whole.data.length)).toEqual(whole.data.map((round) => round.id));
  for (const round of whole.data.slice(0, 20)) {
    const own = rows.filter((row) => row[0] === round.id);
    expect(own).toHaveLength(round.totalCheckPoints ?? Math.max(1, round.scannedCheckPoints));
    expect(own.filter((row) => row[16] === 'Scanned')).toHaveLength(round.scannedCheckPoints);
    const start = new Date(round.scannedStartTime + 330 * 60_000);
    expect(Math.abs(Number(own[0]?.[6]) - start.getTime())).toBeLessThan(1000);
  }
  await expect(page.getByText(/^The file is saved/)).toBeVisible();
});

test('[EXP-03] .xlsx, .csv and .pdf are offered beside it and hold the same', async ({ page }) => {
  await openReport(page, day);
  const { exportRows } = await listFromApi(page, day);
  const xlsx = await savedAs(page, 'Excel (.xlsx)');
  expect(xlsx.name).toBe('Scanned Report.xlsx');
  const sheet = (await readXlsx(xlsx.bytes)).sheets[0]?.rows ?? [];
  expect([sheet[0], sheet.length]).toEqual([headers, exportRows + 1]);
  const csv = await savedAs(page, 'Text table (.csv)');
  expect(csv.name).toBe('Scanned Report.csv');
  const lines = parseCsv(csv.bytes.toString('utf8').replace('\ufeff', ''));
  expect([lines[0], lines.length]).toEqual([headers, exportRows + 1]);
  const pdf = await savedAs(page, 'Document (.pdf)');
  expect([pdf.name, pdf.bytes.subarray(0, 5).toString()]).toEqual(['Scanned Report.pdf', '%PDF-']);
});

test('[REP-02] [EXP-04] while an export runs its button is disabled and shows progress, and Cancel ends it', async ({
  page,
}) => {
  await openReport(page, day);
  const release = await delay(page, isExport);
  await mainButton(page).click();
  await expect(mainButton(page)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'More file types' })).toBeDisabled();
  const ended = page.waitForEvent('requestfailed', (request) => isExport(new URL(request.url())));
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ended;
  await expect(page.getByText('The export was cancelled.')).toBeVisible();
  await expect(mainButton(page)).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  release();
});

test('[EXP-03] [EXP-04] more rows than an .xls sheet holds: the button turns to .xlsx, says so, and tells how far it is', async ({
  page,
}) => {
  await openReport(page);
  const { exportRows } = await listFromApi(page);
  expect(exportRows).toBeGreaterThan(65_535);
  await expect(mainButton(page)).toHaveText('Export to Excel (.xlsx)');
  await expect(mainButton(page)).toHaveAttribute(
    'title',
    'More than 65,535 rows do not fit an .xls file, so Excel gets .xlsx.',
  );
  await page.getByRole('button', { name: 'More file types' }).click();
  await expect(page.getByText(/^More than 65,535 rows do not fit an .xls file/)).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Excel 97 to 2003 (.xls)' })).toBeDisabled();
  await page.keyboard.press('Escape');
  const asked = page.waitForRequest((request) => isExport(new URL(request.url())));
  const download = page.waitForEvent('download', { timeout: 0 });
  await mainButton(page).click();
  expect(new URL((await asked).url()).searchParams.get('format')).toBe('xlsx');
  await expect(page.getByRole('button', { name: /^Exporting: [\d.]+ (kB|MB)$/ })).toBeVisible();
  expect((await download).suggestedFilename()).toBe('Scanned Report.xlsx');
});

test('[EXP-03] rows that no longer fit an .xls sheet when it is asked for come as .xlsx, with a word why', async ({
  page,
}) => {
  // The list as it was before the last rows arrived.
  await page.route(
    (url) => url.pathname.endsWith('/secure/scanned-checkpoints'),
    async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), exportRows: 65_535 } });
    },
  );
  await openReport(page);
  await expect(mainButton(page)).toHaveText('Export to Excel');
  const formats: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (isExport(url)) formats.push(url.searchParams.get('format'));
  });
  await mainButton(page).click();
  await expect(page.getByText('More than 65,535 rows do not fit an .xls file')).toBeVisible();
  await expect.poll(() => formats).toEqual(['xls', 'xlsx']);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The export failed')).toHaveCount(0);
});

test('[EXP-01] an empty result saves nothing and says Data is not available', async ({ page }) => {
  await openRoute(page, `${reportRoute}?from=2001-01-01&to=2001-01-02`);
  await expect(page.getByText('No records found')).toBeVisible();
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await mainButton(page).click();
  await expect(page.getByText('Data is not available')).toBeVisible();
  await expect(mainButton(page)).toBeEnabled();
  expect(downloads).toEqual([]);
});

test('[EXP-01] an export that fails says so and can be tried again, with every filter', async ({ page }) => {
  const { id: site } = await someSite(page);
  const filter = { ...day, site, status: 'ended' };
  await openReport(page, { ...filter, sort: 'asc' });
  await page.route(isExport, (route) => route.abort('connectionreset'));
  await mainButton(page).click();
  await expect(page.getByText('The export failed')).toBeVisible();
  await page.unroute(isExport);
  const asked = page.waitForRequest((request) => isExport(new URL(request.url())));
  const file = await saved(page, () => page.getByRole('button', { name: 'Retry' }).click());
  expect(file.name).toBe('Scanned Report.xls');
  const query = Object.fromEntries(new URL((await asked).url()).searchParams);
  expect(query).toMatchObject({ ...filter, sortType: 'asc', format: 'xls' });
});

test.describe('a sub admin', () => {
  test.use({ role: 'subAdmin' });

  test('[REP-07] [EXP-01] exports the own site alone', async ({ page }) => {
    await openReport(page, day);
    const own = await listFromApi(page, day);
    const file = await saved(page, () => mainButton(page).click());
    const rows = (await readXls(file.bytes)).sheets[0]?.rows.slice(1) ?? [];
    expect(rows).toHaveLength(own.exportRows);
    expect(new Set(rows.map((row) => row[8]))).toEqual(new Set([own.data[0]?.siteName]));
  });
});
