// Bounds what is worked on and waits at once: the rest is refused while that costs next to nothing, and not after a wait.
import { randomInt } from 'node:crypto';
import { AppError } from './app-error.ts';

/** Not all at once again. */
const retrySeconds = { least: 1, most: 5 };

export class Admission {
  readonly #most: number;
  #inside = 0;

  /** So much at once, in whatever unit the works are weighed. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Throws busy where no work so heavy could begin now. */
  requireSlot(weight = 1): void {
    if (this.#inside > 0 && this.#inside + weight > this.#most) {
      throw new AppError('busy', { retryAfterSeconds: randomInt(retrySeconds.least, retrySeconds.most + 1) });
    }
  }

  /** Throws busy, without having started the work, where there is no room; the first always has. */
  async while<T>(work: () => Promise<T>, weight = 1): Promise<T> {
    this.requireSlot(weight);
    this.#inside += weight;
    try {
      return await work();
    } finally {
      this.#inside -= weight;
    }
  }
}
