import { reportLoadDelayMs } from '@watchpost/domain/limits';
import { useEffect, useState } from 'react';
import { sinceOpeningMs } from '../../lib/page-opening.ts';

const leftMs = (): number => Math.max(0, reportLoadDelayMs - sinceOpeningMs());

/**
 * Calls once the page has been open for 200 ms, which is when its data may load (REP-09, RDET-02); at once when it has.
 * Returns what calls it off.
 */
export function whenDelayIsOver(load: () => void): () => void {
  const restMs = leftMs();
  if (restMs === 0) {
    load();
    return () => {};
  }
  const timer = window.setTimeout(load, restMs);
  return () => window.clearTimeout(timer);
}

/**
 * False for the first 200 ms after a page was opened, true from then on.
 * Whoever waited longer for the console itself to arrive does not wait once more.
 */
export function useDelayedLoad(): boolean {
  const [mayLoad, setMayLoad] = useState(() => leftMs() === 0);
  useEffect(() => whenDelayIsOver(() => setMayLoad(true)), []);
  return mayLoad;
}
