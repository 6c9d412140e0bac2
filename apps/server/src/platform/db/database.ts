import { createHmac } from 'node:crypto';
import {
  type Compilable,
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type QueryResult,
  sql,
} from 'kysely';
import type pg from 'pg';
import { BatchingSocket } from './shared-reads/batching-socket.ts';
import { Listener } from './listener.ts';
import { positionOf } from './log-position.ts';
import { readerPool } from './reader-pool.ts';
import { Replica } from './replica.ts';
import { scramVerifier } from './scram-verifier.ts';
import { makePool, tenantPool } from './tenant-pool.ts';
import { tracedPool } from './traced-pool.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;

/** The database as the serving role: every handle belongs to one tenant. */
export interface Database {
  forTenant(tenantId: string): Db;
  /**
   * For one request that reads: what it asks may be answered by a replica, if that knows all that was acknowledged when
   * this was called. What it writes after all goes where it belongs. Not for what stays open, such as a stream.
   */
  readerOf(tenantId: string): Promise<Db>;
  /** Tables without a tenant rule (tenants), read-only. */
  readonly shared: Db;
  close(): Promise<void>;
}

export interface DatabaseSettings {
  readonly connection: pg.ClientConfig;
  /** How to connect to replicas, as the same role of the same database; without them the primary answers everything. */
  readonly replica?: pg.ClientConfig | null;
  readonly poolSize: number;
  readonly onError: (error: Error) => void;
  /** Whether each statement is a span (tracing/). */
  readonly isTraced?: boolean;
}

const pools = new WeakMap<Db, PostgresPool>();

const ownerPools = new WeakMap<Db, pg.Pool>();

/** The connections behind a handle of openOwner(). */
export function ownerPoolOf(db: Db): pg.Pool {
  const pool = ownerPools.get(db);
  if (pool === undefined) throw new TypeError('not a handle of the owner');
  return pool;
}

/** The connections behind a handle of forTenant(); null for a transaction, and for a reader of replicas. */
export const poolIfOwn = (db: Db): PostgresPool | null => pools.get(db) ?? null;

const listeners = new WeakMap<Db, Listener>();

/** What hears NOTIFY for the process that a handle of forTenant() belongs to. */
export function listenerOf(db: Db): Listener {
  const listener = listeners.get(db);
  if (listener === undefined) throw new TypeError('only a handle of forTenant() hears');
  return listener;
}

const servingLimits = {
  application_name: 'watchpost',
  // Both for shared-reads.
  pipeline: true,
  stream: () => new BatchingSocket(),
  statement_timeout: 30_000,
  // The database ends what takes longer; one that has gone without a word never would.
  query_timeout: 45_000,
  idle_in_transaction_session_timeout: 15_000,
  // Every hot statement is written so that one plan serves all values; planning again costs more than running, and
  // compiling it, which a server of one's own does by its estimates, more than both. A plan is kept while its table grows,
  // so that none may read the whole of a table that happened to be small (decision 0004).
  options: '-c plan_cache_mode=force_generic_plan -c jit=off -c enable_seqscan=off',
};

/** A replica that cannot be reached at once is not waited for: the primary is there. */
const replicaLimits = {
  ...servingLimits,
  application_name: 'watchpost reads',
  connectionTimeoutMillis: 1_000,
};

const untraced = (pool: PostgresPool): PostgresPool => pool;

/** Reads of a tenant as of now. */
function readsFrom(place: pg.ClientConfig, { poolSize, onError, isTraced }: DatabaseSettings, pool: pg.Pool) {
  const traced = isTraced === true ? tracedPool : untraced;
  const replica = new Replica(
    makePool({ connection: { ...place, ...replicaLimits }, max: poolSize, onError }),
    poolSize,
  );
  const askPosition = () => positionOf(pool);
  return {
    readerOf: async (tenantId: string): Promise<Db> => {
      const primary = tenantPool(pool, tenantId);
      return new DirectDb(traced(await readerPool({ primary, replica, tenantId, askPosition })));
    },
    close: () => replica.close(),
  };
}

/** Opens the pool as the serving role. Connects lazily: errors show at the first query. */
export function openDatabase(settings: DatabaseSettings): Database {
  const { connection, poolSize, onError } = settings;
  const pool = makePool({ connection: { ...connection, ...servingLimits }, max: poolSize, onError });
  const reads = settings.replica ? readsFrom(settings.replica, settings, pool) : null;
  const traced = settings.isTraced === true ? tracedPool : untraced;
  const listener = new Listener(settings.connection, settings.onError);
  const handles = new Map<string, Db>();
  const forTenant = (tenantId: string): Db => {
    const known = handles.get(tenantId);
    if (known !== undefined) return known;
    const made = kyselyOn(traced(tenantPool(pool, tenantId)));
    handles.set(tenantId, made);
    listeners.set(made, listener);
    return made;
  };
  return {
    forTenant,
    readerOf: async (tenantId) => (await reads?.readerOf(tenantId)) ?? forTenant(tenantId),
    // No tenant's, whichever tenant the connection served before.
    shared: kyselyOn(traced(tenantPool(pool, ''))),
    close: async () => {
      await listener.close();
      await reads?.close();
      await pool.end();
    },
  };
}

/** The owner's handle: migrations, creating tenants, verifying. Row-level security does not apply to it. */
export function openOwner(connection: pg.ClientConfig): { db: Db; close: () => Promise<void> } {
  const pool = makePool({ connection, max: 4, onError: () => {} });
  const db = kyselyOn(tenantPool(pool, null));
  ownerPools.set(db, pool);
  return { db, close: () => pool.end() };
}

/** Sends finished statements straight to the pool: no plugin of kysely's is in use that they would have to pass. */
class DirectDb extends Kysely<Tables> {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super({ dialect: new PostgresDialect({ pool }) });
    this.#pool = pool;
  }

  override async executeQuery<R>(query: CompiledQuery<R> | Compilable<R>): Promise<QueryResult<R>> {
    if ('compile' in query) return super.executeQuery(query);
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<R>(query.sql, query.parameters);
      return { rows };
    } finally {
      client.release();
    }
  }
}

function kyselyOn(pool: PostgresPool): Db {
  const db = new DirectDb(pool);
  pools.set(db, pool);
  return db;
}

/**
 * How to connect as the serving role, given how the owner connects. On a server with passwords the role gets one
 * derived from the owner's, so that any number of servers agree on it and none has to be stored.
 */
export async function serveAs(owner: Db, connection: pg.ClientConfig): Promise<pg.ClientConfig> {
  const password = createHmac('sha256', String(connection.password ?? ''))
    .update('watchpost_app')
    .digest('base64url');
  if (connection.password) {
    await setPassword(owner, password);
  }
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(owner);
  return { ...connection, user: 'watchpost_app', password, database: rows[0]?.name };
}

/** One server after the other: PostgreSQL refuses a change of a role while another one is under way. */
async function setPassword(owner: Db, password: string): Promise<void> {
  const verifier = scramVerifier(password);
  await owner.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('watchpost serving role'))`.execute(transaction);
    await transaction.executeQuery(CompiledQuery.raw(`ALTER ROLE watchpost_app PASSWORD '${verifier}'`));
  });
}
