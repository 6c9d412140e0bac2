// How many notifications are unread, for whatever shows it.
import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

export const unreadCount = (): number => count;

export function setUnreadCount(next: number): void {
  if (next === count) return;
  count = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useUnreadCount = (): number => useSyncExternalStore(subscribe, unreadCount);
