// Keeps the whole app on the phone and sends what waits after the app was closed. Built apart as /guard/sw.js (FIELD-02).
import { runOutbox } from '../outbox/office.ts';
import type { GuardWorkerScope } from './worker-scope.ts';

declare const self: GuardWorkerScope;
/** Files of this build, relative to the scope, with the SHA-256 of each in hexadecimal. */
declare const SHELL_FILES: Readonly<Record<string, string>>;
declare const SHELL_VERSION: string;

const prefix = 'guard-shell-';
const cacheName = `${prefix}${SHELL_VERSION}`;
const page = 'index.html';
const addressOf = (name: string) => new URL(name, self.registration.scope).href;

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const name = shellName(event.request);
  if (name !== null) event.respondWith(answer(name, event.request));
});
self.addEventListener('sync', (event) => {
  if (event.tag === 'outbox') event.waitUntil(send());
});

/** All or nothing, and each file is what this build made: not a newer one, nor the page of a network that wants a sign-in. */
async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  await Promise.all(
    Object.entries(SHELL_FILES).map(async ([name, hash]) => {
      const response = await fetch(addressOf(name), { cache: 'no-cache', credentials: 'omit' });
      const bytes = await response.clone().arrayBuffer();
      if (!response.ok || (await hashOf(bytes)) !== hash) throw new Error(`${name} is not of this build`);
      await cache.put(addressOf(name), response);
    }),
  );
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

function shellName({ method, mode, url }: Request): string | null {
  if (method !== 'GET') return null;
  const address = new URL(url);
  address.search = '';
  address.hash = '';
  const scope = self.registration.scope;
  if (!address.href.startsWith(scope)) return null;
  if (mode === 'navigate') return page;
  const name = address.href.slice(scope.length);
  return Object.hasOwn(SHELL_FILES, name) ? name : null;
}

async function answer(name: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(addressOf(name))) ?? fetch(request);
}

/** Rejects while something waits, upon which the browser tries again by itself. */
async function send(): Promise<void> {
  const end = await runOutbox();
  if (end.kind === 'later') throw new Error('The network is away');
}
