// What triggers keep of rounds, added up at once from all rows. The test holds it against the triggers' own work.
import {
  changesOf,
  dayMs,
  dueFigures,
  named,
  nil,
  type PackedTable,
  placesOf,
  quarterMs,
  roundFigures,
  startOf,
  summed,
} from './counter-parts.ts';

/** Tables that follow from others, each with the statement that fills it. */
export interface Rollup {
  readonly table: string;
  readonly statement: string;
}

const sixHoursMs = dayMs / 4;
const slots = 96;

/** Running sums of 96 slots out of what is added in some of them, each repeated up to the next. */
const packed = ({ table, keys, figures }: PackedTable, changes: string): Rollup => {
  const place = ['tenant_id', ...keys, 'grain', 'bucket_ms'].join(', ');
  const names = figures.map(([name]) => name);
  const repeated = (name: string) =>
    `('{' || rtrim(repeat('0,', min(slot) - 1) || string_agg(repeat(${name} || ',', until - slot), '' ORDER BY slot), ',') || '}')::int[]`;
  return {
    table,
    statement: `WITH added AS (${changes}),
      summed AS (SELECT ${place}, slot, lead(slot, 1, ${slots + 1}) OVER up_to AS until,
        ${names.map((name) => `sum(coalesce(${name}, 0)) OVER up_to AS ${name}`).join(', ')}
        FROM added WINDOW up_to AS (PARTITION BY ${place} ORDER BY slot))
      INSERT INTO ${table} (${place}, ${names.join(', ')})
      SELECT ${place}, ${names.map(repeated).join(', ')} FROM summed GROUP BY ${place}`,
  };
};

// Rounds ------------------------------------------------------------------------------------------------------------

const countedRounds = (guard: string, site: string) => `
  SELECT tenant_id, ${guard}, ${site}, CASE grouping(day_ms, quarter_ms) WHEN 0 THEN 2 WHEN 1 THEN 1 ELSE 0 END,
    coalesce(quarter_ms, day_ms, 0), ${summed(roundFigures)}
  FROM (SELECT *, 1 AS sign, ${startOf('started_at_ms', dayMs)} AS day_ms,
    ${startOf('started_at_ms', quarterMs)} AS quarter_ms FROM rounds) AS r
  GROUP BY tenant_id, ${[guard, site]
    .filter((each) => each !== nil)
    .map((each) => `${each}, `)
    .join('')}
    ROLLUP (day_ms, quarter_ms)`;

const roundCounts: Rollup = {
  table: 'round_counts',
  statement: `INSERT INTO round_counts (tenant_id, guard_id, site_id, grain, bucket_ms, ${named(roundFigures)})
    ${[countedRounds(nil, nil), countedRounds(nil, 'site_id'), countedRounds('guard_id', 'site_id')].join(' UNION ALL ')}`,
};

const roundSums = packed(
  {
    table: 'round_sums',
    keys: ['site_id'],
    figures: [
      ['begun', 'sum(begun)'],
      ['incompleted', 'sum(incompleted)'],
      ['completed', 'sum(completed)'],
      ['planned', 'sum(planned)'],
      ['scanned', 'sum(scanned)'],
    ],
  },
  changesOf(
    {
      table: 'round_sums',
      keys: ['site_id'],
      figures: ['begun', 'incompleted', 'completed', 'planned', 'scanned'].map((name) => [
        name,
        `sum(${name})`,
      ]),
    },
    ['subject.site_id'],
    `(SELECT tenant_id, site_id, ${startOf('started_at_ms', quarterMs)} AS started_at_ms, count(*) AS begun,
        count(*) FILTER (WHERE status_code = 1005) AS incompleted, count(*) FILTER (WHERE status_code = 1010) AS completed,
        coalesce(sum(total_check_points) FILTER (WHERE status_code <> 1001), 0) AS planned,
        coalesce(sum(scanned_check_points) FILTER (WHERE status_code <> 1001), 0) AS scanned
      FROM rounds GROUP BY 1, 2, 3) AS changed
      CROSS JOIN LATERAL (VALUES (${nil}), (changed.site_id)) AS subject (site_id)
      CROSS JOIN LATERAL (VALUES ${placesOf('started_at_ms')}) AS place (grain, bucket_ms, slot)`,
  ),
);

