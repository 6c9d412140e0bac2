// What each service worker does with the files that it keeps: all of one build, and no others.
import type { WorkerScope } from './worker-scope.ts';

export interface Shell {
  /** Before the version in the name of the cache, which all pages of the address have in common. */
  readonly prefix: string;
  readonly version: string;
  /** Files of this build, relative to the scope, with the SHA-256 of each in hexadecimal. */
  readonly files: Readonly<Record<string, string>>;
  /** The one that opens at every address of the scope. */
  readonly page: string;
}

/** Answers from the kept files; done without what browsers of 2018 have not. */
export function cacheShell(scope: WorkerScope, { prefix, version, files, page }: Shell): void {
  const cacheName = `${prefix}${version}`;
  const addressOf = (name: string) => new URL(name, scope.registration.scope).href;

  /** All or nothing, and each file is what this build made: not a newer one, nor the page of a network that wants a sign-in. */
  async function fill(): Promise<void> {
    const cache = await caches.open(cacheName);
    await Promise.all(
      Object.entries(files).map(async ([name, hash]) => {
        const response = await fetch(addressOf(name), { cache: 'no-cache', credentials: 'omit' });
        const bytes = await response.clone().arrayBuffer();
        if (!response.ok || (await hashOf(bytes)) !== hash) throw new Error(`${name} is not of this build`);
        await cache.put(addressOf(name), response);
      }),
    );
  }

  async function takeOver(): Promise<void> {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith(prefix) && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
    await scope.clients.claim();
  }

  function shellName({ method, mode, url }: Request): string | null {
    if (method !== 'GET') return null;
    const address = new URL(url);
    // The server makes what is asked for with a query, such as a manifest for one company.
    if (mode !== 'navigate' && address.search !== '') return null;
    address.search = '';
    address.hash = '';
    const below = scope.registration.scope;
    if (!address.href.startsWith(below)) return null;
    if (mode === 'navigate') return page;
    const name = address.href.slice(below.length);
    return Object.keys(files).includes(name) ? name : null;
  }

  async function answer(name: string, request: Request): Promise<Response> {
    const cache = await caches.open(cacheName);
    return (await cache.match(addressOf(name))) ?? fetch(request);
  }

  scope.addEventListener('install', (event) => event.waitUntil(fill()));
  scope.addEventListener('activate', (event) => event.waitUntil(takeOver()));
  scope.addEventListener('fetch', (event) => {
    const name = shellName(event.request);
    if (name !== null) event.respondWith(answer(name, event.request));
  });
}

async function hashOf(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
