// Reads on a replica that knows at least what the primary had acknowledged when the request came, so that nobody can
// tell which of them answered (docs/decisions/0028-reads-from-replicas.md).
import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';
import { isRaced, isUnavailable } from './database-errors.ts';
import { Gatherer } from './gatherer.ts';
import { tenantPool } from './tenant-pool.ts';

/** A place in the log of writes; those of different timelines cannot be compared. */
export interface Position {
  readonly timeline: number;
  readonly lsn: number;
}

/** Everything acknowledged so far has been flushed. The name of the log's file begins with its timeline. */
const positionOfPrimary = `SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::bigint AS timeline`;

/**
 * What it has replayed. Its timeline is that of its last checkpoint or flush: after a change of leader it may be told
 * late, and then the primary answers for so long; never early.
 */
const positionOfReplica = `SELECT pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint AS lsn,
  greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline)::bigint AS timeline
  WHERE pg_is_in_recovery()`;

/** How long a request waits for a replica that is a little behind, look after look. */
const looksMs = [0, 2, 5, 10, 20, 40];
/** For how long one that was away or far behind is not asked. */
const shunMs = 1_000;

/** Where the primary stands when asked; null when it cannot tell. Callers at the same time share the question. */
export function positionAsker(primary: pg.Pool): () => Promise<Position | null> {
  const gatherer = new Gatherer<null, Position | null>(async (asked) => {
    const position = await readPosition((query) => primary.query<Position>(query), positionOfPrimary).catch(
      () => null,
    );
    return asked.map(() => position);
  });
  return () => gatherer.ask(null);
}

type Ask = (query: { name: string; text: string }) => Promise<{ rows: Position[] }>;

async function readPosition(ask: Ask, text: string): Promise<Position | null> {
  const { rows } = await ask({ name: 'watchpost position', text });
  return rows[0] ?? null;
}

/** The connections to replicas, through one address. */
export class Replica {
  readonly #pool: pg.Pool;
  /** What the server at the other end has replayed at least; it only ever goes on. */
  readonly #known = new WeakMap<pg.PoolClient, Position>();
  #shunnedUntilMs = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** The answer of a replica that has replayed `needed`; null when none could be had soon: ask the primary. */
  async ask(
    tenantId: string,
    needed: Position,
    text: string,
    values: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown> | null> {
    if (Date.now() < this.#shunnedUntilMs) return null;
    try {
      const client = await this.#pool.connect();
      const held = tenantPool({ connect: async () => client }, tenantId);
      // Whatever fails from here on gives the connection back through the one that holds it.
      const connection = await held.connect();
      try {
        if (await this.#hasReplayed(client, needed)) return await connection.query<unknown>(text, values);
      } finally {
        connection.release();
      }
    } catch (error) {
      if (!isUnavailable(error) && !isRaced(error)) throw error;
    }
    this.#shunnedUntilMs = Date.now() + shunMs;
    return null;
  }

  async #hasReplayed(client: pg.PoolClient, needed: Position): Promise<boolean> {
    if (isAtLeast(this.#known.get(client), needed)) return true;
    for (const waitMs of looksMs) {
      if (waitMs > 0) await delay(waitMs);
      const position = await readPosition((query) => client.query<Position>(query), positionOfReplica);
      // One that was promoted is a primary of its own.
      if (position === null) return false;
      this.#known.set(client, position);
      if (isAtLeast(position, needed)) return true;
      if (position.timeline !== needed.timeline) return false;
    }
    return false;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

const isAtLeast = (known: Position | undefined, needed: Position): boolean =>
  known !== undefined && known.timeline === needed.timeline && known.lsn >= needed.lsn;

/** What changes nothing. Should a statement of another kind pass, the replica refuses it and the primary is asked. */
const isRead = (text: string): boolean =>
  /^\s*(select|with)\b/i.test(text) &&
  !/\b(for (no key )?(update|share)|insert|update|delete|advisory)\b/i.test(text);

interface Reader {
  readonly primary: PostgresPool;
  readonly replica: Replica;
  readonly tenantId: string;
  readonly askPosition: () => Promise<Position | null>;
}

/**
 * Connections for one request: what only reads is asked of a replica, transactions and all else of the primary. A
 * replica must have replayed what was acknowledged before this was called, and what the request wrote since.
 */
export async function readerPool(reader: Reader): Promise<PostgresPool> {
  let needed: Position | null = await reader.askPosition();
  let hasWritten = false;
  const sinceWritten = async () => {
    if (hasWritten) {
      hasWritten = false;
      needed = await reader.askPosition();
    }
    return needed;
  };
  return {
    connect: async () => new ReaderConnection(reader, sinceWritten, () => (hasWritten = true)),
    end: async () => {},
  };
}

class ReaderConnection implements PostgresPoolClient {
  readonly #reader: Reader;
  readonly #needed: () => Promise<Position | null>;
  readonly #noteWrite: () => void;
  #primary: PostgresPoolClient | null = null;
  #mayHaveWritten = false;

  constructor(reader: Reader, needed: () => Promise<Position | null>, noteWrite: () => void) {
    this.#reader = reader;
    this.#needed = needed;
    this.#noteWrite = noteWrite;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: never): never;
  async query(text: string, values: readonly unknown[] = []): Promise<unknown> {
    const { primary, replica, tenantId } = this.#reader;
    if (this.#primary === null && isRead(text)) {
      const needed = await this.#needed();
      const answer = needed && (await replica.ask(tenantId, needed, text, values));
      if (answer !== null) return answer;
    } else this.#mayHaveWritten = true;
    this.#primary ??= await primary.connect();
    return this.#primary.query(text, values);
  }

  release(): void {
    if (this.#mayHaveWritten) this.#noteWrite();
    this.#primary?.release();
  }
}
