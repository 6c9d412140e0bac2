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

/** Has whatever lies over the page to be read first confirmed. What another press took away meanwhile is not waited for. */
export async function readWhatIsNew(page: Page): Promise<void> {
  const read = page.getByRole('button', { name: /^I have read/ });
  const confirm = () => read.click({ timeout: 2_000 }).catch(() => {});
  await page.addLocatorHandler(read, confirm, { noWaitAfter: true });
}

/** Until the browser takes the address, which passes over one that comes while it still opens another. */
export async function screen(page: Page, name: string): Promise<void> {
  const change = (to: string) => {
    if (window.location.hash !== to) window.location.hash = to;
    return window.location.hash;
  };
  const address = `#/${name}`;
  await expect.poll(() => page.evaluate(change, address)).toBe(address);
}

/** The present time by a site's clock, as the app writes it where the company has chosen nothing. */
export const clockNow = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h12', timeZone })
    .format(Date.now())
    .replace(/\s/, '\u00a0');

/** What the phone recorded, or the plan that it holds, is so much older. */
export function age(page: Page, store: 'outbox' | 'plans', ageMs: number): Promise<void> {
  return page.evaluate(
    ([name, ms]) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('watchpost-guard');
        opening.onsuccess = () => {
          const db = opening.result;
          const change = db.transaction(name, 'readwrite');
          const cursors = change.objectStore(name).openCursor();
          cursors.onsuccess = () => {
            const cursor = cursors.result;
            if (cursor === null) return;
            const row = cursor.value;
            if (name === 'plans') row.fetchedAtMs -= ms;
            else {
              row.time.wallMs -= ms;
              if (row.receivedAtMs !== undefined) row.receivedAtMs -= ms;
            }
            cursor.update(row);
            cursor.continue();
          };
          change.oncomplete = () => {
            db.close();
            resolve();
          };
        };
      }),
    [store, ageMs] as const,
  );
}

/** The server forgets the session of whoever is signed in; the phone does not know. */
export async function endSession(page: Page, request: APIRequestContext): Promise<void> {
  const [session] = await phoneRows<{ readonly token: string }>(page, 'sessions');
  const headers = { authorization: `Bearer ${session?.token}` };
  expect((await request.delete('/api/demo/field/signout', { headers })).status()).toBe(200);
}

/** Signs the guard out once everything is sent: else the app asks whether to leave what is not. */
export async function signOut(page: Page): Promise<void> {
  await screen(page, 'settings');
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Employee ID')).toBeVisible();
}
