// Puts the service worker in place and tells when a newer app stands ready: nothing reloads by itself (FIELD-02).
import { useSyncExternalStore } from 'react';

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();
/** Between two looks for a newer app while one is open. */
const lookEveryMs = 3_600_000;

function setWaiting(worker: ServiceWorker | null): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

function follow(registration: ServiceWorkerRegistration): void {
  if (registration.waiting !== null) setWaiting(registration.waiting);
  const followInstalling = () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      // The first one is no update.
      if (worker.state === 'installed' && navigator.serviceWorker.controller !== null) setWaiting(worker);
    });
  };
  followInstalling();
  registration.addEventListener('updatefound', followInstalling);
}

export function followUpdates(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' }).then(
    (registration) => {
      follow(registration);
      const look = () => void registration.update().catch(() => {});
      setInterval(look, lookEveryMs);
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') look();
      });
    },
    () => {
      // Without one, as on an address without https, the app works but needs the network to open.
    },
  );
}

/** Lets the newer app take over; everything is stored, so that the page may load again. */
export function applyUpdate(): void {
  if (waiting?.state !== 'installed') {
    // Another tab has let it take over already.
    window.location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  });
  waiting.postMessage('activate');
}

export const useUpdateReady = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting !== null,
  );
