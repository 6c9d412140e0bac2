// Keeps what is shown of exceptions as it is: others see to them meanwhile, and new ones open by themselves.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onAppEvent } from '../../lib/app-events.ts';
import { exceptionArea } from './exceptions.api.ts';

/** In case that no stream can be held open, and for what only time changes: how long they wait. */
const refreshMs = 60_000;
const shownParts = ['list', 'summary', 'one'];

/** One question at a time: a slow answer is waited for, and then asked for anew, not cut off by the next change. */
function makeAsker(queries: QueryClient): () => Promise<void> {
  let isAsking = false;
  let isDue = false;
  return async () => {
    isDue = true;
    if (isAsking || document.hidden) return;
    isAsking = true;
    while (isDue) {
      isDue = false;
      await Promise.all(
        shownParts.map((part) => queries.invalidateQueries({ queryKey: [exceptionArea, part] })),
      );
    }
    isAsking = false;
  };
}

/** Asks anew when the server tells of changes, and whenever the page is looked at again. */
export function useFreshExceptions(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const asker = makeAsker(queries);
    const ask = () => void asker();
    const stop = onAppEvent('exceptionsChanged', ask);
    const timer = window.setInterval(ask, refreshMs);
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      stop();
      window.clearInterval(timer);
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [queries]);
}
