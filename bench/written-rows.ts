// What a run writes, and taking it away again, so that every run measures the same data.
import { CompiledQuery } from 'kysely';
import { openOwner } from '../apps/server/src/platform/db/database.ts';
import type { DatasetServer } from './dataset.ts';
import { period } from './dataset-shape.ts';

export const floorTable = 'bench_floor_scans';

export async function createFloorTable(server: DatasetServer): Promise<void> {
  await run(server, [`CREATE TABLE ${floorTable} (LIKE scans INCLUDING ALL)`]);
}

/**
 * What was vacuumed while it was empty counts as empty for the planner: a connection would look records up by a wrong index
 * until the next analysis. A month that begins was never vacuumed, nor is a table that is new.
 */
const forgetEmptiness = `SELECT pg_clear_relation_stats(n.nspname, c.relname) FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind = 'r' AND c.reltuples = 0`;

/** Also mends what a run left behind that was killed. */
export async function forgetWrites(server: DatasetServer): Promise<void> {
  const since = period.toMs;
  await run(server, [
    `DROP TABLE IF EXISTS ${floorTable}`,
    `DELETE FROM scans WHERE received_at_ms >= ${since}`,
    `DELETE FROM field_events WHERE received_at_ms >= ${since}`,
    `DELETE FROM rounds WHERE started_at_ms >= ${since}`,
    'DELETE FROM round_counts WHERE rounds = 0 AND checkpoints = 0',
    `UPDATE round_arrivals a SET last_no =
      (SELECT coalesce(max(arrival_no), 0) FROM rounds r WHERE r.tenant_id = a.tenant_id)`,
    'DELETE FROM sessions',
    'VACUUM (ANALYZE) scans, field_events, rounds, round_counts',
    forgetEmptiness,
    'CHECKPOINT',
  ]);
}

const settledWithinMs = 15 * 60_000;

/** Resolves when the product has sealed what earlier runs left it: doing that, it would be slower at what is measured. */
export async function settled(server: DatasetServer): Promise<void> {
  const owner = openOwner(server.connection);
  const waits = async () =>
    (await owner.db.selectFrom('log_pending').select('source').limit(1).execute()).length > 0;
  try {
    const endAt = Date.now() + settledWithinMs;
    while (await waits()) {
      if (Date.now() > endAt)
        throw new Error('The product has not sealed everything within a quarter of an hour.');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  } finally {
    await owner.close();
  }
}

async function run(server: DatasetServer, statements: readonly string[]): Promise<void> {
  const owner = openOwner(server.connection);
  try {
    for (const statement of statements) await owner.db.executeQuery(CompiledQuery.raw(statement));
  } finally {
    await owner.close();
  }
}

/** Scans that the product has stored in this run. */
export async function countWrittenScans(server: DatasetServer): Promise<number> {
  const owner = openOwner(server.connection);
  try {
    const text = 'SELECT count(*) AS scans FROM scans WHERE received_at_ms >= $1';
    const { rows } = await owner.db.executeQuery<{ scans: number }>(CompiledQuery.raw(text, [period.toMs]));
    return rows[0]?.scans ?? 0;
  } finally {
    await owner.close();
  }
}
