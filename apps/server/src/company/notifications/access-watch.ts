// When a stream is to look again whether its reader still may read: at once when a right or a session ended, else now and then.
import type { Db } from '../../platform/db/database.ts';
import { accessWakers } from './notice-signals.queries.ts';

export interface Reader {
  readonly db: Db;
  readonly tenantId: string;
  readonly userId: string;
}

export class AccessWatch {
  readonly #everyMs: number;
  #lookedAtMs = performance.now();
  #hasChanged = false;
  /** Ends the watching. */
  readonly end: () => void;

  /** `ring` wakes the stream when it is to look at once. */
  constructor({ db, tenantId, userId }: Reader, everyMs: number, ring: () => void) {
    this.#everyMs = everyMs;
    this.end = accessWakers(db).add(tenantId, userId, () => {
      this.#hasChanged = true;
      ring();
    });
  }

  /** Until the stream is to look though nothing was heard; milliseconds. */
  get waitMs(): number {
    return Math.max(0, this.#lookedAtMs + this.#everyMs - performance.now());
  }

  /** Whether it is to look now; it counts as having looked then. */
  takeDue(): boolean {
    if (!this.#hasChanged && this.waitMs > 0) return false;
    this.#hasChanged = false;
    this.#lookedAtMs = performance.now();
    return true;
  }
}
