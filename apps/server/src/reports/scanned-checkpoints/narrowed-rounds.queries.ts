// Pages of rounds by filters that whole counters do not answer: a status, hours of the week, windows to the millisecond.
import { roundStatus } from '@watchpost/domain/round-status';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { SiteRange } from '../../platform/exports/report-zone.queries.ts';
import type { StatementValues } from '../../platform/db/statement-values.ts';
import {
  type CountWindow,
  grainMs,
  grains,
  seekWindows,
  splitBy,
  totalWindows,
} from '../../platform/rollups/count-windows.ts';
import type { RoundFilter } from './round-filter.ts';
import { countSubject, roundColumns, roundConditions, withinWindows } from './round-statements.queries.ts';

const quarterMs = grainMs[grains.quarter];
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

const sumOf = (
  columns: Readonly<Record<number, string>>,
  codes: readonly number[] | undefined,
  all: string,
) => (codes === undefined ? all : codes.map((code) => columns[code] ?? '0').join(' + '));

interface Parts {
  readonly counters: readonly CountWindow[];
  readonly cuts: readonly TimeRange[];
}

function partsOf({ range, windows }: RoundFilter, isForTotal: boolean): Parts {
  if (windows === undefined && range === null) {
    return { counters: isForTotal ? totalWindows(null) : seekWindows(null), cuts: [] };
  }
  const ranges = windows ?? (range === null ? [] : [range]);
  // Of hours no day is whole: quarters are looked up at once.
  const by = windows === undefined ? ([grains.day, grains.quarter] as const) : ([grains.quarter] as const);
  const parts = ranges.map((each) => splitBy(each, by));
  return { counters: parts.flatMap(({ counters }) => counters), cuts: parts.flatMap(({ cuts }) => cuts) };
}

/**
 * Relation of stretches of time (from_ms, to_ms) with the numbers of rounds n and of their planned checkpoints in each:
 * counters, and counted rows where a counter is cut. A subject of several counters gives a stretch several times.
 */
function stretches(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
  isForTotal = false,
): string {
  const { counters, cuts } = partsOf(filter, isForTotal);
  const subject = countSubject(values, tenant, scope, filter);
  const n = sumOf(statusColumns, filter.statusCodes, 'rounds');
  const planned = sumOf(plannedColumns, filter.statusCodes, 'checkpoints');
  const list = (of: (window: CountWindow) => number, type: string) => values.add(counters.map(of), type);
  const windows = `unnest(${list(({ grain }) => grain, 'smallint[]')}, ${list(({ fromMs }) => fromMs, 'bigint[]')},
    ${list(({ toMs }) => toMs, 'bigint[]')}) AS asked (grain, from_ms, to_ms)`;
  const length = `CASE c.grain WHEN ${grains.day} THEN ${grainMs[grains.day]} ELSE ${quarterMs} END`;
  const counted = `SELECT c.bucket_ms AS from_ms, c.bucket_ms + ${length} AS to_ms, ${n} AS n, ${planned} AS planned
    FROM ${windows} CROSS JOIN LATERAL (SELECT * FROM round_counts WHERE ${subject} AND grain = asked.grain
      AND bucket_ms >= asked.from_ms AND bucket_ms < asked.to_ms OFFSET 0) AS c`;
  if (cuts.length === 0) return counted;
  const conditions = roundConditions(values, tenant, scope, { ...filter, range: null });
  const cut = `unnest(${values.add(
    cuts.map(({ fromMs }) => fromMs),
    'bigint[]',
  )},
    ${values.add(
      cuts.map(({ toMs }) => toMs),
      'bigint[]',
    )}) AS cut (from_ms, to_ms)`;
  return `${counted} UNION ALL SELECT cut.from_ms, cut.to_ms, r.n, r.planned FROM ${cut}
    CROSS JOIN LATERAL (SELECT count(*) AS n, coalesce(sum(total_check_points), 0) AS planned FROM rounds
      WHERE ${conditions} AND started_at_ms >= cut.from_ms AND started_at_ms < cut.to_ms) AS r`;
}

