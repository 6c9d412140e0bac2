// The login/logout report: who was on duty when, what each session holds, and its file.
import fs from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { DutySessionDetails, DutySessionRow } from '@watchpost/contract/login-logout';
import { parseCsv } from 'hucre/csv';
import { readXls } from 'hucre/xlsx';
import { clock, dayAgo, routeQuery, scannedAt, someSite, zone } from './report-page.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

const route = 'patrolling-reports/login-logout';
const api = '/api/demo/secure/login-logout';
const day = { from: dayAgo(20), to: dayAgo(20) };
const texts = { onDuty: 'On duty', loggedOut: 'Logged out', closedBySystem: 'Closed by system' } as const;

const grid = (page: Page) => page.getByRole('grid', { name: 'Login/logout' });
const rows = (page: Page) => grid(page).locator('[data-row-id]');
const cell = (page: Page, row: number, column: number) =>
  rows(page).nth(row).getByRole('gridcell').nth(column);

async function listed(page: Page, query: Readonly<Record<string, string>> = {}) {
  const reply = await page.request.get(api, { params: { ...query }, headers: { timezone: zone } });
  expect(reply.status()).toBe(200);
  return reply.json() as Promise<{ count: number; data: DutySessionRow[] }>;
}

const total = (page: Page, count: number) =>
  expect(page.getByText(`Total: ${count.toLocaleString('en')}`, { exact: true })).toBeVisible();

