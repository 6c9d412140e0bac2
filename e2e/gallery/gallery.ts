// Shows the gallery in a journey's page: bundled once a worker from the console's own sources, served from memory.
import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { parts } from '../../apps/console/src/labels/parts.ts';
import { labelsInEsbuild } from '../../labels/esbuild-plugin.ts';
import { expect, test as base } from '../journey.ts';

const origin = 'http://gallery.example';

/** Contents by path. */
type GalleryFiles = ReadonlyMap<string, string>;

const pages = ['gallery', 'rich-text'] as const;

async function bundle(): Promise<GalleryFiles> {
  const { outputFiles } = await build({
    entryPoints: pages.map((name) => path.join(import.meta.dirname, `${name}.tsx`)),
    outdir: 'gallery',
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    target: 'chrome123',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    plugins: [labelsInEsbuild(parts)],
  });
  return new Map(outputFiles.map((file) => [`/${path.basename(file.path)}`, file.text]));
}

const markup = (
  name: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title>
  <link rel="stylesheet" href="/${name}.css"></head>
  <body><div id="root"></div><script type="module" src="/${name}.js"></script></body></html>`;

export const test = base.extend<object, { galleryFiles: GalleryFiles }>({
  galleryFiles: [
    async ({ browser: _browser }, use) => {
      await use(await bundle());
    },
    { scope: 'worker' },
  ],
  // Of another origin than the product, whose storage is not cleared.
  ownContext: true,
  page: async ({ page, galleryFiles }, use) => {
    await page.route(`${origin}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      const body = galleryFiles.get(pathname);
      if (body === undefined)
        return route.fulfill({ contentType: 'text/html', body: markup(pathname.slice(1) || 'gallery') });
      return route.fulfill({ contentType: pathname.endsWith('.css') ? 'text/css' : 'text/javascript', body });
    });
    await use(page);
  },
});
export { expect };

export const posts = (page: Page) => page.getByRole('grid', { name: 'Posts' });

/** Opens the gallery: `rows` how many, `mode` of selection, `access` codes joined by commas, `paged` for a pager. */
export async function openGallery(
  page: Page,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.goto(`${origin}/?${new URLSearchParams(settings).toString()}`);
  await expect(posts(page)).toBeVisible();
}

/** Opens the page that shows rich text, and nothing yet. */
export async function openRichText(page: Page): Promise<void> {
  await page.goto(`${origin}/rich-text`);
  await expect(page.locator('#root')).toHaveAttribute('data-ready');
}