/** By the product's own function, some thousand rounds at a time. */
const missedCheckpoints: Rollup = {
  table: 'missed_checkpoints',
  statement: `INSERT INTO missed_checkpoints SELECT missed.*
    FROM (SELECT array_agg(tenant_id ORDER BY id) AS tenants, array_agg(id ORDER BY id) AS rounds
      FROM (SELECT tenant_id, id, row_number() OVER (ORDER BY tenant_id, id) / 5000 AS part FROM rounds
        WHERE status_code = 1005) AS incompleted GROUP BY part) AS parts
    CROSS JOIN LATERAL missed_of(tenants, rounds) AS missed`,
};

const missed: PackedTable = {
  table: 'missed_sums',
  keys: ['site_id', 'checkpoint_id'],
  figures: [['missed', 'count(*)']],
};
const missedSums = packed(
  missed,
  changesOf(
    missed,
    ['changed.site_id', 'changed.checkpoint_id'],
    `missed_checkpoints AS changed
      CROSS JOIN LATERAL (VALUES ${placesOf('started_at_ms', [1])}) AS place (grain, bucket_ms, slot)`,
  ),
);

/** What fill_round_doubts() does for one tenant after the other, which would read all scans for each. */
const roundDoubts: Rollup = {
  table: 'round_doubts',
  statement: `INSERT INTO round_doubts (tenant_id, round_id, flag, scans, started_at_ms)
    SELECT r.tenant_id, r.id, f.flag, count(*), r.started_at_ms
    FROM (SELECT tenant_id, round_id, flags FROM scans WHERE flags <> '{}') AS s CROSS JOIN unnest(s.flags) AS f (flag)
    JOIN rounds AS r ON r.tenant_id = s.tenant_id AND r.id = s.round_id GROUP BY r.tenant_id, r.id, f.flag, r.started_at_ms`,
};

// Due rounds --------------------------------------------------------------------------------------------------------

const guardsOf = `SELECT DISTINCT whose, changed.site_id
  FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose`;
const settled = `(SELECT *, 1 AS sign FROM due_rounds WHERE outcome <> 'waiting') AS changed`;

const dueCounts: Rollup = {
  table: 'due_counts',
  statement: `INSERT INTO due_counts (tenant_id, guard_id, site_id, grain, bucket_ms, ${named(dueFigures)})
    SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms, ${summed(dueFigures)}
    FROM ${settled} CROSS JOIN LATERAL (VALUES (${nil}, ${nil}) UNION ALL ${guardsOf}) AS subject (guard_id, site_id)
    CROSS JOIN LATERAL (VALUES (0, 0::bigint), (2, ${startOf('due_at_ms', quarterMs)}),
      (4, ${startOf('due_at_ms', sixHoursMs)})) AS bucket (grain, at_ms)
    WHERE (bucket.grain = 0) = (subject.site_id = ${nil}) GROUP BY 1, 2, 3, 4, 5`,
};

const due: PackedTable = { table: 'due_sums', keys: ['guard_id', 'site_id'], figures: dueFigures };
const dueSums = packed(
  due,
  changesOf(
    due,
    ['subject.guard_id', 'subject.site_id'],
    `${settled}
      CROSS JOIN LATERAL (VALUES (${nil}, ${nil}), (${nil}, changed.site_id) UNION ALL ${guardsOf})
        AS subject (guard_id, site_id)
      JOIN LATERAL (VALUES ${placesOf('due_at_ms')}) AS place (grain, bucket_ms, slot)
        ON place.grain = 1 OR subject.guard_id = ${nil}`,
  ),
);

/** Those of a step follow from tables of steps before; the longest come first. */
export const rollupSteps: readonly (readonly Rollup[])[] = [
  [roundCounts, missedCheckpoints, roundSums, roundDoubts],
  [dueCounts, dueSums, missedSums],
];
