// One round: its checkpoints, timeline and map, and the way back.
import sharp from 'sharp';
import { accessibilityFaults } from './journey.ts';
import { dataRows, dayAgo, listFromApi, openReport, roundIds, routeQuery, scannedAt } from './report-page.ts';
import { expect, faultsInEveryDress, openAndStore, openRoute, test } from './signed-in.ts';
import {
  checkpointTable as table,
  dayOfRounds as day,
  detailsRoute,
  openSomeRound,
  someRound,
} from './some-round.ts';

// In site time, times are those of the site wherever they are read.
test.use({ timezoneId: 'America/Lima' });

test('[RDET-01] [RDET-02] the table has its columns and each checkpoint by id, scanned with place and time or missed', async ({
  page,
}) => {
  const { rows } = await openSomeRound(page);
  await expect(table(page).locator('[data-column]')).toHaveText([
    'Checkpoint name',
    'Checkpoint lat/long',
    'Scanned lat/long',
    'Scanned time',
    'Status',
  ]);
  await expect(table(page).locator('[data-row-id]')).toHaveCount(rows.length);
  expect(rows.map((row: { id: string }) => row.id)).toEqual(
    rows.map((row: { id: string }) => row.id).toSorted(),
  );
  for (const [index, row] of rows.entries()) {
    const cells = table(page).locator('[data-row-id]').nth(index).getByRole('gridcell');
    await expect(cells.nth(0)).toHaveText(row.checkPointName);
    const { checkPointLatitude, checkPointLongitude } = row;
    await expect(cells.nth(1)).toHaveText(
      `${checkPointLatitude.toFixed(5)}, ${checkPointLongitude.toFixed(5)}`,
    );
    await expect(cells.nth(2)).toHaveText(
      row.scannedPointLatitude === null
        ? row.checked
          ? 'No position'
          : ''
        : `${row.scannedPointLatitude.toFixed(5)}, ${row.scannedPointLongitude.toFixed(5)}`,
    );
    await (row.checked
      ? expect(cells.nth(3)).toContainText(scannedAt(row.scannedTime))
      : expect(cells.nth(3)).toHaveText(''));
    await expect(cells.nth(4)).toHaveText(row.checked ? 'Scanned' : 'Missed');
  }
  await expect(page.getByText(`Total: ${rows.length}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
});

test('[REP-13] a round shows the clocks that its list showed, else the viewer’s, and the other time to pointer, keyboard and finger', async ({
  page,
}) => {
  await openReport(page, { ...day, zone: 'site' });
  await dataRows(page).first().getByRole('link', { name: 'Details' }).click();
  const choice = page.getByRole('combobox', { name: 'Times by' });
  await expect(choice).toHaveValue('site');
  const { round } = await someRound(page);
  await openRoute(page, `${detailsRoute}?id=${round.id}`);
  await expect(choice).toHaveValue('America/Lima');
  const started = page.getByRole('term').filter({ hasText: 'Started' }).locator('..');
  const atSite = scannedAt(round.scannedStartTime).slice(-'00:00 AM'.length);
  await expect(started.locator('time')).toBeVisible();
  await expect(started).not.toContainText(atSite);
  const tip = page.getByRole('tooltip');
  await started.locator('time').hover();
  await expect(tip).toContainText(/Time at the site: .*\(Asia\/Kolkata\)/);
  await expect(tip).toContainText(atSite);
  const cell = table(page)
    .getByRole('gridcell')
    .filter({ has: page.locator('time') });
  await cell.first().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tip).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(tip).toContainText('Time at the site');
  await expect(cell.first()).toHaveAccessibleDescription(/Time at the site/);
  await page.keyboard.press('Escape');
  await expect(tip).toBeHidden();
  await choice.selectOption('site');
  await expect(started).toContainText(atSite);
  expect(routeQuery(page)).toMatchObject({ zone: 'site' });
  await started.locator('time').dispatchEvent('pointerup', { pointerType: 'touch' });
  await expect(tip).toContainText('Your time');
});

test('[RDET-01] [RDET-03] the table of the checkpoints comes before timeline and map', async ({ page }) => {
  await openSomeRound(page);
  await expect(page.getByRole('application')).toBeVisible();
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
  const positionOf = (title: string) => headings.findIndex((each) => each.startsWith(title));
  expect(positionOf('Checkpoints')).toBeGreaterThanOrEqual(0);
  expect(positionOf('Timeline')).toBeGreaterThan(positionOf('Checkpoints'));
  expect(positionOf('Map')).toBeGreaterThan(positionOf('Checkpoints'));
});

test('[RDET-02] [REP-10] Back leads to the list as it was: filters, page and rows', async ({ page }) => {
  await openReport(page, { from: dayAgo(22), to: dayAgo(16), page: '2', sort: 'asc' });
  const query = routeQuery(page);
  const rows = await roundIds(page);
  await dataRows(page).nth(3).getByRole('link', { name: 'Details' }).click();
  await expect(table(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect.poll(() => roundIds(page)).toEqual(rows);
  expect(routeQuery(page)).toMatchObject(query);
});

test('[RDET-02] previous and next walk the checkpoints where they are more than a page', async ({ page }) => {
  const { round, rows } = await someRound(page);
  const ids: string[] = rows.map((row: { id: string }) => row.id);
  const pageSize = 5;
  const pageCount = Math.ceil(ids.length / pageSize);
  expect(pageCount).toBeGreaterThan(1);
  await openAndStore(page, `${detailsRoute}?id=${round.id}`, 'pageSize', String(pageSize));
  const previous = page.getByRole('button', { name: 'Previous', exact: true });
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const shown = table(page).locator('[data-row-id]');
  const isOn = async (number: number) => {
    await expect(page.getByText(`Page ${number} of ${pageCount}`, { exact: true })).toBeVisible();
    const idsShown = () => shown.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-id')));
    await expect.poll(idsShown).toEqual(ids.slice((number - 1) * pageSize, number * pageSize));
    await expect(previous).toBeEnabled({ enabled: number > 1 });
    await expect(next).toBeEnabled({ enabled: number < pageCount });
  };
  await isOn(1);
  for (let number = 2; number <= pageCount; number += 1) {
    await next.click();
    await isOn(number);
  }
  await previous.click();
  await isOn(pageCount - 1);
});

test('[RDET-02] opened by itself, Back leads to the plain list', async ({ page }) => {
  await openSomeRound(page);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/#\/patrolling-reports\/scanned-checkpoints$/);
  await expect(dataRows(page).first()).toBeVisible();
});

test('[RDET-02] the page asks for nothing in its first 200 ms', async ({ page }) => {
  await openReport(page, day);
  const [id = ''] = await roundIds(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes(`/scanned-checkpoints/${id}`)) asked.push(request.url());
  });
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await dataRows(page).first().getByRole('link', { name: 'Details' }).click();
  await expect(page.getByText('Loading the round')).toBeAttached();
  await page.clock.runFor(199);
  expect(asked).toEqual([]);
  const request = page.waitForRequest((one) => one.url().includes(id));
  await page.clock.runFor(1);
  await request;
  await page.clock.resume();
  await expect(table(page).locator('[data-row-id]').first()).toBeVisible();
});

test('[RDET-01] an address without a round, with nonsense or with an unknown one says so and leads back', async ({
  page,
}) => {
  const cases: [string, string][] = [
    ['', 'Which round?'],
    ['?id=nonsense', 'This round was not found'],
    ['?id=3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'This round was not found'],
  ];
  for (const [query, title] of cases) {
    await openRoute(page, `${detailsRoute}${query}`);
    await expect(page.getByText(title, { exact: true })).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to scanned checkpoints' }).click();
    await expect(dataRows(page).first()).toBeVisible();
  }
});

test('[GRID-08] a round that cannot be loaded says why, and Retry loads it', async ({ page }) => {
  const { round } = await someRound(page);
  const isRound = (url: URL) => url.pathname.includes(round.id);
  await page.route(isRound, (route) => route.abort('connectionrefused'));
  await openRoute(page, `${detailsRoute}?id=${round.id}`);
  await expect(page.getByText('The round could not be loaded')).toBeVisible();
  await page.unroute(isRound);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(table(page).locator('[data-row-id]').first()).toBeVisible();
});

test.describe('a sub admin', () => {
  test.use({ role: 'subAdmin' });

  test('[REP-07] finds no round of another site by its address, and the own one', async ({
    page,
    browser,
    sessionOf,
  }) => {
    const context = await browser.newContext({ storageState: await sessionOf('superAdmin') });
    const superPage = await context.newPage();
    await openReport(page);
    const own = (await listFromApi(page, { limit: '1' })).data[0];
    await superPage.goto('/');
    const all = (await listFromApi(superPage, { ...day, limit: '100' })).data;
    const foreign = all.find((round) => round.subAdminId !== own?.subAdminId);
    await context.close();
    await openRoute(page, `${detailsRoute}?id=${foreign?.id}`);
    await expect(page.getByText('This round was not found', { exact: true })).toBeVisible();
    await openRoute(page, `${detailsRoute}?id=${own?.id}`);
    await expect(table(page).locator('[data-row-id]').first()).toBeVisible();
  });
});

test('[RDET-03] a round has no fault that axe finds, light or dark, wide or narrow', async ({ page }) => {
  test.slow();
  await openSomeRound(page);
  await expect(page.getByRole('application', { name: 'Map' }).getByRole('button').first()).toBeVisible();
  await expect(table(page).locator('[data-row-id]').first()).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
  // On the narrow screen that this leaves, the trust stands in one line.
  const trust = page.getByRole('meter').first().locator('..');
  await expect(trust).toContainText('of 100');
  expect((await trust.boundingBox())?.height).toBeLessThan(30);
});

test('the bar of the trust score fills its whole height', async ({ page }) => {
  await openSomeRound(page);
  const bar = page.getByRole('meter').first();
  await bar.scrollIntoViewIfNeeded();
  const picture = sharp(await bar.screenshot({ animations: 'disabled' }));
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const colourAt = (y: number) => [...data.subarray((y * info.width + 10) * info.channels).subarray(0, 3)];
  expect(info.height).toBe(8);
  expect(colourAt(6)).toEqual(colourAt(1));
});

test('on a phone no time of day is torn apart', async ({ page }) => {
  const { round } = await someRound(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await openRoute(page, `${detailsRoute}?id=${round.id}`);
  const times = page.getByRole('definition').locator('time');
  await expect(times.first()).toBeVisible();
  // The time of day and what tells morning from evening: on one line, whatever is around them.
  const lines = await times.evaluateAll((shown) =>
    shown.map((time) => {
      const last = (time.lastElementChild ?? time).lastChild;
      const text = last?.textContent ?? '';
      const range = document.createRange();
      if (last !== null) range.setStart(last, text.search(/\d{1,2}:\d{2}/));
      if (last !== null) range.setEnd(last, text.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    }),
  );
  expect(lines).toEqual(lines.map(() => 1));
});
