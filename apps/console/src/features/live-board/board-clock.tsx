// The time on the board: by the server's clock, in steps, from one timer a step for all that show it.
import { createContext, useContext, useSyncExternalStore } from 'react';
import { seconds, tenSeconds } from '../../lib/ticking.ts';
import { spanText } from './span-texts.ts';

/** The server's clock minus this machine's, milliseconds. */
export const BoardClock = createContext(0);

/** Epoch milliseconds by the server's clock, in steps of ten seconds. */
export function useBoardNow(): number {
  return useSyncExternalStore(tenSeconds.subscribe, tenSeconds.now) + useContext(BoardClock);
}

/** The same in steps of a second: for what is urgent. */
export function useSecondsNow(): number {
  return useSyncExternalStore(seconds.subscribe, seconds.now) + useContext(BoardClock);
}

/** How long ago, in whole minutes, kept up to date. */
export function Ago({ atMs }: { readonly atMs: number }) {
  return <>{spanText(useBoardNow() - atMs)}</>;
}
