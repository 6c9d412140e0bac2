// The bell as journeys use it, and the guard who gives it something to tell.
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { noticeKinds } from '@watchpost/domain/notice-kinds';
import { FieldDevice } from './field-device.ts';
import { expect, password, superAdmin } from './journey.ts';
import { signInWith } from './own-product.ts';

export const minute = 60_000;
export const bellOf = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /^Notifications/ });
export const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Notifications' });
export const entriesOf = (page: Page): Locator => panelOf(page).getByRole('listitem');
export const unread = (count: number) => (count === 0 ? 'Notifications' : `Notifications, ${count} unread`);

/** A guard leaves out checkpoints in so many rounds. */
export async function endRounds(request: APIRequestContext, count: number): Promise<string[]> {
  const device = await FieldDevice.signIn(request, 'EMP001');
  const ids: string[] = [];
  for (let each = 0; each < count; each += 1) {
    const start = Date.now() - 30 * minute;
    const id = await device.startRound(start);
    await device.scan(id, 0, { deviceAtMs: start + minute });
    await device.endRound(id, start + 20 * minute);
    ids.push(id);
  }
  return ids;
}

export async function send(page: Page, method: 'GET' | 'PUT', address: string, data?: object) {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const reply = await page.request.fetch(`/api/demo/secure/notification/${address}`, {
    method,
    headers: { 'x-xsrf-token': token },
    ...(data === undefined ? {} : { data }),
  });
  expect(reply.status()).toBe(200);
  return reply.json();
}

/** Signed in and told of rounds left incompleted alone, so that nothing else comes while a journey counts. */
export async function enter(page: Page, username = superAdmin): Promise<void> {
  await signInWith(page, username, password);
  const others = noticeKinds.filter((kind) => kind !== 'roundIncompleted');
  await send(page, 'PUT', 'preferences', {
    preferences: others.map((kind) => ({ kind, channel: 'console', isOn: false })),
  });
  await send(page, 'PUT', 'seen');
  await page.reload();
  await expect(bellOf(page)).toHaveAccessibleName(unread(0));
}

/** Until the page hears of events as they happen. */
export async function whileListening(page: Page, enterPage: () => Promise<void>): Promise<void> {
  const stream = page.waitForResponse((reply) => reply.url().includes('/secure/events'));
  await enterPage();
  await stream;
}
