// How the rounds of a span came about, by quarters of an hour or summed up by day and by hour of the week.
import { CompiledQuery } from 'kysely';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import { dayMs, packs, slots } from '../../platform/rollups/round-sums.ts';

/** Whole UTC days in which the zone's clocks run alike. */
export interface AlikeDays extends TimeRange {
  /** Quarters of an hour of each that lie before the zone's midnight. */
  readonly midnight: number;
}

export interface TrendParts {
  /** Starts of UTC days to be told by quarters of an hour. */
  readonly singleDays: readonly number[];
  readonly alike: readonly AlikeDays[];
  /** Less than a quarter of an hour each. */
  readonly cuts: readonly TimeRange[];
}

/** started, incompleted, completed. */
export type Counts = readonly [number, number, number];

export interface FoundTrend {
  /** A day's start and, of each figure, the sums up to the end of each quarter of an hour. */
  readonly single: readonly (readonly [number, readonly number[], readonly number[], readonly number[]])[];
  /** A day's start, its counts before the zone's midnight, and those of the whole day. */
  readonly days: readonly (readonly [number, ...Counts, ...Counts])[];
  /** Number of the alike days, weekday of UTC from Thursday 0, and sums up to the 24 turns of the zone's hours and the day's end. */
  readonly week: readonly (readonly [number, number, readonly (number | null)[]])[];
  /** By their number. */
  readonly cuts: readonly (readonly [number, ...Counts])[];
}

const allSites = '00000000-0000-0000-0000-000000000000';

/** SQL of rows as one JSON list of lists. */
const asArrays = (columns: readonly string[], from: string): string =>
  `(SELECT coalesce(json_agg(json_build_array(${columns.join(', ')})), '[]'::json) FROM ${from})`;

const figures = ['begun', 'incompleted', 'completed'];
const hourTurns = Array.from({ length: 24 }, (_, hour) => `sum(begun[phase + ${4 * hour}])`);

export async function findTrend(
  scope: SiteScope,
  siteId: string | null,
  { singleDays, alike, cuts }: TrendParts,
): Promise<FoundTrend> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const site = values.add(siteId ?? allSites, 'uuid');
  const list = (of: (days: AlikeDays, at: number) => number, type: string) =>
    values.add(alike.map(of), `${type}[]`);
  const ends = (of: (cut: TimeRange) => number) => values.add(cuts.map(of), 'bigint[]');
  const packed = `round_sums WHERE tenant_id = ${tenant} AND site_id = ${site} AND grain = ${packs.quarters}`;
  const text = `WITH alike AS MATERIALIZED (SELECT * FROM unnest(${list((_, at) => at, 'int')},
      ${list(({ fromMs }) => fromMs, 'bigint')}, ${list(({ toMs }) => toMs, 'bigint')},
      ${list(({ midnight }) => midnight, 'int')}, ${list(({ midnight }) => midnight % 4, 'int')})
      AS alike (part, from_ms, to_ms, midnight, phase)),
    cut AS MATERIALIZED (SELECT * FROM unnest(${values.add([...cuts.keys()], 'int[]')},
      ${ends(({ fromMs }) => fromMs)}, ${ends(({ toMs }) => toMs)}) AS cut (asked, from_ms, to_ms)),
    day AS (SELECT * FROM alike CROSS JOIN LATERAL (SELECT bucket_ms, ${figures.join(', ')} FROM ${packed}
      AND bucket_ms >= alike.from_ms AND bucket_ms < alike.to_ms OFFSET 0) AS d)
    SELECT ${asArrays(['bucket_ms', ...figures], `${packed} AND bucket_ms = ANY (${values.add(singleDays, 'bigint[]')})`)} AS single,
      ${asArrays(
        [
          'bucket_ms',
          ...figures.map((name) => `coalesce(${name}[midnight], 0)`),
          ...figures.map((name) => `${name}[${slots}]`),
        ],
        'day',
      )} AS days,
      ${asArrays(
        ['part', 'weekday', 'sums'],
        `(SELECT part, bucket_ms / ${dayMs} % 7 AS weekday, ARRAY[${hourTurns.join(', ')}, sum(begun[${slots}])] AS sums
          FROM day GROUP BY 1, 2) AS w`,
      )} AS week,
      ${asArrays(
        ['asked', 'n', 'incompleted', 'completed'],
        `(SELECT asked, counted.* FROM cut CROSS JOIN LATERAL (SELECT count(*) AS n,
          count(*) FILTER (WHERE status_code = 1005) AS incompleted, count(*) FILTER (WHERE status_code = 1010) AS completed
          FROM rounds WHERE tenant_id = ${tenant} AND ${site} IN (site_id, '${allSites}') AND started_at_ms >= cut.from_ms AND started_at_ms < cut.to_ms) AS counted) AS c`,
      )} AS cuts`;
  const { rows } = await scope.db.executeQuery<FoundTrend>(CompiledQuery.raw(text, values.list));
  return rows[0] ?? { single: [], days: [], week: [], cuts: [] };
}
