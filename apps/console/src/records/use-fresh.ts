// Keeps what is shown of records as it is, where others see to them in the meantime or they change by themselves.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onAppEvent } from '../lib/app-events.ts';

/** In case that no stream can be held open, and for what only time changes: how long they wait. */
const refreshMs = 60_000;

/** Whose questions are asked again, and when: the first of each key is the area. */
export interface Fresh {
  readonly area: string;
  readonly parts: readonly string[];
  readonly changed: 'exceptionsChanged' | 'devicesChanged';
}

/** One question at a time: a slow answer is waited for, and then asked for again, not cut off by the next change. */
function makeAsker(queries: QueryClient, { area, parts }: Fresh): () => Promise<void> {
  let isAsking = false;
  let isDue = false;
  return async () => {
    isDue = true;
    if (isAsking || document.hidden) return;
    isAsking = true;
    while (isDue) {
      isDue = false;
      await Promise.all(parts.map((part) => queries.invalidateQueries({ queryKey: [area, part] })));
    }
    isAsking = false;
  };
}

/** Asks again when the server tells of changes, and whenever the page is looked at again. `fresh` stays the same object. */
export function useFresh(fresh: Fresh): void {
  const queries = useQueryClient();
  useEffect(() => {
    const asker = makeAsker(queries, fresh);
    const ask = () => void asker();
    const stop = onAppEvent(fresh.changed, ask);
    const timer = window.setInterval(ask, refreshMs);
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      stop();
      window.clearInterval(timer);
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [queries, fresh]);
}
