// How exceptions are listed and exported.
import type { ExceptionRow, exceptionSortColumns, listExceptions } from '@watchpost/contract/exceptions';
import type { QueryOf } from '@watchpost/contract/endpoint';
import {
  type ExceptionAgeState,
  exceptionAges,
  exceptionSeverities,
  rankOf,
} from '@watchpost/domain/exceptions';
import type { ReportZone } from '../../platform/exports/report-zone.queries.ts';
import { dayConditions } from '../../platform/managed-records/day-conditions.ts';
import { inNameOrder } from '../../platform/managed-records/name-order.ts';
import type { Condition, RecordTable } from '../../platform/managed-records/record-list.queries.ts';
import { lateArrivalOf } from '../trust/late-arrivals.queries.ts';
import { guardNameAt, nameAt } from '../../records/past-names/past-names.ts';

const siteColumn = (column: string) =>
  `(SELECT s.${column} FROM sites s WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id)`;
const siteName = `(SELECT ${nameAt('s', 'r.happened_at_ms')} FROM sites s
  WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id)`;
/** The moment of the statement, as the columns have it. */
export const nowMs = 'floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint';
const limits = (of: 'warningMs' | 'overdueMs') =>
  `('{${exceptionSeverities.map((severity) => exceptionAges[severity][of]).join(',')}}'::bigint[])[r.severity]`;

/** SQL of whether an item that is not closed has come to an age by now. */
const hasAged = (of: 'warningMs' | 'overdueMs') => `r.opened_at_ms <= ${nowMs} - ${limits(of)}`;

const ageConditions: Readonly<Record<ExceptionAgeState, string>> = {
  fresh: `NOT ${hasAged('warningMs')}`,
  ageing: `${hasAged('warningMs')} AND NOT ${hasAged('overdueMs')}`,
  overdue: hasAged('overdueMs'),
};

/** SQL of whether an item waits longer than its severity allows. */
export const isOverdue = `r.status <> 'closed' AND ${ageConditions.overdue}`;

const userName = `coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email)`;
const ownerWith = (column: string) =>
  `(SELECT ${column} FROM users u WHERE u.tenant_id = r.tenant_id AND u.id = r.owner_id)`;
const guardIds = `CASE WHEN r.guard_id IS NOT NULL THEN ARRAY[r.guard_id] ELSE coalesce((SELECT d.guard_ids
  FROM due_rounds d WHERE d.tenant_id = r.tenant_id AND d.id = r.due_round_id), '{}') END`;

export const exceptionTable: RecordTable = {
  table: 'exceptions',
  label: 'r.route_name',
  columns: `r.id, r.version, r.kind, ('{${exceptionSeverities.join(',')}}'::text[])[r.severity] AS severity, r.status,
    CASE WHEN r.status = 'closed' THEN NULL WHEN ${hasAged('overdueMs')} THEN 'overdue'
      WHEN ${hasAged('warningMs')} THEN 'ageing' ELSE 'fresh' END AS age,
    r.reasons, r.site_id AS "siteId", ${siteName} AS "siteName", ${siteColumn('time_zone')} AS "timeZone",
    r.route_name AS "routeName", r.tour_name AS "tourName",
    (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', ${guardNameAt('g', 'r.happened_at_ms')})
      ORDER BY g.sort_name, g.id), '[]') FROM unnest(${guardIds}) AS whose
      JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = whose) AS guards,
    r.due_round_id AS "dueRoundId", r.round_id AS "roundId", r.happened_at_ms AS "happenedAtMs",
    r.opened_at_ms AS "openedAtMs", r.taken_at_ms AS "takenAtMs", r.closed_at_ms AS "closedAtMs",
    r.made_good_at_ms AS "madeGoodAtMs",
    CASE WHEN 'sentLate' = ANY (r.reasons) THEN ${lateArrivalOf('r.tenant_id', 'r.round_id')}
      ELSE (SELECT max(a.arrived_at_ms) FROM late_arrivals a WHERE a.tenant_id = r.tenant_id
        AND a.due_round_id = r.due_round_id) END AS "lateArrivalAtMs",
    ${ownerWith(`json_build_object('id', u.id, 'name', ${userName}, 'isActive', u.activated)`)} AS owner,
    r.outcome, r.closing_reason AS "closingReason",
    (SELECT count(*)::int FROM exception_history h WHERE h.tenant_id = r.tenant_id AND h.exception_id = r.id
      AND h.kind = 'comment') AS comments,
    (SELECT count(*)::int FROM exception_files f WHERE f.tenant_id = r.tenant_id AND f.exception_id = r.id) AS files`,
  atSite: (site) => `r.site_id = ${site}`,
  sortable: {
    happenedAt: 'r.happened_at_ms',
    openedAt: 'r.opened_at_ms',
    closedAt: 'r.closed_at_ms',
    severity: 'r.severity',
    site: siteColumn('sort_name'),
    owner: ownerWith(inNameOrder(userName)),
  } satisfies Record<(typeof exceptionSortColumns)[number], string>,
  defaultSort: { column: 'happenedAt', type: 'desc' },
  isDeletable: false,
};

