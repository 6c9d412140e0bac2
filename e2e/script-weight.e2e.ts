// How much script lists take to show: a promise of speed that is easily lost a little at a time.
import type { Page } from '@playwright/test';
import { expect, openRoute, test } from './signed-in.ts';

const scriptBytesMax = 200_000;
/** Six files come at a time: each further six are a way to the server and back, for icons and hooks of some hundred bytes. */
const recordScriptsMax = 22;

/** Compressed bytes of each script of a list, once a row is shown. */
async function scriptsOf(page: Page, route: string): Promise<number[]> {
  const weights: Promise<number>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) {
      weights.push(response.headerValue('content-length').then(Number));
    }
  });
  await openRoute(page, route);
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  const bytes = await Promise.all(weights);
  expect(bytes.length).toBeGreaterThan(3);
  expect(Math.min(...bytes)).toBeGreaterThan(0);
  return bytes;
}

test('the list of rounds is shown with at most 200 kB of compressed script', async ({ page }) => {
  const bytes = await scriptsOf(page, 'patrolling-reports/scanned-checkpoints');
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(scriptBytesMax);
});

for (const route of ['manage-sites', 'manage-security-guards', 'manage-checkpoints', 'manage-incidents']) {
  test(`the list of ${route} is shown with at most ${recordScriptsMax} scripts`, async ({ page }) => {
    expect((await scriptsOf(page, route)).length).toBeLessThanOrEqual(recordScriptsMax);
  });
}
