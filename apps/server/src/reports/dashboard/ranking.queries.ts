// The ranking of sites, guards and checkpoints in a span of time: one statement, which adds up rollups and names what comes first.
import type { DashboardRanking } from '@watchpost/contract/dashboard';
import { rankedCheckpointsMax, rankedGuardsMax, rankedSitesMax } from '@watchpost/domain/dashboard';
import type { TimeRange } from '@watchpost/domain/time-zone';
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { rollupParts } from '../../platform/rollups/rollup-parts.ts';

export interface RankingAsked {
  /** Null for all sites. */
  readonly siteId: string | null;
  readonly span: TimeRange;
  readonly nowMs: number;
  readonly seesRounds: boolean;
  readonly seesDue: boolean;
}

/** The first guards and checkpoints; sites by name, however they do. Null for what is not seen. */
export type FoundRanking = Omit<DashboardRanking, 'span'>;

/** More than are ever shown: sites where nothing happened come last, whatever they are called. */
const namedSitesMax = 10 * rankedSitesMax;

/**
 * $1 company, $2 site or null, $3 whether rounds are seen, $4 whether due rounds are, $5 to $8 the parts of rollup-parts.ts,
 * $9 and $10 the span, $11 now. A part of 0 hours has no rollups: its rows are counted. Due rounds that no one has started are in
 * no rollup, since the clock alone makes them missed.
 */
