// A clock that stands still until a journey moves it on: what closes by itself does so at its time and not before.
import { expect, type Locator, type Page } from '@playwright/test';

export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** That what is there now goes so many milliseconds from here on; the clock must stand still. */
export async function expectGoneAfter(page: Page, shown: Locator, ms: number): Promise<void> {
  await page.clock.runFor(ms - 1);
  await expect(shown).toBeVisible();
  await page.clock.runFor(1);
  await expect(shown).toBeHidden();
  await page.clock.resume();
}
