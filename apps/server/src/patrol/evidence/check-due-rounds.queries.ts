// Compares due rounds with what was kept of their outcomes, and with the rounds that they are.
import { CompiledQuery } from 'kysely';
import type { Statements } from '../../platform/db/statements.ts';
import { type FoundVersion, newestVersions, versionSentence } from './check-versions.queries.ts';

/** Clocks of servers and of the database differ by less. */
const toleranceMs = 120_000;

async function run<Row>(db: Statements, text: string, values: readonly unknown[]): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
}

const isSealed = `EXISTS (SELECT FROM log_leaves l WHERE l.tenant_id = $1::uuid AND l.source = 'due_rounds'
  AND l.record_id = d.id)`;

/** One of which no version says anything waits to be walked. What was made before due rounds were sealed may be as it is. */
const outcomes = `WITH kept AS (${newestVersions('due_rounds')}), now AS (
    SELECT d.id::text AS key, jsonb_build_object('id', d.id, 'status', d.status, 'round_id', d.round_id, 'excuse', d.excuse,
      'excused_by', d.excused_by, 'excused_at', d.excused_at) AS row,
      CASE WHEN ${isSealed} THEN jsonb_build_object('id', d.id, 'status', 'due') END AS first
    FROM due_rounds d WHERE d.tenant_id = $1::uuid)
  SELECT key, coalesce(kept.row, now.first) AS kept, now.row AS now FROM kept FULL JOIN now USING (key)
  WHERE NOT (now.row IS NULL AND kept.row ? 'plan') AND coalesce(kept.row, now.first) IS NOT NULL
    AND jsonb_strip_nulls(coalesce(kept.row, now.first)) IS DISTINCT FROM jsonb_strip_nulls(now.row)
  ORDER BY key`;

/** Those of rounds that were removed to an archive are none. */
const starts = `SELECT d.id FROM due_rounds d LEFT JOIN rounds r ON r.tenant_id = d.tenant_id AND r.id = d.round_id
  WHERE d.tenant_id = $1::uuid AND (d.begun_by, d.begun_at_ms) IS DISTINCT FROM (
    r.guard_id, told_or_happened_ms(r.tenant_id, r.id, 'roundStarted', r.started_at_ms))
  ORDER BY d.id`;

/** No one calls off what was due already. */
const calledOffLate = `SELECT v.record_key AS id FROM record_versions v
  WHERE v.tenant_id = $1::uuid AND v.source = 'due_rounds' AND v.row ? 'plan'
    AND NOT v.at_ms <= (v.row #>> '{plan,due_at_ms}')::float8 + ${toleranceMs} ORDER BY v.record_key`;

/** A sentence for each due round that is not as it became. */
export async function findUnlikeDueRounds(db: Statements, tenantId: string): Promise<string[]> {
  // Versions tell times in UTC.
  await run(db, `SELECT set_config('timezone', 'UTC', true) AS key`, []);
  const unlike = await run<FoundVersion>(db, outcomes, [tenantId]);
  const misstarted = await run<{ id: string }>(db, starts, [tenantId]);
  const late = await run<{ id: string }>(db, calledOffLate, [tenantId]);
  return [
    ...unlike.map((row) => versionSentence('due_rounds', row)),
    ...misstarted.map(
      ({ id }) => `due_rounds ${id}: begun_by, begun_at_ms was altered; its round says something else`,
    ),
    ...late.map(({ id }) => `due_rounds ${id}: removed after it was due`),
  ];
}
