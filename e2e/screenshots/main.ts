// npm run docs:screenshots: makes the pictures of docs/guides out of the running product with its demo; names make those alone.
import fs from 'node:fs';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, request as requests } from '@playwright/test';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { ensureChromium } from '../../scripts/ensure-chromium.mjs';
import { phoneScreen } from '../guard-phone.ts';
import { signIn, superAdmin } from '../journey.ts';
import { startProduct } from '../product.ts';
import { Admin } from '../sos-bar.ts';
import { consoleShots } from './console-shots.ts';
import { guardShots } from './guard-shots.ts';
import { imagesFolder, type Shot, type Stage, take } from './shot.ts';

/** What the lists of phones show of the guards' browsers. */
const phoneBrowser =
  'Mozilla/5.0 (Linux; Android 14; SM-A057F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36';

/** What differs from machine to machine without them. */
const sameEverywhere: BrowserContextOptions = {
  locale: 'en-IN',
  timezoneId: 'Asia/Kolkata',
  colorScheme: 'light',
  reducedMotion: 'reduce',
  deviceScaleFactor: 1,
};

async function openPage(browser: Browser, baseURL: string, more: BrowserContextOptions) {
  const context = await browser.newContext({ ...sameEverywhere, baseURL, ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}

/** Faults by name. */
async function takeAll(shots: readonly Shot[], stage: Stage, names: ReadonlySet<string>): Promise<string[]> {
  const faults: string[] = [];
  for (const shot of shots) {
    try {
      const part = await shot.show(stage);
      if (names.size > 0 && !names.has(shot.name)) continue;
      const bytes = await take(stage.page, shot, part);
      console.error(`${shot.name}: ${Math.round(bytes / 1000)} kB`);
    } catch (error) {
      faults.push(`${shot.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return faults;
}

async function main(names: ReadonlySet<string>): Promise<string[]> {
  await ensureBuild();
  const executablePath = await ensureChromium();
  fs.mkdirSync(imagesFolder, { recursive: true });
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath, args: ['--disable-dev-shm-usage'] });
  const request = await requests.newContext({ baseURL: product.url, userAgent: phoneBrowser });
  try {
    const admin = await Admin.signIn(request);
    const phone = await openPage(browser, product.url, {
      viewport: phoneScreen,
      userAgent: phoneBrowser,
      permissions: ['geolocation'],
      geolocation: { latitude: 18.52, longitude: 73.85, accuracy: 6 },
    });
    const faults = await takeAll(guardShots, { page: phone, admin, request }, names);
    const desk = await openPage(browser, product.url, { viewport: { width: 1280, height: 800 } });
    await signIn(desk, superAdmin);
    return [...faults, ...(await takeAll(consoleShots, { page: desk, admin, request }, names))];
  } finally {
    await request.dispose();
    await browser.close();
    await product.stop();
  }
}

/** Pictures that no shot makes any more. */
function removeOthers(): void {
  const names = new Set([...consoleShots, ...guardShots].map(({ name }) => `${name}.webp`));
  for (const file of fs.readdirSync(imagesFolder)) {
    if (!names.has(file)) fs.rmSync(path.join(imagesFolder, file));
  }
}

const wanted = new Set(process.argv.slice(2));
const faults = await main(wanted);
if (wanted.size === 0) removeOthers();
for (const fault of faults) console.error(`FAULT: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
