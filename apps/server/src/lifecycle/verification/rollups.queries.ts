// What triggers keep for the dashboard, recounted from the rows (migrations 0033 and 0038).
import { CompiledQuery } from 'kysely';
import { dueOutcomes } from '@watchpost/domain/due-outcomes';
import type { Db } from '../../platform/db/database.ts';

async function run<Row>(db: Db, text: string, tenantId: string): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [tenantId]))).rows;
}

const startOf = (column: string, length: number) => `${column} - ${column} % ${length}`;
const dayMs = 86_400_000;
const quarterMs = 900_000;
const sixHoursMs = dayMs / 4;
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

interface Packed {
  readonly table: string;
  readonly keys: readonly string[];
  readonly figures: readonly string[];
  /** SQL of whose a row is, as text. */
  readonly whose: string;
}

/** SQL rows (grain, at_ms): where each slot of a packed row begins in which a time lies; named by the grains of counters. */
const slotsOf = (column: string, grains: readonly number[] = [2, 1]) =>
  grains.map((grain) => `(${grain}, ${startOf(column, grain === 1 ? dayMs : quarterMs)})`).join(', ');

/** What each slot of packed running sums adds, against rows counted again: the keys, grain, at_ms and the figures. */
function findPackedDifferences(
  db: Db,
  tenantId: string,
  { table, keys, figures, whose }: Packed,
  recounted: string,
): Promise<RollupDifference[]> {
  const added = (name: string) =>
    `coalesce(p.${name}[slot], 0) - coalesce(p.${name}[slot - 1], 0) AS ${name}`;
  const nothing = figures.map(() => '0').join(', ');
  const of = (source: string) => figures.map((name) => `${source}.${name}`).join(', ');
  const told = (source: string) =>
    `CASE WHEN ${source}.is_there THEN concat_ws(' ', ${of(source)}) END AS ${source}`;
  const place = [...keys, 'grain', 'at_ms'];
  const text = `WITH recounted AS (SELECT *, true AS is_there FROM (${recounted}) AS r WHERE (${of('r')}) <> (${nothing})),
    kept AS (SELECT *, true AS is_there FROM (SELECT ${keys.join(', ')}, 2 - grain AS grain,
        bucket_ms + (slot - 1)::bigint * CASE grain WHEN 0 THEN ${quarterMs} ELSE ${dayMs} END AS at_ms, ${figures.map(added).join(', ')}
      FROM ${table} AS p CROSS JOIN LATERAL generate_series(1, greatest(96, array_length(p.${figures[0]}, 1))) AS slot
      WHERE p.tenant_id = $1::uuid) AS p WHERE (${of('p')}) <> (${nothing}))
    SELECT ${whose} AS whose, grain, at_ms AS "bucketMs", ${told('kept')}, ${told('recounted')}
    FROM kept FULL JOIN recounted USING (${place.join(', ')})
    WHERE (${of('kept')}) IS DISTINCT FROM (${of('recounted')}) ORDER BY grain, at_ms, 1`;
  return run(db, text, tenantId);
}

/** Sums of rounds against the rounds. */
export function findRoundSumDifferences(db: Db, tenantId: string): Promise<RollupDifference[]> {
  const packed: Packed = {
    table: 'round_sums',
    keys: ['site_id'],
    figures: ['begun', 'incompleted', 'completed', 'planned', 'scanned'],
    whose: `concat('site ', site_id)`,
  };
  const recounted = `SELECT subject.site_id, place.grain, place.at_ms, count(*) AS begun,
      count(*) FILTER (WHERE status_code = 1005) AS incompleted, count(*) FILTER (WHERE status_code = 1010) AS completed,
      coalesce(sum(total_check_points) FILTER (WHERE status_code <> 1001), 0) AS planned,
      coalesce(sum(scanned_check_points) FILTER (WHERE status_code <> 1001), 0) AS scanned
    FROM rounds AS r CROSS JOIN LATERAL (VALUES (${nil}), (r.site_id)) AS subject (site_id)
    CROSS JOIN LATERAL (VALUES ${slotsOf('started_at_ms')}) AS place (grain, at_ms)
    WHERE r.tenant_id = $1::uuid GROUP BY 1, 2, 3`;
  return findPackedDifferences(db, tenantId, packed, recounted);
}

/** Sums of missed checkpoints against their rows. */
export function findMissedSumDifferences(db: Db, tenantId: string): Promise<RollupDifference[]> {
  const packed: Packed = {
    table: 'missed_sums',
    keys: ['site_id', 'checkpoint_id'],
    figures: ['missed'],
    whose: `concat('checkpoint ', checkpoint_id, ' of site ', site_id)`,
  };
  const recounted = `SELECT site_id, checkpoint_id, place.grain, place.at_ms, count(*) AS missed FROM missed_checkpoints
    CROSS JOIN LATERAL (VALUES ${slotsOf('started_at_ms', [1])}) AS place (grain, at_ms)
    WHERE tenant_id = $1::uuid GROUP BY 1, 2, 3, 4`;
  return findPackedDifferences(db, tenantId, packed, recounted);
}

const dueColumns = ['on_time', 'done_late', 'incomplete', 'missed', 'excused', 'under_way'];
const dueSums = dueOutcomes
  .filter((outcome) => outcome !== 'waiting')
  .map((outcome, index) => `count(*) FILTER (WHERE outcome = '${outcome}') AS ${dueColumns[index]}`);
const of = (table: string) => dueColumns.map((column) => `${table}.${column}`).join(', ');
const dueGuards = `SELECT DISTINCT whose, d.site_id
  FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose`;

/** Sums of due rounds against the due rounds: the tenant's and the sites', and the guards' by day. */
export function findDueSumDifferences(db: Db, tenantId: string): Promise<RollupDifference[]> {
  const packed: Packed = {
    table: 'due_sums',
    keys: ['guard_id', 'site_id'],
    figures: dueColumns,
    whose: `concat('site ', site_id, ', guard ', guard_id)`,
  };
  const recounted = `SELECT subject.guard_id, subject.site_id, place.grain, place.at_ms, ${dueSums.join(', ')}
    FROM due_rounds AS d CROSS JOIN LATERAL (VALUES (${nil}, ${nil}), (${nil}, d.site_id) UNION ALL ${dueGuards})
      AS subject (guard_id, site_id)
    JOIN LATERAL (VALUES ${slotsOf('due_at_ms')}) AS place (grain, at_ms)
      ON place.grain = 1 OR subject.guard_id = ${nil}
    WHERE d.tenant_id = $1::uuid AND outcome <> 'waiting' GROUP BY 1, 2, 3, 4`;
  return findPackedDifferences(db, tenantId, packed, recounted);
}

/** Counters of due rounds against the due rounds: the tenant's for all time, and the guards' by parts of a day. */
export function findDueCountDifferences(db: Db, tenantId: string): Promise<RollupDifference[]> {
  const text = `WITH recounted AS (SELECT subject.guard_id, subject.site_id, bucket.grain::smallint AS grain,
        bucket.at_ms AS bucket_ms, ${dueSums.join(', ')}
      FROM due_rounds AS d CROSS JOIN LATERAL (VALUES (${nil}, ${nil}) UNION ALL ${dueGuards})
        AS subject (guard_id, site_id)
      CROSS JOIN LATERAL (VALUES (0, 0::bigint), (2, ${startOf('due_at_ms', quarterMs)}),
        (4, ${startOf('due_at_ms', sixHoursMs)})) AS bucket (grain, at_ms)
      WHERE d.tenant_id = $1::uuid AND outcome <> 'waiting' AND (bucket.grain = 0) = (subject.site_id = ${nil})
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
