import { useSyncExternalStore } from 'react';
import { relativeAge } from './round-times.ts';

const tickMs = 30_000;

function subscribe(listener: () => void): () => void {
  const timer = window.setInterval(listener, tickMs);
  return () => window.clearInterval(timer);
}

/** The clock in steps, so that every age on the page changes together and nothing is drawn in between. */
const steppedNow = (): number => Math.floor(Date.now() / tickMs) * tickMs;

/** How long ago, kept up to date while it is shown. */
export function Age({ atMs, className }: { readonly atMs: number; readonly className?: string }) {
  const nowMs = useSyncExternalStore(subscribe, steppedNow);
  return <span className={className}>{relativeAge(atMs, Math.max(nowMs, atMs))}</span>;
}
