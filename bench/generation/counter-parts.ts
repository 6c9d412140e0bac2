// What the statements that fill counters at once are put together from.

export const nil = `'00000000-0000-0000-0000-000000000000'::uuid`;
/** Of a row of sums. */
const slots = 96;
export const quarterMs = 900_000;
export const dayMs = slots * quarterMs;
export const startOf = (column: string, length: number) => `${column} - ${column} % ${length}`;

/** A counter's column, and the SQL of its sum over signed rows. */
export type Figure = readonly [name: string, sum: string];

export const named = (figures: readonly Figure[]) => figures.map(([name]) => name).join(', ');
export const summed = (figures: readonly Figure[]) => figures.map(([, sum]) => sum).join(', ');

export const roundFigures: readonly Figure[] = [
  ['rounds', 'sum(sign)'],
  ['in_progress', 'coalesce(sum(sign) FILTER (WHERE status_code = 1001), 0)'],
  ['incompleted', 'coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0)'],
  ['completed', 'coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0)'],
  ['checkpoints', 'sum(sign * total_check_points)'],
  ['planned_incompleted', 'coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1005), 0)'],
  ['planned_completed', 'coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1010), 0)'],
];

const outcomes = {
  on_time: 'onTime',
  done_late: 'doneLate',
  incomplete: 'incomplete',
  missed: 'missed',
  excused: 'excused',
  under_way: 'underWay',
};
export const dueFigures: readonly Figure[] = Object.entries(outcomes).map(
  ([name, outcome]) => [name, `coalesce(sum(sign) FILTER (WHERE outcome = '${outcome}'), 0)`] as const,
);

export interface PackedTable {
  readonly table: string;
  /** What a row belongs to besides the tenant and the time. */
  readonly keys: readonly string[];
  readonly figures: readonly Figure[];
}

/** Kinds of rows of sums, and how long a slot of each is. */
const packs = [
  { grain: 0, slotMs: quarterMs },
  { grain: 1, slotMs: dayMs },
] as const;

/** SQL rows (grain, bucket_ms, slot): where a time lies. */
export const placesOf = (atMs: string, grains: readonly number[] = [0, 1]) =>
  packs
    .filter(({ grain }) => grains.includes(grain))
    .map(
      ({ grain, slotMs }) =>
        `(${grain}, ${atMs} - ${atMs} % ${slotMs * slots}, (${atMs} % ${slotMs * slots} / ${slotMs})::int + 1)`,
    )
    .join(', ');

/** The query of what each slot adds; `from` names the keys, `place` and the rows. */
export const changesOf = ({ keys, figures }: PackedTable, keySources: readonly string[], from: string) => `
  SELECT tenant_id, ${keySources.map((source, at) => `${source} AS ${keys[at]}`).join(', ')}, place.grain,
    place.bucket_ms, place.slot, ${figures.map(([name, amount]) => `(${amount})::int AS ${name}`).join(', ')}
  FROM ${from}
  GROUP BY ${Array.from({ length: keys.length + 4 }, (_, at) => at + 1).join(', ')}
  HAVING (${figures.map(([, amount]) => amount).join(', ')}) <> (${figures.map(() => '0').join(', ')})
  ORDER BY ${Array.from({ length: keys.length + 4 }, (_, at) => at + 1).join(', ')}`;
