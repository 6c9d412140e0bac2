// Whether the sidebar is closed: folded to icons, or, on a narrow screen, away. The body's `closed` class shows it (SHELL-08).
import { useSyncExternalStore } from 'react';
import { emitAppEvent } from '../lib/app-events.ts';
import { BREAKPOINT_PX } from '../ui/theme/theme.ts';

const foldedKey = 'SIDEBAR_FOLDED';
const narrow = window.matchMedia(`(width < ${BREAKPOINT_PX.sidebar}px)`);
const listeners = new Set<() => void>();

const wasFolded = (): boolean => window.localStorage.getItem(foldedKey) === 'true';

function show(isClosed: boolean): void {
  document.body.classList.toggle('closed', isClosed);
  emitAppEvent('sidebarToggled', { isClosed });
  for (const listener of listeners) listener();
}

const isClosedNow = (): boolean => document.body.classList.contains('closed');

/** On a narrow screen the sidebar starts away and covers the page while open. */
document.body.classList.toggle('closed', narrow.matches || wasFolded());
narrow.addEventListener('change', () => show(narrow.matches || wasFolded()));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function subscribeToWidth(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

export const useIsSidebarClosed = (): boolean => useSyncExternalStore(subscribe, isClosedNow);
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribeToWidth, () => narrow.matches);

export function toggleSidebar(): void {
  const isClosed = !isClosedNow();
  if (!narrow.matches) window.localStorage.setItem(foldedKey, String(isClosed));
  show(isClosed);
}

/** Puts the drawer of a narrow screen away; a wide screen's sidebar stays as it is. */
export function closeDrawer(): void {
  if (narrow.matches && !isClosedNow()) show(true);
}
