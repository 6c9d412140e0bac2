// Tables of the job queue: migrated by the owner, worked on by the serving role.
import { type Logger, Logger as WorkerLogger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { readQueueRights } from './schema-files.ts';

/** Only what an operator must hear; the rest would drown the server's own log. */
export function jobLogger(onProblem: (sentence: string) => void): Logger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') onProblem(`jobs: ${message}`);
  });
}

/** Any number that no other lock of this product bears: servers that start together migrate one after the other. */
const migrationLock = 4_718_205;

/** Brings the queue's own schema to its newest version and opens it to the serving role. Owner's pool only. */
export async function migrateJobs(owner: pg.Pool): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await runMigrations({ pgPool: owner, logger: jobLogger(() => {}) });
    await client.query(readQueueRights());
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
  } finally {
    client.release();
  }
}
