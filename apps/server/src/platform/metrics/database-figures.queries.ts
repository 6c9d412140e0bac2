import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

export interface DatabaseFigures {
  readonly waiting: number;
  readonly oldestSeconds: number;
  readonly givenUp: number;
  readonly replicationSeconds: number;
  readonly connections: readonly { readonly kind: string; readonly state: string; readonly count: number }[];
}

/** Of all tenants: on a handle that belongs to none. */
export async function findDatabaseFigures(shared: Db): Promise<DatabaseFigures> {
  const { rows } = await sql<DatabaseFigures>`
    SELECT jobs.*, (SELECT coalesce(max(extract(epoch FROM replay_lag)), 0)::float8 FROM pg_stat_replication)
        AS "replicationSeconds",
      (SELECT coalesce(json_agg(held), '[]') FROM (
        SELECT application_name AS kind, coalesce(state, 'unknown') AS state, count(*) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'watchpost%' GROUP BY 1, 2) AS held) AS connections
    FROM (SELECT count(*) FILTER (WHERE can_run)::int AS waiting,
        coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE can_run)), 0)::float8 AS "oldestSeconds",
        count(*) FILTER (WHERE attempts >= max_attempts)::int AS "givenUp"
      FROM (SELECT *, run_at <= now() AND locked_at IS NULL AND attempts < max_attempts AS can_run
        FROM graphile_worker._private_jobs) AS job) AS jobs`.execute(shared);
  const [figures] = rows;
  if (figures === undefined) throw new Error('a statement of values always has a row');
  return figures;
}
