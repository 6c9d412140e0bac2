// A session that ends while somebody works, and that person signed in again in the same tab.
import { expect, type Locator, type Page } from '@playwright/test';
import { password } from './journey.ts';
import { people } from './own-tenant.ts';

/** Whatever asks the server first hears that nobody is signed in: what is pressed, or the page by itself before that. */
export async function pressSignedOut(page: Page, button: Locator): Promise<void> {
  await page.context().clearCookies();
  await button.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(page).toHaveURL(/#\/signin/);
}

export async function signInAgain(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(people.asha);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