test('[LOGIO-01] [LOGIO-02] the list shows duty sessions from login to logout, filtered, paged and kept in the address', async ({
  page,
}) => {
  const whole = await listed(page, day);
  expect(whole.count).toBeGreaterThan(30);
  await openRoute(page, `${route}?from=${day.from}&to=${day.to}`);
  await total(page, whole.count);
  await expect(grid(page).locator('[data-column]')).toHaveText([
    'Scanned by',
    'Scanned by ID',
    'Scanned checkpoints',
    'Scanned start time',
    'Status',
    'Site name',
    'Login time',
    'Logout time',
  ]);
  for (const [index, session] of whole.data.slice(0, 5).entries()) {
    await expect(cell(page, index, 0)).toHaveText(`${session.scannedBy} ${session.scannedByLastName}`.trim());
    await expect(cell(page, index, 1)).toHaveText(session.employeeId);
    await expect(cell(page, index, 2)).toHaveText(
      `${session.scannedCheckPoints} / ${session.totalCheckPoints}`,
    );
    await expect(cell(page, index, 3)).toContainText(clock(session.scannedStartTime ?? 0));
    await expect(cell(page, index, 4)).toHaveText(texts[session.status]);
    await expect(cell(page, index, 5)).toHaveText(session.siteName ?? '');
    await expect(cell(page, index, 6)).toContainText(clock(session.loginTime ?? 0));
    await expect(cell(page, index, 7)).toContainText(clock(session.logoutTime ?? 0));
  }

  await page.getByRole('button', { name: 'Next' }).click();
  const second = await listed(page, { ...day, offset: '30', limit: '30' });
  await expect(rows(page)).toHaveCount(second.data.length);
  await expect(rows(page).first()).toHaveAttribute('data-row-id', second.data[0]?.id ?? '');
  await page.reload();
  await expect(rows(page).first()).toHaveAttribute('data-row-id', second.data[0]?.id ?? '');

  await page.getByRole('button', { name: 'Reset' }).click();
  for (const [status, text] of Object.entries(texts)) {
    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption(status);
    const some = await listed(page, { status });
    expect(some.count).toBeGreaterThan(5);
    await total(page, some.count);
    await expect(cell(page, 0, 4)).toHaveText(text);
  }
  const [closed] = (await listed(page, { status: 'closedBySystem' })).data;
  await page.getByLabel('Search guards').fill(closed?.employeeId ?? '');
  await page.getByRole('combobox', { name: 'Site', exact: true }).fill(closed?.siteName ?? '');
  await page.getByRole('option', { name: closed?.siteName ?? '' }).click();
  await expect
    .poll(() => routeQuery(page))
    .toEqual({ status: 'closedBySystem', searchText: closed?.employeeId, site: closed?.subAdminId });
  const few = await listed(page, routeQuery(page));
  await total(page, few.count);
  await page.getByLabel('Search guards').fill('nobody is called this');
  await expect(page.getByText('No session matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await total(page, (await listed(page)).count);
});

test('[LOGIO-01] active filters are named, are taken away by key one after the other, and leave the address', async ({
  page,
}) => {
  // Each of six dresses is looked at.
  test.setTimeout(240_000);
  const { id, name } = await someSite(page);
  const shown = (date: string) => date.replace(/^..(..)-(..)-(..)$/, '$3/$2/$1');
  const asked = new URLSearchParams({ site: id, status: 'loggedOut', ...day, searchText: 'EMP' });
  await openRoute(page, `${route}?${asked}`);
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
  const named = [`Site: ${name}`, 'Status: Logged out', `Dates: ${shown(day.from)}`, 'Search: EMP'];
  await expect(chips).toHaveText(named);
  expect(await faultsInEveryDress(page)).toEqual([]);
  // A phone folds the fields, and the chips say what is in them.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('combobox', { name: 'Status', exact: true })).toBeHidden();
  await expect(chips).toHaveText(named);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);

  const remove = (filter: string) =>
    page.getByRole('button', { name: `Remove filter ${filter}`, exact: true });
  await remove('Status: Logged out').focus();
  await page.keyboard.press('Enter');
  const left = { site: id, ...day, searchText: 'EMP', zone: 'Asia/Kolkata' };
  await expect.poll(() => routeQuery(page)).toEqual(left);
  await expect(remove(`Dates: ${shown(day.from)}`)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(remove(`Site: ${name}`)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => routeQuery(page)).toEqual({ zone: left.zone });
  await expect(chips).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Reset' })).toBeFocused();
});

test('[LOGIO-03] the details of a session show every checkpoint and lead to its rounds and back to the filtered list', async ({
  page,
}) => {
  const query = { status: 'closedBySystem' };
  const { data } = await listed(page, query);
  const session = data.find((one) => (one.scannedCheckPoints ?? 0) < (one.totalCheckPoints ?? 0));
  if (session === undefined) throw new Error('no session of the first page missed a checkpoint');
  const details: DutySessionDetails = await (await page.request.get(`${api}/${session.id}`)).json();
  await openRoute(page, `${route}?status=closedBySystem`);
  await grid(page).locator(`[data-row-id="${session.id}"]`).getByRole('link', { name: 'Details' }).click();

  await expect(page).toHaveURL(new RegExp(`login-logout-details\\?id=${session.id}$`));
  await expect(page.getByText('No one logged out. The system closed this session 16 hours')).toBeVisible();
  await expect(page.getByRole('link', { name: session.siteName ?? '', exact: true })).toHaveAttribute(
    'href',
    `#/manage-sites/site-details?id=${session.subAdminId}`,
  );
  // The phone is called what the list of phones calls it.
  expect(details.deviceName).toBeTruthy();
  await expect(page.getByRole('link', { name: details.deviceName ?? '', exact: true })).toHaveAttribute(
    'href',
    `#/manage-devices?guard=${session.scannedById}`,
  );
  const table = page.getByRole('grid', { name: 'Checkpoints' });
  await expect(table.locator('[data-column]')).toHaveText([
    'Checkpoint ID',
    'Checkpoint name',
    'Checkpoint lat/long',
    'Scanned lat/long',
    'Scanned time',
    'Checked',
  ]);
  await expect(page.getByText(`Total: ${details.checkpoints.length}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  for (const row of details.checkpoints.slice(0, 6)) {
    const cells = table.locator(`[data-row-id="${row.id}"]`).getByRole('gridcell');
    await expect(cells.nth(0)).toHaveText(row.checkPointId);
    // All of it is shown, for the end is what tells one from another.
    expect(await cells.nth(0).evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
    await expect(cells.nth(1)).toHaveText(row.checkPointName);
    const position = `Lat: ${row.checkPointLatitude.toFixed(5)}Long: ${row.checkPointLongitude.toFixed(5)}`;
    await expect(cells.nth(2)).toHaveText(position);
    await expect(cells.nth(3)).toHaveText(
      row.scannedPointLatitude === null
        ? /^(No position)?$/
        : `Lat: ${row.scannedPointLatitude.toFixed(5)}Long: ${row.scannedPointLongitude?.toFixed(5)}`,
    );
    await (row.scannedTime === null
      ? expect(cells.nth(4)).toHaveText('')
      : expect(cells.nth(4)).toContainText(scannedAt(row.scannedTime)));
    await expect(cells.nth(5)).toHaveText(row.checked ? 'Scanned' : 'Missed');
  }

  const walked = page.getByRole('list', { name: /rounds? in this session$/ }).getByRole('link');
  await expect(walked).toHaveCount(details.rounds.length);
  await walked.first().click();
  await expect(page).toHaveURL(new RegExp(`scanned-checkpoints-details\\?id=${details.rounds[0]?.id}$`));
  await page.goBack();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/login-logout\?status=closedBySystem$/);
  await expect(cell(page, 0, 4)).toHaveText('Closed by system');
  await openRoute(page, `${route}-details?id=00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText('This session was not found')).toBeVisible();
});

test('[EXP-02] Export to Excel saves Login Logout Report.xls with every session of the filter, other kinds beside it', async ({
  page,
}) => {
  const filter = { ...day, site: (await someSite(page)).id };
  await openRoute(page, `${route}?${new URLSearchParams(filter)}`);
  const { count, data } = await listed(page, filter);
  expect(count).toBeLessThan((await listed(page, day)).count);
  await total(page, count);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export to Excel' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Login Logout Report.xls');
  const [head, ...sheet] = (await readXls(await fs.readFile(await download.path()))).sheets[0]?.rows ?? [];
  expect(head).toEqual([
    'Scanned By',
    'Scanned By ID',
    'Scanned Checkpoints',
    'Scanned Start Time',
    'Status',
    'Site Name',
    'Site Admin ID',
    'Login Time',
    'Logout Time',
    'Total Checkpoints',
    'Rounds',
    'Session ID',
  ]);
  expect(sheet).toHaveLength(count);
  expect(sheet.slice(0, data.length).map((row) => row[11])).toEqual(data.map((session) => session.id));
  await expect(page.getByText('The file is saved.')).toBeVisible();

  await page.getByRole('button', { name: 'More file types' }).click();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Text table (.csv)' }).click(),
  ]);
  expect(csv.suggestedFilename()).toBe('Login Logout Report.csv');
  const text = await fs.readFile(await csv.path(), 'utf8');
  expect(parseCsv(text.replace('\ufeff', ''))).toHaveLength(count + 1);
});

