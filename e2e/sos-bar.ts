// The SOS bar as journeys use it, and what the browser's loudspeaker really plays.
import type { APIRequestContext, Browser, BrowserContextOptions, Locator, Page } from '@playwright/test';
import type { OpenSos } from '@watchpost/contract/sos';
import { expect, password, superAdmin } from './journey.ts';
import { signInWith } from './own-product.ts';

export const barOf = (page: Page): Locator => page.getByRole('region', { name: 'Open SOS calls' });
export const rowsOf = (page: Page): Locator => barOf(page).locator('[data-sos-call]');
export const rowOf = (page: Page, id: string): Locator => page.locator(`[data-sos-call="${id}"]`);
export const acknowledgeIn = (row: Page | Locator): Locator =>
  row.getByRole('button', { name: /^Acknowledge the SOS of/ });

/** Everything that the page connects to its loudspeaker is measured there, too. Before the page is opened. */
export const measureSound = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const taps: AnalyserNode[] = [];
    Object.assign(window, { soundTaps: taps });
    const connect = Reflect.get(AudioNode.prototype, 'connect');
    Reflect.set(
      AudioNode.prototype,
      'connect',
      function (this: AudioNode, target: AudioNode, ...rest: unknown[]) {
        if (target instanceof AudioDestinationNode) {
          const tap = target.context.createAnalyser();
          tap.fftSize = 32_768;
          Reflect.apply(connect, this, [tap]);
          taps.push(tap);
        }
        return Reflect.apply(connect, this, [target, ...rest]);
      },
    );
  });

/** Whether a sound comes out of the page within a second: by its samples, from an output that runs. */
export const isAudible = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const taps: AnalyserNode[] = Reflect.get(window, 'soundTaps');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return taps.some((tap) => {
      const samples = new Float32Array(tap.fftSize);
      tap.getFloatTimeDomainData(samples);
      return tap.context.state === 'running' && samples.some((sample) => Math.abs(sample) > 0.05);
    });
  });

/** As on a desktop: a page is heard only once somebody has touched it. */
export const withoutGesture = {
  executablePath: process.env['CHROMIUM_PATH'],
  args: ['--disable-dev-shm-usage', '--autoplay-policy=document-user-activation-required'],
};

export async function enter(page: Page, route: string, username = superAdmin): Promise<void> {
  await measureSound(page);
  await signInWith(page, username, password);
  await page.goto(`/#/${route}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** In a browser of its own. */
export async function newPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'en-IN', ...options });
  return context.newPage();
}

/** Epoch milliseconds at which the bar of the page first shows a call. */
export const timeOfBar = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const isThere = () => document.querySelector('[data-sos-call]') !== null;
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          resolve(Date.now());
        });
        observer.observe(document.body, { childList: true, subtree: true });
      }),
  );

/** Another admin, who works over the API. */
export class Admin {
  readonly #request: APIRequestContext;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(request: APIRequestContext, headers: Readonly<Record<string, string>>) {
    this.#request = request;
    this.#headers = headers;
  }

  static async signIn(request: APIRequestContext): Promise<Admin> {
    const data = { username: superAdmin, password, wantsToken: true };
    const entry = await request.post('/api/demo/user-signin', { data });
    return new Admin(request, { authorization: `Bearer ${(await entry.json()).accessToken}` });
  }

  async send(method: 'get' | 'post' | 'put', path: string, data?: object) {
    const reply = await this.#request[method](`/api/demo/secure/${path}`, { data, headers: this.#headers });
    expect(reply.status(), await reply.text()).toBe(200);
    return reply.json();
  }

  /** Every call is over, so that the next journey begins in quiet. */
  async resolveAll(): Promise<void> {
    const open: OpenSos = await this.send('get', 'open-sos');
    for (const { id } of open.data) await this.send('post', `sos/${id}/resolve`, { comment: 'A drill.' });
  }

  async saveSettings(change: object): Promise<void> {
    const { settings, version } = await this.send('get', 'app-settings/tenant');
    await this.send('put', 'app-settings/tenant', { version, settings: { ...settings, ...change } });
  }
}
