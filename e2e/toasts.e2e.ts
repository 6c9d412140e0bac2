// How long toasts stay, and what they leave in sight.
import type { Page } from '@playwright/test';
import { expect, openRoute, test } from './signed-in.ts';

const listRoute = 'patrolling-reports/scanned-checkpoints';
const toast = (page: Page) => page.getByRole('region', { name: 'Messages' }).locator('[data-severity]');

/** A report without rows, whose export says so in a toast; from here on time passes by `page.clock` alone. */
async function openEmptyReport(page: Page): Promise<void> {
  await openRoute(page, `${listRoute}?from=2020-01-01&to=2020-01-02`);
  await expect(page.getByText('No round matches these filters.')).toBeVisible();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

const showToast = (page: Page) => page.getByRole('button', { name: /^Export to Excel/ }).press('Enter');

test('[SHELL-04] a toast that comes to lie under a resting pointer ends, one that is pointed at stays', async ({
  page,
}) => {
  await openEmptyReport(page);
  await page.mouse.move(1100, 765);
  await showToast(page);
  await expect(toast(page).and(page.locator(':hover'))).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(toast(page)).toHaveCount(0);

  await showToast(page);
  await expect(toast(page).and(page.locator(':hover'))).toBeVisible();
  await page.mouse.move(1104, 768);
  await page.clock.runFor(6_000);
  await expect(toast(page)).toBeVisible();
  await page.mouse.move(400, 300);
  await page.clock.runFor(5_000);
  await expect(toast(page)).toHaveCount(0);
});

test('[SHELL-04] the time of a toast runs on while dialogs open and close', async ({ page }) => {
  await openEmptyReport(page);
  await showToast(page);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(3_000);
  await page.keyboard.press('Control+K');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  await expect(palette.locator('[data-severity]')).toBeVisible();
  await page.clock.runFor(1_000);
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(toast(page)).toHaveCount(0);
});

for (const width of [1440, 390])
  test(`[SHELL-04] toasts leave the bar of selected rows in reach on a page of ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openRoute(page, 'manage-security-guards');
    await page.route('**/secure/guards/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, json: {} }),
    );
    const all = page.getByRole('checkbox', { name: 'Select all rows' });
    const bar = page.locator('[data-keep-clear]').filter({ hasText: 'selected' });
    await all.check();
    await bar.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
    await expect(toast(page).first()).toBeVisible();
    // What was refused may be asked once more: the rows are still selected. The bar is at the lower edge of the window.
    await expect(all).toBeChecked();
    await page.evaluate(() => window.scrollTo(0, 0));
    const isCovered = async () => {
      const [bars, cards] = await Promise.all([bar.boundingBox(), toast(page).last().boundingBox()]);
      if (bars === null || cards === null) throw new Error('the bar or the toast is gone');
      const isLevel = cards.y < bars.y + bars.height && cards.y + cards.height > bars.y;
      return isLevel && cards.x < bars.x + bars.width && cards.x + cards.width > bars.x;
    };
    await expect.poll(isCovered).toBe(false);
    await expect(bar.getByRole('button', { name: 'Deactivate' })).toBeInViewport();
  });

test('[API-05] [SHELL-04] what the account may do by now and cannot be asked is told as an error, and the page stays', async ({
  page,
}) => {
  await page.route(/\/secure\/user-metadata$/, (route) => route.fulfill({ status: 500, json: {} }));
  await openRoute(page, 'manage-sites');
  await expect(toast(page)).toContainText('Error occured during fetching user meta data.');
  await expect(toast(page)).toHaveAttribute('data-severity', 'error');
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
});
