// Where in the counters of a report a row lies that is asked for by its number.
import type { SiteScope } from '../../access/caller.ts';
import type { StatementValues } from '../../db/statement-values.ts';
import { type CountWindow, grainMs, grains, seekWindows } from '../../rollups/count-windows.ts';
import type { RoundFilter } from './round-filter.ts';
import { countSubject } from './round-statements.queries.ts';

/**
 * Common table `hit`: the quarter hour in which row number `offset` lies, and how many rows to skip within it.
 * Counters come in the order of the index, so that adding up ends where the row is found.
 */
export function seekQuery(
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
