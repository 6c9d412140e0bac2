// What triggers keep of rounds, added up at once from all rows. The test holds it against the triggers' own work.

/** Tables that follow from others, each with the statement that fills it. */
export interface Rollup {
  readonly table: string;
  readonly statement: string;
}

const nil = `'00000000-0000-0000-0000-000000000000'::uuid`;
const dayMs = 86_400_000;
const quarterMs = 900_000;
const slots = 96;

// Rounds ------------------------------------------------------------------------------------------------------------

const countedRounds = (guard: string, site: string) => `
  SELECT tenant_id, ${guard}, ${site}, CASE grouping(day_ms, quarter_ms) WHEN 0 THEN 2 WHEN 1 THEN 1 ELSE 0 END,
    coalesce(quarter_ms, day_ms, 0), count(*), count(*) FILTER (WHERE status_code = 1001),
    count(*) FILTER (WHERE status_code = 1005), count(*) FILTER (WHERE status_code = 1010), sum(total_check_points),
    coalesce(sum(total_check_points) FILTER (WHERE status_code = 1005), 0),
    coalesce(sum(total_check_points) FILTER (WHERE status_code = 1010), 0)
  FROM (SELECT *, started_at_ms - started_at_ms % ${dayMs} AS day_ms,
    started_at_ms - started_at_ms % ${quarterMs} AS quarter_ms FROM rounds) AS r
  GROUP BY tenant_id, ${[guard, site]
    .filter((each) => each !== nil)
    .map((each) => `${each}, `)
    .join('')}
    ROLLUP (day_ms, quarter_ms)`;

const roundCounts: Rollup = {
  table: 'round_counts',
  statement: `INSERT INTO round_counts (tenant_id, guard_id, site_id, grain, bucket_ms, rounds, in_progress, incompleted, completed,
      checkpoints, planned_incompleted, planned_completed)
    ${[countedRounds(nil, nil), countedRounds(nil, 'site_id'), countedRounds('guard_id', 'site_id')].join(' UNION ALL ')}`,
};

/** The running total of each slot that changes, repeated up to the next that does. */
const totals = (figure: string) =>
  `('{' || rtrim(repeat('0,', min(slot) - 1) || string_agg(repeat(${figure} || ',', until - slot), '' ORDER BY slot), ',') || '}')::int[]`;

const roundSums: Rollup = {
  table: 'round_sums',
  statement: `WITH added AS (
      SELECT tenant_id, subject.site_id, place.grain, place.bucket_ms, place.slot, sum(begun) AS begun,
        sum(incompleted) AS incompleted, sum(completed) AS completed
      FROM (SELECT tenant_id, site_id, started_at_ms - started_at_ms % ${quarterMs} AS at_ms, count(*) AS begun,
          count(*) FILTER (WHERE status_code = 1005) AS incompleted, count(*) FILTER (WHERE status_code = 1010) AS completed
        FROM rounds GROUP BY 1, 2, 3) AS quarter
      CROSS JOIN LATERAL (VALUES (${nil}), (quarter.site_id)) AS subject (site_id)
      CROSS JOIN LATERAL (VALUES (0, at_ms - at_ms % ${dayMs}, (at_ms % ${dayMs} / ${quarterMs})::int + 1),
        (1, at_ms - at_ms % ${slots * dayMs}, (at_ms % ${slots * dayMs} / ${dayMs})::int + 1)) AS place (grain, bucket_ms, slot)
      GROUP BY 1, 2, 3, 4, 5),
    summed AS (
      SELECT tenant_id, site_id, grain, bucket_ms, slot, lead(slot, 1, ${slots + 1}) OVER up_to AS until,
        sum(begun) OVER up_to AS begun, sum(incompleted) OVER up_to AS incompleted, sum(completed) OVER up_to AS completed
      FROM added WINDOW up_to AS (PARTITION BY tenant_id, site_id, grain, bucket_ms ORDER BY slot))
    INSERT INTO round_sums (tenant_id, site_id, grain, bucket_ms, begun, incompleted, completed)
    SELECT tenant_id, site_id, grain, bucket_ms, ${totals('begun')}, ${totals('incompleted')}, ${totals('completed')}
    FROM summed GROUP BY 1, 2, 3, 4`,
};

