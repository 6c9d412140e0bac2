// A Chromium whose push service is one run here: its own is a network away. Worker, permission and notifications are real.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  type Browser,
  openPushReceiver,
  type PushReceiver,
} from '../apps/server/src/platform/adapters/push/push-receiver.testing.ts';
import { test as base } from './journey.ts';
import { startProduct } from './product.ts';

/** `npm test` names a whole browser here, or nothing where there is none: a headless shell keeps no notifications. */
const wholeBrowser = process.env['WHOLE_CHROMIUM_PATH'] ?? process.env['CHROMIUM_PATH'];

/** What a file of journeys begins with. */
export function needsWholeBrowser(): void {
  test.skip(wholeBrowser === '', 'no browser here keeps notifications');
  if (wholeBrowser) {
    test.use({ launchOptions: { executablePath: wholeBrowser, args: ['--disable-dev-shm-usage'] } });
  }
}

interface PushProduct {
  readonly url: string;
  readonly receiver: PushReceiver;
}

export const test = base.extend<{ baseURL: string }, { product: PushProduct }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures wanted off this pattern
    async ({}, use) => {
      const receiver = await openPushReceiver();
      const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'watchpost-push-'));
      const authority = path.join(folder, 'authority.pem');
      fs.writeFileSync(authority, receiver.ca);
      const product = await startProduct({ PUSH_HOSTS: receiver.host, NODE_EXTRA_CA_CERTS: authority });
      await use({ url: product.url, receiver });
      await product.stop();
      await receiver.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ product }, use) => use(product.url),
});

/** The page subscribes with the push service of `receiver`, as it would with the browser's. */
export async function subscribeWith(page: Page, receiver: PushReceiver): Promise<Browser> {
  const browser = receiver.browser();
  await page.addInitScript((subscription) => {
    const stored = 'test push key';
    const bytesOf = (key: string) =>
      Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer;
    const made = (key: string) => ({
      options: { applicationServerKey: bytesOf(key) },
      toJSON: () => subscription,
      unsubscribe: async () => sessionStorage.removeItem(stored),
    });
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const key = sessionStorage.getItem(stored);
        return key === null ? null : made(key);
      },
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        sessionStorage.setItem(stored, applicationServerKey);
        return made(applicationServerKey);
      },
    });
  }, browser.subscription);
  return browser;
}

/** Hands a message to the service worker, as the browser does with one that its push service sent. */
export async function deliver(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.endsWith('/demo/') && !isDeleted);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data: text });
  await session.detach();
}

export interface Shown {
  readonly title: string;
  readonly body: string;
  readonly icon: string;
  readonly tag: string;
  /** Stays until somebody has dealt with it. */
  readonly requireInteraction: boolean;
}

/** Notifications on the screen. */
export function shown(page: Page): Promise<Shown[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/demo/');
    const notifications = (await registration?.getNotifications()) ?? [];
    return notifications.map(({ title, body, icon, tag, requireInteraction }) => ({
      title,
      body,
      icon: new URL(icon).pathname,
      tag,
      requireInteraction,
    }));
  });
}

/** As deliver(), for messages of which nothing comes: resolves when the service worker is done with it. */
export async function deliverForNothing(page: Page, text: string): Promise<void> {
  await inWorker(
    page,
    async (data) => {
      const { PushEvent, dispatchEvent } = globalThis as unknown as {
        PushEvent: new (name: string, init: { data: string }) => Event;
        dispatchEvent: (event: Event) => boolean;
      };
      const works: Promise<unknown>[] = [];
      const event = new PushEvent('push', { data });
      Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => works.push(work) });
      dispatchEvent(event);
      if (works.length === 0) throw new Error('the service worker hears no messages');
      await Promise.all(works);
    },
    text,
  );
}

/** The browser replaces its subscription, which it tells the service worker alone; resolves when that is done with it. */
export async function renewSubscription(page: Page, { subscription }: Browser): Promise<void> {
  await inWorker(
    page,
    async (stored) => {
      const works: Promise<unknown>[] = [];
      const event = Object.assign(new Event('pushsubscriptionchange'), {
        newSubscription: { toJSON: () => JSON.parse(stored) },
        waitUntil: (work: Promise<unknown>) => works.push(work),
      });
      globalThis.dispatchEvent(event);
      if (works.length === 0) throw new Error('the service worker hears of no other subscription');
      await Promise.all(works);
    },
    JSON.stringify(subscription),
  );
}

/** Clicks a notification on the screen, which belongs to the desktop and not to any page. */
export async function clickShown(page: Page, tag: string): Promise<void> {
  await inWorker(
    page,
    async (expected) => {
      const { registration, dispatchEvent, NotificationEvent } = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
        dispatchEvent: (event: Event) => boolean;
        NotificationEvent: new (name: string, init: { notification: Notification }) => Event;
      };
      const [notification] = await registration.getNotifications({ tag: expected });
      if (notification === undefined) throw new Error('nothing of that tag is shown');
      dispatchEvent(new NotificationEvent('notificationclick', { notification }));
    },
    tag,
  );
}

async function inWorker(page: Page, work: (text: string) => Promise<void>, text: string): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('there is no service worker');
  await worker.evaluate(work, text);
}
