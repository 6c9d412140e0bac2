// How much script lists take to show: a promise of speed that is easily lost a little at a time.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, openRoute, test } from './signed-in.ts';

/** As bench/ counts them: compressed as a proxy would do it while it serves. */
const scriptBytesMax = 210_000;
/** Six files come at a time: each further six are a way to the server and back, for icons and hooks of some hundred bytes. */
const recordScriptsMax = 22;
/** Comes last, once the page has drawn. */
const lastScript = /\/notification-feed-[^/]*\.js$/;

/** Comes after the page has drawn, and at times before the last one. */
const sosScript = /\/sos-[^/]*\.js$/;

/** Compressed bytes of each script of a list, once a row is shown and the last one has come. */
async function scriptsOf(page: Page, route: string): Promise<number[]> {
  // By address: what is imported once it has arrived is told of twice, and comes out of the browser's cache the second time.
  const weights = new Map<string, Promise<number>>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js') || sosScript.test(pathname) || weights.has(pathname)) return;
    weights.set(
      pathname,
      response.body().then((body) => gzipSync(body).length),
    );
  });
  const last = page.waitForResponse(lastScript);
  await openRoute(page, route);
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  await last;
  const bytes = await Promise.all(weights.values());
  expect(bytes.length).toBeGreaterThan(3);
  return bytes;
}

test('the list of rounds is shown with at most 210 kB of compressed script', async ({ page }) => {
  const bytes = await scriptsOf(page, 'patrolling-reports/scanned-checkpoints');
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(scriptBytesMax);
});

for (const route of ['manage-sites', 'manage-security-guards', 'manage-checkpoints', 'manage-incidents']) {
  test(`the list of ${route} is shown with at most ${recordScriptsMax} scripts`, async ({ page }) => {
    expect((await scriptsOf(page, route)).length).toBeLessThanOrEqual(recordScriptsMax);
  });
}
