// Everybody who asks something, all of whom can be made to stand still at once.

export class Traffic {
  readonly #underWay = new Set<Promise<unknown>>();
  #pausing = new AbortController();
  #goingOn = Promise.resolve();
  #goOn = () => {};

  /** Does it when nothing stands still. The signal is aborted when it should come to its end. */
  async while<T>(work: (pausing: AbortSignal) => Promise<T>): Promise<T> {
    while (this.#pausing.signal.aborted) await this.#goingOn;
    const one = work(this.#pausing.signal);
    this.#underWay.add(one);
    try {
      return await one;
    } finally {
      this.#underWay.delete(one);
    }
  }

  /** Resolves when nothing is under way; nothing begins before it is resumed. */
  async pause(): Promise<void> {
    this.#goingOn = new Promise((resolve) => (this.#goOn = resolve));
    this.#pausing.abort();
    await Promise.allSettled(this.#underWay);
  }

  resume(): void {
    this.#pausing = new AbortController();
    this.#goOn();
  }
}
