// How much script the list of rounds takes to show: a promise of speed that is easily lost a little at a time.
import { expect, openRoute, test } from './signed-in.ts';

const scriptBytesMax = 200_000;

test('the list of rounds is shown with at most 200 kB of compressed script', async ({ page }) => {
  const weights: Promise<number>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) {
      weights.push(response.headerValue('content-length').then(Number));
    }
  });
  await openRoute(page, 'patrolling-reports/scanned-checkpoints');
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  const bytes = await Promise.all(weights);
  expect(bytes.length).toBeGreaterThan(3);
  expect(Math.min(...bytes)).toBeGreaterThan(0);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(scriptBytesMax);
});
