// Forms with a map and a bar that saves: wherever the page is scrolled, no button of one covers a button of the other.
import type { Page } from '@playwright/test';
import { accessibilityFaults, expect } from './journey.ts';
import { openRoute, test } from './signed-in.ts';

/** Scrolls until half of the button that zooms out lies below the upper edge of the bar's own buttons. */
const scrollUnderBar = (page: Page) =>
  page.evaluate(() => {
    const zoomOut = document.querySelector('.leaflet-control-zoom-out')?.getBoundingClientRect();
    const bar = document.querySelector('[data-keep-clear] button')?.getBoundingClientRect();
    if (zoomOut === undefined || bar === undefined) throw new Error('the form has no map or no bar');
    window.scrollBy(0, zoomOut.top + zoomOut.height / 2 - bar.top);
  });

const forms = [
  'manage-sites/add-site',
  'manage-checkpoints/add-checkpoint',
  'manage-incidents/add-incident',
  'manage-patrol-routes/add-route',
  'app-settings',
] as const;

test('at 1280 x 720 the buttons of a map are clear of the bar that saves', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const route of forms) {
    await openRoute(page, route);
    await expect(page.getByRole('button', { name: 'Zoom out' })).toBeVisible();
    await scrollUnderBar(page);
    expect(await accessibilityFaults(page), route).toEqual([]);
  }
});

/** What the scale of a map says a hundred pixels are. */
const scaleOf = (page: Page) => page.locator('.leaflet-control-scale-line').first();

test('[CONST] [MNG-02] [MNG-04] Add Site and pins open at zoom 11, and a press looks at the place from near', async ({
  page,
}) => {
  await openRoute(page, 'manage-sites/add-site');
  // 72 m a pixel at this latitude.
  await expect(scaleOf(page)).toHaveText('5 km');
  await openRoute(page, 'manage-checkpoints/add-checkpoint');
  await expect(scaleOf(page)).toHaveText('5 km');
  await page.getByRole('combobox', { name: /^Site/ }).first().selectOption({ index: 1 });
  await expect(scaleOf(page)).toHaveText(/^[1-9]\d m$/);
  await openRoute(page, 'manage-checkpoints');
  await page.getByRole('gridcell').first().waitFor();
  await page.locator('[data-row-id]').first().getByRole('link', { name: 'Details' }).click();
  await expect(scaleOf(page)).toHaveText('5 km');
  await page.getByRole('button', { name: 'Look at the place from near' }).click();
  await expect(scaleOf(page)).toHaveText(/^[1-9]\d m$/);
});
