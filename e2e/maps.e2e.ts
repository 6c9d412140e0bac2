// The ground of maps, as it is drawn.
import type { Page } from '@playwright/test';
import { expect, openRoute, test } from './signed-in.ts';

/** Mean brightness, 0 to 255, and the number of colours of the tiles on the page; null until all are drawn. */
async function drawnOn(page: Page): Promise<{ brightness: number; colors: number } | null> {
  return page.evaluate(() => {
    const tiles = [...document.querySelectorAll<HTMLCanvasElement>('.leaflet-tile-pane canvas')];
    if (tiles.length === 0 || tiles.some(({ width }) => width === 0)) return null;
    const colors = new Set<number>();
    let sum = 0;
    let count = 0;
    for (const tile of tiles) {
      const { data } = tile.getContext('2d')?.getImageData(0, 0, tile.width, tile.height) ?? { data: [] };
      for (let at = 0; at < data.length; at += 4 * 37) {
        const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
        if (alpha < 255) continue;
        colors.add((red << 16) | (green << 8) | blue);
        sum += (red + green + blue) / 3;
        count += 1;
      }
    }
    return count === 0 ? null : { brightness: sum / count, colors: colors.size };
  });
}

test('[MAP-01] [MAP-02] a map shows streets and who made them, light and dark, and asks nobody but the own server', async ({
  page,
}) => {
  const others: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(page.url()).origin) others.push(request.url());
  });
  await openRoute(page, 'manage-sites');
  await page.locator('[data-row-id]').getByRole('link').first().click();
  const map = page.getByRole('application').first();
  await map.scrollIntoViewIfNeeded();
  await expect(map).toContainText('Made-up streets of the demo');
  await expect(map).toContainText('Natural Earth');
  await expect.poll(async () => (await drawnOn(page))?.colors ?? 0).toBeGreaterThan(8);
  expect((await drawnOn(page))?.brightness).toBeGreaterThan(180);

  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(async () => (await drawnOn(page))?.brightness ?? 255).toBeLessThan(90);
  // Streets far from the demo are not there, the outlines of the world are.
  await map.focus();
  for (let times = 0; times < 12; times += 1) await page.keyboard.press('-');
  await expect.poll(async () => (await drawnOn(page))?.colors ?? 0).toBeGreaterThan(3);
  expect(others).toEqual([]);
});
