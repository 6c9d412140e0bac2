import type { Page } from '@playwright/test';

/** Keeps requests waiting, as a slow network does, until the function that it gives is called. */
export async function delay(page: Page, isDelayed: RegExp | ((url: URL) => boolean)): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(isDelayed, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