/** Sums of the rounds and their planned checkpoints, as columns rounds and checkpoints. */
export function narrowedTotals(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
): string {
  return `SELECT sum(n) AS rounds, sum(planned) AS checkpoints FROM (${stretches(values, tenant, scope, filter, true)}) AS s`;
}

/** Common tables ending with `hits`: the quarters of an hour that hold rows number `offset` to `offset` + `need`. */
function hits(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
  page: { readonly direction: 'ASC' | 'DESC'; readonly offset: string; readonly need: string },
): string {
  const { direction, offset, need } = page;
  const upto = `sum(n) OVER (ORDER BY from_ms ${direction} ROWS UNBOUNDED PRECEDING)`;
  const isHit = `upto > ${offset} AND upto - n < ${offset} + ${need}`;
  const subject = countSubject(values, tenant, scope, filter);
  const n = sumOf(statusColumns, filter.statusCodes, 'rounds');
  return `coarse AS (SELECT *, ${upto} AS upto FROM (SELECT from_ms, to_ms, sum(n) AS n
      FROM (${stretches(values, tenant, scope, filter)}) AS s GROUP BY from_ms, to_ms HAVING sum(n) > 0) AS grouped),
    near AS MATERIALIZED (SELECT * FROM coarse WHERE ${isHit}),
    fine AS (SELECT from_ms, to_ms, sum(n) AS n FROM (
        SELECT q.bucket_ms AS from_ms, q.bucket_ms + ${quarterMs} AS to_ms, ${n} AS n
        FROM near CROSS JOIN LATERAL (SELECT * FROM round_counts WHERE ${subject} AND grain = ${grains.quarter}
          AND bucket_ms >= near.from_ms AND bucket_ms < near.to_ms OFFSET 0) AS q
        WHERE near.to_ms - near.from_ms > ${quarterMs}
        UNION ALL SELECT from_ms, to_ms, n FROM near WHERE to_ms - from_ms <= ${quarterMs}) AS q
      GROUP BY from_ms, to_ms HAVING sum(n) > 0),
    run AS (SELECT *, (SELECT min(upto - n) FROM near) + ${upto} AS upto FROM fine),
    hits AS MATERIALIZED (SELECT * FROM run WHERE ${isHit})`;
}

export interface NarrowedPage {
  readonly isBackward: boolean;
  readonly direction: 'ASC' | 'DESC';
  /** Of rows; 0 behind a cursor, which the filter's range ends at already. */
  readonly offset: number;
  readonly limit: number;
  /** Rows for which stretches of time are sought, at least `limit`. */
  readonly need: number;
  /** Further conditions over rounds: those of the cursor. */
  readonly conditions: readonly string[];
}

/** Common tables ending with `page`: the rows asked for, with roundColumns. */
export function narrowedPage(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
  { direction, offset, limit, need, conditions }: NarrowedPage,
): string {
  const order = `ORDER BY started_at_ms ${direction}, id ${direction}`;
  const at = values.add(offset, 'bigint');
  const sought = hits(values, tenant, scope, filter, {
    direction,
    offset: at,
    need: values.add(need, 'bigint'),
  });
  const where = [roundConditions(values, tenant, scope, { ...filter, range: null }), ...conditions].join(
    ' AND ',
  );
  return `${sought}, page AS MATERIALIZED (SELECT found.* FROM hits
    CROSS JOIN LATERAL (SELECT ${roundColumns} FROM rounds WHERE ${where}
      AND started_at_ms >= hits.from_ms AND started_at_ms < hits.to_ms OFFSET 0) AS found
    ${order} OFFSET ${at} - coalesce((SELECT min(upto - n) FROM hits), ${at}) LIMIT ${limit})`;
}

/**
 * The relation of rounds that rows beside them name: those that missed the filter's checkpoint, have its doubt, or are the one of
 * a former id.
 */
