import type { Page } from '@playwright/test';

/** Keeps requests waiting, as a slow network does, until the function that it gives is called. */
export async function hold(page: Page, isHeld: RegExp | ((url: URL) => boolean)): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(isHeld, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
