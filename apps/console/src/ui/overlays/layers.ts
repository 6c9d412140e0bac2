/**
 * Open modal dialogs, the newest last. All outside a modal is inert, so toasts move into the newest one
 * to stay visible and usable.
 */
import { useSyncExternalStore } from 'react';

let layers: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLElement[]): void {
  layers = next;
  for (const listener of listeners) listener();
}

/** Returns the function that takes the layer away again. */
export function enterLayer(element: HTMLElement): () => void {
  set([...layers, element]);
  return () => set(layers.filter((layer) => layer !== element));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The element to portal into: the newest modal, else the body. */
export function useTopLayer(): HTMLElement {
  return useSyncExternalStore(subscribe, () => layers.at(-1) ?? document.body);
}
