// Long work that can wait lets others go first: it rests between its pieces, the longer the busier this process is otherwise.
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

/** Where others want all of the event loop, the work takes half of the time. */
const restsPerWork = 1;

/** Long enough to see whether anybody else is there. */
const restMsMin = 1;

/** No piece of work takes so long but beside too much else; what it holds in the database is let go of in the end. */
const restMsMax = 500;

/** The work's own time since the last rest, and which part of that rest others kept the event loop busy, 0 to 1. */
export const restMsAfter = (workedMs: number, busy: number): number =>
  Math.min(restMsMin + restsPerWork * workedMs * busy, restMsMax);

/** Of one piece of work after another; a rest tells how long the next one is to be. No one rests once `leaving` has aborted. */
export class YieldWhenBusy {
  readonly #stopping: AbortSignal | undefined;
  #busy = 0;
  #resumedMs = performance.now();

  constructor(stopping?: AbortSignal) {
    this.#stopping = stopping;
  }

  readonly rest = async (): Promise<void> => {
    const restMs = restMsAfter(performance.now() - this.#resumedMs, this.#busy);
    const before = performance.eventLoopUtilization();
    await delay(restMs, undefined, { signal: this.#stopping }).catch(() => {});
    this.#busy = performance.eventLoopUtilization(before).utilization;
    this.#resumedMs = performance.now();
  };
}
