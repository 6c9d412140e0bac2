// Sums kept in memory for as long as the database says that nothing they were added up from has changed.

/** What was read now, with the stamp of the moment. */
interface Stamped {
  readonly stamp: number;
}

interface Read<Present, Sums> {
  readonly present: Present;
  readonly sums: Sums;
}

interface Kept<Sums> {
  readonly stamp: number;
  readonly sums: Sums;
  readonly size: number;
}

/** Where changes come faster than readings end, nobody waits for more of them. */
const waitsMax = 2;

export interface Reading<Present extends Stamped, Sums> {
  /** Whose and of what; names everything that the sums depend on besides the rows. */
  readonly key: string;
  readonly present: () => Promise<Present>;
  /** Both of one moment. */
  readonly whole: () => Promise<Read<Present, Sums>>;
}

/**
 * Sums by key, the least recently used given up first. Kept ones are never told unless the stamp that was read with
 * this very request's present is theirs, whichever server process changed the rows. Several who ask for the same at
 * once wait for one reading; then each looks for itself whether that still holds.
 */
export class KeptSums<Present extends Stamped, Sums> {
  readonly #kept = new Map<string, Kept<Sums>>();
  readonly #readings = new Map<string, Promise<unknown>>();
  readonly #sizeOf: (sums: Sums) => number;
  readonly #sizeMax: number;
  #size = 0;

  /** Together they are at most of `sizeMax`, as `sizeOf` measures them; one that is larger is not kept. */
  constructor(sizeMax: number, sizeOf: (sums: Sums) => number) {
    this.#sizeMax = sizeMax;
    this.#sizeOf = sizeOf;
  }

  async read(asked: Reading<Present, Sums>): Promise<Read<Present, Sums>> {
    const { key } = asked;
    for (let waits = 0; ; waits += 1) {
      if (this.#kept.has(key)) {
        const present = await asked.present();
        const kept = this.#kept.get(key);
        if (kept?.stamp === present.stamp) {
          // The last of all to be given up.
          this.#kept.delete(key);
          this.#kept.set(key, kept);
          return { present, sums: kept.sums };
        }
      }
      const reading = this.#readings.get(key);
      if (reading === undefined || waits === waitsMax) return this.#readWhole(asked);
      await reading;
    }
  }

  async #readWhole({ key, whole }: Reading<Present, Sums>): Promise<Read<Present, Sums>> {
    const reading = whole();
    const settled = reading.then(
      () => undefined,
      () => undefined,
    );
    this.#readings.set(key, settled);
    try {
      const found = await reading;
      const { present, sums } = found;
      this.#keep(key, { stamp: present.stamp, sums, size: this.#sizeOf(sums) });
      return found;
    } finally {
      if (this.#readings.get(key) === settled) this.#readings.delete(key);
    }
  }

  #keep(key: string, kept: Kept<Sums>): void {
    this.#forget(key);
    this.#kept.set(key, kept);
    this.#size += kept.size;
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#sizeMax) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#size -= this.#kept.get(key)?.size ?? 0;
    this.#kept.delete(key);
  }
}
