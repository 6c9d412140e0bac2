// Whether the times of a file's records grow as the log does, but for where a signed note says that a clock was set back.
import {
  afterSetBack,
  type ClockSetBack,
  clockToleranceMs,
  isOfFormerClock,
  isSignedSetBack,
  setBackOf,
} from './clock-set-back.ts';
import type { FileHead, FileLine } from './evidence-file.ts';
import type { LogEntry } from './log-entry.ts';

/** A clock that was set back, as a signed note of the log says. */
export interface ShownSetBack extends ClockSetBack {
  /** By how much records of this file, of before, may be dated ahead; 0 where none of them is. */
  readonly aheadMs: number;
}

export type TimeOutcome = 'fits' | 'backdated' | 'forged';

export class SetBacks {
  readonly found: ShownSetBack[] = [];
  readonly #file: FileHead;
  readonly #signed = new Map<string, ClockSetBack>();
  #latestMs = 0;
  /** What the earlier head has of the file's own says of records behind it. */
  #earlierMs: number;

  constructor(file: FileHead) {
    this.#file = file;
    this.#earlierMs = file.earlier.head.atMs;
  }

  /** The signed notes among lines, by id; before the lines are compared. */
  async verify(lines: readonly FileLine[]): Promise<ReadonlyMap<string, ClockSetBack>> {
    const { head, publicKeys } = this.#file;
    for (const line of lines) {
      if (!('leaf' in line)) continue;
      const note = setBackOf(line.entry);
      if (note !== null && (await isSignedSetBack(head.logId, line.leaf, note, publicKeys)))
        this.#signed.set(line.entry.id, note);
    }
    return this.#signed;
  }

  /** The next record in the order of the log; `takenAtMs` is NaN for one that names no time. */
  compare(leaf: number, entry: LogEntry, takenAtMs: number): TimeOutcome {
    const note = this.#signed.get(entry.id);
    if (note !== undefined) this.#take(note);
    else if (setBackOf(entry) !== null) return 'forged';
    const isBehind = leaf >= this.#file.earlier.head.size;
    const isBefore = isBehind && takenAtMs < this.#earlierMs - clockToleranceMs;
    if (isBefore || takenAtMs < this.#latestMs - clockToleranceMs) return 'backdated';
    const last = this.found.at(-1);
    if (last !== undefined && isOfFormerClock(last, leaf, takenAtMs)) this.#nameAhead(last, takenAtMs);
    else if (takenAtMs > this.#latestMs) this.#latestMs = takenAtMs;
    return 'fits';
  }

  #take(note: ClockSetBack): void {
    const latestMs = Math.min(this.#latestMs, note.fromMs);
    this.found.push({ ...note, aheadMs: Math.max(0, latestMs - note.toMs) });
    this.#latestMs = afterSetBack(note, this.#latestMs);
    this.#earlierMs = afterSetBack(note, this.#earlierMs);
  }

  #nameAhead(last: ShownSetBack, takenAtMs: number): void {
    const aheadMs = Math.max(last.aheadMs, takenAtMs - last.toMs);
    this.found[this.found.length - 1] = { ...last, aheadMs };
  }
}
