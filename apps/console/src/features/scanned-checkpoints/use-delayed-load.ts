import { reportLoadDelayMs } from '@watchpost/domain/limits';
import { useEffect, useState } from 'react';

/** False for the first 200 ms of a page, true from then on: when its data may load (REP-09, RDET-02). */
export function useDelayedLoad(): boolean {
  const [mayLoad, setMayLoad] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setMayLoad(true), reportLoadDelayMs);
    return () => window.clearTimeout(timer);
  }, []);
  return mayLoad;
}
