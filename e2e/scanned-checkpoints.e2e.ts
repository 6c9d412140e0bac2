// Reviewing rounds: what the list shows, how it is filtered, and what it does when it cannot.
import type { Page } from '@playwright/test';
import { accessibilityFaults, untilFontsLoaded } from './journey.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';
import {
  askedLists,
  clock,
  dataRows,
  dayAgo,
  listFromApi,
  openReport,
  reportGrid,
  reportRoute,
  roundIds,
  routeQuery,
  someSite,
  typedDay,
} from './report-page.ts';

const week = { from: dayAgo(22), to: dayAgo(16) };
const day = { from: dayAgo(20), to: dayAgo(20) };

/** A day whose first rounds have several statuses: of the demo's history that is nearly every one. */
async function dayOfSeveralStatuses(page: Page): Promise<Readonly<Record<string, string>>> {
  for (let days = 20; days > 0; days -= 1) {
    const range = { from: dayAgo(days), to: dayAgo(days) };
    const { data } = await listFromApi(page, range);
    if (new Set(data.map(({ statusCode }) => statusCode)).size > 1) return range;
  }
  throw new Error('no day of the demo has rounds of several statuses');
}
const headers = [
  'Employee ID',
  'Scanned by',
  'Scanned checkpoints',
  'Site name',
  'Scanned start time',
  'Scanned end time',
  'Status',
];

test.describe('the columns', () => {
  test('[REP-01] [GRID-02] stand in their order, the start time 300 px wide, rows in turn even and odd', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 700, height: 900 });
    await openReport(page, day);
    const columns = reportGrid(page).locator('[data-column]');
    await expect(columns).toHaveText(headers);
    const width = (name: string) =>
      columns.filter({ hasText: name }).evaluate((cell) => Math.round(cell.getBoundingClientRect().width));
    expect(await width('Scanned start time')).toBe(300);
    const parities = await dataRows(page).evaluateAll((rows) =>
      rows.map((row) => ['even-row', 'odd-row'].filter((name) => row.classList.contains(name)).join()),
    );
    expect(parities).toEqual(parities.map((_, index) => (index % 2 === 0 ? 'even-row' : 'odd-row')));
  });

  test('[REP-01] all stand on a wide screen, where the names of guards and sites are whole on at most two lines', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openReport(page, day);
    await expect(dataRows(page).first()).toBeVisible();
    await untilFontsLoaded(page);
    expect(await reportGrid(page).evaluate((grid) => grid.scrollWidth - grid.clientWidth)).toBe(0);
    const clipped = await dataRows(page)
      .locator(':is([aria-colindex="3"], [aria-colindex="5"]) > *')
      .evaluateAll((names) =>
        names
          .filter((name) => name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight)
          .map((name) => name.textContent),
      );
    expect(clipped).toEqual([]);
  });

  test('[REP-01] [REP-08] [REP-05] show each round as recorded, newest first, its status in a word', async ({
    page,
  }) => {
    const mixed = await dayOfSeveralStatuses(page);
    await openReport(page, mixed);
    const { data } = await listFromApi(page, mixed);
    expect(await roundIds(page)).toEqual(data.map((round) => round.id));
    expect(data.map((round) => round.scannedStartTime)).toEqual(
      data.map((round) => round.scannedStartTime).toSorted((a, b) => b - a),
    );
    const texts: Record<number, string> = { 1001: 'Inprogress', 1005: 'Incompleted', 1010: 'Completed' };
    for (const [index, round] of data.entries()) {
      const cells = dataRows(page).nth(index).getByRole('gridcell');
      await expect(cells.nth(1)).toHaveText(round.employeeId);
      await expect(cells.nth(2)).toHaveText(`${round.scannedBy} ${round.scannedByLastName}`.trim());
      await expect(cells.nth(3)).toHaveText(`${round.scannedCheckPoints} / ${round.totalCheckPoints}`);
      await expect(cells.nth(4)).toHaveText(round.siteName);
      await expect(cells.nth(5).locator('time')).toHaveAttribute(
        'datetime',
        new Date(round.scannedStartTime).toISOString(),
      );
      await expect(cells.nth(5)).toContainText(clock(round.scannedStartTime));
      await (round.scannedEndTime === null
        ? expect(cells.nth(6)).toHaveText('Not ended')
        : expect(cells.nth(6)).toContainText(clock(round.scannedEndTime)));
      const text = texts[round.statusCode] ?? '';
      // A round with a reason to check has its score beside the word.
      await expect(cells.nth(7)).toHaveText(
        round.score === 100 ? text : new RegExp(`^${text}${round.score}`),
      );
    }
  });

  test('[REP-03] each row has a Details action, and no pager of the grid stands beside it', async ({
    page,
  }) => {
    await openReport(page, day);
    const [first = ''] = await roundIds(page);
    const details = dataRows(page).first().getByRole('link', { name: 'Details' });
    await expect(details).toHaveAttribute(
      'href',
      `#/patrolling-reports/scanned-checkpoints-details?id=${first}&zone=Asia%2FKolkata`,
    );
    await expect(reportGrid(page).getByRole('navigation')).toHaveCount(0);
    await details.click();
    await expect(page).toHaveURL(
      new RegExp(`#/patrolling-reports/scanned-checkpoints-details\\?id=${first}&zone=`),
    );
    await expect(page.getByRole('grid', { name: 'Checkpoints' })).toBeVisible();
  });
});

