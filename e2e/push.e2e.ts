// Web Push as a person meets it: switched on beside the preferences, shown by the real service worker.
import type { Page } from '@playwright/test';
import { accessibilityFaults, expect, password, subAdmin, superAdmin } from './journey.ts';
import { browserApart, signInWith } from './own-product.ts';
import {
  clickShown,
  deliver,
  deliverForNothing,
  needsWholeBrowser,
  renewSubscription,
  shown,
  subscribeWith,
  test,
} from './push-browser.ts';

needsWholeBrowser();

async function openWishes(page: Page) {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('button', { name: 'Choose what you are told of' }).click();
  return page.getByRole('region', { name: 'Push in this browser' });
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/#\/signin/);
}

async function closeAll(page: Page): Promise<void> {
  for (let left = 0; left < 2; left += 1) await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('[NOTIF-06] [NOTIF-05] off by default; switched on, also when its address changes, a notice of the server is shown and leads where it points', async ({
  page,
  browser,
  context,
  product,
}) => {
  await context.grantPermissions(['notifications']);
  await subscribeWith(page, product.receiver);
  await signInWith(page, superAdmin, password);
  const row = await openWishes(page);
  await expect(row).toContainText('Off.');
  expect(await accessibilityFaults(page)).toEqual([]);
  await row.getByRole('button', { name: 'Switch on' }).click();
  await expect(row).toContainText('On.');
  expect(await accessibilityFaults(page)).toEqual([]);

  const push = product.receiver.browser();
  await renewSubscription(page, push);
  const elsewhere = await browserApart(browser, product.url);
  await signInWith(elsewhere, superAdmin, password);
  await elsewhere.context().close();
  // The demo's rounds give notices of their own, by the hour.
  const signIns = () => push.received.filter(({ text }) => text.includes('New sign-in'));
  await expect.poll(() => signIns().length).toBe(1);
  const text = signIns()[0]?.text ?? '';
  await deliver(page, text);
  const expected = { title: 'New sign-in', icon: '/notification-icon.png' };
  await expect.poll(() => shown(page)).toMatchObject([expected]);
  const [notification] = await shown(page);
  expect(notification?.body).toContain('127.0.0.1');
  const icon = await page.request.get(notification?.icon ?? '');
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/png']);
  const { 'content-type': type, 'cache-control': caching } = (await page.request.get('/sw.js')).headers();
  expect([type, caching]).toEqual([expect.stringContaining('javascript'), 'no-cache']);

  // A repeated message replaces itself; one that leads somewhere opens it in the console that is open.
  await deliver(page, text);
  await deliver(
    page,
    JSON.stringify({ ...JSON.parse(text), tag: 'x', link: '/app-settings/tenant-settings' }),
  );
  await expect.poll(async () => (await shown(page)).length).toBe(2);
  await closeAll(page);
  await clickShown(page, 'x');
  await expect(page).toHaveURL(/#\/app-settings\/tenant-settings$/);
  await expect.poll(async () => (await shown(page)).map(({ tag }) => tag)).not.toContain('x');

  await openWishes(page);
  await row.getByRole('button', { name: 'Switch off' }).click();
  await expect(row).toContainText('Off.');
  await deliverForNothing(page, text);
  await deliverForNothing(page, 'no message');
  expect(await shown(page)).toEqual([]);
});

/** Signs in and switches push on; the row of the setting, and the session that messages are for. */
async function switchOnPush(page: Page) {
  await signInWith(page, superAdmin, password);
  const row = await openWishes(page);
  await row.getByRole('button', { name: 'Switch on' }).click();
  await expect(row).toContainText('On.');
  const to = await page.evaluate<string>(() => JSON.parse(localStorage.getItem('Token') ?? '""'));
  return { row, to };
}

test('[NOTIF-06] [OUT-01] signed out, or with somebody else signed in, a browser shows nothing of the one before', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['notifications']);
  await subscribeWith(page, product.receiver);
  const { row, to } = await switchOnPush(page);
  const message = JSON.stringify({ to, title: 'T', body: 'B', icon: '/i', tag: 't', link: null });
  await deliver(page, message);
  await expect.poll(() => shown(page)).toHaveLength(1);
  // What follows who is signed in is loaded once the page is idle.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('follow-push')),
  );
  await closeAll(page);

  await signOut(page);
  await expect.poll(() => shown(page)).toEqual([]);
  await deliverForNothing(page, message);
  expect(await shown(page)).toEqual([]);

  await signInWith(page, superAdmin, password);
  await openWishes(page);
  await expect(row).toContainText('On.');
  await closeAll(page);
  await signOut(page);

  await signInWith(page, subAdmin, password);
  await openWishes(page);
  await expect(row).toContainText('Off.');
  await deliverForNothing(page, message);
  expect(await shown(page)).toEqual([]);
  await row.getByRole('button', { name: 'Switch on' }).click();
  await expect(row).toContainText('On.');
  await deliverForNothing(page, message);
  expect(await shown(page)).toEqual([]);
});

test('[TONIGHT-03] each SOS is a notification of its own that stays until somebody has dealt with it', async ({
  page,
  context,
  product,
}) => {
  await context.grantPermissions(['notifications']);
  await subscribeWith(page, product.receiver);
  const { to } = await switchOnPush(page);
  const message = (tag: string, more: object) =>
    JSON.stringify({ to, title: tag, body: 'B', icon: '/i', tag, link: null, ...more });
  await deliver(page, message('sosRaised 1', { isUrgent: true }));
  await deliver(page, message('sosRaised 2', { isUrgent: true }));
  await deliver(page, message('roundMissed 3', { isUrgent: false }));
  // As a server of before sends it.
  await deliver(page, message('roundMissed 4', {}));
  const stays = async () =>
    Object.fromEntries((await shown(page)).map(({ tag, requireInteraction }) => [tag, requireInteraction]));
  await expect.poll(stays).toEqual({
    'sosRaised 1': true,
    'sosRaised 2': true,
    'roundMissed 3': false,
    'roundMissed 4': false,
  });
});

test('[NOTIF-06] a browser that blocks notifications, has none or cannot subscribe says so and what to do', async ({
  page,
  context,
}) => {
  // Whatever is not granted here is blocked.
  await context.grantPermissions(['clipboard-read']);
  await signInWith(page, superAdmin, password);
  const row = await openWishes(page);
  await expect(row).toContainText('This browser blocks notifications of this site.');
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);

  // Allowed beside the address, it can be switched on without a reload; Chromium's push service is out of reach here.
  await context.grantPermissions(['notifications']);
  await expect(row).toContainText('Off.');
  await page.evaluate(() => {
    Object.assign(PushManager.prototype, { subscribe: () => Promise.reject(new DOMException('no service')) });
  });
  await row.getByRole('button', { name: 'Switch on' }).click();
  await expect(row.getByRole('alert')).toContainText('could not be switched on');
  await expect(row.getByRole('button', { name: 'Switch on' })).toBeEnabled();

  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'));
  await page.reload();
  await openWishes(page);
  await expect(row).toContainText('This browser cannot be notified.');
  await expect(row.getByRole('button')).toHaveCount(0);
});