/** SQL relation of the lengths of rollups, and when the interval of a time starts. */
const lengths = 'unnest(ARRAY[1, 24, 168, 2184]::bigint[]) AS length (hours)';
const startOf = (atMs: string) => `${atMs} - ${atMs} % (length.hours * 3600000)`;

const siteRounds: Rollup = {
  table: 'site_round_rollups',
  statement: `INSERT INTO site_round_rollups
    SELECT tenant_id, length.hours, ${startOf('at_ms')}, site_id, sum(started), sum(incompleted), sum(completed), sum(planned),
      sum(scanned)
    FROM (SELECT tenant_id, site_id, started_at_ms - started_at_ms % 3600000 AS at_ms, count(*) AS started,
        count(*) FILTER (WHERE status_code = 1005) AS incompleted, count(*) FILTER (WHERE status_code = 1010) AS completed,
        coalesce(sum(total_check_points) FILTER (WHERE status_code <> 1001), 0) AS planned,
        coalesce(sum(scanned_check_points) FILTER (WHERE status_code <> 1001), 0) AS scanned
      FROM rounds GROUP BY 1, 2, 3) AS hour
    CROSS JOIN ${lengths} GROUP BY 1, 2, 3, 4`,
};

/** By the product's own function, some thousand rounds at a time. */
const missedCheckpoints: Rollup = {
  table: 'missed_checkpoints',
  statement: `INSERT INTO missed_checkpoints SELECT missed.*
    FROM (SELECT array_agg(tenant_id ORDER BY id) AS tenants, array_agg(id ORDER BY id) AS rounds
      FROM (SELECT tenant_id, id, row_number() OVER (ORDER BY tenant_id, id) / 5000 AS part FROM rounds
        WHERE status_code = 1005) AS incompleted GROUP BY part) AS parts
    CROSS JOIN LATERAL missed_of(tenants, rounds) AS missed`,
};

const missedOfCheckpoints: Rollup = {
  table: 'checkpoint_rollups',
  statement: `INSERT INTO checkpoint_rollups
    SELECT tenant_id, length.hours, ${startOf('started_at_ms')}, checkpoint_id, site_id, count(*)
    FROM missed_checkpoints CROSS JOIN ${lengths} GROUP BY 1, 2, 3, 4, 5`,
};

/** What fill_round_doubts() does for one tenant after the other, which would read all scans for each. */
const roundFlags: Rollup = {
  table: 'round_doubts',
  statement: `INSERT INTO round_doubts (tenant_id, round_id, flag, scans, started_at_ms)
    SELECT r.tenant_id, r.id, f.flag, count(*), r.started_at_ms
    FROM (SELECT tenant_id, round_id, flags FROM scans WHERE flags <> '{}') AS s CROSS JOIN unnest(s.flags) AS f (flag)
    JOIN rounds AS r ON r.tenant_id = s.tenant_id AND r.id = s.round_id GROUP BY r.tenant_id, r.id, f.flag, r.started_at_ms`,
};

// Due rounds --------------------------------------------------------------------------------------------------------

const outcomes = ['onTime', 'doneLate', 'incomplete', 'missed', 'excused', 'underWay']
  .map((outcome) => `count(*) FILTER (WHERE outcome = '${outcome}')`)
  .join(', ');

const siteDue: Rollup = {
  table: 'site_due_rollups',
  statement: `INSERT INTO site_due_rollups
    SELECT tenant_id, length.hours, ${startOf('due_at_ms')}, site_id, ${outcomes}
    FROM due_rounds CROSS JOIN ${lengths} WHERE outcome <> 'waiting' GROUP BY 1, 2, 3, 4`,
};

const guardDue: Rollup = {
  table: 'guard_due_rollups',
  statement: `INSERT INTO guard_due_rollups
    SELECT tenant_id, length.hours, ${startOf('due_at_ms')}, whose.guard_id, site_id, ${outcomes}
    FROM due_rounds CROSS JOIN LATERAL (
      SELECT DISTINCT unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS guard_id) AS whose
    CROSS JOIN ${lengths} WHERE outcome <> 'waiting' GROUP BY 1, 2, 3, 4, 5`,
};

/** Those of a step follow from tables of steps before; the longest come first. */
export const rollupSteps: readonly (readonly Rollup[])[] = [
  [roundCounts, missedCheckpoints, roundSums, siteRounds, roundFlags],
  [guardDue, siteDue, missedOfCheckpoints],
];
