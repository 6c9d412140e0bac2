// The database that the settings ask for, brought to the newest version: a server of one's own, or the embedded one.
import type pg from 'pg';
import { CompiledQuery, sql } from 'kysely';
import { type Env, EnvError } from '../../env.ts';
import { databaseHost, isEncrypted } from '../adapters/external/database-address.ts';
import { isNoDatabase } from './database-errors.ts';
import { type Database, type Db, openDatabase, openOwner, serveAs } from './database.ts';
import { type DiskRoom, watchDiskRoom } from './embedded/disk-room.ts';
import type { EmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { recycleLog, reserveLog, writeWhileRoom } from './embedded/log-room.ts';
import { startReporting } from './embedded/start-reporting.ts';
import { migrate } from './migrate.ts';
import { type Room, roomElsewhere } from './room.ts';
import { requireOwnersView, requireRowSecurity } from './serving-role.ts';
import { explainDatabaseFault } from './start-faults.ts';

export interface Store {
  readonly database: Database;
  /** Connection of the schema's owner: for migrations and operator's commands only. */
  readonly owner: Db;
  /** How the serving role connects. */
  readonly connection: pg.ClientConfig;
  /** Sentences worth telling the operator. */
  readonly notes: readonly string[];
  /** Where the embedded database lies, else where files and mails do. */
  readonly dataDir: string;
  readonly room: Room;
  /** Waits for what is asked of the database; `atOnce` cuts it off, and the embedded database ends in order all the same. */
  close(how?: 'inOrder' | 'atOnce'): Promise<void>;
}

export const embeddedDatabaseName = 'watchpost';

/**
 * Starts or reaches the database and migrates it. Rejects with the reason when that cannot be done. `postgres` is the embedded
 * one, when it is on its way already.
 */
export async function openStore(
  env: Env,
  onError: (error: Error) => void,
  postgres: Promise<EmbeddedPostgres> | null = null,
): Promise<Store> {
  const server =
    env.databaseUrl === null
      ? await embedded(postgres ?? startReporting(env.dataDir, onError))
      : remote(env.databaseUrl);
  const owner = openOwner(server.connection);
  try {
    return await openServing(env, { server, owner, onError });
  } catch (error) {
    await owner.close();
    await server.stop();
    throw error;
  }
}

interface Reached {
  readonly server: Server;
  readonly owner: ReturnType<typeof openOwner>;
  readonly onError: (error: Error) => void;
}

async function openServing(env: Env, { server, owner, onError }: Reached): Promise<Store> {
  const connection = await prepare(env, server, owner.db).catch((error: unknown) => {
    throw env.databaseUrl === null ? error : explainDatabaseFault(error, 'DATABASE_URL');
  });
  const replica = replicaOf(env, connection);
  const isTraced = env.tracing !== null;
  const database = openDatabase({ connection, replica, poolSize: env.poolSize, onError, isTraced });
  await requireRowSecurity(database.shared, env).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const disk = await watchDisk(server, owner.db, onError);
  return {
    database,
    owner: owner.db,
    connection,
    notes: server.notes,
    dataDir: server.dataDir ?? env.dataDir,
    room: disk ?? roomElsewhere,
    close: async (how = 'inOrder') => {
      await disk?.stop();
      if (how === 'inOrder') {
        await database.close();
        await owner.close();
      }
      await server.stop();
    },
  };
}

/** Brings what is there to the newest version. Resolves with how the serving role connects. */
async function prepare(env: Env, server: Server, owner: Db): Promise<pg.ClientConfig> {
  await requireNewEnough(owner).catch(async (error: unknown) => {
    if (!isNoDatabase(error) || server.createDatabase === undefined) throw error;
    await server.createDatabase();
    await requireNewEnough(owner);
  });
  await requireNoRestore(owner);
  await migrate(owner);
  await requireOwnersView(owner);
  return env.databaseAppUrl === null ? serveAs(owner, server.connection) : connectionOf(env.databaseAppUrl);
}

/** Keys that set one column to null, as tables have them, are not understood before. */
const oldestPostgres = 15;

async function requireNewEnough(owner: Db): Promise<void> {
  const { rows } = await sql<{ version: string; encoding: string; hasIcu: boolean }>`SELECT
    current_setting('server_version') AS version, current_setting('server_encoding') AS encoding,
    EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS "hasIcu"`.execute(owner);
  const { version = '', encoding = '', hasIcu = false } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < oldestPostgres) {
    throw new EnvError(
      `DATABASE_URL: PostgreSQL ${version} is too old; it must be ${oldestPostgres} or newer.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new EnvError(
      `DATABASE_URL: the database has the encoding ${encoding}. Create one with ENCODING 'UTF8' and name it there.`,
    );
  }
  if (!hasIcu) {
    throw new EnvError(
      `DATABASE_URL: PostgreSQL ${version} was built without ICU, by which names are put in order. Use a build with ICU, as the packages of PostgreSQL are.`,
    );
  }
}

/** A table that stands in a database for as long as its rows are being restored (backup/restore-targets.ts). */
export const restoreMarker = 'restore_under_way';

/** Its rows may be half there: a server would take it for an empty database. */
async function requireNoRestore(owner: Db): Promise<void> {
  const { rows } = await sql`SELECT WHERE to_regclass(${restoreMarker}) IS NOT NULL`.execute(owner);
  if (rows.length > 0) {
    throw new EnvError(
      'A backup is being restored into this database, or that was broken off: "npm run restore" again makes it whole.',
    );
  }
}

/** As the serving role, at another place. */
function replicaOf(env: Env, connection: pg.ClientConfig): pg.ClientConfig | null {
  if (env.databaseReplicaUrl === null) return null;
  const role = env.databaseAppUrl === null ? connection : connectionOf(env.databaseAppUrl);
  const { host, port, ssl } = connectionOf(env.databaseReplicaUrl);
  return { ...role, host, port, ssl };
}

/** Of the embedded database alone: one of one's own says itself when it has no room. */
async function watchDisk(
  { dataDir }: Server,
  owner: Db,
  onError: (error: Error) => void,
): Promise<DiskRoom | null> {
  if (dataDir === null) return null;
  await reserveLog(owner, dataDir);
  return watchDiskRoom({
    folder: dataDir,
    report: (sentence) => onError(new Error(sentence)),
    onFull: () => writeWhileRoom(owner),
    whileFull: () => recycleLog(owner),
  });
}

interface Server {
  readonly connection: pg.ClientConfig;
  /** Of the embedded one; null for one of one's own. */
  readonly dataDir: string | null;
  readonly notes: readonly string[];
  /** Of a new embedded one, which has none yet. */
  readonly createDatabase?: () => Promise<void>;
  stop(): Promise<void>;
}

async function embedded(postgres: Promise<EmbeddedPostgres>): Promise<Server> {
  const server = await postgres;
  return {
    createDatabase: () => createDatabase(server.connection),
    connection: { ...server.connection, database: embeddedDatabaseName },
    dataDir: server.dataDir,
    notes: server.notes,
    stop: () => server.stop(),
  };
}

async function createDatabase(connection: pg.ClientConfig): Promise<void> {
  const owner = openOwner(connection);
  try {
    await owner.db.executeQuery(CompiledQuery.raw(`CREATE DATABASE ${embeddedDatabaseName}`));
  } finally {
    await owner.close();
  }
}

const remote = (databaseUrl: string): Server => ({
  connection: connectionOf(databaseUrl),
  dataDir: null,
  notes: [],
  stop: async () => {},
});

/** How to connect where DATABASE_URL, or an address of the same database beside it, says. */
export function connectionOf(databaseUrl: string): pg.ClientConfig {
  const url = new URL(databaseUrl);
  return {
    host: databaseHost(url),
    port: Number(url.port || url.searchParams.get('port') || 5432),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(isEncrypted(url) ? { ssl: true } : {}),
  };
}
