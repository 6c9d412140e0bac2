// What the database holds and what waits in it, looked at again and again while a month is archived and removed.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export const phases = ['before', 'writing', 'verified', 'between'] as const;
/** As archives tell it: `verified` while rounds are removed; `between` two months. */
export type Phase = (typeof phases)[number];

export interface Watched {
  /** Longest that a transaction of each kind was seen open; milliseconds. */
  readonly openMs: Readonly<Record<'removal' | 'sums' | 'other', number>>;
  /** Longest that a statement was seen waiting for a lock; milliseconds. */
  waitMs: number;
  /** How often anything was seen waiting, of how many looks. */
  waiting: number;
  looks: number;
  readonly secondsOf: Readonly<Record<Phase, number>>;
}

interface Seen {
  readonly phase: Phase | null;
  readonly removal: number;
  readonly sums: number;
  readonly other: number;
  readonly waiting: number;
  readonly wait: number;
}

const lookEveryMs = 50;

const open = (which: string) => `coalesce(max(extract(epoch FROM clock_timestamp() - xact_start) * 1000)
  FILTER (WHERE ${which}), 0)::float8`;
const isRemoval = `query LIKE '%remove\\_archived%'`;
const isSums = `query LIKE '%clear\\_empty\\_sums%'`;
const looking = `SELECT (SELECT status FROM archives WHERE status <> 'removed') AS phase,
    ${open(isRemoval)} AS removal, ${open(isSums)} AS sums,
    ${open(`NOT (${isRemoval}) AND NOT (${isSums})`)} AS other,
    count(*) FILTER (WHERE wait_event_type = 'Lock')::int AS waiting,
    coalesce(max(extract(epoch FROM clock_timestamp() - query_start) * 1000)
      FILTER (WHERE wait_event_type = 'Lock'), 0)::float8 AS wait
  FROM pg_stat_activity WHERE datname = current_database() AND usename = 'watchpost_app'`;

/** Looks until told to stop; `phase()` says where the archives stand. */
export class Watch {
  readonly watched: Watched = {
    openMs: { removal: 0, sums: 0, other: 0 },
    waitMs: 0,
    waiting: 0,
    looks: 0,
    secondsOf: { before: 0, writing: 0, verified: 0, between: 0 },
  };
  #phase: Phase = 'before';
  #stopped = false;
  readonly #ended: Promise<void>;

  constructor(connection: pg.ClientConfig) {
    this.#ended = this.#look(connection);
    this.#ended.catch(() => {});
  }

  phase(): Phase {
    return this.#phase;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#ended;
  }

  async #look(connection: pg.ClientConfig): Promise<void> {
    const client = new pg.Client(connection);
    await client.connect();
    try {
      for (let beganAt = performance.now(); !this.#stopped; ) {
        const { rows } = await client.query<Seen>(looking);
        const now = performance.now();
        if (rows[0] !== undefined) this.#take(rows[0], (now - beganAt) / 1_000);
        beganAt = now;
        await sleep(lookEveryMs);
      }
    } finally {
      await client.end();
    }
  }

  #take({ phase, waiting, wait, ...open }: Seen, seconds: number): void {
    const { openMs, secondsOf } = this.watched;
    this.#phase = phase ?? (this.#phase === 'before' ? 'before' : 'between');
    Object.assign(secondsOf, { [this.#phase]: secondsOf[this.#phase] + seconds });
    for (const kind of ['removal', 'sums', 'other'] as const) {
      Object.assign(openMs, { [kind]: Math.max(openMs[kind], open[kind]) });
    }
    this.watched.looks += 1;
    if (waiting > 0) this.watched.waiting += 1;
    this.watched.waitMs = Math.max(this.watched.waitMs, wait);
  }
}
