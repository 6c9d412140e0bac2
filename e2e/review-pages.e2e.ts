// What whoever reviews a night sees on a usual screen: filters in one row, nothing cut, one name for each thing.
import type { Locator, Page } from '@playwright/test';
import { untilFontsLoaded } from './journey.ts';
import { expect, faultsInBothSchemes, openRoute, test } from './signed-in.ts';

const filtersOf = (page: Page) => page.getByRole('region', { name: 'Filters' });

/** Texts of the grid of which an end is not seen. */
const cutTexts = (page: Page, column: string) =>
  page.getByRole('grid').evaluate((grid, name) => {
    const headers = [...grid.querySelectorAll('[role="columnheader"]')];
    const at = headers.findIndex((header) => header.textContent?.startsWith(name));
    const cells = [...grid.querySelectorAll('[role="row"]')].flatMap((row) => {
      const cell = row.querySelectorAll('[role="gridcell"]')[at];
      return cell === undefined ? [] : [cell];
    });
    const cut = cells.filter((cell) =>
      [cell, ...cell.querySelectorAll('*')].some(
        (part) => part instanceof HTMLElement && part.clientWidth > 1 && part.scrollWidth > part.clientWidth,
      ),
    );
    return { looked: cells.length, cut: cut.map((cell) => cell.textContent) };
  }, column);

for (const { report, column } of [
  { report: 'scanned-checkpoints', column: 'Status' },
  { report: 'scanned-checkpoints', column: 'Scanned end time' },
  { report: 'login-logout', column: 'Logout time' },
  { report: 'login-logout', column: 'Site name' },
]) {
  test(`at 1440 px no ${column} of ${report} is cut`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openRoute(page, `patrolling-reports/${report}`);
    await expect(page.getByRole('gridcell').first()).toBeVisible();
    // Most rows come a frame after the first.
    await expect.poll(async () => (await cutTexts(page, column)).looked).toBeGreaterThan(10);
    await untilFontsLoaded(page);
    expect((await cutTexts(page, column)).cut).toEqual([]);
  });
}

for (const { route, last, asked } of [
  { route: 'patrolling-reports/exceptions', last: 'Happened to', asked: 'to=2026-01-31' },
  { route: 'manage-incidents', last: 'Reported to', asked: 'to=2026-01-31' },
]) {
  test(`the filters of ${route} stand in one row, the rarer ones behind a button of their own`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openRoute(page, route);
    const filters = filtersOf(page);
    const more = filters.getByRole('button', { name: 'More filters' });
    const rare = filters.getByLabel(last, { exact: true });
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    await expect(rare).toBeHidden();
    const { height } = (await filters.boundingBox()) ?? { height: 0 };
    expect(height).toBeLessThan(72);

    await filters.getByLabel('Severity').selectOption('High');
    await expect(filters.getByRole('button', { name: 'Reset' })).toBeVisible();
    expect((await filters.boundingBox())?.height).toBe(height);

    await more.focus();
    await page.keyboard.press('Enter');
    await expect(rare).toBeVisible();
    const bottomOf = async (part: Locator) => {
      const { y, height: own } = (await part.boundingBox()) ?? { y: 0, height: 0 };
      return y + own;
    };
    const reset = filters.getByRole('button', { name: 'Reset', exact: true });
    expect(Math.abs((await bottomOf(reset)) - (await bottomOf(rare)))).toBeLessThan(4);
    expect(await faultsInBothSchemes(page)).toEqual([]);

    await openRoute(page, `${route}?${asked}`);
    await expect(filters.getByRole('button', { name: 'More filters (1)' })).toBeVisible();
    await expect(rare).toHaveValue('31/01/26');
  });
}

test('at 1440 px the name of a site is whole on its two lines', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openRoute(page, 'patrolling-reports/scanned-checkpoints?searchText=EMP008');
  const name = page.getByRole('gridcell', { name: 'Gatha Business Campus' }).first();
  await expect(name).toBeVisible();
  // What does not fit is a third line, out of sight.
  const hiddenPx = () =>
    name.evaluate((cell) =>
      Math.max(...[...cell.querySelectorAll('*')].map((part) => part.scrollHeight - part.clientHeight)),
    );
  // Until its font is there, a text is wider.
  await expect.poll(hiddenPx).toBeLessThanOrEqual(1);
});

test('a zone has one name, whatever the browser calls it', async ({ page }) => {
  // Chromium says Asia/Calcutta.
  await openRoute(page, 'manage-patrol-tours/due-rounds');
  await expect(page.getByRole('gridcell').locator('time').first()).toHaveAttribute(
    'data-tip',
    'Site time (Asia/Kolkata)',
  );
  await openRoute(page, 'patrolling-reports/scanned-checkpoints');
  await expect(page.getByRole('gridcell').locator('time').first()).toHaveAttribute(
    'data-tip',
    'Site time (Asia/Kolkata)',
  );
});

test('on a phone the end of a page can be scrolled clear of a message', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openRoute(page, 'manage-incidents');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem').first().click();
  const message = page.getByRole('region', { name: 'Messages' }).getByRole('status');
  await message.hover();
  const next = page.getByRole('button', { name: 'Next' });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const pager = await next.boundingBox();
  const covering = await message.boundingBox();
  expect((pager?.y ?? 0) + (pager?.height ?? 0)).toBeLessThanOrEqual(covering?.y ?? 0);
});
