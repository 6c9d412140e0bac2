// What every journey begins with: a page on the running product, and the demo's people.
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';
import { CleanContexts, nothingStored } from './clean-context.ts';

export const password = 'Patrol-demo-1';
export const superAdmin = 'super@demo.example';
export const subAdmin = 'sub@demo.example';
export const deactivated = 'off@demo.example';

export const test = base.extend<{ baseURL: string; ownContext: boolean }, { cleanContexts: CleanContexts }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted off this pattern
  baseURL: async ({}, use) => use(process.env['WATCHPOST_URL'] ?? ''),
  /** Whether each journey has a context that no other one used. */
  ownContext: [false, { option: true }],
  cleanContexts: [
    async ({ browser }, use) => {
      const clean = new CleanContexts(browser);
      await use(clean);
      await clean.close();
    },
    { scope: 'worker' },
  ],
  // One that an earlier journey left clean, where no more is asked than a page of some size, language and zone.
  context: async (
    {
      browser,
      cleanContexts,
      baseURL,
      storageState,
      viewport,
      locale,
      timezoneId,
      permissions,
      geolocation,
      serviceWorkers,
      ownContext,
    },
    use,
    journey,
  ) => {
    const isPlain = permissions === undefined && geolocation === undefined && serviceWorkers === 'allow';
    if (ownContext || !isPlain || journey.retry > 0) {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    const state = typeof storageState === 'object' ? storageState : nothingStored;
    const clean = await cleanContexts.take(
      baseURL,
      { viewport, locale: locale ?? 'en-IN', timezoneId: timezoneId ?? 'Asia/Kolkata' },
      state,
    );
    await use(clean.context);
    await cleanContexts.release(clean, journey.status === journey.expectedStatus);
  },
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
});
export { expect };

/** Signs in through the page as a person does, and waits for the dashboard. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/#/signin');
  await page.getByLabel('Email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/#\/admin-dashboard\/dashboard$/);
}

/** Resolves once the fonts of what is shown are there: until then texts are broader, and stand higher than their lines. */
export const untilFontsLoaded = (page: Page) => page.evaluate(async () => void (await document.fonts.ready));

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const rulesOfColours = { type: 'rule' as const, values: ['color-contrast', 'link-in-text-block'] };

/**
 * Rules of WCAG 2.2 A and AA that a page breaks; an accessible page breaks none. `ofColours` are those alone that another
 * colour scheme may break.
 */
export async function accessibilityFaults(page: Page, rules: 'all' | 'ofColours' = 'all'): Promise<string[]> {
  const options: RunOptions = {
    runOnly: rules === 'all' ? everyRule : rulesOfColours,
    resultTypes: ['violations'],
  };
  await page.evaluate(atRest);
  const violations =
    page.frames().length === 1
      ? await violationsWithoutFrames(page, options)
      : (await new AxeBuilder({ page }).options(options).analyze()).violations;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

/** In the page: resolves when what fades or slides has ended. What turns for ever, as while waiting, is let be. */
async function atRest(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(
      ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

/** What `AxeBuilder` finds, which brings axe into the page twice for each look, and tells of all that is well. */
async function violationsWithoutFrames(page: Page, options: RunOptions): Promise<Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (asked) => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, asked);
    return found.violations;
  }, options);
}
