import { useSyncExternalStore } from 'react';
import { relativeAge } from './round-times.ts';

const tickMs = 30_000;

const listeners = new Set<() => void>();
let timer = 0;

/** One timer for all ages of a page. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) timer = window.setInterval(() => listeners.forEach((update) => update()), tickMs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.clearInterval(timer);
  };
}

/** The clock in steps, so that every age on the page changes together and nothing is drawn in between. */
const steppedNow = (): number => Math.floor(Date.now() / tickMs) * tickMs;

/** How long ago, kept up to date while it is shown. */
export function Age({ atMs, className }: { readonly atMs: number; readonly className?: string }) {
  const nowMs = useSyncExternalStore(subscribe, steppedNow);
  return <span className={className}>{relativeAge(atMs, Math.max(nowMs, atMs))}</span>;
}
