// What a stream waits on: something that happened, or its own end.

/** Rings that come while no one waits are kept as one. */
export class Alarm {
  readonly #ends: readonly AbortSignal[];
  readonly #ring = () => this.ring();
  #isRinging = false;
  #wake: () => void = () => {};

  constructor(ends: readonly AbortSignal[]) {
    this.#ends = ends;
    for (const end of ends) end.addEventListener('abort', this.#ring);
  }

  get isOver(): boolean {
    return this.#ends.some((end) => end.aborted);
  }

  ring(): void {
    this.#isRinging = true;
    this.#wake();
  }

  /** Whether it rang within the time; resolves as soon as it does. */
  async within(ms: number): Promise<boolean> {
    if (!this.#isRinging && !this.isOver) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const rang = this.#isRinging;
    this.#isRinging = false;
    return rang;
  }

  end(): void {
    for (const end of this.#ends) end.removeEventListener('abort', this.#ring);
  }
}
