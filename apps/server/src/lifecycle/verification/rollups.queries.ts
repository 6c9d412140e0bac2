// What triggers keep for the dashboard, recounted from the rows.
import { CompiledQuery } from 'kysely';
import { dueOutcomes } from '@watchpost/domain/due-outcomes';
import type { Db } from '../../platform/db/database.ts';
import { rollupHours } from '../../platform/rollups/rollup-parts.ts';

async function run<Row>(db: Db, text: string, tenantId: string): Promise<Row[]> {
  return (await db.executeQuery<Row>(CompiledQuery.raw(text, [tenantId]))).rows;
}

const startOf = (column: string, length: number) => `${column} - ${column} % ${length}`;
const dayMs = 86_400_000;
const quarterMs = 900_000;
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
  /** Length of the interval, and when it starts. */
  readonly hours: number;
  readonly fromMs: number;
  readonly stored: string | null;
  readonly recounted: string | null;
}

interface Rollup {
  readonly table: string;
  readonly keys: readonly string[];
  readonly figures: readonly string[];
  /** SQL of whose a row is, as text. */
  readonly whose: string;
  /** SQL of the recount: the keys, `at_ms` and the figures of each row. */
  readonly rows: string;
}

const hoursOf = `unnest(ARRAY[${rollupHours.join(', ')}]) AS length (hours)`;
const hourMs = '3600000::bigint';

/** Rows of a rollup against those counted again. */
function findDifferences(
  db: Db,
  tenantId: string,
  { table, keys, figures, whose, rows }: Rollup,
): Promise<RollupDifference[]> {
  const nothing = figures.map(() => '0').join(', ');
  const of = (source: string) => figures.map((name) => `${source}.${name}`).join(', ');
  const asText = (source: string) =>
    `CASE WHEN ${source}.is_there THEN concat_ws(' ', ${of(source)}) END AS ${source}`;
  const place = [...keys, 'hours', 'from_ms'].join(', ');
  const text = `WITH recounted AS (SELECT *, true AS is_there FROM (
        SELECT ${keys.join(', ')}, hours, at_ms - at_ms % (hours * ${hourMs}) AS from_ms,
          ${figures.map((name) => `sum(${name}) AS ${name}`).join(', ')}
        FROM (${rows}) AS each CROSS JOIN ${hoursOf} GROUP BY ${place}) AS r
      WHERE (${of('r')}) <> (${nothing})),
    stored AS (SELECT *, true AS is_there FROM ${table} AS p WHERE tenant_id = $1::uuid AND (${of('p')}) <> (${nothing}))
    SELECT ${whose} AS whose, hours, from_ms AS "fromMs", ${asText('stored')}, ${asText('recounted')}
    FROM stored FULL JOIN recounted USING (${place})
    WHERE (${of('stored')}) IS DISTINCT FROM (${of('recounted')}) ORDER BY hours, from_ms, 1`;
  return run(db, text, tenantId);
}

/** Rollups of rounds against the rounds. */
export const findRoundDifferences = (db: Db, tenantId: string): Promise<RollupDifference[]> =>
  findDifferences(db, tenantId, {
    table: 'site_round_rollups',
    keys: ['site_id'],
    figures: ['started', 'incompleted', 'completed', 'planned', 'scanned'],
    whose: `concat('site ', site_id)`,
    rows: `SELECT site_id, started_at_ms AS at_ms, 1 AS started, (status_code = 1005)::int AS incompleted,
      (status_code = 1010)::int AS completed, CASE WHEN status_code <> 1001 THEN total_check_points ELSE 0 END AS planned,
      CASE WHEN status_code <> 1001 THEN scanned_check_points ELSE 0 END AS scanned FROM rounds WHERE tenant_id = $1::uuid`,
  });

/** Rollups of missed checkpoints against their rows. */
export const findMissedRollupDifferences = (db: Db, tenantId: string): Promise<RollupDifference[]> =>
  findDifferences(db, tenantId, {
    table: 'checkpoint_rollups',
    keys: ['checkpoint_id', 'site_id'],
    figures: ['missed'],
    whose: `concat('checkpoint ', checkpoint_id, ' of site ', site_id)`,
    rows: `SELECT checkpoint_id, site_id, started_at_ms AS at_ms, 1 AS missed FROM missed_checkpoints
      WHERE tenant_id = $1::uuid`,
  });

