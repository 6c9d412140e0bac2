// What the counters of rounds tell of a filter: how many it matches, and where the row of a number lies.
import { roundStatus } from '@watchpost/domain/round-status';
import type { TimeRange } from '@watchpost/domain/time-zone';
import {
  type CountWindow,
  grainMs,
  grains,
  seekWindows,
  splitBy,
  totalWindows,
} from '../../platform/rollups/count-windows.ts';
import { dayMs, packs, quarterMs, slots } from '../../platform/rollups/round-sums.ts';
import {
  type RoundFilter,
  type RoundQuery,
  isOfNamedRounds,
  isOfWholeCounters,
} from './round-query.queries.ts';

/** The exact totals of the filter and the tenant's latest arrival: columns rounds, checkpoints and as_of of one row. */
export const totalsOf = (q: RoundQuery): string =>
  `SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = ${q.tenant}), 0) AS as_of
    FROM (${summandsOf(q)}) AS counters`;

function summandsOf(q: RoundQuery): string {
  if (isOfNamedRounds(q.filter))
    return `SELECT count(*) AS rounds, sum(total_check_points) AS checkpoints FROM ${q.named()} AS rounds`;
  if (!isOfWholeCounters(q.filter))
    return `SELECT sum(n) AS rounds, sum(planned) AS checkpoints FROM (${intervalsOf(q, totalWindows)}) AS s`;
  const windows = totalWindows(q.filter.range).map((window) => windowOf(q, window));
  return countersIn(windows, 'rounds, checkpoints', q.subject());
}

/** A CountWindow whose ends are SQL. */
interface Window {
  readonly grain: number;
  readonly from: string;
  readonly to: string;
}

const windowOf = (q: RoundQuery, { grain, fromMs, toMs }: CountWindow): Window => ({
  grain,
  from: q.value(fromMs, 'bigint'),
  to: q.value(toMs, 'bigint'),
});

/** Counters of a subject in some windows; one query for each, which is what lets the index give their order. */
const countersIn = (windows: readonly Window[], columns: string, subject: string): string =>
  windows
    .map(
      ({ grain, from, to }) =>
        `SELECT ${columns} FROM round_counts
          WHERE ${subject} AND grain = ${grain} AND bucket_ms >= ${from} AND bucket_ms < ${to}`,
    )
    .join(' UNION ALL ');

/** Common tables ending with `hit`: the quarter hour in which row number `offset` lies, and how many rows to skip within it. */
export const matchOf = (q: RoundQuery, offset: number): string =>
  q.filter.range === null && q.filter.guardIds === null ? matchInSums(q, offset) : matchInCounters(q, offset);

/**
 * Of all that a site or the tenant has, by running sums: the 96 days of the row, then its day, then its quarter, each found
 * by halves. `place` counts from the earliest round on, from 1, within what is left of it.
 */
function matchInSums(q: RoundQuery, offset: number): string {
  const { isAscending } = q.filter;
  const [site, at] = [q.siteKey(), q.value(offset, 'bigint')];
  const sums = (grain: number) =>
    `FROM round_sums WHERE tenant_id = ${q.tenant} AND site_id = ${site} AND grain = ${grain}`;
  const before = 'width_bucket(place - 1, begun)';
  const upto = `coalesce(begun[${before}], 0)`;
  return `spans AS MATERIALIZED (
      SELECT bucket_ms, begun, begun[${slots}] AS rounds, sum(begun[${slots}]) OVER (ORDER BY bucket_ms) AS upto
      ${sums(packs.days)}),
    asked AS (SELECT ${isAscending ? `${at} + 1` : `max(upto) - ${at}`} AS place FROM spans),
    span AS (SELECT bucket_ms, begun, (place - upto + rounds)::int AS place FROM spans, asked
      WHERE place > 0 AND upto >= place ORDER BY bucket_ms LIMIT 1),
    day AS MATERIALIZED (SELECT bucket_ms + ${before} * ${dayMs}::bigint AS from_ms, place - ${upto} AS place FROM span),
    hit AS MATERIALIZED (
      SELECT from_ms + ${before} * ${quarterMs}::bigint AS bucket_ms,
        (${isAscending ? `place - 1 - ${upto}` : `begun[${before} + 1] - place`})::bigint AS skip
      FROM day, (SELECT begun ${sums(packs.quarters)} AND bucket_ms = (SELECT from_ms FROM day)) AS quarters)`;
}

