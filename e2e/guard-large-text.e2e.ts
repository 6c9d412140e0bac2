// The guards' app on a phone whose owner reads letters twice as large.
import type { Page } from '@playwright/test';
import { expect, password, test } from './journey.ts';

test.use({
  permissions: ['geolocation'],
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'],
    args: ['--disable-dev-shm-usage', '--blink-settings=defaultFontSize=32'],
  },
});

const screens = ['home', 'round', 'type', 'end', 'incident', 'sos', 'outbox', 'settings'];

/** Words that stick out of what they are written in, or of the screen. */
const clippedTexts = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('a, button, label, h1, h2, p, li')];
    return boxes
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent);
  });

/** Whether all words on the button that calls for help stand within its circle. */
const areWithinCircle = (page: Page) =>
  page.getByRole('button', { name: /SOS/ }).evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(button.lastElementChild?.firstChild ?? button);
    return [...range.getClientRects()].every((line) =>
      [line.left, line.right].every((x) =>
        [line.top, line.bottom].every(
          (y) => Math.hypot(x - left - width / 2, y - top - height / 2) <= width / 2,
        ),
      ),
    );
  });

for (const [width, height] of [
  [390, 844],
  [360, 640],
] as const) {
  test(`with letters twice as large nothing is cut and a title leaves room for the rest, at ${width} x ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/guard/?company=demo');
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('34px');
    expect(await clippedTexts(page)).toEqual([]);
    await page.getByLabel('Employee ID').fill(`EMP0${width === 390 ? 37 : 38}`);
    await page.getByLabel('Secret', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('section', { hasText: 'Start duty at' }).getByRole('button').first().click();
    await page.getByRole('region', { name: 'Routes' }).getByRole('button').first().click();
    await expect(page.getByText(/^0 of \d+ scanned$/)).toBeVisible();
    for (const language of ['मराठी', 'हिन्दी', 'English']) {
      await page.evaluate(() => (window.location.hash = '#/settings'));
      await page.getByText(language, { exact: true }).click();
      for (const screen of screens) {
        await page.evaluate((to) => (window.location.hash = `#/${to}`), screen);
        await expect(page.locator('h1')).toBeVisible();
        expect(await clippedTexts(page), `${screen} in ${language}`).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide, `${screen} in ${language}`).toBe(width);
        if (screen === 'sos') {
          await page.setViewportSize({ width: 320, height: 568 });
          expect(await areWithinCircle(page), language).toBe(true);
          await page.setViewportSize({ width: 844, height: 390 });
          expect(await areWithinCircle(page), language).toBe(true);
          await page.setViewportSize({ width, height });
        }
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        const title = await page.locator('header').boundingBox();
        expect((title?.y ?? 0) + (title?.height ?? 0)).toBeLessThan(height / 4);
      }
    }
  });
}
