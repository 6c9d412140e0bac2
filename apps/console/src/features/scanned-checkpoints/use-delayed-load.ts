import { reportLoadDelayMs } from '@watchpost/domain/limits';
import { useEffect, useState } from 'react';
import { sinceOpeningMs } from '../../lib/page-opening.ts';

const leftMs = (): number => reportLoadDelayMs - sinceOpeningMs();

/**
 * False for the first 200 ms after a page was opened, true from then on: when its data may load (REP-09, RDET-02).
 * Whoever waited longer for the console itself to arrive does not wait once more.
 */
export function useDelayedLoad(): boolean {
  const [mayLoad, setMayLoad] = useState(() => leftMs() <= 0);
  useEffect(() => {
    const timer = window.setTimeout(() => setMayLoad(true), Math.max(0, leftMs()));
    return () => window.clearTimeout(timer);
  }, []);
  return mayLoad;
}
