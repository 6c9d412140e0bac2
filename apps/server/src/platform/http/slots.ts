// Works that take much memory while they last: so many at once, others wait.

export class Slots {
  #free: number;
  readonly #waiting: { readonly slots: number; readonly begin: () => void }[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** In the order of asking, so that what takes all places is not passed by for ever. */
  async while<T>(work: () => Promise<T>, slots = 1): Promise<T> {
    if (this.#waiting.length > 0 || slots > this.#free)
      await new Promise<void>((resolve) => this.#waiting.push({ slots, begin: resolve }));
    else this.#free -= slots;
    try {
      return await work();
    } finally {
      this.#free += slots;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (
      let next = this.#waiting[0];
      next !== undefined && next.slots <= this.#free;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#free -= next.slots;
      next.begin();
    }
  }
}
