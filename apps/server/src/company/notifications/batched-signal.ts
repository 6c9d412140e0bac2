/** Signals that something changed, without saying what: the first time at once, then no more often than a given interval. */
export class BatchedSignal {
  readonly #apartMs: number;
  #isNew = false;
  #takenAtMs = -Infinity;

  constructor(apartMs: number) {
    this.#apartMs = apartMs;
  }

  /** Whether there was none to be told yet. */
  note(): boolean {
    const isFirst = !this.#isNew;
    this.#isNew = true;
    return isFirst;
  }

  /** Milliseconds until it may be told; endless while there is none. */
  waitMs(): number {
    return this.#isNew ? Math.max(0, this.#takenAtMs + this.#apartMs - performance.now()) : Infinity;
  }

  /** Whether it is to be told now. */
  take(): boolean {
    if (this.waitMs() > 0) return false;
    this.#isNew = false;
    this.#takenAtMs = performance.now();
    return true;
  }
}