export type ExceptionFilter = Omit<
  QueryOf<typeof listExceptions>,
  'offset' | 'limit' | 'sortColumn' | 'sortType' | 'searchText' | 'zone'
>;

/** Who and what a search text names; null without a text. */
export interface Named {
  readonly siteIds: readonly string[];
  readonly guardIds: readonly string[];
  readonly routeIds: readonly string[];
}

export interface FilterContext {
  readonly userId: string;
  readonly zone: ReportZone;
  readonly named: Named | null;
}

const equals =
  (column: string, value: string | number, type: string): Condition =>
  (values) =>
    `r.${column} = ${values.add(value, type)}`;

function ownerCondition(owner: string, userId: string): Condition {
  if (owner === 'none') return () => 'r.owner_id IS NULL';
  return equals('owner_id', owner === 'me' ? userId : owner, 'uuid');
}

const timeIn = (column: string) => ({ time: `r.${column}`, type: 'bigint', site: 'r.site_id' }) as const;
export const happenedAt = timeIn('happened_at_ms');
export const closedAt = timeIn('closed_at_ms');

/** In the words of the index that knows: what is closed has its time, and what waits an index of its own. */
export function statusConditions(status: NonNullable<ExceptionFilter['status']>): Condition[] {
  if (status === 'closed') return [() => 'r.closed_at_ms IS NOT NULL'];
  const waits = () => `r.status <> 'closed'`;
  return status === 'unsettled' ? [waits] : [waits, equals('status', status, 'text')];
}

/** A sub admin's own site is seen to by the scope. */
export function exceptionConditions(
  filter: ExceptionFilter,
  { userId, zone, named }: FilterContext,
): Condition[] {
  const { kind, status, severity, site, guard, owner, age } = filter;
  return [
    ...(kind === undefined ? [] : [equals('kind', kind, 'text')]),
    ...(status === undefined ? [] : statusConditions(status)),
    ...(severity === undefined ? [] : [equals('severity', rankOf(severity), 'smallint')]),
    ...(site === undefined ? [] : [equals('site_id', site, 'uuid')]),
    ...(guard === undefined ? [] : [equals('guard_id', guard, 'uuid')]),
    ...(owner === undefined ? [] : [ownerCondition(owner, userId)]),
    ...(age === undefined ? [] : [() => `r.status <> 'closed' AND ${ageConditions[age]}`]),
    ...dayConditions(zone, filter, happenedAt),
    ...dayConditions(zone, { from: filter.closedFrom, to: filter.closedTo }, closedAt),
    ...(named === null ? [] : [namedCondition(named)]),
  ];
}

const namedCondition =
  ({ siteIds, guardIds: guards, routeIds }: Named): Condition =>
  (values) =>
    `(r.site_id = ANY (${values.add(siteIds, 'uuid[]')}) OR r.guard_id = ANY (${values.add(guards, 'uuid[]')})
      OR r.route_id = ANY (${values.add(routeIds, 'uuid[]')}))`;

export const kindNames = {
  missed: 'Missed',
  late: 'Late',
  incomplete: 'Incompleted',
  flagged: 'Doubtful',
} as const;

/** What the audit log calls an item. */
export const exceptionLabel = ({
  kind,
  routeName,
  siteName,
}: Pick<ExceptionRow, 'kind' | 'routeName' | 'siteName'>): string =>
  [kindNames[kind], routeName, siteName].filter((part) => part !== '').join(', ');
