// What a service worker finds around it: the language's own types know either pages or workers, not both.

interface Waiting extends Event {
  /** Keeps the worker alive until the work is done. */
  waitUntil(work: Promise<unknown>): void;
}

export interface PushArrival extends Waiting {
  readonly data: { text(): string } | null;
}

export interface NotificationClick extends Waiting {
  readonly notification: Notification;
}

export interface SubscriptionChange extends Waiting {
  readonly newSubscription?: PushSubscription | null;
}

/** An open window of the origin. */
export interface OpenWindow {
  focus(): Promise<unknown>;
  postMessage(message: unknown, transfer: readonly Transferable[]): void;
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly OpenWindow[]>;
    openWindow(address: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(name: 'install', listener: (event: Waiting) => void): void;
  addEventListener(name: 'push', listener: (event: PushArrival) => void): void;
  addEventListener(name: 'notificationclick', listener: (event: NotificationClick) => void): void;
  addEventListener(name: 'pushsubscriptionchange', listener: (event: SubscriptionChange) => void): void;
}
