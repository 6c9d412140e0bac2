import { useEffect, useState } from 'react';
import { serverNowMs } from './device-time.ts';

/** The server's time as well as it is known, again each second. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
