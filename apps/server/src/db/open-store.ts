// The database that the settings ask for, brought to the newest version: a server of one's own, or the embedded one.
import type pg from 'pg';
import { CompiledQuery } from 'kysely';
import type { Env } from '../env.ts';
import { type Database, type Db, openDatabase, openOwner, serveAs } from './database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';

export interface Store {
  readonly database: Database;
  /** Connection of the schema's owner: for migrations and operator's commands only. */
  readonly owner: Db;
  /** How the serving role connects. */
  readonly connection: pg.ClientConfig;
  /** Sentences worth telling the operator. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

export const embeddedDatabaseName = 'watchpost';

/** Starts or reaches the database and migrates it. Rejects with the reason when that cannot be done. */
export async function openStore(env: Env, onError: (error: Error) => void): Promise<Store> {
  const server = env.databaseUrl === null ? await embedded(env, onError) : remote(env.databaseUrl);
  const owner = openOwner(server.connection);
  try {
    await migrate(owner.db);
    const connection =
      env.databaseAppUrl === null
        ? await serveAs(owner.db, server.connection)
        : { connectionString: env.databaseAppUrl };
    const database = openDatabase({ connection, poolSize: env.poolSize, onError });
    return {
      database,
      owner: owner.db,
      connection,
      notes: server.notes,
      close: async () => {
        await database.close();
        await owner.close();
        await server.stop();
      },
    };
  } catch (error) {
    await owner.close();
    await server.stop();
    throw error;
  }
}

interface Server {
  readonly connection: pg.ClientConfig;
  readonly notes: readonly string[];
  stop(): Promise<void>;
}

async function embedded(env: Env, onError: (error: Error) => void): Promise<Server> {
  const server = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    onIncident: (sentence) => onError(new Error(sentence)),
  });
  await createDatabase(server.connection);
  return {
    connection: { ...server.connection, database: embeddedDatabaseName },
    notes: server.notes,
    stop: () => server.stop(),
  };
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const owner = openOwner(connection);
  try {
    const found = await owner.db.executeQuery(
      CompiledQuery.raw('SELECT 1 FROM pg_database WHERE datname = $1', [embeddedDatabaseName]),
    );
    if (found.rows.length === 0) {
      await owner.db.executeQuery(CompiledQuery.raw(`CREATE DATABASE ${embeddedDatabaseName}`));
    }
  } finally {
    await owner.close();
  }
}

function remote(databaseUrl: string): Server {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  return {
    connection: {
      host,
      port: Number(url.port || url.searchParams.get('port') || 5432),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
      ...(url.searchParams.get('sslmode') === 'require' ? { ssl: true } : {}),
    },
    notes: [],
    stop: async () => {},
  };
}