/** Counters come in the order of the index, so that adding up ends where the row is found. */
function matchInCounters(q: RoundQuery, offset: number): string {
  const { range, guardIds, isAscending } = q.filter;
  const at = q.value(offset, 'float8');
  const order = `ORDER BY bucket_ms ${isAscending ? 'ASC' : 'DESC'}`;
  const subject = q.subject();
  const lengthMs = `CASE grain WHEN ${grains.day} THEN ${grainMs[grains.day]} ELSE ${grainMs[grains.quarter]} END`;
  const upto = `sum(rounds) OVER (${order} ROWS UNBOUNDED PRECEDING) AS upto`;
  // One subject has one counter a bucket; several guards' are added up first.
  const buckets = (windows: readonly Window[]) =>
    guardIds === null
      ? countersIn(windows, 'grain, bucket_ms, rounds::float8 AS rounds', subject)
      : `SELECT grain, bucket_ms, sum(rounds)::float8 AS rounds
          FROM (${countersIn(windows, 'grain, bucket_ms, rounds', subject)}) AS each GROUP BY grain, bucket_ms`;
  const coarse = seekWindows(range).map((window) => windowOf(q, window));
  // to_ms is computed apart: an expression that could fail is not pushed into an index under row-level security.
  const near = { grain: grains.quarter, from: '(SELECT from_ms FROM near)', to: '(SELECT to_ms FROM near)' };
  return `coarse AS (SELECT b.*, ${upto} FROM (${buckets(coarse)}) AS b),
    near AS MATERIALIZED (
      SELECT bucket_ms AS from_ms, bucket_ms + ${lengthMs} AS to_ms, ${at} - upto + rounds AS left_over
      FROM coarse WHERE upto > ${at} ${order} LIMIT 1),
    fine AS (SELECT b.*, ${upto} FROM (${buckets([near])}) AS b),
    hit AS (
      SELECT bucket_ms, ((SELECT left_over FROM near) - upto + rounds)::bigint AS skip
      FROM fine WHERE upto > (SELECT left_over FROM near) ${order} LIMIT 1)`;
}

const statusColumns: Readonly<Record<number, string>> = {
  [roundStatus.inProgress]: 'in_progress',
  [roundStatus.incompleted]: 'incompleted',
  [roundStatus.completed]: 'completed',
};
const plannedColumns: Readonly<Record<number, string>> = {
  [roundStatus.inProgress]: 'checkpoints - planned_incompleted - planned_completed',
  [roundStatus.incompleted]: 'planned_incompleted',
  [roundStatus.completed]: 'planned_completed',
};

const sumOf = (columns: Readonly<Record<number, string>>, codes: readonly number[]): string =>
  codes.map((code) => columns[code] ?? '0').join(' + ');
const roundsIn = ({ statusCodes }: RoundFilter) =>
  statusCodes === undefined ? 'rounds' : sumOf(statusColumns, statusCodes);
const plannedIn = ({ statusCodes }: RoundFilter) =>
  statusCodes === undefined ? 'checkpoints' : sumOf(plannedColumns, statusCodes);

interface Parts {
  readonly counters: readonly CountWindow[];
  readonly partials: readonly TimeRange[];
}

function partsOf({ range, windows }: RoundFilter, inAllTime: (range: null) => readonly CountWindow[]): Parts {
  if (windows === undefined && range === null) return { counters: inAllTime(null), partials: [] };
  const ranges = windows ?? (range === null ? [] : [range]);
  // Of hours no day is whole: quarters are looked up at once.
  const by = windows === undefined ? ([grains.day, grains.quarter] as const) : ([grains.quarter] as const);
  const parts = ranges.map((each) => splitBy(each, by));
  return { counters: parts.flatMap(({ counters }) => counters), partials: parts.flatMap(({ cuts }) => cuts) };
}

