// What triggers keep for the dashboard, recounted from the rows (migration 0033).
import { CompiledQuery } from 'kysely';
import { dueOutcomes } from '@watchpost/domain/due-outcomes';
import type { Db } from '../../db/database.ts';

async function run<Row>(db: Db, text: string, tenantId: string): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [tenantId]))).rows;
}

const startOf = (column: string, length: number) => `${column} - ${column} % ${length}`;
const dayMs = 86_400_000;
const quarterMs = 900_000;
const blockMs = 14 * dayMs;
const nil = `'00000000-0000-0000-0000-000000000000'::uuid`;

export interface MissedDifference {
  readonly roundId: string;
  readonly checkpointId: string;
  /** Whether it is among the missed ones, though it should not be; else the other way round. */
  readonly isKept: boolean;
}

const trulyMissed = `SELECT r.id AS round_id, planned.id AS checkpoint_id, r.site_id, r.guard_id, r.started_at_ms
  FROM rounds AS r JOIN route_versions AS v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
  CROSS JOIN LATERAL (SELECT DISTINCT (point ->> 'checkpointId')::uuid AS id
    FROM jsonb_array_elements(v.checkpoints) AS point) AS planned
  WHERE r.tenant_id = $1::uuid AND r.status_code = 1005 AND NOT EXISTS (SELECT FROM scans AS s
    WHERE s.tenant_id = r.tenant_id AND s.round_id = r.id AND s.checkpoint_id = planned.id)`;

export function findMissedDifferences(db: Db, tenantId: string): Promise<MissedDifference[]> {
  const kept = `SELECT round_id, checkpoint_id, site_id, guard_id, started_at_ms FROM missed_checkpoints
    WHERE tenant_id = $1::uuid`;
  const text = `SELECT round_id AS "roundId", checkpoint_id AS "checkpointId", true AS "isKept"
      FROM (${kept} EXCEPT ${trulyMissed}) AS k
    UNION ALL SELECT round_id, checkpoint_id, false FROM (${trulyMissed} EXCEPT ${kept}) AS m ORDER BY 1, 2`;
  return run(db, text, tenantId);
}

export interface RollupDifference {
  /** Whose: as text, names and ids. */
  readonly whose: string;
  readonly grain: number;
  readonly bucketMs: number;
  readonly kept: string | null;
  readonly recounted: string | null;
}

/** Counters of missed checkpoints against their rows. */
export function findMissedCountDifferences(db: Db, tenantId: string): Promise<RollupDifference[]> {
  const text = `WITH recounted AS (SELECT bucket.grain::smallint AS grain, bucket.at_ms AS bucket_ms, site_id,
        checkpoint_id, count(*) AS missed
      FROM missed_checkpoints CROSS JOIN LATERAL (VALUES (1, ${startOf('started_at_ms', dayMs)}),
        (3, ${startOf('started_at_ms', blockMs)})) AS bucket (grain, at_ms)
      WHERE tenant_id = $1::uuid GROUP BY 1, 2, 3, 4),
    kept AS (SELECT * FROM missed_counts WHERE tenant_id = $1::uuid AND missed <> 0)
    SELECT concat('checkpoint ', checkpoint_id, ' of site ', site_id) AS whose, grain, bucket_ms AS "bucketMs",
      kept.missed::text AS kept, recounted.missed::text AS recounted
    FROM kept FULL JOIN recounted USING (grain, bucket_ms, site_id, checkpoint_id)
    WHERE kept.missed IS DISTINCT FROM recounted.missed ORDER BY grain, bucket_ms, 1`;
  return run(db, text, tenantId);
}

const dueColumns = ['on_time', 'done_late', 'incomplete', 'missed', 'excused', 'under_way'];
const dueSums = dueOutcomes
  .filter((outcome) => outcome !== 'waiting')
  .map((outcome, index) => `count(*) FILTER (WHERE outcome = '${outcome}') AS ${dueColumns[index]}`);
const of = (table: string) => dueColumns.map((column) => `${table}.${column}`).join(', ');

/** Counters of due rounds against their rows. */
export function findDueCountDifferences(db: Db, tenantId: string): Promise<RollupDifference[]> {
  const text = `WITH recounted AS (SELECT subject.guard_id, subject.site_id, bucket.grain::smallint AS grain,
        bucket.at_ms AS bucket_ms, ${dueSums.join(', ')}
      FROM due_rounds AS d CROSS JOIN LATERAL (VALUES (${nil}, ${nil}), (${nil}, d.site_id)
        UNION ALL SELECT DISTINCT whose, d.site_id
        FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose)
        AS subject (guard_id, site_id)
      CROSS JOIN LATERAL (VALUES (0, 0::bigint), (1, ${startOf('due_at_ms', dayMs)}),
        (2, ${startOf('due_at_ms', quarterMs)}), (3, ${startOf('due_at_ms', blockMs)})) AS bucket (grain, at_ms)
      WHERE d.tenant_id = $1::uuid AND outcome <> 'waiting' AND (bucket.grain <> 0 OR subject.site_id = ${nil})
      GROUP BY 1, 2, 3, 4),
    kept AS (SELECT * FROM due_counts AS c WHERE tenant_id = $1::uuid
      AND (${of('c')}) <> (${dueColumns.map(() => '0').join(', ')}))
    SELECT concat('site ', site_id, ', guard ', guard_id) AS whose, grain, bucket_ms AS "bucketMs",
      CASE WHEN kept.missed IS NULL THEN NULL ELSE concat_ws(' ', ${of('kept')}) END AS kept,
      CASE WHEN recounted.missed IS NULL THEN NULL ELSE concat_ws(' ', ${of('recounted')}) END AS recounted
    FROM kept FULL JOIN recounted USING (guard_id, site_id, grain, bucket_ms)
    WHERE (${of('kept')}) IS DISTINCT FROM (${of('recounted')}) ORDER BY grain, bucket_ms, 1`;
  return run(db, text, tenantId);
}

/** Due rounds that say otherwise than their round who began it, or when. */
export function findBegunDifferences(db: Db, tenantId: string): Promise<{ id: string }[]> {
  const text = `SELECT d.id FROM due_rounds AS d
    LEFT JOIN rounds AS r ON r.tenant_id = d.tenant_id AND r.id = d.round_id
    WHERE d.tenant_id = $1::uuid AND (d.begun_by, d.begun_at_ms) IS DISTINCT FROM (r.guard_id, r.started_at_ms)
    ORDER BY d.id`;
  return run(db, text, tenantId);
}
