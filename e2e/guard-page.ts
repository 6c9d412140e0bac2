// The guards' app on an ordinary page of a browser.
import type { APIRequestContext, Page } from '@playwright/test';
import { phoneRows } from './guard-records.ts';
import { expect, password } from './journey.ts';

export async function signIn(page: Page, employeeId: string): Promise<void> {
  await page.goto('/guard/?company=demo');
  await page.getByLabel('Employee ID').fill(employeeId);
  await page.getByLabel('Secret', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Start duty at' })).toBeVisible();
}

export const screen = (page: Page, name: string) =>
  page.evaluate((to) => (window.location.hash = `#/${to}`), name);

/** The server forgets the session of whoever is signed in; the phone does not know. */
export async function endSession(page: Page, request: APIRequestContext): Promise<void> {
  const [session] = await phoneRows<{ readonly token: string }>(page, 'sessions');
  const headers = { authorization: `Bearer ${session?.token}` };
  expect((await request.delete('/api/demo/field/signout', { headers })).status()).toBe(200);
}
