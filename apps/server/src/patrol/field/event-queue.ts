// Gathers what devices send in one turn of the event loop, and while the database is busy with what they sent before, and
// writes it together: one commit, one wait for the disk, for many devices. What a transaction costs hardly depends on how
// many events it holds, so the queue sees to it that devices which send again and again stay together.
import { setImmediate as restOfTurn } from 'node:timers/promises';
import { AppError } from '../../platform/http/app-error.ts';
import { isStorageFull, isUnavailable } from '../../platform/db/database-errors.ts';
import type { Verdict } from './field.service.ts';
import type { SentEvent } from './field-state.ts';

/** Writes the events of some uploads in one transaction and resolves, after its commit, with a verdict for each. */
export type WriteEvents = (sent: readonly SentEvent[]) => Promise<readonly Verdict[]>;

export interface QueueLimits {
  /** Events that one transaction takes at most, unless one upload alone has more. */
  readonly perTransaction: number;
  /** Events that may wait; more are turned away at once. */
  readonly waitingMax: number;
  /** Milliseconds that devices which were answered together have, to send again and be written together again. */
  readonly returnMs: number;
  /** This many events start a transaction, even when other senders are still expected. */
  readonly enough: number;
  /** So many that wait are worth a second transaction beside the one under way. */
  readonly worthAnother: number;
}

export const queueLimits: QueueLimits = {
  perTransaction: 500,
  waitingMax: 20_000,
  returnMs: 6,
  enough: 32,
  worthAnother: 100,
};

/** While the database writes what one holds, the server judges what the other does; a third would have no one to do its work. */
const atOnceMax = 2;

/** Seconds after which a device that was turned away asks again. */
const retrySeconds = 2;

interface Upload {
  readonly sent: readonly SentEvent[];
  readonly resolve: (verdicts: readonly Verdict[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Invariant: an upload's promise resolves only after the commit of the transaction that holds its events; nothing
 * is acknowledged from memory. Two transactions run at a time at most, so a tenant cannot take more than two connections.
 */
export class EventQueue {
  readonly #write: WriteEvents;
  readonly #limits: QueueLimits;
  #waiting: Upload[] = [];
  #waitingEvents = 0;
  #writers = 0;
  #whenSent: () => void = () => {};

  constructor(write: WriteEvents, limits: QueueLimits = queueLimits) {
    this.#write = write;
    this.#limits = limits;
  }

  /** Verdicts on the events of one upload, in their order. Throws unavailable when too much waits already. */
  send(sent: readonly SentEvent[]): Promise<readonly Verdict[]> {
    if (this.#waitingEvents > 0 && this.#waitingEvents + sent.length > this.#limits.waitingMax) {
      const message = 'The server is busy. Keep your records and send them again shortly.';
      return Promise.reject(new AppError('unavailable', { message, retryAfterSeconds: retrySeconds }));
    }
    const { promise, resolve, reject } = withResolvers<readonly Verdict[]>();
    this.#waiting.push({ sent, resolve, reject });
    this.#waitingEvents += sent.length;
    this.#whenSent();
    if (this.#isWorthAWriter()) void this.#drain();
    return promise;
  }

  /** The first takes whatever waits, another one only what is worth it. */
  #isWorthAWriter(others = this.#writers): boolean {
    if (others === 0) return this.#waiting.length > 0;
    return others < atOnceMax && this.#waitingEvents >= this.#limits.worthAnother;
  }

  async #drain(): Promise<void> {
    this.#writers += 1;
    await restOfTurn();
    while (this.#isWorthAWriter(this.#writers - 1)) {
      const uploads = this.#next();
      await this.#writeTogether(uploads);
      const isWorthMore = uploads.length > 1 && eventsOf(uploads) < this.#limits.enough;
      if (isWorthMore && this.#writers === 1) await this.#collect(uploads.length + this.#waiting.length);
    }
    this.#writers -= 1;
  }

  /** Resolves when so many uploads wait, when enough events do, or when no one is waited for any longer. */
  async #collect(uploads: number): Promise<void> {
    const isEnough = () => this.#waiting.length >= uploads || this.#waitingEvents >= this.#limits.enough;
    if (isEnough()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#limits.returnMs);
      this.#whenSent = () => {
        if (!isEnough()) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#whenSent = () => {};
  }

  #next(): Upload[] {
    let events = 0;
    const end = this.#waiting.findIndex(({ sent }, index) => {
      events += sent.length;
      return index > 0 && events > this.#limits.perTransaction;
    });
    const taken = this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
    this.#waitingEvents -= eventsOf(taken);
    return taken;
  }

  /** Never rejects: each upload hears of its own failure. */
  async #writeTogether(uploads: readonly Upload[]): Promise<void> {
    try {
      const verdicts = await this.#write(uploads.flatMap(({ sent }) => sent));
      let at = 0;
      for (const { sent, resolve } of uploads) resolve(verdicts.slice(at, (at += sent.length)));
    } catch (error) {
      // One upload's fault is not the others': each has its own try, unless no one could have one.
      if (uploads.length > 1 && !isUnavailable(error) && !isStorageFull(error)) {
        for (const upload of uploads) await this.#writeTogether([upload]);
      } else for (const { reject } of uploads) reject(error);
    }
  }
}

const eventsOf = (uploads: readonly Upload[]): number =>
  uploads.reduce((sum, { sent }) => sum + sent.length, 0);

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  let reject: (reason: unknown) => void = () => {};
  const promise = new Promise<T>((res, rej) => {
    resolve = res;
    reject = rej;
  });
  return { promise, resolve, reject };
}
