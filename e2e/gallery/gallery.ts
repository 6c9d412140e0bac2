// Shows the gallery in a journey's page: bundled once a worker from the console's own sources, served from memory.
import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'esbuild';
import { expect, test as base } from '../journey.ts';

const origin = 'http://gallery.example';

interface GalleryFiles {
  readonly script: string;
  readonly style: string;
}

async function bundle(): Promise<GalleryFiles> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'gallery.tsx')],
    outdir: 'gallery',
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    target: 'chrome123',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  const textOf = (end: string) => outputFiles.find((file) => file.path.endsWith(end))?.text ?? '';
  return { script: textOf('.js'), style: textOf('.css') };
}

const markup = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title>
  <link rel="stylesheet" href="/gallery.css"></head>
  <body><div id="root"></div><script type="module" src="/gallery.js"></script></body></html>`;

export const test = base.extend<object, { galleryFiles: GalleryFiles }>({
  galleryFiles: [
    async ({ browser: _browser }, use) => {
      await use(await bundle());
    },
    { scope: 'worker' },
  ],
  page: async ({ page, galleryFiles }, use) => {
    await page.route(`${origin}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/gallery.js')
        return route.fulfill({ contentType: 'text/javascript', body: galleryFiles.script });
      if (pathname === '/gallery.css')
        return route.fulfill({ contentType: 'text/css', body: galleryFiles.style });
      return route.fulfill({ contentType: 'text/html', body: markup });
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