/**
 * Relation of intervals of time (from_ms, to_ms) with the numbers of rounds n and of their planned checkpoints in each:
 * counters, and counted rows where a counter is cut. A subject of several counters gives an interval several times.
 */
function intervalsOf(q: RoundQuery, inAllTime: (range: null) => readonly CountWindow[]): string {
  const { counters, partials } = partsOf(q.filter, inAllTime);
  const subject = q.subject();
  const windows = (of: (window: CountWindow) => number, type: string) => q.value(counters.map(of), type);
  const length = `CASE c.grain WHEN ${grains.day} THEN ${grainMs[grains.day]} ELSE ${quarterMs} END`;
  const counted = `SELECT c.bucket_ms AS from_ms, c.bucket_ms + ${length} AS to_ms, ${roundsIn(q.filter)} AS n,
      ${plannedIn(q.filter)} AS planned
    FROM unnest(${windows(({ grain }) => grain, 'smallint[]')}, ${windows(({ fromMs }) => fromMs, 'bigint[]')},
      ${windows(({ toMs }) => toMs, 'bigint[]')}) AS asked (grain, from_ms, to_ms)
    CROSS JOIN LATERAL (SELECT * FROM round_counts WHERE ${subject} AND grain = asked.grain
      AND bucket_ms >= asked.from_ms AND bucket_ms < asked.to_ms OFFSET 0) AS c`;
  if (partials.length === 0) return counted;
  const ends = (of: (partial: TimeRange) => number) => q.value(partials.map(of), 'bigint[]');
  return `${counted} UNION ALL SELECT cut.from_ms, cut.to_ms, r.n, r.planned
    FROM unnest(${ends(({ fromMs }) => fromMs)}, ${ends(({ toMs }) => toMs)}) AS cut (from_ms, to_ms)
    CROSS JOIN LATERAL (SELECT count(*) AS n, coalesce(sum(total_check_points), 0) AS planned FROM rounds
      WHERE ${q.with({ ...q.filter, range: null }).rounds().sql}
        AND started_at_ms >= cut.from_ms AND started_at_ms < cut.to_ms) AS r`;
}

/** SQL of numbers of rows, and in which direction of time the rows are numbered. */
interface SoughtRows {
  readonly direction: 'ASC' | 'DESC';
  readonly offset: string;
  readonly need: string;
}

/** Common tables ending with `hits`: the quarters of an hour in which rows number `offset` to `offset` + `need` lie. */
export function matchesOf(q: RoundQuery, { direction, offset, need }: SoughtRows): string {
  const upto = `sum(n) OVER (ORDER BY from_ms ${direction} ROWS UNBOUNDED PRECEDING)`;
  const isMatch = `upto > ${offset} AND upto - n < ${offset} + ${need}`;
  return `coarse AS (SELECT *, ${upto} AS upto FROM (SELECT from_ms, to_ms, sum(n) AS n
      FROM (${intervalsOf(q, seekWindows)}) AS s GROUP BY from_ms, to_ms HAVING sum(n) > 0) AS grouped),
    near AS MATERIALIZED (SELECT * FROM coarse WHERE ${isMatch}),
    fine AS (SELECT from_ms, to_ms, sum(n) AS n FROM (
        SELECT q.bucket_ms AS from_ms, q.bucket_ms + ${quarterMs} AS to_ms, ${roundsIn(q.filter)} AS n
        FROM near CROSS JOIN LATERAL (SELECT * FROM round_counts WHERE ${q.subject()} AND grain = ${grains.quarter}
          AND bucket_ms >= near.from_ms AND bucket_ms < near.to_ms OFFSET 0) AS q
        WHERE near.to_ms - near.from_ms > ${quarterMs}
        UNION ALL SELECT from_ms, to_ms, n FROM near WHERE to_ms - from_ms <= ${quarterMs}) AS q
      GROUP BY from_ms, to_ms HAVING sum(n) > 0),
    run AS (SELECT *, (SELECT min(upto - n) FROM near) + ${upto} AS upto FROM fine),
    hits AS MATERIALIZED (SELECT * FROM run WHERE ${isMatch})`;
}