export function namedRounds(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
): string {
  if (filter.siteRanges !== undefined) return roundsBySite(values, tenant, scope, filter);
  const { doubt, missedId, orRoundId, windows } = filter;
  if (doubt === undefined && orRoundId === undefined) return missedRounds(values, tenant, scope, filter);
  const conditions = [roundConditions(values, tenant, scope, filter)];
  if (doubt !== undefined) conditions.push(isDoubted(values, tenant, filter));
  if (missedId !== undefined) {
    conditions.push(`id IN (SELECT m.round_id FROM missed_checkpoints m
      WHERE m.tenant_id = ${tenant} AND m.checkpoint_id = ${values.add(missedId, 'uuid')})`);
  }
  if (windows !== undefined) conditions.push(withinWindows(values, 'started_at_ms', windows));
  return `(SELECT * FROM rounds WHERE ${conditions.join(' AND ')})`;
}

function isDoubted(values: StatementValues, tenant: string, { doubt, range }: RoundFilter): string {
  const doubted = [`d.tenant_id = ${tenant}`];
  if (doubt !== 'any') doubted.push(`d.flag = ${values.add(doubt, 'text')}`);
  if (range !== null) {
    doubted.push(`d.started_at_ms >= ${values.add(range.fromMs, 'bigint')}`);
    doubted.push(`d.started_at_ms < ${values.add(range.toMs, 'bigint')}`);
  }
  return `id IN (SELECT d.round_id FROM round_doubts d WHERE ${doubted.join(' AND ')})`;
}

/** By the sites' own days, each read from the index of its site. */
function roundsBySite(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  { siteRanges = [], range: _all, windows: _windows, ...filter }: RoundFilter,
): string {
  const list = (of: (range: SiteRange) => string | number, type: string) =>
    values.add(siteRanges.map(of), type);
  const conditions = [
    roundConditions(values, tenant, scope, { ...filter, range: null }),
    'rounds.site_id = own.site_id AND started_at_ms >= own.from_ms AND started_at_ms < own.to_ms',
  ];
  if (filter.doubt !== undefined || filter.missedId !== undefined) {
    const named = namedRounds(values, tenant, scope, { ...filter, range: null });
    conditions.push(`id IN (SELECT named.id FROM ${named} AS named)`);
  }
  return `(SELECT found.* FROM unnest(${list(({ siteId }) => siteId, 'uuid[]')}, ${list(({ fromMs }) => fromMs, 'bigint[]')},
      ${list(({ toMs }) => toMs, 'bigint[]')}) AS own (site_id, from_ms, to_ms)
    CROSS JOIN LATERAL (SELECT rounds.* FROM rounds WHERE ${conditions.join(' AND ')} OFFSET 0) AS found)`;
}

/** One checkpoint has few. */
function missedRounds(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
): string {
  const conditions = [`m.tenant_id = ${tenant}`, `m.checkpoint_id = ${values.add(filter.missedId, 'uuid')}`];
  const { range, windows } = filter;
  const siteId = scope.siteId ?? filter.siteId;
  if (siteId !== null) conditions.push(`m.site_id = ${values.add(siteId, 'uuid')}`);
  if (filter.guardIds !== null) conditions.push(`m.guard_id = ANY(${values.add(filter.guardIds, 'uuid[]')})`);
  if (range !== null) {
    conditions.push(`m.started_at_ms >= ${values.add(range.fromMs, 'bigint')}`);
    conditions.push(`m.started_at_ms < ${values.add(range.toMs, 'bigint')}`);
  }
  if (filter.statusCodes !== undefined) {
    conditions.push(`r.status_code = ANY(${values.add(filter.statusCodes, 'smallint[]')})`);
  }
  if (windows !== undefined) conditions.push(withinWindows(values, 'm.started_at_ms', windows));
  return `(SELECT r.* FROM missed_checkpoints m JOIN rounds r ON r.tenant_id = ${tenant} AND r.id = m.round_id
    WHERE ${conditions.join(' AND ')})`;
}
