// Journeys that begin behind sign-in: each worker signs each role in once and starts every page with that session.
import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, signIn, subAdmin, superAdmin, test as base } from './journey.ts';
import { nothingStored, scriptless, type StoredState } from './clean-context.ts';

type Role = 'superAdmin' | 'subAdmin' | 'nobody';

interface JourneyOptions {
  /** Whose session the page starts with; 'nobody' starts signed out. */
  readonly role: Role;
}

interface WorkerSessions {
  readonly sessionOf: (role: Role) => Promise<StoredState>;
}

const emails = { superAdmin, subAdmin } as const;

export const test = base.extend<JourneyOptions, WorkerSessions>({
  role: ['superAdmin', { option: true }],
  sessionOf: [
    async ({ browser }, use) => {
      const states = new Map<Role, Promise<StoredState>>();
      const open = async (role: Role): Promise<StoredState> => {
        if (role === 'nobody') return nothingStored;
        const context = await browser.newContext({ baseURL: process.env['WATCHPOST_URL'] ?? '' });
        await signIn(await context.newPage(), emails[role]);
        const state = await context.storageState();
        await context.close();
        return state;
      };
      await use((role) => {
        const state = states.get(role) ?? open(role);
        states.set(role, state);
        return state;
      });
    },
    { scope: 'worker' },
  ],
  storageState: async ({ role, sessionOf }, use) => use(await sessionOf(role)),
});
export { expect };

/** A JSON value of the page's local storage; undefined when it is not there. */
export async function storedValue(page: Page, key: string): Promise<unknown> {
  const text = await page.evaluate((name) => localStorage.getItem(name), key);
  return text === null ? undefined : JSON.parse(text);
}

/**
 * Ends what the page shows, and its calls with it. Not by about:blank: what is opened from there gets a process of its own,
 * for more than a second of the processor.
 */
async function signOutOfConsole(page: Page): Promise<void> {
  if (page.url() !== 'about:blank' && !page.url().endsWith(scriptless)) await page.goto(scriptless);
}

/** Enters a route below the hash as somebody who typed it into the address bar of a fresh tab. */
export async function openRoute(page: Page, route: string): Promise<void> {
  await signOutOfConsole(page);
  await page.goto(`/#/${route}`);
}

/** Opens a page and waits until the console, once it is idle, has stored anew what it keeps of the session. */
export async function openRefreshed(page: Page, route: string): Promise<void> {
  await page.goto(scriptless);
  // Stored together with all else that the answer holds: the answer alone does not tell that the console took it.
  const mark = 'SETTINGS_VERSION';
  await page.evaluate((name) => localStorage.removeItem(name), mark);
  await page.goto(`/#/${route}`);
  await expect.poll(() => storedValue(page, mark)).toBeDefined();
}

/** Opens a page and then stores a value from another tab, as another tab of the same visitor would; the page hears of it. */
export async function openAndStore(page: Page, route: string, key: string, value: unknown): Promise<void> {
  await openRefreshed(page, route);
  // Whatever another journey changes of the account or the company would bring the server's own value back.
  await page.route(/\/secure\/user-metadata$/, () => {});
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(scriptless);
  await other.evaluate(([name, text]) => localStorage.setItem(name, text), [
    key,
    JSON.stringify(value),
  ] as const);
  await other.close();
}

const screens = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** What axe finds on the page as it stands, in light and dark, on a wide and on a narrow screen. */
export async function faultsInEveryDress(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const screen of screens) {
    await page.setViewportSize(screen);
    faults.push(...(await faultsInBothSchemes(page)).map((fault) => `${screen.width}px ${fault}`));
  }
  return faults;
}

const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** The same on the screen that it has; `ofColours` for a page whose other rules were looked at. */
export async function faultsInBothSchemes(page: Page, rules: 'all' | 'ofColours' = 'all'): Promise<string[]> {
  const faults: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const look = async () => {
      await nextFrames(page);
      return accessibilityFaults(page, colorScheme === 'light' ? rules : 'ofColours');
    };
    let found = await look();
    // On a busy machine some elements get the colours of the other scheme only after a while: what is wrong stays so.
    for (const pauseMs of [100, 1_000]) {
      if (found.length === 0) break;
      await page.waitForTimeout(pauseMs);
      found = await look();
    }
    faults.push(...found.map((fault) => `${colorScheme} ${fault}`));
  }
  return faults;
}
