// The database for an operator's command: as its owner, also while the product runs.
import { sql } from 'kysely';
import { type Env, EnvError } from '../../env.ts';
import { codeOf, isStorageFull, isUnavailable } from './database-errors.ts';
import { type Db, openOwner } from './database.ts';
import { isUnused } from './embedded/data-placement.ts';
import { findRunningServer } from './embedded/running-server.ts';
import { connectionOf, embeddedDatabaseName, openStore, restoreMarker } from './open-store.ts';
import { explainDatabaseFault } from './start-faults.ts';

export interface OwnerStore {
  readonly owner: Db;
  close(): Promise<void>;
}

/**
 * Uses the embedded server that the product is running, else starts or reaches the database as the product would, if the
 * product has been started on it before: to back up, to verify or to put a tenant into what a wrong setting names would
 * succeed, and no one would know. Rejects with a sentence to show.
 */
export async function openUsedStore(env: Env): Promise<OwnerStore> {
  if (env.databaseUrl === null && isUnused(env.dataDir)) {
    throw new EnvError(
      `DATA_DIR=${env.dataDir}: there is no database. Set DATA_DIR or DATABASE_URL as the server has them; its first start makes one.`,
    );
  }
  if (env.databaseUrl !== null && !(await wasUsed(env.databaseUrl))) {
    throw new EnvError(
      'DATABASE_URL: no server has been started on this database. Set it as the server has it, or start one.',
    );
  }
  const running = env.databaseUrl === null ? await findRunningServer(env.dataDir) : null;
  if (running === null) return openStore(env, () => {});
  const { db, close } = openOwner({ ...running, database: embeddedDatabaseName });
  return { owner: db, close };
}

/** True as well after a restore that broke off; opening the store reports that one. */
async function wasUsed(databaseUrl: string): Promise<boolean> {
  const { db, close } = openOwner(connectionOf(databaseUrl));
  try {
    const marks = sql`to_regclass('tenants') IS NOT NULL OR to_regclass(${restoreMarker}) IS NOT NULL`;
    return (await sql`SELECT WHERE ${marks}`.execute(db)).rows.length > 0;
  } catch (error) {
    throw explainDatabaseFault(error, 'DATABASE_URL');
  } finally {
    await close();
  }
}

const ofOperators = new Set(['EmbeddedPostgresError', 'EnvError']);
const stillStarting = new Set(['3D000', '42P01', '57P03']);
const notThere = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND']);

/** The sentence for the person who started the server or typed a command; null for an error that is a bug of ours. */
export function sentenceOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (ofOperators.has(error.name)) return error.message;
  if (error.name === 'BreachedPasswordsError') return `BREACHED_PASSWORDS_FILE: ${error.message}`;
  if (isStorageFull(error)) return `The disk is full. Make room and start again. (${error.message})`;
  const code = codeOf(error);
  // What fails at a file has its path; what fails at a socket, its address.
  if (code !== '' && 'path' in error) return `A file cannot be used: ${error.message}`;
  if (stillStarting.has(code))
    return 'Watchpost is still preparing its database, or runs there in an older version. Try again in a moment, or with the version that runs.';
  if (notThere.has(code)) return `The database cannot be reached: ${error.message}`;
  if (code.startsWith('28')) return `The database refuses this user: ${error.message}`;
  if (isUnavailable(error))
    return `The database broke off: ${error.message}. Its own log says why, such as a full disk; start again once that is mended.`;
  return null;
}