test.describe('the rows', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('[REP-03] [GRID-01] several are selected at once, over pages too, and copied as text', async ({
    page,
  }) => {
    await openReport(page, day);
    const { data } = await listFromApi(page, { ...day, limit: '31' });
    const select = async (index: number) => dataRows(page).nth(index).getByRole('checkbox').click();
    await select(0);
    await select(2);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect.poll(async () => (await roundIds(page))[0]).toBe(data[30]?.id);
    await select(0);
    await expect(page.getByText('3 selected', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('3 rows are copied.')).toBeVisible();
    const lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split('\n');
    expect(lines.slice(-3).map((line) => line.split('\t')[0])).toEqual(
      [data[0], data[2], data[30]].map((round) => round?.employeeId),
    );
  });
});

test.describe('the filters', () => {
  test('[REP-02] [REP-05] [REP-06] [GRID-05] a site and both dates reload from page 1, half a range does not, Reset clears all', async ({
    page,
  }) => {
    await openReport(page);
    const site = await someSite(page);
    const box = page.getByRole('combobox', { name: 'Site' });
    await box.click();
    await expect(page.getByRole('option').first()).toHaveText('Select Site');
    await box.fill(site.name);
    await box.press('Enter');
    await expect(page).toHaveURL(new RegExp(`site=${site.id}`));
    const ofSite = await listFromApi(page, { site: site.id });
    await expect.poll(() => roundIds(page)).toEqual(ofSite.data.map((round) => round.id));

    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText(/^Page 2 of /)).toBeVisible();
    const asked = askedLists(page);
    const from = page.getByRole('textbox', { name: 'From' });
    await expect(from).toHaveAttribute('placeholder', 'dd/mm/yy');
    for (const [typed, message] of [
      ['31/02/26', 'The calendar has no such day.'],
      ['soon', 'Write the date as dd/mm/yy.'],
    ] as const) {
      await from.fill(typed);
      await from.press('Enter');
      await expect(page.getByText(message)).toBeVisible();
    }
    await from.fill(typedDay(week.from));
    await from.press('Enter');
    await expect(page.getByText('Please select date range.')).toBeVisible();
    await expect(page.getByText(/^Page 2 of /)).toBeVisible();
    expect(asked.filter((query) => 'from' in query)).toEqual([]);

    const to = page.getByRole('textbox', { name: 'To' });
    await to.fill(typedDay(week.to));
    await to.press('Enter');
    const ofWeek = await listFromApi(page, { site: site.id, ...week });
    await expect(page.getByText(`Total: ${ofWeek.count}`, { exact: true })).toBeVisible();
    await expect(page.getByText(/^Page 1 of /)).toBeVisible();
    expect(asked.at(-1)).toMatchObject({ site: site.id, ...week, offset: '0', limit: '30' });
    expect(await roundIds(page)).toEqual(ofWeek.data.map((round) => round.id));

    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`#/${reportRoute}$`));
    await expect(from).toHaveValue('');
    await expect(to).toHaveValue('');
    await expect(box).toHaveValue('Select Site');
    await expect(page.getByText(`Total: ${ofWeek.count}`, { exact: true })).toHaveCount(0);
  });

  test('[REP-02] a calendar behind its icon picks a day', async ({ page }) => {
    await openReport(page, week);
    await page.getByRole('button', { name: 'Open calendar From' }).click();
    const calendar = page.getByRole('dialog', { name: 'From' });
    await expect(calendar.getByRole('grid')).toBeVisible();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`from=${dayAgo(21)}`));
    await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue(typedDay(dayAgo(21)));
  });

  test('[GRID-05] [GRID-06] free text finds guards and reloads from the first row', async ({ page }) => {
    await openReport(page, { ...week, page: '2' });
    const asked = askedLists(page);
    await page.getByRole('searchbox', { name: 'Search guards' }).fill('EMP00');
    const found = await listFromApi(page, { ...week, searchText: 'EMP00' });
    await expect(page.getByText(`Total: ${found.count}`, { exact: true })).toBeVisible();
    expect(asked.at(-1)).toEqual({
      ...week,
      zone: 'Asia/Kolkata',
      searchText: 'EMP00',
      offset: '0',
      limit: '30',
      sortColumn: 'scannedStartTime',
      sortType: 'desc',
    });
    for (const id of found.data.map((round) => round.employeeId)) expect(id).toContain('EMP00');
    expect(await roundIds(page)).toEqual(found.data.map((round) => round.id));
  });

  test('[GRID-01] [GRID-05] the start time sorts both ways from page 1, and no other column sorts', async ({
    page,
  }) => {
    await openReport(page, { ...week, page: '2' });
    const asked = askedLists(page);
    const header = reportGrid(page).locator('[data-column=scannedStartTime]');
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    const oldest = await listFromApi(page, { ...week, sortType: 'asc' });
    await expect.poll(() => roundIds(page)).toEqual(oldest.data.map((round) => round.id));
    expect(asked.at(-1)).toMatchObject({ sortColumn: 'scannedStartTime', sortType: 'asc', offset: '0' });
    expect(routeQuery(page)).toEqual({ ...week, zone: 'Asia/Kolkata', sort: 'asc' });
    await expect(reportGrid(page).locator('[data-column][aria-sort]')).toHaveCount(1);
  });
});

test.describe('a sub admin', () => {
  test.use({ role: 'subAdmin' });

  test('[REP-02] [REP-07] has no site to choose and sees the one site, whatever the address asks', async ({
    page,
  }) => {
    await openReport(page);
    await expect(page.getByRole('combobox', { name: 'Site' })).toHaveCount(0);
    const own = await listFromApi(page);
    const ownSites = new Set(own.data.map((round) => round.subAdminId));
    expect(ownSites.size).toBe(1);
    const cells = dataRows(page).locator('[role=gridcell][aria-colindex="5"]');
    expect(new Set(await cells.allInnerTexts())).toEqual(new Set([own.data[0]?.siteName]));
    await openRoute(page, `${reportRoute}?site=00000000-0000-4000-8000-000000000001`);
    await expect(page.getByText('No records found')).toBeVisible();
  });
});

test('[REP-01] the list has no fault that axe finds, light or dark, wide or narrow, its menu open too', async ({
  page,
}) => {
  test.slow();
  await openReport(page, { ...day, searchText: 'EMP02' });
  expect(await faultsInEveryDress(page)).toEqual([]);
  await page.getByRole('button', { name: 'More file types' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
});
