// What the service workers use of their surroundings, which TypeScript's DOM library does not know.

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface PushedText {
  readonly data: unknown;
}
interface Syncing extends Lasting {
  readonly tag: string;
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: PushedText) => void): void;
  addEventListener(type: 'sync', listener: (event: Syncing) => void): void;
}