const dueColumns = ['on_time', 'done_late', 'incomplete', 'missed', 'excused', 'under_way'];
const dueFigures = dueOutcomes
  .filter((outcome) => outcome !== 'waiting')
  .map((outcome, index) => `(outcome = '${outcome}')::int AS ${dueColumns[index]}`)
  .join(', ');

/** Rollups of due rounds of sites against the due rounds. */
export const findDueDifferences = (db: Db, tenantId: string): Promise<RollupDifference[]> =>
  findDifferences(db, tenantId, {
    table: 'site_due_rollups',
    keys: ['site_id'],
    figures: dueColumns,
    whose: `concat('site ', site_id)`,
    rows: `SELECT site_id, due_at_ms AS at_ms, ${dueFigures} FROM due_rounds
      WHERE tenant_id = $1::uuid AND outcome <> 'waiting'`,
  });

/** The same of guards. */
export const findGuardDueDifferences = (db: Db, tenantId: string): Promise<RollupDifference[]> =>
  findDifferences(db, tenantId, {
    table: 'guard_due_rollups',
    keys: ['guard_id', 'site_id'],
    figures: dueColumns,
    whose: `concat('guard ', guard_id, ' at site ', site_id)`,
    rows: `SELECT whose.guard_id, site_id, due_at_ms AS at_ms, ${dueFigures} FROM due_rounds CROSS JOIN LATERAL (
        SELECT DISTINCT unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS guard_id) AS whose
      WHERE tenant_id = $1::uuid AND outcome <> 'waiting'`,
  });

export interface SumDifference {
  readonly siteId: string;
  /** 1 a day, 2 a quarter of an hour, and when it starts. */
  readonly grain: number;
  readonly bucketMs: number;
  readonly stored: string | null;
  readonly recounted: string | null;
}

/** What each slot of round_sums adds, against the rounds. */
export function findRoundSumDifferences(db: Db, tenantId: string): Promise<SumDifference[]> {
  const figures = ['begun', 'incompleted', 'completed'];
  const added = figures.map(
    (name) => `coalesce(p.${name}[slot], 0) - coalesce(p.${name}[slot - 1], 0) AS ${name}`,
  );
  const of = (source: string) => figures.map((name) => `${source}.${name}`).join(', ');
  const asText = (source: string) =>
    `CASE WHEN ${source}.begun IS NOT NULL THEN concat_ws(' ', ${of(source)}) END AS ${source}`;
  const text = `WITH recounted AS (
      SELECT subject.site_id, place.grain, place.at_ms, count(*) AS begun,
        count(*) FILTER (WHERE status_code = 1005) AS incompleted, count(*) FILTER (WHERE status_code = 1010) AS completed
      FROM rounds AS r CROSS JOIN LATERAL (VALUES (${nil}), (r.site_id)) AS subject (site_id)
      CROSS JOIN LATERAL (VALUES (2, ${startOf('started_at_ms', quarterMs)}), (1, ${startOf('started_at_ms', dayMs)}))
        AS place (grain, at_ms)
      WHERE r.tenant_id = $1::uuid GROUP BY 1, 2, 3),
    stored AS (SELECT * FROM (
        SELECT site_id, 2 - grain AS grain, ${added.join(', ')},
          bucket_ms + (slot - 1)::bigint * CASE grain WHEN 0 THEN ${quarterMs} ELSE ${dayMs} END AS at_ms
        FROM round_sums AS p CROSS JOIN LATERAL generate_series(1, greatest(96, array_length(p.begun, 1))) AS slot
        WHERE p.tenant_id = $1::uuid) AS p WHERE (${of('p')}) <> (0, 0, 0))
    SELECT site_id AS "siteId", grain, at_ms AS "bucketMs", ${asText('stored')}, ${asText('recounted')}
    FROM stored FULL JOIN recounted USING (site_id, grain, at_ms)
    WHERE (${of('stored')}) IS DISTINCT FROM (${of('recounted')}) ORDER BY grain, at_ms, 1`;
  return run(db, text, tenantId);
}
