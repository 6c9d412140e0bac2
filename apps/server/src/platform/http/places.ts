// Works that take much memory while they last: so many at once, others wait.

export class Places {
  #free: number;
  readonly #waiting: { readonly places: number; readonly begin: () => void }[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  /** In the order of asking, so that what takes all places is not passed by for ever. */
  async while<T>(work: () => Promise<T>, places = 1): Promise<T> {
    if (this.#waiting.length > 0 || places > this.#free)
      await new Promise<void>((resolve) => this.#waiting.push({ places, begin: resolve }));
    else this.#free -= places;
    try {
      return await work();
    } finally {
      this.#free += places;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    for (
      let next = this.#waiting[0];
      next !== undefined && next.places <= this.#free;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#free -= next.places;
      next.begin();
    }
  }
}
