// Shows notices while no console is open (NOTIF-06). Built apart as /sw.js; its scope names the tenant.
import type { OpenRoute } from './open-route.ts';
import { readOwner } from './push-owner.ts';
import type { NotificationClick, OpenWindow, SubscriptionChange, WorkerScope } from './worker-scope.ts';

declare const self: WorkerScope;

interface Message {
  /** User whom it is for. */
  readonly to: string;
  readonly title: string;
  readonly body: string;
  readonly icon: string;
  readonly tag: string;
  readonly link: string | null;
  /** Stays on the screen until somebody has dealt with it; a server of before says nothing of it. */
  readonly isUrgent?: boolean;
}

const scope = () => new URL(self.registration.scope).pathname;
const tenant = () => scope().split('/')[1] ?? '';
/** A tab that is asked to show something answers at once or is not the right one. */
const answerWithinMs = 1_000;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('push', (event) => event.waitUntil(show(event.data?.text() ?? '')));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(linkOf(event)));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));

async function show(text: string): Promise<void> {
  const message = read(text);
  if (message === null) return;
  const owner = await readOwner(tenant());
  // After the sign-out this browser no longer wants what it subscribed to.
  if (owner?.isLive !== true) return unsubscribe();
  if (owner.userId !== message.to) return;
  const { title, body, icon, tag, link, isUrgent } = message;
  const options = { body, icon, badge: icon, tag, data: link, requireInteraction: isUrgent === true };
  await self.registration.showNotification(title, options);
}

async function unsubscribe(): Promise<void> {
  await (await self.registration.pushManager.getSubscription())?.unsubscribe();
}

function read(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : null;
  } catch {
    return null;
  }
}

function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  const isText = (name: string) => typeof fields.get(name) === 'string';
  const isLink = fields.get('link') === null || isText('link');
  return ['to', 'title', 'body', 'icon', 'tag'].every(isText) && isLink;
}

function linkOf({ notification }: NotificationClick): string | null {
  const link: unknown = notification.data;
  return typeof link === 'string' && link.startsWith('/') ? link : null;
}

/** Brings forward a console that is open, else opens one. */
async function open(link: string | null): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const one of windows) {
    if (await isShowing(one, link)) {
      await one.focus();
      return;
    }
  }
  await self.clients.openWindow(`${scope()}${link === null ? '' : `#${link}`}`);
}

/** Whether the window is a console of this tenant with somebody signed in, and now shows the link. */
function isShowing(one: OpenWindow, link: string | null): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const question: OpenRoute = { kind: 'openRoute', tenant: tenant(), link };
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), answerWithinMs);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    one.postMessage(question, [port2]);
  });
}

/** The browser replaced its subscription: the server hears of the new one, if the session still lives. */
async function renew({ newSubscription }: SubscriptionChange): Promise<void> {
  const owner = await readOwner(tenant());
  if (owner?.isLive !== true) return;
  const { saveAddress, crossSiteToken, publicKey, language } = owner;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint, keys } = subscription.toJSON();
  await fetch(saveAddress, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': crossSiteToken },
    body: JSON.stringify({ endpoint, keys: { p256dh: keys?.['p256dh'], auth: keys?.['auth'] }, language }),
  });
}
