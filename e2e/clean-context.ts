// A context of the browser that journeys use one after another: a page in a new one costs a second of the processor, most of
// which goes into a process of its own and scripts that have to be compiled again.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test';

export type StoredState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A page of the origin that runs no script of the console. */
export const scriptless = '/healthz';
export const nothingStored: StoredState = { cookies: [], origins: [] };

/** What cannot be taken back: a context of which one of these was asked is not used again. */
const lasting = {
  page: 'addInitScript addLocatorHandler exposeBinding exposeFunction routeWebSocket setDefaultTimeout setExtraHTTPHeaders',
  context:
    'addInitScript exposeBinding exposeFunction grantPermissions newCDPSession on once routeWebSocket setExtraHTTPHeaders setGeolocation setOffline',
  clock: 'fastForward install pauseAt resume runFor setFixedTime setSystemTime',
} as const;
const listenedTo = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
  'worker',
] as const;

export class CleanContext {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly #askBrowser: (ask: (session: CDPSession) => Promise<unknown>) => Promise<void>;
  readonly #origin: string;
  readonly #screen: ReturnType<Page['viewportSize']>;
  #isChangedForGood = false;

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.context = context;
    this.page = page;
    const newSession = context.newCDPSession.bind(context);
    // One that lasts would bring its own media and sizes into each new document.
    this.#askBrowser = async (ask) => {
      const session = await newSession(page);
      await ask(session);
      await session.detach();
    };
    this.#origin = new URL(origin).origin;
    this.#screen = page.viewportSize();
    this.#watch(page, lasting.page);
    this.#watch(context, lasting.context);
    this.#watch(context.clock, lasting.clock);
  }

  /** With the options that the journey runs with and with `options`; its page is one of the product at `origin`, without a script. */
  static async open(
    browser: Browser,
    origin: string,
    options: BrowserContextOptions = {},
  ): Promise<CleanContext> {
    const context = await browser.newContext({ baseURL: origin, ...options, storageState: nothingStored });
    const page = await context.newPage();
    await page.goto(scriptless);
    return new CleanContext(context, page, origin);
  }

  #watch(subject: object, names: string): void {
    for (const name of names.split(' ')) {
      const original: unknown = Reflect.get(subject, name);
      if (typeof original !== 'function') throw new Error(`the browser has no ${name} any more`);
      Reflect.set(subject, name, (...args: readonly unknown[]): unknown => {
        this.#isChangedForGood = true;
        return Reflect.apply(original, subject, args);
      });
    }
  }

  /** The next journey finds what `state` has stored. */
  async begin(state: StoredState): Promise<void> {
    await this.#askBrowser((session) => session.send('Page.resetNavigationHistory'));
    if (state.cookies.length > 0) await this.context.addCookies(state.cookies);
    const stored = state.origins.find(({ origin }) => origin === this.#origin)?.localStorage ?? [];
    if (stored.length > 0)
      await this.page.evaluate((items) => {
        for (const { name, value } of items) localStorage.setItem(name, value);
      }, stored);
  }

  /** Takes away what its user left; resolves to whether another one can have it, and closes it where not. */
  async clean(): Promise<boolean> {
    const isClean =
      !this.#isChangedForGood &&
      !this.page.isClosed() &&
      (await this.#clear().then(
        () => true,
        () => false,
      ));
    if (!isClean) await this.context.close();
    return isClean;
  }

  async #clear(): Promise<void> {
    const { context, page } = this;
    for (const event of listenedTo) page.removeAllListeners(event);
    for (const other of context.pages()) if (other !== page) await other.close();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(scriptless);
    const stored = { origin: this.#origin, storageTypes: 'all' };
    await this.#askBrowser((session) => session.send('Storage.clearDataForOrigin', stored));
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
    if (this.#screen !== null) await page.setViewportSize(this.#screen);
    await page.emulateMedia({
      media: null,
      colorScheme: 'light',
      reducedMotion: 'no-preference',
      forcedColors: 'none',
      contrast: 'no-preference',
    });
    // Nothing is under a pointer that was never there.
    await page.mouse.move(-1, -1);
  }
}

/** Those that are clean, by what they were opened with. */
export class CleanContexts {
  readonly #browser: Browser;
  readonly #clean = new Map<string, CleanContext[]>();
  readonly #keys = new WeakMap<CleanContext, string>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** One with the options, in which `state` is stored and whose page shows the product at `origin`, without a script of it. */
  async take(origin: string, options: BrowserContextOptions, state: StoredState): Promise<CleanContext> {
    const key = JSON.stringify([origin, options]);
    const context = this.#clean.get(key)?.pop() ?? (await CleanContext.open(this.#browser, origin, options));
    this.#keys.set(context, key);
    await context.begin(state);
    return context;
  }

  async release(context: CleanContext, isFitForUse: boolean): Promise<void> {
    if (!isFitForUse) return context.context.close();
    if (!(await context.clean())) return;
    const key = this.#keys.get(context) ?? '';
    this.#clean.set(key, [...(this.#clean.get(key) ?? []), context]);
  }

  async close(): Promise<void> {
    for (const context of [...this.#clean.values()].flat()) await context.context.close();
    this.#clean.clear();
  }
}
