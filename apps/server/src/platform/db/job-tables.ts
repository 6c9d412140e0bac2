// Tables of the job queue: migrated by the owner, worked on by the serving role.
import { type Logger, Logger as WorkerLogger, runMigrations } from 'graphile-worker';
import type pg from 'pg';

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
    await client.query(openings);
    await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
  } finally {
    client.release();
  }
}

/**
 * A tenant's handle may add and see that tenant's jobs alone, by the payload that every job carries; the worker, on
 * connections that belong to no tenant, all.
 */
const ownJobs = `nullif(current_setting('watchpost.tenant', true), '') IS NULL
  OR payload->>'tenantId' = current_setting('watchpost.tenant', true)`;

const opened = (table: string, rule: string) => `DO $$ BEGIN
  GRANT SELECT, INSERT, UPDATE, DELETE ON graphile_worker.${table} TO watchpost_app;
  IF NOT EXISTS (SELECT FROM pg_policies WHERE schemaname = 'graphile_worker' AND tablename = '${table}'
    AND policyname = 'serving') THEN
    CREATE POLICY serving ON graphile_worker.${table} TO watchpost_app USING (${rule});
  END IF;
END $$`;

const openings = [
  'GRANT USAGE ON SCHEMA graphile_worker TO watchpost_app',
  'GRANT SELECT ON graphile_worker.migrations TO watchpost_app',
  opened('_private_jobs', ownJobs),
  opened('_private_tasks', 'true'),
  opened('_private_job_queues', 'true'),
  opened('_private_known_crontabs', 'true'),
].join(';\n');
