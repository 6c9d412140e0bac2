// Tells whoever listens of notifications as they come, in every tab.
import type { Notification } from '@watchpost/contract/notifications';

type Listener = (notification: Notification) => void;

const listeners = new Set<Listener>();

/** Returns the function that stops listening. */
export function onArrival(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceArrival(notification: Notification): void {
  for (const listener of listeners) listener(notification);
}
