// What a person waits for: the console's first row in a browser that has never seen it, and a long grid's scrolling.
import { gzipSync } from 'node:zlib';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { demoEmails, demoPassword } from '../apps/server/src/accounts/sign-in/demo-sign-ins.ts';
import { ensureChromium } from '../scripts/ensure-chromium.mjs';
import { bareListPage } from './bare-list-page.ts';
import { gridPage } from './grid-page.ts';
import { plainRowsPage } from './plain-rows-page.ts';
import { timeZone } from './product.ts';
import { atMost, brief, type Figure, times } from './report.ts';
import type { Setting } from './setting.ts';
import { median } from './statistics.ts';

const visits = 9;
const listRoute = '/#/patrolling-reports/scanned-checkpoints';
const bareRoute = '/bare-list';
/** How long a page is watched for script that comes after its first row. */
const laterMs = 2_000;
const cpuSlowdown = 4;
const frameMaxMs = 32;
const scrollPasses = 3;
const screen: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, timezoneId: timeZone };

export async function measureBrowser(setting: Setting): Promise<Figure[]> {
  const executablePath = await ensureChromium();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return [...(await measureFirstRow(browser, setting.product.url)), ...(await measureScrolling(browser))];
  } finally {
    await browser.close();
  }
}

async function measureFirstRow(browser: Browser, baseURL: string): Promise<Figure[]> {
  const storageState = await signedIn(browser, baseURL);
  const coldMs: number[] = [];
  const bareMs: number[] = [];
  let scriptKb = 0;
  for (let visit = 0; visit < visits; visit += 1) {
    const context = await browser.newContext({ ...screen, baseURL, storageState });
    await context.addInitScript(watchFirstRow);
    const page = await context.newPage();
    const scripts = collectScripts(page);
    coldMs.push(await firstRowMs(page, listRoute));
    if (visit === 0) {
      await page.waitForTimeout(laterMs);
      scriptKb = (await scripts()) / 1_000;
    }
    await context.close();
    bareMs.push(await bareFirstRowMs(browser, { baseURL, storageState }));
  }
  const ratio = median(coldMs) / median(bareMs);
  return [
    {
      what: 'console: script on the list route, gzip',
      product: `${brief(scriptKb)} KB`,
      floor: '',
      measured: `${brief(scriptKb)} KB`,
      ...atMost(scriptKb, 280, ' KB'),
    },
    {
      what: 'console: first row, nothing cached, the specified 200 ms included',
      product: `${brief(median(coldMs))} ms, best ${brief(Math.min(...coldMs))} ms`,
      floor: `${brief(median(bareMs))} ms`,
      measured: times(ratio),
      ...atMost(ratio, 1.6, ' x a bare page with the same rows'),
    },
  ];
}

async function bareFirstRowMs(browser: Browser, options: BrowserContextOptions): Promise<number> {
  const context = await browser.newContext({ ...screen, ...options });
  await context.addInitScript(watchFirstRow);
  await context.route(`**${bareRoute}`, (route) =>
    route.fulfill({ contentType: 'text/html', body: bareListPage() }),
  );
  try {
    return await firstRowMs(await context.newPage(), bareRoute);
  } finally {
    await context.close();
  }
}

/** From opening the page to the first row of data in the document. */
async function firstRowMs(page: Page, route: string): Promise<number> {
  await page.goto(route);
  await page.waitForFunction(() => 'firstRowAtMs' in window);
  return page.evaluate(() => Number(Reflect.get(window, 'firstRowAtMs')));
}

async function signedIn(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ ...screen, baseURL });
  const page = await context.newPage();
  await page.goto('/#/signin');
  await page.getByLabel('Email').fill(demoEmails.superAdmin);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(/#\/admin-dashboard/);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Runs in the page, before anything of it: notes when the first row of data is in the document. */
function watchFirstRow(): void {
  const observer = new MutationObserver(() => {
    if (document.querySelector('[role="gridcell"][data-row]') === null) return;
    Reflect.set(window, 'firstRowAtMs', performance.now());
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

/** Sizes of the scripts that a page fetched, by the same compression, whatever the server chose. */
function collectScripts(page: Page): () => Promise<number> {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return;
    const body = response.body();
    // Of a page that is closed before it has come no one asks the sum.
    body.catch(() => {});
    bodies.push(body);
  });
  return async () =>
    (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
}

async function measureScrolling(browser: Browser): Promise<Figure[]> {
  const html = { product: await gridPage(), floor: plainRowsPage() };
  const frames: { product: number[]; floor: number[] } = { product: [], floor: [] };
  for (let pass = 0; pass < scrollPasses; pass += 1) {
    frames.product.push(...(await scrolledFrames(browser, html.product)));
    frames.floor.push(...(await scrolledFrames(browser, html.floor)));
  }
  const more = (lateShare(frames.product) - lateShare(frames.floor)) * 100;
  return [
    {
      what: 'grid with 10,000 loaded rows, scrolled, processor slowed 4 times',
      product: describeFrames(frames.product),
      floor: describeFrames(frames.floor),
      measured: `${brief(Math.max(0, more))} in 100 more`,
      ...atMost(more, 1, ` in 100 frames over ${frameMaxMs} ms more than plain rows`),
    },
  ];
}

const lateFrames = (frames: readonly number[]): number => frames.filter((frame) => frame > frameMaxMs).length;
const lateShare = (frames: readonly number[]): number => lateFrames(frames) / frames.length;

function describeFrames(frames: readonly number[]): string {
  return `${frames.length} frames, median ${brief(median(frames))} ms, ${lateFrames(frames)} over ${frameMaxMs} ms`;
}

async function scrolledFrames(browser: Browser, html: string): Promise<number[]> {
  const context = await browser.newContext(screen);
  const page = await context.newPage();
  await page.setContent(html);
  await page.evaluate(untilDrawn);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  const frames = await page.evaluate(scrollThrough);
  await context.close();
  return frames;
}

/**
 * Runs in the page. Playwright's own waiting puts listeners of touches on the window, which no person's page has: each
 * box is then painted as what may be touched.
 */
async function untilDrawn(): Promise<void> {
  while (document.querySelector('[role="gridcell"]') === null) await new Promise(requestAnimationFrame);
}

/**
 * Runs in the page: scrolls a little in each frame for five seconds; lengths of the frames in milliseconds. It names
 * no function of its own: the loader would mark the name with a function that the page does not have.
 */
async function scrollThrough(): Promise<number[]> {
  const grid = document.querySelector('[role="grid"]');
  const lengths: number[] = [];
  const startedAt = performance.now();
  for (let last = startedAt; last - startedAt < 5_000; ) {
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    lengths.push(now - last);
    last = now;
    if (grid !== null) grid.scrollTop += 120;
  }
  return lengths.slice(5);
}
