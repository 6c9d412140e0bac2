// How much the phones of one guard may hand in at once: beyond it they are asked to come again, and nothing that they hold is lost.
import type { FieldEvent } from '@watchpost/contract/field';
import { AppError } from '../http/app-error.ts';
import type { GuardScope } from './caller.ts';

/** Calls for help are none of these: they are never sent away. */
export const fieldKinds = [
  'signIns',
  'events',
  'answers',
  'notes',
  'incidents',
  'photos',
  'positions',
] as const;
export type FieldKind = (typeof fieldKinds)[number];

interface Allowance {
  /** Taken at once after a long pause: a phone that was without a network for two weeks of long shifts has less. */
  readonly burst: number;
  readonly perMinute: number;
}

export type FieldLimitSettings = Readonly<Record<FieldKind, Allowance>>;

export const fieldLimits: FieldLimitSettings = {
  signIns: { burst: 60, perMinute: 2 },
  events: { burst: 10_000, perMinute: 120 },
  answers: { burst: 8_000, perMinute: 60 },
  notes: { burst: 300, perMinute: 4 },
  incidents: { burst: 40, perMinute: 1 },
  photos: { burst: 200, perMinute: 10 },
  positions: { burst: 3_000, perMinute: 120 },
};

/** No phone is sent away for longer. */
const waitMaxSeconds = 600;
/** Counts that are kept; those that are full again go first. */
const countsMax = 50_000;

interface Count {
  left: number;
  atMs: number;
}

const kindOf = ({ kind }: Pick<FieldEvent, 'kind'>): FieldKind =>
  kind === 'checkpointAnswered' ? 'answers' : kind === 'handoverNoted' ? 'notes' : 'events';

/** Of one server process: of several each guard may hand in so much to each. */
export class FieldLimits {
  readonly #settings: FieldLimitSettings | null;
  readonly #counts = new Map<string, Count>();

  /** Null for no limit at all. */
  constructor(settings: FieldLimitSettings | null) {
    this.#settings = settings;
  }

  /** Throws slowDown, and takes nothing, while so many are more than the guard has left. */
  take(scope: GuardScope, kind: FieldKind, count = 1): void {
    this.#takeAll(scope, new Map([[kind, count]]));
  }

  /** The events of one upload, those without the shape of one among them: all of them or none. */
  takeEvents(scope: GuardScope, events: readonly object[]): void {
    const count = new Map<FieldKind, number>();
    for (const event of events) {
      const kind = kindOf(event as Pick<FieldEvent, 'kind'>);
      count.set(kind, (count.get(kind) ?? 0) + 1);
    }
    this.#takeAll(scope, count);
  }

  #takeAll({ tenantId, guardId }: GuardScope, counts: ReadonlyMap<FieldKind, number>): void {
    const settings = this.#settings;
    if (settings === null) return;
    const nowMs = Date.now();
    const taken: { count: Count; needed: number }[] = [];
    let waitSeconds = 0;
    for (const [kind, number] of counts) {
      const { burst, perMinute } = settings[kind];
      const count = this.#countOf(`${tenantId} ${guardId} ${kind}`, burst, nowMs);
      refill(count, settings[kind], nowMs);
      // What is more than all that there ever is takes all of it.
      const needed = Math.min(number, burst);
      if (count.left < needed) waitSeconds = Math.max(waitSeconds, ((needed - count.left) * 60) / perMinute);
      taken.push({ count, needed });
    }
    if (waitSeconds > 0) {
      const retryAfterSeconds = Math.min(waitMaxSeconds, Math.ceil(waitSeconds));
      throw new AppError('slowDown', { retryAfterSeconds });
    }
    for (const { count, needed } of taken) count.left -= needed;
  }

  #countOf(name: string, burst: number, nowMs: number): Count {
    const known = this.#counts.get(name);
    if (known !== undefined) return known;
    if (this.#counts.size >= countsMax) this.#forget(nowMs);
    const count = { left: burst, atMs: nowMs };
    this.#counts.set(name, count);
    return count;
  }

  #forget(nowMs: number): void {
    const settings = this.#settings;
    if (settings === null) return;
    for (const [name, count] of this.#counts) {
      const kind = fieldKinds.find((each) => name.endsWith(` ${each}`));
      if (kind === undefined) continue;
      refill(count, settings[kind], nowMs);
      if (count.left >= settings[kind].burst) this.#counts.delete(name);
    }
    // All in use: more guards than any company has; the oldest begin again.
    for (const name of this.#counts.keys()) {
      if (this.#counts.size < countsMax) return;
      this.#counts.delete(name);
    }
  }
}

function refill(count: Count, { burst, perMinute }: Allowance, nowMs: number): void {
  // A clock that was set back gives nothing, and one that was set ahead no more than all.
  const passedMs = Math.max(0, nowMs - count.atMs);
  count.left = Math.min(burst, count.left + (passedMs * perMinute) / 60_000);
  count.atMs = nowMs;
}
