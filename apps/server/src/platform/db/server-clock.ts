// What the job worker knows of the server's clock: when it was set, the worker begins again, since its timetable counts on it.
import { spanText } from '@watchpost/domain/span-text';
import { watchClock } from './clock-jumps.ts';
import type { WrongDates } from './wrong-dates.ts';

export interface ClockListener {
  readonly onProblem: (sentence: string) => void;
  /** By how many milliseconds the clock was set, below 0 for back. */
  readonly onClockJump?: (jumpMs: number) => void;
}

const quietMs = 600_000;

export class ServerClock {
  readonly #listener: ClockListener;
  #wake: (reason: string) => void = () => {};
  #quietUntilMs = -Infinity;
  /** Ends the watching. */
  readonly end: () => void;

  constructor(listener: ClockListener) {
    this.#listener = listener;
    this.end = watchClock((jumpMs) => {
      const way = jumpMs < 0 ? 'back' : 'ahead, or the machine slept';
      this.#tell(jumpMs, `The clock of this server was set ${spanText(jumpMs)} ${way}.`);
      this.#wake('the clock was set');
    });
  }

  /** Resolves with the reason when the clock is set next. */
  jumped(): Promise<string> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  /** Of dates that were stored ahead of now and put right. */
  tellDates({ aheadMs, hasTimetable }: WrongDates): void {
    if (aheadMs === 0) return;
    if (hasTimetable) this.#wake('the timetable was put right');
    // As long as the clocks of server and database differ, each turn of the timetable is put right.
    if (performance.now() < this.#quietUntilMs) return;
    this.#quietUntilMs = performance.now() + quietMs;
    this.#tell(
      -aheadMs,
      `A clock was ${spanText(aheadMs)} ahead when jobs were stored. They no longer wait for that date.`,
    );
  }

  #tell(jumpMs: number, sentence: string): void {
    this.#listener.onProblem(
      `clock: ${sentence} Keep the clocks of all servers right by a time service (NTP); see the runbook, WatchpostClockSet.`,
    );
    this.#listener.onClockJump?.(jumpMs);
  }
}
