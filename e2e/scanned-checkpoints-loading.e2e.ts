// The list while rows load, when none are found and when loading fails.
import {
  askedLists,
  dataRows,
  dayAgo,
  isListRequest,
  isListUrl,
  openReport,
  reportGrid,
  reportRoute,
  roundIds,
  routeQuery,
} from './report-page.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';
import { delay } from './slow-network.ts';

const day = { from: dayAgo(20), to: dayAgo(20) };

test.describe('when there is nothing to show', () => {
  const nothing = { from: '2001-01-01', to: '2001-01-02' };

  test('[GRID-04] an empty result says No records found across all columns', async ({ page }) => {
    await openRoute(page, `${reportRoute}?${new URLSearchParams(nothing).toString()}`);
    const cell = reportGrid(page).getByRole('gridcell').filter({ hasText: 'No records found' });
    await expect(cell).toHaveAttribute('aria-colspan', '9');
    await expect(page.getByText('Total: 0', { exact: true })).toBeVisible();
    expect(await faultsInEveryDress(page)).toEqual([]);
  });

  test('[GRID-04] [REP-09] while rows load the grid says so and shows none', async ({ page }) => {
    const release = await delay(page, isListUrl);
    await openRoute(page, reportRoute);
    await expect(page.getByText('Please wait while your rows are loading')).toBeVisible();
    await expect(reportGrid(page)).toHaveAttribute('aria-busy', 'true');
    await expect(dataRows(page)).toHaveCount(0);
    await expect(page.getByText('No records found')).toHaveCount(0);
    release();
    await expect(dataRows(page)).toHaveCount(30);
    await expect(page.getByText('Please wait while your rows are loading')).toHaveCount(0);
  });

  test('[GRID-08] a load that fails says why and Retry brings the rows', async ({ page }) => {
    let isAway = true;
    await page.route(isListUrl, (route) => (isAway ? route.abort('connectionrefused') : route.continue()));
    await openRoute(page, `${reportRoute}?${new URLSearchParams(day).toString()}`);
    const alert = reportGrid(page).getByRole('alert');
    await expect(alert).toContainText('The server cannot be reached.');
    await expect(page.getByText('No records found')).toHaveCount(0);
    expect(await faultsInEveryDress(page)).toEqual([]);
    await alert.getByRole('button', { name: 'Retry' }).focus();
    // Rounds that come in meanwhile have the console ask again by itself: from here on there is nothing to wait for.
    isAway = false;
    await page.keyboard.press('Enter');
    await expect(dataRows(page).first()).toBeVisible();
    await expect(alert).toHaveCount(0);
    expect(routeQuery(page)).toEqual({ ...day, zone: 'Asia/Kolkata' });
  });

  test('[GRID-08] rows stay when loading again fails, under a message with Retry', async ({ page }) => {
    await openReport(page, day);
    const before = await roundIds(page);
    await page.route(isListUrl, (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Fold menu' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'These rows may be out of date' });
    await expect(alert).toBeVisible();
    expect(await roundIds(page)).toEqual(before);
    await page.unroute(isListUrl);
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert).toHaveCount(0);
    expect(await roundIds(page)).toEqual(before);
  });

  test('[GRID-08] beside the list a round that cannot be loaded says why, and Retry loads it', async ({
    page,
  }) => {
    await openReport(page, day);
    const isRound = (url: URL) => /scanned-checkpoints\/[^/]+$/.test(url.pathname);
    await page.route(isRound, (route) => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Preview' }).click();
    const panel = page.getByRole('complementary', { name: 'Preview' });
    await expect(panel.getByRole('alert')).toContainText('The server cannot be reached.');
    await page.unroute(isRound);
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(panel.getByRole('listitem').or(panel.getByText('Every checkpoint'))).not.toHaveCount(0);
    await expect(panel.getByRole('alert')).toHaveCount(0);
  });
});

test('[GRID-05] [SHELL-08] the hamburger reloads the rows and gives the grid the room', async ({ page }) => {
  await openReport(page, day);
  const width = async () => (await reportGrid(page).boundingBox())?.width ?? 0;
  const before = await width();
  const reloaded = page.waitForRequest(isListRequest);
  await page.getByRole('button', { name: 'Fold menu' }).click();
  await reloaded;
  await expect(page.locator('body')).toHaveClass(/\bclosed\b/);
  await expect.poll(width).toBeGreaterThan(before + 50);
  const again = page.waitForRequest(isListRequest);
  await page.getByRole('button', { name: 'Unfold menu' }).click();
  await again;
  await expect(page.locator('body')).not.toHaveClass(/\bclosed\b/);
  await expect.poll(width).toBe(before);
});

test('[REP-09] the list asks for nothing in its first 200 ms', async ({ page }) => {
  await openRoute(page, 'admin-dashboard/dashboard');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Reports' }).click();
  const asked = askedLists(page);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await menu.getByRole('link', { name: 'Scanned Checkpoints' }).click();
  await expect(reportGrid(page)).toBeVisible();
  asked.length = 0;
  await page.clock.runFor(199);
  expect(asked).toEqual([]);
  const request = page.waitForRequest(isListRequest);
  await page.clock.runFor(1);
  await request;
  await page.clock.resume();
  await expect(dataRows(page)).toHaveCount(30);
});

test('[REP-09] a list that the console opens with is asked for once, and not in its first 200 ms', async ({
  page,
}) => {
  await openRoute(page, reportRoute);
  await expect(dataRows(page)).toHaveCount(30);
  const askedAtMs = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('/secure/scanned-checkpoints'))
      .map(({ startTime }) => startTime),
  );
  expect(askedAtMs).toHaveLength(1);
  expect(askedAtMs[0]).toBeGreaterThanOrEqual(200);
});
