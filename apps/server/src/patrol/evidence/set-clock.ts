// What this process knows of its clock that was set back, for the logs that it seals.
import { clockToleranceMs } from '@watchpost/domain/evidence/clock-set-back';

/** Records that were taken by the clock of before are sealed by then. */
const recentMs = 600_000;

export interface SetBack {
  readonly fromMs: number;
  readonly toMs: number;
}

export class SetClock {
  readonly #startedAtMs: number;
  readonly #runningMs: () => number;
  #last: (SetBack & { readonly runningMs: number }) | null = null;
  readonly #known = new Set<string>();

  constructor(startedAtMs = Date.now(), runningMs = () => performance.now()) {
    this.#startedAtMs = startedAtMs;
    this.#runningMs = runningMs;
  }

  /** Goes by the watched clock alone: writing to the database dates no records ahead. */
  takeJump(nowMs: number, jumpMs: number): void {
    if (jumpMs >= 0) return;
    const before = this.#recent();
    const fromMs = Math.max(nowMs - jumpMs, before?.fromMs ?? 0);
    this.#last = { fromMs, toMs: Math.min(nowMs, before?.toMs ?? nowMs), runningMs: this.#runningMs() };
    this.#known.clear();
  }

  /** That a note of it is sealed, so that there is no other. */
  markNoted(tenantId: string): void {
    this.#known.add(tenantId);
  }

  /** How the clock was set back since the last head of a log, null where it was not. */
  findSetBack(tenantId: string, lastAtMs: number, nowMs: number): SetBack | null {
    const recent = this.#known.has(tenantId) ? null : this.#recent();
    const fromMs = Math.max(lastAtMs, recent?.fromMs ?? 0);
    if (fromMs <= nowMs + clockToleranceMs) return null;
    // Another process, or this server before it was started again, had the clock that was ahead.
    const sinceMs = Math.max(nowMs - recentMs, Math.min(this.#startedAtMs, nowMs));
    return { fromMs, toMs: Math.min(nowMs, recent?.toMs ?? sinceMs) };
  }

  #recent(): SetBack | null {
    const isRecent = this.#last !== null && this.#runningMs() - this.#last.runningMs < recentMs;
    return isRecent ? this.#last : null;
  }
}
