/**
 * What a field says of itself waits while a button is held down. Pressing Save leaves a field, whose words would come or
 * go under the pointer and move Save away before it is let go: no click.
 */
import { useState, useSyncExternalStore } from 'react';

let isHeld = false;
const listeners = new Set<() => void>();

function hold(event: MouseEvent): void {
  isHeld = event.button === 0;
}

/** By the click itself, so that its handler finds what is said; a press without one ends in a move or a key. */
function release(event: Event): void {
  if (!isHeld || (event.type === 'mousemove' && (event as MouseEvent).buttons > 0)) return;
  isHeld = false;
  for (const tell of listeners) tell();
}

function follow(tell: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('mousedown', hold, true);
    for (const type of ['click', 'mousemove', 'keydown']) window.addEventListener(type, release, true);
  }
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** The value, or the one before it for as long as a button is held down. */
export function useTold<Value>(value: Value): Value {
  const waits = useSyncExternalStore(follow, () => isHeld);
  const [told, setTold] = useState(value);
  if (waits || told === value) return told;
  setTold(value);
  return value;
}
