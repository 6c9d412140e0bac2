// Slows requests of which there are too many for a statement each: a process counts them, and tells the database now and then.
import type { Db } from '../db/database.ts';
import { AppError } from '../http/app-error.ts';
import { unlessFull } from './authenticate.ts';
import { countRequest, type RequestLimit } from './request-limit.queries.ts';

export interface BatchedLimitSettings extends RequestLimit {
  /** A process tells the others whenever it has had so many of somebody: each lets through at most so many more than it should. */
  readonly reportedAtOnce: number;
}

/** Askers that are counted at once; beyond it counting begins again. */
const askersMax = 10_000;

interface Counted {
  unreported: number;
  refusedUntilMs: number;
}

export class BatchedLimit {
  readonly #settings: BatchedLimitSettings;
  readonly #askers = new Map<string, Counted>();

  constructor(settings: BatchedLimitSettings) {
    this.#settings = settings;
  }

  /** Throws slowDown when `who` has had all that a window takes. */
  async count(db: Db, tenantId: string, who: string): Promise<void> {
    const { reportedAtOnce, windowSeconds } = this.#settings;
    const counted = this.#askerOf(`${tenantId} ${who}`);
    const refusedMs = counted.refusedUntilMs - Date.now();
    if (refusedMs > 0) throw new AppError('slowDown', { retryAfterSeconds: Math.ceil(refusedMs / 1_000) });
    counted.unreported += 1;
    if (counted.unreported < reportedAtOnce) return;
    counted.unreported -= reportedAtOnce;
    await unlessFull(countRequest(db, tenantId, this.#settings, who, reportedAtOnce)).catch(
      (error: unknown) => {
        if (error instanceof AppError) {
          counted.refusedUntilMs = Date.now() + (error.retryAfterSeconds ?? windowSeconds) * 1_000;
        }
        throw error;
      },
    );
  }

  #askerOf(name: string): Counted {
    const known = this.#askers.get(name);
    if (known !== undefined) return known;
    if (this.#askers.size >= askersMax) this.#askers.clear();
    const counted = { unreported: 0, refusedUntilMs: 0 };
    this.#askers.set(name, counted);
    return counted;
  }
}