test('the list and a session are accessible in light and dark, wide and narrow', async ({ page }) => {
  const [session] = (await listed(page, { status: 'closedBySystem' })).data;
  // One guard's alone: every row is like the others, and each takes its time to be looked at.
  await openRoute(page, `${route}?status=closedBySystem&searchText=${session?.employeeId}`);
  await expect(cell(page, 0, 4)).toHaveText('Closed by system');
  expect(await faultsInEveryDress(page)).toEqual([]);
  await openRoute(page, `${route}-details?id=${session?.id}`);
  await expect(
    page.getByRole('grid', { name: 'Checkpoints' }).locator('[data-row-id]').first(),
  ).toBeVisible();
  expect(await faultsInEveryDress(page)).toEqual([]);
});

test('[LOGIO-01] a login is written on one line and how long ago it was on the next, neither of them torn apart', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openRoute(page, route);
  await expect(cell(page, 0, 6).locator('time')).toBeVisible();
  const torn = await rows(page).evaluateAll((all) =>
    all.flatMap((row) => {
      const [login, logout] = [...row.querySelectorAll('[role=gridcell]')].slice(6, 8);
      const time = login?.querySelector('time');
      // Without a login there is nothing to tear.
      if (!time) return [];
      const age = time.nextElementSibling;
      const range = document.createRange();
      range.selectNodeContents(time);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      const sizes = new Set(
        [time, age, logout?.querySelector('time, span span')].map((part) =>
          part ? getComputedStyle(part).fontSize : 'none',
        ),
      );
      const isWhole = lines === 1 && age?.getClientRects().length === 1 && sizes.size === 1;
      return isWhole ? [] : [row.textContent];
    }),
  );
  expect(torn).toEqual([]);
});

test('[LOGIO-02] From and To stand on one line, however wide the window is', async ({ page }) => {
  await openRoute(page, route);
  const top = async (name: string) =>
    (await page.getByRole('textbox', { name, exact: true }).boundingBox())?.y ?? Number.NaN;
  for (const width of [620, 720, 900, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await top('To')) - (await top('From')), `${width} px`).toBe(0);
  }
});
