// The live board: what happens in the field shows by itself, calls for help above all, on a wall screen for days.
import type { CDPSession, Locator, Page } from '@playwright/test';
import type { LiveBoard } from '@watchpost/contract/live-board';
import { FieldDevice } from './field-device.ts';
import { expect, faultsInEveryDress, openRoute, test } from './signed-in.ts';

const route = 'admin-dashboard/live';
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const lastScan = (page: Page) => part(page, 'Last scans').getByRole('listitem').first();

/** The figures over the lists are what the server counts, each in its place. */
async function expectFigures(page: Page, siteId: string): Promise<void> {
  const figures = page.locator('dl', { hasText: 'Late to begin' }).locator('dd > span');
  await expect(async () => {
    const reply = await page.request.get(`/api/demo/secure/live-board?site=${siteId}`);
    const { guards, rounds, lateStarts, incidents }: LiveBoard = await reply.json();
    const counts = [guards, rounds, lateStarts, incidents].map((one) => String(one?.count));
    expect(await figures.allInnerTexts()).toEqual(counts);
  }).toPass();
}

test.use({ timezoneId: 'America/Lima' });

/** The site's clock as text, the viewer's as title. */
async function expectSiteClock(row: Locator, zone: string): Promise<void> {
  const time = row.locator('time').first();
  await expect(time).toHaveAttribute('data-tip', /^Your time: .* \(America\/Lima\)$/);
  const at = new Date((await time.getAttribute('datetime')) ?? '');
  const clock = at.toLocaleTimeString('en-US', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  await expect(time).toContainText(clock.replace(/\s/u, ' '));
}

test('[DASH-03] what a guard does shows without reloading, also what was done while the connection was away', async ({
  page,
  context,
  request,
}) => {
  const device = await FieldDevice.signIn(request, 'EMP009');
  const { checkpoints, siteId, siteName, siteTimeZone } = device.route;
  const [first, second] = checkpoints;
  await openRoute(page, `${route}?site=${siteId}`);
  await expect(part(page, 'Guards on duty')).toBeVisible();
  const dutyId = await device.startDuty();
  const row = part(page, 'Guards on duty').getByRole('listitem').filter({ hasText: 'No scan yet' }).first();
  await expect(row).toContainText(siteName);
  await expectFigures(page, siteId);
  const roundId = await device.startRound();
  await device.scan(roundId, 0);
  await expect(lastScan(page)).toContainText(first?.name ?? '');
  await expect(lastScan(page)).toContainText(siteName);
  const round = part(page, 'Rounds under way').locator('li', {
    has: page.locator(`a[href*="?id=${roundId}"]`),
  });
  await expect(round).toContainText(`1 of ${checkpoints.length}`);
  await expect(round).toContainText(`Next: ${second?.name}`);
  await expectFigures(page, siteId);
  for (const shown of [round, lastScan(page), part(page, 'Guards on duty').getByRole('listitem').first()])
    await expectSiteClock(shown, siteTimeZone);
  await expect(part(page, 'Guards on duty')).toContainText(`${first?.name} at `);

  await context.setOffline(true);
  await expect(page.getByText(/^Connection lost since .*, showing the state of /)).toBeVisible();
  await device.scan(roundId, 1);
  await context.setOffline(false);
  await expect(lastScan(page)).toContainText(second?.name ?? '');
  await expect(page.getByText(/^Connection lost/)).toHaveCount(0);
  await device.endRound(roundId);
  await device.endDuty(dutyId);
  await expect(round).toHaveCount(0);
});

test('[DASH-03] what is late and what is silent looks the same in the figures as in the lists', async ({
  page,
}) => {
  await page.route(/secure\/live-board\?|secure\/live-board$/, async (routed) => {
    const reply = await routed.fetch();
    const board: LiveBoard = await reply.json();
    await routed.fulfill({
      json: {
        ...board,
        guards: { ...board.guards, silent: 3 },
        rounds: { ...board.rounds, late: 2 },
      },
    });
  });
  await openRoute(page, route);
  const colourOf = (found: Locator) => found.evaluate((element) => getComputedStyle(element).color);
  const figures = page.locator('dl', { hasText: 'Late to begin' });
  for (const [panel, text] of [
    ['Rounds under way', 'Late: 2'],
    ['Guards on duty', 'Silent: 3'],
  ] as const) {
    const listed = part(page, panel).getByText(text, { exact: true });
    await expect(listed).toBeVisible();
    expect(await colourOf(figures.getByText(text, { exact: true }))).toBe(await colourOf(listed));
  }
  // One may be on its way again.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test.describe('a sub admin', () => {
  test.use({ role: 'subAdmin' });

  test('[DASH-03] has the own site on the wall, without anything around it and without what the access lacks', async ({
    page,
  }) => {
    const reply = await page.request.get('/api/demo/secure/live-board');
    const { sites, incidents } = await reply.json();
    expect([sites.length, incidents]).toEqual([1, null]);
    await openRoute(page, route);
    await expect(part(page, 'Guards on duty')).toBeVisible();
    await expect(page.getByLabel('Site', { exact: true })).toHaveCount(0);
    await expect(part(page, 'Open incidents')).toHaveCount(0);
    await page.getByRole('button', { name: 'Wall screen' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(sites[0].name);
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Live board');
    expect(await faultsInEveryDress(page)).toEqual([]);
    await page.getByRole('button', { name: 'Leave the wall screen' }).click();
    await expect(page.getByRole('navigation').first()).toBeVisible();
  });
});

interface Weight {
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

async function weightOf(session: CDPSession): Promise<Weight> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { heap: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

test('[DASH-03] thousands of events leave a wall screen no heavier than it was', async ({
  page,
  request,
}) => {
  const device = await FieldDevice.signIn(request, 'EMP017');
  const { checkpoints, siteId } = device.route;
  await openRoute(page, `${route}?wall=1&site=${siteId}`);
  await expect(part(page, 'Guards on duty')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  let looks = 0;
  page.on('request', (sent) => {
    if (sent.url().includes('/secure/live-board?')) looks += 1;
  });
  const roundId = await device.startRound();
  // Each part ends with a scan that is told apart from those before, so that the page has heard of all.
  const push = async (count: number, last: number) => {
    await device.scanMany(roundId, count);
    await device.scan(roundId, last);
    await expect(lastScan(page)).toContainText(checkpoints[last]?.name ?? '');
  };
  await push(600, 1);
  const before = await weightOf(session);
  const looksBefore = looks;
  for (const last of [2, 1, 2]) await push(1_000, last);
  expect(looks - looksBefore).toBeLessThan(300);
  expect(await part(page, 'Last scans').getByRole('listitem').count()).toBe(40);
  // What was just taken off the page may be held for a moment more; what leaks stays.
  await expect(async () => {
    const after = await weightOf(session);
    expect(after.nodes).toBeLessThan(before.nodes * 1.3 + 500);
    expect(after.listeners).toBeLessThan(before.listeners * 1.3 + 100);
    expect(after.heap).toBeLessThan(before.heap + 4_000_000);
  }).toPass({ timeout: 10_000 });
  await device.endRound(roundId);
});
