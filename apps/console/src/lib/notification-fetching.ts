// Whether notifications are fetched: on while someone is signed in (ROUTE-07). The shell and the polling follow it.

let isOn = false;
const listeners = new Set<() => void>();

export const isFetchingNotifications = (): boolean => isOn;

export function setNotificationFetching(next: boolean): void {
  if (next === isOn) return;
  isOn = next;
  for (const listener of listeners) listener();
}

/** Returns the function that stops listening. */
export function onNotificationFetching(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
