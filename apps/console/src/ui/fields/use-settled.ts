/**
 * What a field says of itself waits while a button is held down. Pressing Save leaves a field, whose words would come or
 * go under the pointer and move Save away before it is let go: no click.
 */
import { useState, useSyncExternalStore } from 'react';

let isDeferred = false;
const listeners = new Set<() => void>();

function defer(event: MouseEvent): void {
  isDeferred = event.button === 0;
}

/** By the click itself, so that its handler finds what is said; a press without one ends in a move or a key. */
function release(event: Event): void {
  if (!isDeferred || (event.type === 'mousemove' && (event as MouseEvent).buttons > 0)) return;
  isDeferred = false;
  for (const notify of listeners) notify();
}

function follow(notify: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('mousedown', defer, true);
    for (const type of ['click', 'mousemove', 'keydown']) window.addEventListener(type, release, true);
  }
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The value, or the one before it for as long as a button is held down. */
export function useSettled<Value>(value: Value): Value {
  const waits = useSyncExternalStore(follow, () => isDeferred);
  const [settled, setSettled] = useState(value);
  if (waits || settled === value) return settled;
  setSettled(value);
  return value;
}