const rankingText = `
WITH part AS MATERIALIZED (
  SELECT * FROM unnest($5::int[], $6::smallint[], $7::bigint[], $8::bigint[]) AS part (sign, hours, from_ms, to_ms)
),
rounds_of_sites AS (
  SELECT site_id, sum(sign * started)::int AS started, sum(sign * incompleted)::int AS incompleted,
    sum(sign * completed)::int AS completed, sum(sign * planned)::int AS planned, sum(sign * scanned)::int AS scanned
  FROM (
    SELECT sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT site_id, started, incompleted, completed, planned, scanned FROM site_round_rollups
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT site_id, 1, (status_code = 1005)::int, (status_code = 1010)::int,
        CASE WHEN status_code = 1001 THEN 0 ELSE total_check_points END,
        CASE WHEN status_code = 1001 THEN 0 ELSE scanned_check_points END
      FROM rounds
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND started_at_ms >= part.from_ms AND started_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
  ) AS rounds_in_parts
  WHERE $3::boolean
  GROUP BY site_id
),
due_of_sites AS (
  SELECT site_id, sum(sign * on_time)::int AS on_time, sum(sign * done_late)::int AS done_late,
    sum(sign * incomplete)::int AS incomplete, sum(sign * missed)::int AS missed, sum(sign * excused)::int AS excused,
    sum(sign * under_way)::int AS under_way, sum(sign * waiting)::int AS waiting
  FROM (
    SELECT sign, counted.*, 0 AS waiting FROM part CROSS JOIN LATERAL (
      SELECT site_id, on_time, done_late, incomplete, missed, excused, under_way FROM site_due_rollups
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT sign, counted.*, 0 FROM part CROSS JOIN LATERAL (
      SELECT site_id, (outcome = 'onTime')::int, (outcome = 'doneLate')::int, (outcome = 'incomplete')::int,
        (outcome = 'missed')::int, (outcome = 'excused')::int, (outcome = 'underWay')::int
      FROM due_rounds
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND due_at_ms >= part.from_ms AND due_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
    UNION ALL
    SELECT 1, site_id, 0, 0, 0, (missed_at_ms <= $11::bigint)::int, 0, 0, (missed_at_ms > $11::bigint)::int
    FROM due_rounds
    WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid) AND status IN ('due', 'late')
      AND due_at_ms >= $9::bigint AND due_at_ms < $10::bigint AND due_at_ms <= $11::bigint
  ) AS due_in_parts
  WHERE $4::boolean
  GROUP BY site_id
),
-- Sites in use and sites of which there is something to report. Grouped, not joined: a join would add up once more for each site.
figures_of_sites AS (
  SELECT site_id, sum(started) AS started, sum(incompleted) AS incompleted, sum(completed) AS completed,
    sum(planned) AS planned, sum(scanned) AS scanned, sum(on_time) AS on_time, sum(done_late) AS done_late,
    sum(incomplete) AS incomplete, sum(missed) AS missed, sum(excused) AS excused, sum(under_way) AS under_way,
    sum(waiting) AS waiting
  FROM (
    SELECT site_id, false AS is_in_use, started, incompleted, completed, planned, scanned,
      0 AS on_time, 0 AS done_late, 0 AS incomplete, 0 AS missed, 0 AS excused, 0 AS under_way, 0 AS waiting
    FROM rounds_of_sites
    UNION ALL
    SELECT site_id, false, 0, 0, 0, 0, 0, on_time, done_late, incomplete, missed, excused, under_way, waiting
    FROM due_of_sites
    UNION ALL
    SELECT id, true, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM sites
    WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR id = $2::uuid) AND deleted_at IS NULL AND activated
  ) AS figures
  GROUP BY site_id
  HAVING bool_or(is_in_use)
    OR sum(started + on_time + done_late + incomplete + missed + excused + under_way + waiting) > 0
),
due_of_guards AS (
  SELECT guard_id, sum(sign * on_time) AS on_time, sum(sign * done_late) AS done_late,
    sum(sign * incomplete) AS incomplete, sum(sign * missed) AS missed, sum(sign * excused) AS excused,
    sum(sign * under_way) AS under_way, sum(sign * waiting) AS waiting,
    sum(sign * (done_late + incomplete + missed)) AS not_on_time
  FROM (
    SELECT sign, counted.*, 0 AS waiting FROM part CROSS JOIN LATERAL (
      SELECT guard_id, on_time, done_late, incomplete, missed, excused, under_way FROM guard_due_rollups
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT sign, whose.guard_id, (outcome = 'onTime')::int, (outcome = 'doneLate')::int, (outcome = 'incomplete')::int,
      (outcome = 'missed')::int, (outcome = 'excused')::int, (outcome = 'underWay')::int, 0
    FROM part
    CROSS JOIN LATERAL (
      SELECT outcome, begun_by, guard_ids FROM due_rounds
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND due_at_ms >= part.from_ms AND due_at_ms < part.to_ms OFFSET 0) AS due
    CROSS JOIN LATERAL (
      SELECT DISTINCT unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS guard_id) AS whose
    WHERE hours = 0
    UNION ALL
    SELECT 1, whose.guard_id, 0, 0, 0, (missed_at_ms <= $11::bigint)::int, 0, 0, (missed_at_ms > $11::bigint)::int
    FROM due_rounds
    CROSS JOIN LATERAL (
      SELECT DISTINCT unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS guard_id) AS whose
    WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid) AND status IN ('due', 'late')
      AND due_at_ms >= $9::bigint AND due_at_ms < $10::bigint AND due_at_ms <= $11::bigint
  ) AS due_in_parts
  WHERE $4::boolean
  GROUP BY guard_id
),
missed_checkpoints_of_span AS (
  SELECT checkpoint_id, sum(sign * missed) AS missed
  FROM (
    SELECT sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT checkpoint_id, missed FROM checkpoint_rollups
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT checkpoint_id, 1 FROM missed_checkpoints
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND started_at_ms >= part.from_ms AND started_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
  ) AS missed_in_parts
  WHERE $3::boolean
  GROUP BY checkpoint_id
),
-- Those who come first, with all who equal the last of them: names decide between equals, and only these are looked up.
first_guards AS (
  SELECT * FROM due_of_guards WHERE not_on_time > 0
  ORDER BY not_on_time DESC, on_time
  FETCH FIRST ${rankedGuardsMax} ROWS WITH TIES
),
first_checkpoints AS (
  SELECT * FROM missed_checkpoints_of_span WHERE missed > 0
  ORDER BY missed DESC
  FETCH FIRST ${rankedCheckpointsMax} ROWS WITH TIES
),
named_guards AS (
  SELECT g.id, trim(g.first_name || ' ' || g.last_name) AS name, f.*
  FROM first_guards AS f JOIN guards AS g ON g.tenant_id = $1::uuid AND g.id = f.guard_id
  ORDER BY f.not_on_time DESC, f.on_time, g.sort_name, g.id
  LIMIT ${rankedGuardsMax}
),
named_checkpoints AS (
  SELECT c.id, c.name, s.name AS "siteName", f.missed
  FROM first_checkpoints AS f
  JOIN checkpoints AS c ON c.tenant_id = $1::uuid AND c.id = f.checkpoint_id
  JOIN sites AS s ON s.tenant_id = $1::uuid AND s.id = c.site_id
  ORDER BY f.missed DESC, c.sort_name, c.id
  LIMIT ${rankedCheckpointsMax}
),
named_sites AS (
  SELECT s.id, s.name,
    CASE WHEN $3::boolean THEN json_build_object('inProgress', started - incompleted - completed,
      'incompleted', incompleted, 'completed', completed, 'planned', planned, 'scanned', scanned) END AS rounds,
    CASE WHEN $4::boolean THEN json_build_object('onTime', on_time, 'doneLate', done_late, 'incomplete', incomplete,
      'missed', missed, 'excused', excused, 'underWay', under_way, 'waiting', waiting) END AS due
  FROM figures_of_sites AS f JOIN sites AS s ON s.tenant_id = $1::uuid AND s.id = f.site_id
  ORDER BY s.sort_name, s.id
  LIMIT ${namedSitesMax}
)
SELECT
  (SELECT coalesce(json_agg(s), '[]') FROM named_sites AS s) AS sites,
  CASE WHEN $4::boolean THEN (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'due', json_build_object(
      'onTime', on_time, 'doneLate', done_late, 'incomplete', incomplete, 'missed', missed, 'excused', excused,
      'underWay', under_way, 'waiting', waiting))), '[]') FROM named_guards) END AS guards,
  CASE WHEN $3::boolean THEN (SELECT coalesce(json_agg(c), '[]') FROM named_checkpoints AS c) END AS missed`;

export async function findRanking({ db, tenantId }: SiteScope, asked: RankingAsked): Promise<FoundRanking> {
  const { siteId, span, nowMs, seesRounds, seesDue } = asked;
  const parts = rollupParts(span);
  const { rows } = await db.executeQuery<FoundRanking>(
    CompiledQuery.raw(rankingText, [
      tenantId,
      siteId,
      seesRounds,
      seesDue,
      parts.map(({ sign }) => sign),
      parts.map(({ hours }) => hours),
      parts.map(({ fromMs }) => fromMs),
      parts.map(({ toMs }) => toMs),
      span.fromMs,
      span.toMs,
      nowMs,
    ]),
  );
  const [found] = rows;
  if (found === undefined) throw new Error('a statement of values always has a row');
  return found;
}
