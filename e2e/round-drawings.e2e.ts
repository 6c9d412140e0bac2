// The drawings of one round: its timeline, its map and the list beside them.
import type { Page } from '@playwright/test';
import { scannedAt } from './report-page.ts';
import { expect, openRoute, test } from './signed-in.ts';
import { checkpointTable as table, detailsRoute, openSomeRound, someRound } from './some-round.ts';

// In site time, times are those of the site wherever they are read.
test.use({ timezoneId: 'America/Lima' });

const stations = (page: Page) => page.getByRole('group', { name: 'Timeline' }).locator('[data-point]');

test('[RDET-03] timeline, map and list tell order, distance, gaps and doubts of the same checkpoints', async ({
  page,
}) => {
  const { round, details } = await openSomeRound(page);
  await expect(stations(page)).toHaveCount(details.points.length);
  const started = page.getByRole('term').filter({ hasText: 'Started' }).locator('..');
  await expect(started).toContainText(scannedAt(round.scannedStartTime).slice(-'00:00 AM'.length));
  const guard = `${round.scannedBy} ${round.scannedByLastName}`.trim();
  for (const [name, href] of [
    [guard, `#/manage-security-guards/guard-details?id=${round.scannedById}`],
    [round.siteName, `#/manage-sites/site-details?id=${round.subAdminId}`],
    [details.routeName, `#/manage-patrol-routes/route-details?id=${details.routeId}`],
  ] as const)
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  const pins = page
    .getByRole('application', { name: 'Map' })
    .getByRole('button')
    .filter({ hasText: /^\d+$/ });
  await expect(pins).toHaveCount(details.points.length);
  const items = page.getByRole('list', { name: 'What was scanned' }).locator('[data-checkpoint]');
  for (const [index, { name, scan, expectedOrder, actualOrder }] of details.points.entries()) {
    const item = items.nth(index);
    await expect(item).toContainText(name);
    await expect(item).toContainText(
      scan === null
        ? `Planned ${expectedOrder}, not scanned`
        : `Planned ${expectedOrder}, scanned ${actualOrder}`,
    );
    if (scan !== null) await expect(item).toContainText(/after the (start|scan before)/);
    if (scan?.distanceMetres) await expect(item).toContainText(`${Math.round(scan.distanceMetres)} m`);
    await expect(item.getByRole('listitem').filter({ has: page.locator('strong') })).toHaveCount(
      scan?.flags.length ?? 0,
    );
  }
});

test('[RDET-03] what a round under way has not reached yet is not drawn as missed, and its legend shows what is drawn', async ({
  page,
}) => {
  const { round, details } = await someRound(page);
  await page.route(
    (url) => url.pathname.endsWith(`/scanned-checkpoints/${round.id}`),
    (route) =>
      route.fulfill({
        json: {
          ...details,
          round: { ...details.round, statusCode: 1001, status: 'Inprogress', scannedEndTime: null },
        },
      }),
  );
  await openRoute(page, `${detailsRoute}?id=${round.id}`);
  const numberOf = (isScanned: boolean) => {
    const point = details.points.find((one: { scan: object | null }) => (one.scan !== null) === isScanned);
    return page.locator(`[data-point="${point.checkpointId}"] text`).first();
  };
  const fillOf = (isScanned: boolean) => numberOf(isScanned).evaluate((text) => getComputedStyle(text).fill);
  await expect(numberOf(false)).toBeVisible();
  expect(await fillOf(false)).toBe(await fillOf(true));
  const sample = page.locator('figure li').filter({ hasText: 'Not scanned yet' }).locator('svg').first();
  await expect(sample.locator('circle')).toHaveCSS('stroke-dasharray', '3px, 2.5px');
});

test('[RDET-03] what is pointed at in one drawing is marked in the others', async ({ page }) => {
  const { details } = await openSomeRound(page);
  const [point] = details.points.filter((one: { scan: object | null }) => one.scan !== null);
  const id: string = point.checkpointId;
  const station = page.locator(`[data-point="${id}"]`);
  const item = page.locator(`[data-checkpoint="${id}"]`);
  const row = table(page).locator(`[data-row-id="${id}"]`);
  const onMap = page.getByRole('application', { name: 'Map' }).locator('[data-highlighted]');
  await expect(page.getByRole('application', { name: 'Map' }).getByRole('button').first()).toBeVisible();

  const allAreMarked = async () => {
    await expect(station).toHaveAttribute('aria-pressed', 'true');
    await expect(item).toHaveAttribute('data-highlighted', /.*/);
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await expect(onMap.first()).toBeAttached();
  };
  const noneIsMarked = async () => {
    await expect(station).toHaveAttribute('aria-pressed', 'false');
    await expect(row).toHaveAttribute('aria-selected', 'false');
    await expect(onMap).toHaveCount(0);
  };
  await noneIsMarked();
  await row.hover();
  await allAreMarked();
  await page.mouse.move(2, 2);
  await noneIsMarked();
  await item.hover();
  await allAreMarked();
  await page.mouse.move(2, 2);
  await station.focus();
  await allAreMarked();
  await page.keyboard.press('ArrowRight');
  await expect(stations(page).nth(details.points.indexOf(point) + 1)).toHaveAttribute('aria-pressed', 'true');
  await expect(station).toHaveAttribute('aria-pressed', 'false');
});
