// A connection pool that hands out connections on which row-level security already knows the tenant, and that
// prepares each distinct statement once a connection.
import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import pg from 'pg';

const int8Oid = 20;
/** Distinct statements are few; anything beyond this is generated text that should not stay prepared. */
const statementNamesMax = 400;

/** Limits that make a query on an unreachable database fail within seconds, instead of waiting for TCP. */
export const connectionLimits = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

export interface PoolSettings {
  readonly connection: pg.ClientConfig;
  readonly max: number;
  readonly onError: (error: Error) => void;
}

/** A node-postgres pool whose int8 columns (epoch milliseconds, counts) are numbers; all are far below 2^53. */
export function makePool(settings: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    ...connectionLimits,
    ...settings.connection,
    max: settings.max,
    idleTimeoutMillis: 60_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
        oid === int8Oid ? Number : pg.types.getTypeParser(oid, format ?? 'text'),
    } as pg.CustomTypesConfig,
  });
  const report = (error: Error) => {
    // Connections that are being closed may still hear the server's farewell.
    if (!pool.ending) settings.onError(error);
  };
  pool.on('error', report);
  // A connection that breaks while it is checked out reports here too; its query has failed already.
  pool.on('connect', (client) => {
    client.on('error', report);
    client.on('notice', ({ routine }) => {
      if (routine === waitForStandby) unusable.set(client, new UnconfirmedCommit());
    });
  });
  return pool;
}

/** Why a connection is not to be used again. */
const unusable = new WeakMap<object, Error>();

/** Where PostgreSQL waits for the standbys of a commit; it gives no other name to what it says there. */
const waitForStandby = 'SyncRepWaitForLSN';

/**
 * A statement limit that ends the wait for a standby ends it with a success: the commit is on one host alone, and
 * would be lost with it.
 */
class UnconfirmedCommit extends Error {
  override readonly name = 'UnconfirmedCommit';
  /** Transaction resolution unknown. */
  readonly code = '08007';

  constructor() {
    super('No standby has confirmed the commit');
  }
}

/** A leader that became a standby takes no writes, and does not become a leader again by being asked. */
const isReadOnly = (error: unknown) => error instanceof Error && 'code' in error && error.code === '25006';

const tenantOfClient = new WeakMap<pg.PoolClient, string>();

/** The pool as one tenant sees it; '' for no one, null for the owner, who sees all. Shaped as kysely's dialect wants it. */
export function tenantPool(
  pool: { connect(): Promise<pg.PoolClient> },
  tenantId: string | null,
): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      if (tenantId !== null && tenantOfClient.get(client) !== tenantId) {
        try {
          await client.query(`SELECT set_config('watchpost.tenant', $1, false)`, [tenantId]);
          tenantOfClient.set(client, tenantId);
        } catch (error) {
          client.release(true);
          throw error;
        }
      }
      return new NamingConnection(client);
    },
    end: async () => {},
  };
}

const names = new Map<string, string>();

function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= statementNamesMax) return undefined;
  const made = `w${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`;
  names.set(text, made);
  return made;
}

class NamingConnection implements PostgresPoolClient {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: never): never;
  async query(text: string, values: readonly unknown[] = []): Promise<unknown> {
    const asked = values.length === 0 ? text : { name: statementName(text), text, values: [...values] };
    try {
      const result = await this.#client.query(asked);
      const reason = unusable.get(this.#client);
      if (reason === undefined) return result;
      throw reason;
    } catch (error) {
      if (error instanceof Error && isReadOnly(error)) unusable.set(this.#client, error);
      throw error;
    }
  }

  release(): void {
    this.#client.release(unusable.has(this.#client));
  }
}
