// Sums of counters over spans of time, as parts of statements: counters where they are whole, rows where they are cut.
import { dueOutcomes } from '@watchpost/domain/due-outcomes';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { StatementValues } from '../../db/statement-values.ts';
import { type CountWindow, type grainMs, grains, splitBy } from '../../rollups/count-windows.ts';

export const nil = '00000000-0000-0000-0000-000000000000';

/** Whose counters: the tenant's own, a site's, or each of a kind. */
export interface Subject {
  readonly tenant: string;
  /** SQL condition over guard_id and site_id of the counters. */
  readonly counters: string;
  /** The same over the rows. */
  readonly rows: string;
}

/** Everything of the tenant, or of one site. */
export function wholeSubject(values: StatementValues, tenant: string, siteId: string | null): Subject {
  const site = values.add(siteId ?? nil, 'uuid');
  const counters = `guard_id = '${nil}' AND site_id = ${site}`;
  return { tenant, counters, rows: siteId === null ? 'true' : `site_id = ${site}` };
}

/** Each site by itself, of all or of one. */
export function siteSubjects(values: StatementValues, tenant: string, siteId: string | null): Subject {
  if (siteId !== null) return wholeSubject(values, tenant, siteId);
  return {
    tenant,
    counters: `guard_id = '${nil}' AND site_id = ANY (ARRAY(SELECT id FROM sites WHERE tenant_id = ${tenant}))`,
    rows: 'true',
  };
}

type Grain = keyof typeof grainMs;

interface Windows {
  readonly counters: readonly CountWindow[];
  readonly cuts: readonly TimeRange[];
}

const windowsOf = (range: TimeRange, by: readonly Grain[]): Windows => splitBy(range, by);

/** One query for each window, which is what lets each be looked up in the index. */
function perWindow(
  values: StatementValues,
  windows: readonly TimeRange[],
  query: (from: string, to: string, at: number) => string,
): string[] {
  return windows.map(({ fromMs, toMs }, at) =>
    query(values.add(fromMs, 'bigint'), values.add(toMs, 'bigint'), at),
  );
}

const roundSums = `in_progress, incompleted, completed, planned_incompleted + planned_completed AS planned,
  scanned_ended AS scanned`;
const countedRounds = `count(*) FILTER (WHERE status_code = 1001), count(*) FILTER (WHERE status_code = 1005),
  count(*) FILTER (WHERE status_code = 1010), coalesce(sum(total_check_points) FILTER (WHERE status_code <> 1001), 0),
  coalesce(sum(scanned_check_points) FILTER (WHERE status_code <> 1001), 0)`;

/**
 * Relation of rounds in a range: site_id, at_ms (the counter's bucket), in_progress, incompleted, completed, planned,
 * scanned; to be added up. Cuts are given per quarter of an hour.
 */
export function roundsIn(
  values: StatementValues,
  { tenant, counters, rows }: Subject,
  range: TimeRange,
  by: readonly Grain[],
): string {
  const windows = windowsOf(range, by);
  const quarter = 'started_at_ms - started_at_ms % 900000';
  return [
    ...perWindow(
      values,
      windows.counters,
      (from, to, at) => `SELECT site_id, bucket_ms AS at_ms, ${roundSums} FROM round_counts
        WHERE tenant_id = ${tenant} AND ${counters} AND grain = ${windows.counters[at]?.grain}
          AND bucket_ms >= ${from} AND bucket_ms < ${to}`,
    ),
    ...perWindow(
      values,
      windows.cuts,
      (from, to) => `SELECT site_id, ${quarter}, ${countedRounds} FROM rounds
        WHERE tenant_id = ${tenant} AND ${rows} AND started_at_ms >= ${from} AND started_at_ms < ${to} GROUP BY 1, 2`,
    ),
    `SELECT NULL::uuid, 0::bigint, 0, 0, 0, 0, 0 WHERE false`,
  ].join(' UNION ALL ');
}

export const roundTally = `coalesce(sum(in_progress), 0)::int AS "inProgress",
  coalesce(sum(incompleted), 0)::int AS incompleted, coalesce(sum(completed), 0)::int AS completed,
  coalesce(sum(planned), 0)::bigint AS planned, coalesce(sum(scanned), 0)::bigint AS scanned`;

/** Columns of due_counts by outcome; of those that wait there is none. */
const dueColumns = {
  onTime: 'on_time',
  doneLate: 'done_late',
  incomplete: 'incomplete',
  missed: 'missed',
  excused: 'excused',
  underWay: 'under_way',
} as const;

interface DueRows {
  /** due_rounds, once for each whom a row counts for. */
  readonly from: string;
  /** SQL of the guard that it counts for. */
  readonly guard: string;
}

/** Relation of due rounds in a range: guard_id, site_id, and a column of each outcome; to be added up. */
export function dueIn(
  values: StatementValues,
  { tenant, counters, rows }: Subject,
  range: TimeRange,
  nowMs: number,
  { from: table, guard }: DueRows = { from: 'due_rounds', guard: `'${nil}'::uuid` },
): string {
  const windows = windowsOf(range, [grains.block, grains.day, grains.quarter]);
  const now = values.add(nowMs, 'bigint');
  const kept = Object.values(dueColumns).join(', ');
  const counted = Object.keys(dueColumns)
    .map((outcome) => `count(*) FILTER (WHERE outcome = '${outcome}')`)
    .join(', ');
  return [
    ...perWindow(
      values,
      windows.counters,
      (from, to, at) => `SELECT guard_id, site_id, ${kept}, 0 AS waiting FROM due_counts
        WHERE tenant_id = ${tenant} AND ${counters} AND grain = ${windows.counters[at]?.grain}
          AND bucket_ms >= ${from} AND bucket_ms < ${to}`,
    ),
    ...perWindow(
      values,
      windows.cuts,
      (from, to) => `SELECT ${guard}, site_id, ${counted}, 0 FROM ${table}
        WHERE tenant_id = ${tenant} AND ${rows} AND due_at_ms >= ${from} AND due_at_ms < ${to} GROUP BY 1, 2`,
    ),
    // Nobody began them and nobody wrote down more: those of the last hours, whatever the range.
    ...perWindow(
      values,
      [range],
      (from, to) => `SELECT ${guard}, site_id, 0, 0, 0, count(*) FILTER (WHERE missed_at_ms <= ${now}), 0, 0,
          count(*) FILTER (WHERE missed_at_ms > ${now})
        FROM ${table} WHERE tenant_id = ${tenant} AND ${rows} AND status IN ('due', 'late')
          AND due_at_ms >= ${from} AND due_at_ms < ${to} AND due_at_ms <= ${now} GROUP BY 1, 2`,
    ),
  ].join(' UNION ALL ');
}

export const dueTally = dueOutcomes
  .map((outcome) => {
    const column = outcome === 'waiting' ? 'waiting' : dueColumns[outcome];
    return `coalesce(sum(${column}), 0)::int AS "${outcome}"`;
  })
  .join(', ');
