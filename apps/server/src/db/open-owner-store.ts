// The database for an operator's command: as its owner, also while the product runs.
import type { Env } from '../env.ts';
import { codeOf, isStorageFull } from './database-errors.ts';
import { type Db, openOwner } from './database.ts';
import { findRunningServer } from './embedded/running-server.ts';
import { embeddedDatabaseName, openStore } from './open-store.ts';

export interface OwnerStore {
  readonly owner: Db;
  close(): Promise<void>;
}

/**
 * Uses the embedded server that the product is running, else starts or reaches the database as the product would.
 * Rejects with a sentence to show when neither can be done.
 */
export async function openOwnerStore(env: Env): Promise<OwnerStore> {
  const running = env.databaseUrl === null ? await findRunningServer(env.dataDir) : null;
  if (running === null) return openStore(env, () => {});
  const { db, close } = openOwner({ ...running, database: embeddedDatabaseName });
  return { owner: db, close };
}

const ofOperators = new Set(['EmbeddedPostgresError', 'EnvError']);
const stillStarting = new Set(['3D000', '42P01', '57P03']);
const notThere = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTFOUND']);

/** The sentence for whoever started the server or typed a command; null for an error that is a bug of ours. */
export function sentenceOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (ofOperators.has(error.name)) return error.message;
  if (error.name === 'BreachedPasswordsError') return `BREACHED_PASSWORDS_FILE: ${error.message}`;
  if (isStorageFull(error)) return `The disk is full. Make room and start again. (${error.message})`;
  const code = codeOf(error);
  // What fails at a file has its path; what fails at a socket, its address.
  if (code !== '' && 'path' in error) return `A file cannot be used: ${error.message}`;
  if (stillStarting.has(code)) return 'Watchpost is still preparing its database. Try again in a moment.';
  if (notThere.has(code)) return `The database cannot be reached: ${error.message}`;
  if (code.startsWith('28')) return `The database refuses this user: ${error.message}`;
  return null;
}
