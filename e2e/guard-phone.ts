// A phone with the guards' app: a real browser with a profile of its own, which can be killed as a phone loses its power.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { createRequire } from 'node:module';
import { expect, password } from './journey.ts';

const { resolve } = createRequire(import.meta.url);
const { buffer, byteOffset, byteLength } = fs.readFileSync(resolve('zxing-wasm/writer/zxing_writer.wasm'));
prepareZXingModule({ overrides: { wasmBinary: buffer.slice(byteOffset, byteOffset + byteLength) } });

export const phoneScreen = { width: 390, height: 844 } as const;
const startLimitMs = 30_000;
/** What takes longer hangs, and says where. */
const actionLimitMs = 30_000;
const loadLimitMs = 60_000;
const lookEveryMs = 50;

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

export class GuardPhone {
  readonly #url: string;
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'watchpost-phone-'));
  #process: ChildProcess | null = null;
  #browser: Browser | null = null;
  #page: Page | null = null;
  #position: Position = { latitude: 18.6, longitude: 73.7 };

  /** Where the phone finds the product. */
  constructor(url: string) {
    this.#url = url;
  }

  get page(): Page {
    if (this.#page === null) throw new Error('the phone is off');
    return this.#page;
  }

  get #film(): string {
    return path.join(this.#folder, 'camera.mjpeg');
  }

  /** Starts the browser with what the phone held before, and opens the app. */
  async open(screen = ''): Promise<Page> {
    const profile = path.join(this.#folder, 'profile');
    const portFile = path.join(profile, 'DevToolsActivePort');
    fs.rmSync(portFile, { force: true });
    for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket']) {
      fs.rmSync(path.join(profile, name), { force: true });
    }
    if (!fs.existsSync(this.#film)) await this.show(null);
    this.#process = spawn(
      process.env['CHROMIUM_PATH'] ?? chromium.executablePath(),
      this.#arguments(profile),
      {
        detached: true,
        stdio: 'ignore',
      },
    );
    this.#browser = await chromium.connectOverCDP(`http://127.0.0.1:${await portIn(portFile)}`);
    const [context] = this.#browser.contexts();
    if (context === undefined) throw new Error('the browser has no context');
    await context.grantPermissions(['camera', 'geolocation'], { origin: this.#url });
    await context.setGeolocation({ ...this.#position, accuracy: 6 });
    this.#page = context.pages()[0] ?? (await context.newPage());
    this.#page.setDefaultTimeout(actionLimitMs);
    this.#page.setDefaultNavigationTimeout(loadLimitMs);
    await this.#page.setViewportSize(phoneScreen);
    await this.#page.goto(`${this.#url}/guard/?company=demo${screen}`);
    return this.#page;
  }

  #arguments(profile: string): string[] {
    return [
      '--headless',
      '--no-sandbox',
      '--no-first-run',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--lang=en-IN',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${this.#film}`,
      'about:blank',
    ];
  }

  async goTo(position: Position): Promise<void> {
    this.#position = position;
    await this.#browser?.contexts()[0]?.setGeolocation({ ...position, accuracy: 6 });
  }

  /** What the camera sees from when it is opened next: a label with the code, or a blank wall. */
  async show(code: string | null): Promise<void> {
    const background = sharp({ create: { width: 640, height: 480, channels: 3, background: '#b9b4a8' } });
    const frame =
      code === null ? background : background.composite([{ input: await labelOf(code), gravity: 'center' }]);
    fs.writeFileSync(this.#film, await frame.jpeg({ quality: 90 }).toBuffer());
  }

  /** The power is gone: nothing is asked, nothing is finished. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    this.#page = null;
    if (running?.pid === undefined) return;
    const ended = once(running, 'exit');
    process.kill(-running.pid, 'SIGKILL');
    await ended;
    await this.#browser?.close().catch(() => {});
    this.#browser = null;
  }

  async throwAway(): Promise<void> {
    await this.kill();
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async signIn(employeeId: string): Promise<void> {
    const { page } = this;
    await page.getByLabel('Employee ID').fill(employeeId);
    await page.getByLabel('Secret', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('Start duty at')).toBeVisible();
  }
}

/** A label as it hangs at a checkpoint. */
export async function labelOf(code: string): Promise<Buffer> {
  const { image } = await writeBarcode(code, { format: 'QRCode', scale: 8 });
  if (image === null) throw new Error('the label could not be drawn');
  return sharp(Buffer.from(await image.arrayBuffer()))
    .resize(380, 380, { kernel: 'nearest' })
    .extend({ top: 24, bottom: 24, left: 24, right: 24, background: '#fff' })
    .png()
    .toBuffer();
}

/** A Micro QR code that says 264131, as one reader takes small print to be. */
const microCode = [
  '#######.#.#.#',
  '#.....#.#.###',
  '#.###.#..##.#',
  '#.###.#.#.#.#',
  '#.###.#.##..#',
  '#.....#.#####',
  '#######.#.###',
  '........##.##',
  '###.##.####.#',
  '.#.#..##.#...',
  '##.....##.###',
  '.#....#.###..',
  '#..##..#...##',
];

/** A picture of nothing but that. */
export async function microCodePicture(): Promise<Buffer> {
  const modules = Buffer.from(
    microCode.flatMap((row) => [...row].map((module) => (module === '#' ? 0 : 255))),
  );
  const side = microCode.length;
  return sharp(modules, { raw: { width: side, height: side, channels: 1 } })
    .resize(side * 16, side * 16, { kernel: 'nearest' })
    .extend({ top: 110, bottom: 110, left: 110, right: 110, background: '#fff' })
    .png()
    .toBuffer();
}

async function portIn(file: string): Promise<string> {
  const untilMs = Date.now() + startLimitMs;
  while (Date.now() < untilMs) {
    const [port = ''] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
    if (port !== '') return port;
    await sleep(lookEveryMs);
  }
  throw new Error('the browser did not start');
}
