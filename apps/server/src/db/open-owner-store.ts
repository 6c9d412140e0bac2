// The database for an operator's command: as its owner, also while the product runs.
import type { Env } from '../env.ts';
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

const stillStarting = new Set(['3D000', '42P01', '57P03']);

/** The sentence for whoever typed the command; null for an error that is a bug of ours. */
export function sentenceOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'EmbeddedPostgresError' || error.name === 'EnvError') return error.message;
  const code = 'code' in error ? String(error.code) : '';
  if (stillStarting.has(code)) return 'Watchpost is still preparing its database. Try again in a moment.';
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'ENOENT') {
    return `The database cannot be reached: ${error.message}`;
  }
  if (code.startsWith('28')) return `The database refuses this user: ${error.message}`;
  return null;
}
