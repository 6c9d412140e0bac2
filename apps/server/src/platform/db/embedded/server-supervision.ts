// Keeps the server running: when it dies it is started again, until it is stopped on purpose.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningServer } from './server-launch.ts';

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 2_000;
/** A server that dies as soon as it is ready is not started more often than this. */
const START_INTERVAL_MS = 500;

export interface Supervision {
  /** The server as it runs now, or last ran. */
  current(): RunningServer;
  /** Ends the watching, also in the middle of a start. The server itself is left alone. */
  end(): Promise<void>;
}

export type Report = (sentence: string) => void;

/** Rejects when aborted. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  sleep(milliseconds, undefined, { signal, ref: false });

/** Watches `first` and calls `relaunch` whenever the server is gone. `report` hears what happened, a sentence each. */
export function superviseServer(
  first: RunningServer,
  relaunch: (signal: AbortSignal) => Promise<RunningServer>,
  report: Report,
): Supervision {
  const stopping = new AbortController();
  const { signal } = stopping;
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  let current = first;

  async function startAgain(firstDelayMs: number): Promise<void> {
    let delayMs = firstDelayMs;
    while (!signal.aborted) {
      try {
        if (delayMs > 0) await pause(delayMs, signal);
        current = await relaunch(signal);
        report(`The database is running again (pid ${current.pid}).`);
        return;
      } catch (error) {
        if (signal.aborted) return;
        // A full disk may last for days: what is tried at the slowest pace is no news any more.
        if (delayMs < LAST_RETRY_MS) report(error instanceof Error ? error.message : String(error));
        delayMs = Math.min(Math.max(delayMs * 2, FIRST_RETRY_MS), LAST_RETRY_MS);
      }
    }
  }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      const since = Date.now();
      await Promise.race([current.gone, aborted]);
      if (signal.aborted) return;
      report(`The database (pid ${current.pid}) ended unexpectedly; starting it again.`);
      await startAgain(Math.max(0, START_INTERVAL_MS - (Date.now() - since)));
    }
  }

  const watching = watch();
  return {
    current: () => current,
    async end() {
      stopping.abort();
      await watching;
    },
  };
}
