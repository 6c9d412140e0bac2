import { useEffect, useEffectEvent } from 'react';

/** Does it whenever a lost connection is back. */
export function useWhenBack(action: () => void): void {
  const run = useEffectEvent(action);
  useEffect(() => {
    const handleOnline = () => run();
    window.addEventListener('online', handleOnline);
    return () => window.removeEventListener('online', handleOnline);
  }, []);
}
