// Where in the counters and sums of a report a row lies that is asked for by its number.
import type { SiteScope } from '../../platform/access/caller.ts';
import type { StatementValues } from '../../platform/db/statement-values.ts';
import { type CountWindow, grainMs, grains, seekWindows } from '../../platform/rollups/count-windows.ts';
import { dayMs, packs, quarterMs, slots } from '../../platform/rollups/packed-sums.ts';
import type { RoundFilter } from './round-filter.ts';
import { countSubject, nil } from './round-statements.queries.ts';

/** Common table `hit`: the quarter hour in which row number `offset` lies, and how many rows to skip within it. */
export function seekQuery(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
  offset: number,
): string {
  const isOfSums = filter.range === null && filter.guardIds === null;
  return (isOfSums ? seekInSums : seekInCounters)(values, tenant, scope, filter, offset);
}

/**
 * Of all that a site or the tenant has, by running sums: the 96 days of the row, then its day, then its quarter, each found
 * by halves. `place` counts from the earliest round on, from 1, within what is left of it.
 */
function seekInSums(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  { siteId, isAscending }: RoundFilter,
  offset: number,
): string {
  const site = values.add(scope.siteId ?? siteId ?? nil, 'uuid');
  const at = values.add(offset, 'bigint');
  const sums = (grain: number) =>
    `FROM round_sums WHERE tenant_id = ${tenant} AND site_id = ${site} AND grain = ${grain}`;
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
function seekInCounters(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
  offset: number,
): string {
  const at = values.add(offset, 'float8');
  const order = `ORDER BY bucket_ms ${filter.isAscending ? 'ASC' : 'DESC'}`;
  const subject = countSubject(values, tenant, scope, filter);
  const lengthMs = `CASE grain WHEN ${grains.day} THEN ${grainMs[grains.day]} ELSE ${grainMs[grains.quarter]} END`;
  const upto = `sum(rounds) OVER (${order} ROWS UNBOUNDED PRECEDING) AS upto`;
  // One subject has one counter a bucket; several guards' are added up first.
  const buckets = (windows: readonly Window[]) =>
    filter.guardIds === null
      ? counters('grain, bucket_ms, rounds::float8 AS rounds', subject, windows)
      : `SELECT grain, bucket_ms, sum(rounds)::float8 AS rounds
          FROM (${counters('grain, bucket_ms, rounds', subject, windows)}) AS each GROUP BY grain, bucket_ms`;
  const coarse = seekWindows(filter.range).map((window) => windowOf(values, window));
  // to_ms is computed apart: an expression that could fail is not pushed into an index under row-level security.
  const near = {
    grain: grains.quarter,
    from: '(SELECT from_ms FROM near)',
    to: '(SELECT to_ms FROM near)',
  };
  return `coarse AS (SELECT b.*, ${upto} FROM (${buckets(coarse)}) AS b),
    near AS MATERIALIZED (
      SELECT bucket_ms AS from_ms, bucket_ms + ${lengthMs} AS to_ms, ${at} - upto + rounds AS left_over
      FROM coarse WHERE upto > ${at} ${order} LIMIT 1),
    fine AS (SELECT b.*, ${upto} FROM (${buckets([near])}) AS b),
    hit AS (
      SELECT bucket_ms, ((SELECT left_over FROM near) - upto + rounds)::bigint AS skip
      FROM fine WHERE upto > (SELECT left_over FROM near) ${order} LIMIT 1)`;
}

/** A CountWindow whose ends are SQL. */
interface Window {
  readonly grain: number;
  readonly from: string;
  readonly to: string;
}

export function windowOf(values: StatementValues, { grain, fromMs, toMs }: CountWindow): Window {
  return { grain, from: values.add(fromMs, 'bigint'), to: values.add(toMs, 'bigint') };
}

/** Counters of a subject in some windows; one query for each, which is what lets the index give their order. */
export function counters(columns: string, subject: string, windows: readonly Window[]): string {
  return windows
    .map(
      ({ grain, from, to }) =>
        `SELECT ${columns} FROM round_counts
          WHERE ${subject} AND grain = ${grain} AND bucket_ms >= ${from} AND bucket_ms < ${to}`,
    )
    .join(' UNION ALL ');
}
