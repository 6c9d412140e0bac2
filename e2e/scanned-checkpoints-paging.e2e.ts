// Paging through rounds, alone and while guards send more.
import { simulate } from '../apps/server/src/demo/simulator/simulation.ts';
import { FieldDevice } from './field-device.ts';
import { password } from './journey.ts';
import {
  dataRows,
  dayAgo,
  isListRequest,
  listFromApi,
  openReport,
  reportRoute,
  roundIds,
  routeQuery,
  someSite,
} from './report-page.ts';
import { expect, openRoute, test } from './signed-in.ts';

const week = { from: dayAgo(22), to: dayAgo(16) };

test('[REP-04] previous and next walk all pages to the last and back, each with its number and the total', async ({
  page,
}) => {
  await openReport(page);
  const site = await someSite(page);
  const all: string[] = [];
  const query = { site: site.id, ...week };
  for (let offset = 0; ; offset += 100) {
    const { data } = await listFromApi(page, { ...query, limit: '100', offset: String(offset) });
    all.push(...data.map((round) => round.id));
    if (data.length < 100) break;
  }
  const pageCount = Math.ceil(all.length / 30);
  expect(pageCount).toBeGreaterThan(2);
  const rowsOf = (number: number) => all.slice((number - 1) * 30, number * 30);
  await openReport(page, query);
  const previous = page.getByRole('button', { name: 'Previous', exact: true });
  const next = page.getByRole('button', { name: 'Next', exact: true });
  const isOn = async (number: number) => {
    await expect(page.getByText(`Page ${number} of ${pageCount}`, { exact: true })).toBeVisible();
    await expect.poll(() => roundIds(page)).toEqual(rowsOf(number));
    await expect(page.getByText(`Total: ${all.length}`, { exact: true })).toBeVisible();
    await expect(previous).toBeEnabled({ enabled: number > 1 });
    await expect(next).toBeEnabled({ enabled: number < pageCount });
  };
  await isOn(1);
  for (let number = 2; number <= pageCount; number += 1) {
    await next.click();
    await isOn(number);
  }
  for (let number = pageCount - 1; number >= 1; number -= 1) {
    await previous.click();
    await isOn(number);
  }
});

test('[REP-04] one page of rounds shows the total alone', async ({ page }) => {
  await openReport(page);
  const site = await someSite(page);
  const query = { site: site.id, from: dayAgo(20), to: dayAgo(20) };
  const { count } = await listFromApi(page, query);
  expect(count).toBeLessThanOrEqual(30);
  await openReport(page, query);
  await expect(page.getByText(`Total: ${count}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
});

test('[REP-06] a page beyond the end leaves the rows that are on screen', async ({ page }) => {
  await openReport(page, { ...week, page: '2' });
  const before = await roundIds(page);
  const { page: _, ...rest } = routeQuery(page);
  const beyond = new URLSearchParams({ ...rest, page: '900000' }).toString();
  const asked = page.waitForRequest(isListRequest);
  await page.evaluate((hash) => (location.hash = hash), `#/${reportRoute}?${beyond}`);
  await asked;
  await expect.poll(() => routeQuery(page)['page']).toBe('2');
  expect(await roundIds(page)).toEqual(before);
});

test('[REP-10] back and forward go through pages and filters, and a reload keeps what is shown', async ({
  page,
}) => {
  await openReport(page, week);
  const first = await roundIds(page);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText(/^Page 2 of /)).toBeVisible();
  await expect.poll(() => roundIds(page)).not.toEqual(first);
  const second = await roundIds(page);
  await page.goBack();
  await expect.poll(() => roundIds(page)).toEqual(first);
  await page.goForward();
  await expect.poll(() => roundIds(page)).toEqual(second);
  await page.reload();
  await expect.poll(() => roundIds(page)).toEqual(second);
  await expect(page.getByText(/^Page 2 of /)).toBeVisible();
  expect(routeQuery(page)).toMatchObject({ ...week, page: '2' });
});

test('[REP-10] a page and its shared link keep their rows and total while guards send rounds, and nothing is skipped on the way on', async ({
  page,
  browser,
  baseURL,
  sessionOf,
}) => {
  test.slow();
  await openReport(page);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText(/^Page 2 of /)).toBeVisible();
  await expect.poll(() => routeQuery(page)['cursor']).toBeTruthy();
  await expect(page.getByRole('button', { name: 'Previous', exact: true })).toBeEnabled();
  const rows = await roundIds(page);
  const total = await page.getByText(/^Total: [\d,]+$/).innerText();
  const { cursor = '' } = routeQuery(page);
  const nextCursor = (await listFromApi(page, { cursor, limit: '30' })).next ?? '';
  const rowsAfter = (await listFromApi(page, { cursor: nextCursor, limit: '30' })).data.map(
    (round) => round.id,
  );
  const before = (await listFromApi(page)).count;

  const walked = await simulate({
    url: baseURL,
    tenant: 'demo',
    guards: 6,
    secret: password,
    speed: 20_000,
    seed: 5,
    minutes: 1,
    isOnce: true,
    run: null,
    fromMs: null,
    console: null,
  });
  expect(walked.unanswered).toBe(0);
  expect((await listFromApi(page)).count).toBeGreaterThanOrEqual(before + 6);

  await page.reload();
  await expect.poll(() => roundIds(page)).toEqual(rows);
  await expect(page.getByText(total, { exact: true })).toBeVisible();
  const other = await browser.newContext({ storageState: await sessionOf('superAdmin') });
  const shared = await other.newPage();
  await shared.goto(page.url());
  await expect.poll(() => roundIds(shared)).toEqual(rows);
  await expect(shared.getByText(total, { exact: true })).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.poll(() => roundIds(page)).toEqual(rowsAfter);
  await page.getByRole('button', { name: 'Previous', exact: true }).click();
  await expect.poll(() => roundIds(page)).toEqual(rows);
});

test('[REP-10] rounds that arrive are announced, the rows stay until they are asked for', async ({
  page,
  request,
}) => {
  const device = await FieldDevice.signIn(request, 'EMP007');
  await page.clock.install();
  await openReport(page, { site: device.route.siteId });
  const rows = await roundIds(page);
  await expect(page.getByRole('button', { name: /new rounds?$/ })).toHaveCount(0);
  const roundId = await device.startRound();
  await page.clock.runFor(31_000);
  const newRounds = page.getByRole('button', { name: /^\d+ new rounds?$/ });
  await expect(newRounds).toBeVisible();
  expect(await roundIds(page)).toEqual(rows);
  await newRounds.click();
  await page.clock.runFor(1_000);
  await expect.poll(() => roundIds(page)).toContain(roundId);
  await expect(
    dataRows(page)
      .filter({ has: page.getByText('Inprogress') })
      .first(),
  ).toBeVisible();
  await expect(newRounds).toHaveCount(0);
  await device.endRound(roundId);
  expect(await device.signOut()).toBe(200);
});

test('[REP-10] a link whose cursor was tampered with says so, and Retry shows the live report', async ({
  page,
}) => {
  await openRoute(page, `${reportRoute}?page=2&cursor=WyJhZnRlciJd`);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Start again from page 1');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(dataRows(page)).toHaveCount(30);
  expect(routeQuery(page)).toEqual({});
});
