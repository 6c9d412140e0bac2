// Web Push as this browser has it: permission, worker, subscription, and whose it is.
import { deletePushSubscription, getPush, savePushSubscription } from '@watchpost/contract/push';
import { noticeLanguages } from '@watchpost/domain/notice-kinds';
import { call } from '../../lib/api-client.ts';
import { browserHttp } from '../../lib/browser-http.ts';
import { session } from '../../lib/current-session.ts';
import { currentLanguage } from '../../lib/labels.ts';
import { currentTenant } from '../../lib/tenant.ts';
import { forgetOwner, readOwner, writeOwner } from './push-owner.ts';

/** insecure: a page without TLS may not have it. denied: the person has forbidden notifications of this site. */
export type PushState = 'unsupported' | 'insecure' | 'denied' | 'off' | 'on';

const listeners = new Set<() => void>();

/** Tells of every change that this page makes. Returns the function that stops listening. */
export function onPushChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announceChange(): void {
  for (const listener of listeners) listener();
}

export async function readPushState(): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const owner = await readOwner(currentTenant());
  const isOwn = owner?.isLive === true && owner.userId === session.token();
  if (!isOwn || Notification.permission !== 'granted') return 'off';
  const registration = await registrationHere();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription ? 'on' : 'off';
}

/** Asks the person, then subscribes. Throws when the push service or the server cannot be reached. */
export async function switchPushOn(): Promise<void> {
  if ((await Notification.requestPermission()) === 'granted') await connectPush();
}

/** Subscribes this browser, or tells the server once more that it is. Permission must have been granted. */
export async function connectPush(): Promise<void> {
  const tenant = currentTenant();
  const { publicKey } = await call(getPush, { explainedBy: 'caller' });
  const subscription = await subscribe(await startWorker(tenant), publicKey);
  const { endpoint = '', keys } = subscription.toJSON();
  const language = noticeLanguages.find((one) => one === currentLanguage()) ?? noticeLanguages[0];
  const p256dh = keys?.['p256dh'] ?? '';
  const auth = keys?.['auth'] ?? '';
  const userId = session.token();
  await call(savePushSubscription, {
    body: { endpoint, keys: { p256dh, auth }, language },
    explainedBy: 'caller',
  });
  // A person who signed out in the meantime must not become the owner again.
  if (userId === undefined || session.token() !== userId) return;
  await writeOwner(tenant, {
    userId,
    isLive: true,
    saveAddress: `${browserHttp.baseUrl()}${savePushSubscription.path}`,
    crossSiteToken: browserHttp.crossSiteToken() ?? '',
    publicKey,
    language,
  });
  announceChange();
}

/** Throws when the server cannot be reached; this browser has forgotten its subscription all the same. */
export async function switchPushOff(): Promise<void> {
  await forgetOwner(currentTenant());
  await unsubscribe();
  const { data } = await call(getPush, { explainedBy: 'caller' });
  for (const { id, isCurrent } of data) {
    if (!isCurrent) continue;
    await call(deletePushSubscription, { params: { subscriptionId: id }, explainedBy: 'caller' });
  }
}

/** For the time that no one is signed in: nothing arrives, and nothing that was on its way is shown. */
export async function restPush(): Promise<void> {
  const tenant = currentTenant();
  const owner = await readOwner(tenant);
  if (owner === undefined) return;
  await writeOwner(tenant, { ...owner, isLive: false });
  await unsubscribe();
}

/** Somebody else signed in: the one before is forgotten here. */
export async function dropPush(): Promise<void> {
  await forgetOwner(currentTenant());
  await unsubscribe();
}

// One scope for both addresses of the default tenant, / and /{tenant}/, so that nothing is shown twice.
const scopeOf = (tenant: string) => `/${tenant}/`;

async function registrationHere(): Promise<ServiceWorkerRegistration | undefined> {
  const scope = scopeOf(currentTenant());
  const registration = await navigator.serviceWorker.getRegistration(scope);
  // Without one of its own, a scope is answered with that of the address above it.
  return registration !== undefined && new URL(registration.scope).pathname === scope
    ? registration
    : undefined;
}

/** What is on the screen still goes too: it was for somebody who is no longer here. */
async function unsubscribe(): Promise<void> {
  const registration = await registrationHere();
  if (registration === undefined) return;
  for (const shown of await registration.getNotifications()) shown.close();
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  announceChange();
}

async function startWorker(tenant: string): Promise<ServiceWorkerRegistration> {
  const options = { scope: scopeOf(tenant), updateViaCache: 'none' } as const;
  const registration = await navigator.serviceWorker.register('/sw.js', options);
  const worker = registration.installing ?? registration.waiting;
  if (registration.active !== null || worker === null) return registration;
  return new Promise((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve(registration);
      if (worker.state === 'redundant') reject(new Error('the service worker did not start'));
    });
  });
}

/** The subscription for the tenant's key; one for an older key is replaced. */
async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const known = await pushManager.getSubscription();
  if (known !== null && keyText(known.options.applicationServerKey) === publicKey) return known;
  await known?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function keyText(key: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
