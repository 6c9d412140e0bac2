// The open SOS calls that the user may see, as whatever shows them has them; features/sos-bar keeps them so.
import type { SosCall } from '@watchpost/contract/sos';
import { useSyncExternalStore } from 'react';
import { onAppEvent } from './app-events.ts';
import { liveBoardPath } from './pages.ts';

export interface OpenCalls {
  /** Those to acknowledge first, the oldest of each first. */
  readonly calls: readonly SosCall[];
  /** How many there are, also beyond those that are listed. */
  readonly count: number;
  /** The server's clock minus this machine's, milliseconds. */
  readonly clockMs: number;
  /** Since when nothing could be asked, by this machine's clock: no call that was raised since is known here. */
  readonly lostSinceMs: number | null;
  /** Since when the stream is down and calls are asked for, by this machine's clock. */
  readonly slowSinceMs: number | null;
}

export const noOpenCalls: OpenCalls = {
  calls: [],
  count: 0,
  clockMs: 0,
  lostSinceMs: null,
  slowSinceMs: null,
};

let open = noOpenCalls;
const listeners = new Set<() => void>();

export const openCalls = (): OpenCalls => open;

export function changeOpenCalls(part: Partial<OpenCalls>): void {
  open = { ...open, ...part };
  for (const listener of listeners) listener();
}

// From the beginning: the stream may break before the bar's code has come.
onAppEvent('streamTurned', ({ isUp }) => {
  changeOpenCalls({ slowSinceMs: isUp ? null : (open.slowSinceMs ?? Date.now()) });
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOpenCalls = (): OpenCalls => useSyncExternalStore(subscribe, openCalls);

/** Where a call is shown with all that is known of it; the links of its notices are the same. */
export const sosRoute = ({ id }: Pick<SosCall, 'id'>): string => `/${liveBoardPath}?sos=${id}`;
