// What every journey begins with: a page on the running product, and the demo's people.
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';

export const password = 'Patrol-demo-1';
export const superAdmin = 'super@demo.example';
export const subAdmin = 'sub@demo.example';
export const deactivated = 'off@demo.example';

export const test = base.extend<{ baseURL: string }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted off this pattern
  baseURL: async ({}, use) => use(process.env['WATCHPOST_URL'] ?? ''),
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

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Rules of WCAG 2.2 A and AA that a page breaks; an accessible page breaks none. `ofColours` are those alone that another
 * colour scheme may break.
 */
export async function accessibilityFaults(page: Page, rules: 'all' | 'ofColours' = 'all'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // A page without frames is looked at in a third of the time.
    .setLegacyMode(page.frames().length === 1)
    .options({
      runOnly:
        rules === 'all' ? everyRule : { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
      resultTypes: ['violations'],
    })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
}
