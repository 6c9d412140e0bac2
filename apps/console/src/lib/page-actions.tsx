// Lets a page put its actions on the line of its title, which the shell draws.
import type { ReactNode } from 'react';
import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';

let slot: HTMLElement | null = null;
const listeners = new Set<() => void>();

/** Called by the shell with the element that holds the actions. */
export function setPageActionsSlot(element: HTMLElement | null): void {
  slot = element;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Draws its children beside the page's title; one primary action at most, last. */
export function PageActions({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(subscribe, () => slot);
  return element === null ? null : createPortal(children, element);
}
