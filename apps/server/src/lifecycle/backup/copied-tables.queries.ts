// What of a database a backup holds: every table of the product by its rows. The queue's own tables belong to the
// package that made them, so jobs are taken from it and given back to it by its own means.
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';

export interface CopiedTable {
  readonly name: string;
  /** All but those that the database works out by itself. */
  readonly columns: readonly string[];
}

/** Written by migrations themselves. */
const ownOfMigrations = ['applied_schema_files', 'kysely_migration', 'kysely_migration_lock'];

/** A partitioned table counts as the one table that it is. */
export async function findTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname <> ALL ($1) GROUP BY 1 ORDER BY 1`,
    [ownOfMigrations],
  );
  return rows;
}

export async function findMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name');
  return rows.map(({ name }) => name);
}

export interface SequenceState {
  readonly name: string;
  readonly value: string;
  readonly isCalled: boolean;
}

export async function findSequences(client: pg.ClientBase): Promise<SequenceState[]> {
  const { rows } = await client.query<{ name: string; value: string | null; start: string }>(
    `SELECT sequencename::text AS name, last_value::text AS value, start_value::text AS start
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ name, value, start }) => ({ name, value: value ?? start, isCalled: value !== null }));
}

/** As graphile-worker's add_job() takes them. */
export async function findJobs(client: pg.ClientBase): Promise<{ count: number; json: string }> {
  const { rows } = await client.query<{ count: number; json: string }>(
    `SELECT count(*)::int AS count, coalesce(json_agg(job), '[]')::text AS json FROM (
      SELECT t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority,
        (SELECT array_agg(flag) FROM jsonb_object_keys(j.flags) AS flag) AS flags
      FROM graphile_worker._private_jobs AS j JOIN graphile_worker._private_tasks AS t ON t.id = j.task_id
      LEFT JOIN graphile_worker._private_job_queues AS q ON q.id = j.job_queue_id
      WHERE j.attempts < j.max_attempts ORDER BY j.id) AS job`,
  );
  return rows[0] ?? { count: 0, json: '[]' };
}

/** What names of files that records speak of begin with, or are. */
export async function findFileKeys(client: pg.ClientBase | pg.Pool): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT table_name::text AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'storage_key'`,
  );
  const keys: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ key: string }>(
      `SELECT storage_key AS key FROM ${quoted(name)} WHERE storage_key <> ''`,
    );
    keys.push(...rows.map(({ key }) => key));
  }
  return keys;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ');

/** The rows as lines of PostgreSQL's COPY, in pieces; the number of rows stands in it once it has ended. */
export const rowsOf = (client: pg.ClientBase, { name, columns }: CopiedTable) =>
  // A query, since COPY itself takes no partitioned table.
  client.query(copyTo(`COPY (SELECT ${columnList(columns)} FROM ${quoted(name)}) TO STDOUT`));
