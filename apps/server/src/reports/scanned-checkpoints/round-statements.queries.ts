// Parts that the statements over rounds and their counters share.
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { StatementValues } from '../../platform/db/statement-values.ts';
import type { RoundCursor } from './round-cursor.ts';
import type { RoundFilter } from './round-filter.ts';

/** Stands for all guards, or all sites, of counters and sums. */
export const nil = '00000000-0000-0000-0000-000000000000';

export const roundColumns = `id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id`;

/** The counters of whom the filter is about. */
export function countSubject(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
): string {
  const siteId = scope.siteId ?? filter.siteId;
  if (filter.guardIds === null) {
    return `tenant_id = ${tenant} AND guard_id = '${nil}' AND site_id = ${values.add(siteId ?? nil, 'uuid')}`;
  }
  const site = siteId === null ? '' : `AND site_id = ${values.add(siteId, 'uuid')}`;
  return `tenant_id = ${tenant} AND guard_id = ANY(${values.add(filter.guardIds, 'uuid[]')}) ${site}`;
}

/** Of the rounds' site and start alone. */
export function filterConditions(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
): string[] {
  const conditions = [`tenant_id = ${tenant}`];
  const siteId = scope.siteId ?? filter.siteId;
  if (siteId !== null) conditions.push(`site_id = ${values.add(siteId, 'uuid')}`);
  if (filter.range !== null) {
    conditions.push(`started_at_ms >= ${values.add(filter.range.fromMs, 'bigint')}`);
    conditions.push(`started_at_ms < ${values.add(filter.range.toMs, 'bigint')}`);
  }
  return conditions;
}

/** All of a filter that rows tell by themselves, but for its windows. */
export function roundConditions(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
): string {
  const conditions = filterConditions(values, tenant, scope, filter);
  if (filter.guardIds !== null) {
    const ofGuards = `guard_id = ANY(${values.add(filter.guardIds, 'uuid[]')})`;
    const { orRoundId } = filter;
    conditions.push(
      orRoundId === undefined ? ofGuards : `(${ofGuards} OR id = ${values.add(orRoundId, 'uuid')})`,
    );
  }
  if (filter.statusCodes !== undefined) {
    conditions.push(`status_code = ANY(${values.add(filter.statusCodes, 'smallint[]')})`);
  }
  return conditions.join(' AND ');
}

/** The same with its windows. */
export function narrowedConditions(
  values: StatementValues,
  tenant: string,
  scope: SiteScope,
  filter: RoundFilter,
): string {
  const conditions = roundConditions(values, tenant, scope, filter);
  if (filter.windows === undefined) return conditions;
  return `${conditions} AND ${withinWindows(values, 'started_at_ms', filter.windows)}`;
}

export function cursorConditions(
  values: StatementValues,
  cursor: RoundCursor,
  isAscending: boolean,
): string[] {
  const goesUp = isAscending === (cursor.side !== 'before');
  const comparison = `${goesUp ? '>' : '<'}${cursor.side === 'from' ? '=' : ''}`;
  const at = values.add(cursor.startedAtMs, 'bigint');
  const id = values.add(cursor.id, 'uuid');
  return [
    `(started_at_ms, id) ${comparison} (${at}, ${id})`,
    `arrival_no <= ${values.add(cursor.asOf, 'bigint')}`,
  ];
}

interface PageOfRounds {
  readonly where: readonly string[];
  readonly order: string;
  /** SQL of how many rows to pass over. */
  readonly skip: string;
  readonly limit: number;
}

/** The rounds of a page; of guards that a search matched from the index of each. */
export function pageOfRounds(
  values: StatementValues,
  filter: RoundFilter,
  { where, order, skip, limit }: PageOfRounds,
): string {
  const rounds = `SELECT ${roundColumns} FROM rounds WHERE ${where.join(' AND ')}`;
  if (filter.guardIds === null) return `${rounds} ${order} OFFSET ${skip} LIMIT ${limit}`;
  return `SELECT found.* FROM unnest(${values.add(filter.guardIds, 'uuid[]')}) AS chosen (guard)
    CROSS JOIN LATERAL (${rounds} AND guard_id = chosen.guard ${order} LIMIT ${skip} + ${limit}) AS found
    ${order} OFFSET ${skip} LIMIT ${limit}`;
}

export function withinWindows(
  values: StatementValues,
  column: string,
  windows: readonly TimeRange[],
): string {
  const [from, to] = [windows.map(({ fromMs }) => fromMs), windows.map(({ toMs }) => toMs)];
  return `EXISTS (SELECT FROM unnest(${values.add(from, 'bigint[]')}, ${values.add(to, 'bigint[]')}) AS w (from_ms, to_ms)
    WHERE ${column} >= w.from_ms AND ${column} < w.to_ms)`;
}
