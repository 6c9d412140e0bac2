// How many exceptions a filter matches, from counters that triggers keep (migration 0039) and the rows of cut days alone.
import {
  type ExceptionAgeState,
  exceptionAges,
  exceptionSeverities,
  rankOf,
} from '@watchpost/domain/exceptions';
import type { TimeRange } from '@watchpost/domain/time-zone';
import { CompiledQuery } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import type { ReportZone } from '../../platform/exports/report-zone.queries.ts';
import { rangeOfDays } from '../../platform/managed-records/day-conditions.ts';
import { grains, splitBy } from '../../platform/rollups/count-windows.ts';
import { type ExceptionFilter, nowMs, statusConditions } from './exception-table.ts';

const allSites = '00000000-0000-0000-0000-000000000000';

export type CountedFilter = Pick<
  ExceptionFilter,
  'kind' | 'severity' | 'status' | 'site' | 'owner' | 'age' | 'from' | 'to'
>;

interface SiteFilter extends CountedFilter {
  /** In place of the one site. */
  readonly sites?: readonly string[];
}

/** Whether counters know what the filter asks for; other filters are counted row by row. */
export function isCounted({ guard, owner, closedFrom, closedTo, age, from, to }: ExceptionFilter): boolean {
  const isOfRows = [guard, closedFrom, closedTo].some((value) => value !== undefined);
  const isOfAgeAndDays = age !== undefined && (from !== undefined || to !== undefined);
  return !isOfRows && !isOfAgeAndDays && (owner === undefined || owner === 'none');
}

/** Null for another's site, where there is nothing. */
function siteOf(scope: SiteScope, site: string | undefined): string | undefined | null {
  if (scope.siteId === null) return site;
  return site === undefined || site === scope.siteId ? scope.siteId : null;
}

/** The number of exceptions of a filter that isCounted(). */
export async function countExceptions(
  scope: SiteScope,
  filter: CountedFilter,
  zone: ReportZone,
): Promise<number> {
  const site = siteOf(scope, filter.site);
  if (site === null) return 0;
  const values = new StatementValues();
  const parts =
    filter.age === undefined
      ? dayParts(values, scope, { ...filter, site }, zone)
      : ageParts(values, scope, { ...filter, site, age: filter.age });
  const text = `SELECT (${parts.join(' + ')})::int AS count`;
  const { rows } = await scope.db.executeQuery<{ count: number }>(CompiledQuery.raw(text, values.list));
  return rows[0]?.count ?? 0;
}

/** Of the columns that rows and counters have in common, over alias r. */
function sharedConditions(
  values: StatementValues,
  scope: SiteScope,
  { kind, severity, status }: CountedFilter,
) {
  return [
    `r.tenant_id = ${values.add(scope.tenantId, 'uuid')}`,
    ...(kind === undefined ? [] : [`r.kind = ${values.add(kind, 'text')}`]),
    ...(severity === undefined ? [] : [`r.severity = ${values.add(rankOf(severity), 'smallint')}`]),
    ...(status === undefined || status === 'closed'
      ? []
      : statusConditions(status).map((condition) => condition(values))),
  ];
}

function ofRows(values: StatementValues, scope: SiteScope, filter: SiteFilter): string {
  const { status, owner, site, sites } = filter;
  const conditions = [
    ...sharedConditions(values, scope, filter),
    ...(status === 'closed' ? statusConditions(status).map((condition) => condition(values)) : []),
    ...(owner === undefined ? [] : ['r.owner_id IS NULL']),
    ...(site === undefined ? [] : [`r.site_id = ${values.add(site, 'uuid')}`]),
    ...(sites === undefined ? [] : [`r.site_id = ANY (${values.add(sites, 'uuid[]')})`]),
  ];
  return `FROM exceptions r WHERE ${conditions.join(' AND ')}`;
}

function ofCounters(values: StatementValues, scope: SiteScope, filter: SiteFilter): string {
  const { status, owner, site = allSites, sites } = filter;
  const conditions = [
    ...sharedConditions(values, scope, filter),
    ...(status === 'closed' ? [`r.status = 'closed'`] : []),
    ...(owner === undefined ? [] : ['NOT r.is_owned']),
    sites === undefined
      ? `r.site_id = ${values.add(site, 'uuid')}`
      : `r.site_id = ANY (${values.add(sites, 'uuid[]')})`,
  ];
  return `FROM exception_counts r WHERE ${conditions.join(' AND ')}`;
}

const withoutEnds: TimeRange = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

function rangeOf(filter: CountedFilter, zone: string): TimeRange | null {
  const hasDays = filter.from !== undefined || filter.to !== undefined;
  return hasDays ? { ...withoutEnds, ...rangeOfDays(filter, zone) } : null;
}

/** Days by the clocks of several zones are counted for the sites of each. */
function dayParts(
  values: StatementValues,
  scope: SiteScope,
  filter: CountedFilter,
  { timeZone, sites }: ReportZone,
): string[] {
  const range = rangeOf(filter, timeZone);
  if (range === null || sites === null) return rangeParts(values, scope, filter, range);
  const parts = [...sites].flatMap(([zone, ids]) =>
    rangeParts(values, scope, { ...filter, sites: ids }, rangeOf(filter, zone)),
  );
  return parts.length === 0 ? ['0'] : parts;
}

function rangeParts(
  values: StatementValues,
  scope: SiteScope,
  filter: SiteFilter,
  range: TimeRange | null,
): string[] {
  const { counters, cuts: partials } =
    range === null
      ? { counters: [{ grain: grains.allTime, fromMs: 0, toMs: 1 }], cuts: [] }
      : splitBy(range, [grains.day]);
  const within = (column: string, { fromMs, toMs }: TimeRange) =>
    `${column} >= ${values.add(fromMs, 'bigint')} AND ${column} < ${values.add(toMs, 'bigint')}`;
  const parts = [
    ...counters.map(
      (window) => `(SELECT coalesce(sum(r.items), 0) ${ofCounters(values, scope, filter)}
        AND r.grain = ${values.add(window.grain, 'smallint')} AND ${within('r.bucket_ms', window)})`,
    ),
    ...partials.map(
      (partial) =>
        `(SELECT count(*) ${ofRows(values, scope, filter)} AND ${within('r.happened_at_ms', partial)})`,
    ),
  ];
  return parts.length === 0 ? ['0'] : parts;
}

/** What is old is what is left of all that waits without the young, of which there are few. */
function ageParts(
  values: StatementValues,
  scope: SiteScope,
  { age, ...filter }: CountedFilter & { readonly age: ExceptionAgeState },
): string[] {
  if (filter.status === 'closed') return ['0'];
  const waiting = { ...filter, status: filter.status ?? 'unsettled' } as const;
  const youngerThan = (limit: 'warningMs' | 'overdueMs') => {
    const young = exceptionSeverities
      .filter((severity) => filter.severity === undefined || severity === filter.severity)
      .map((severity) => {
        const rows = ofRows(values, scope, { ...waiting, severity });
        return `(SELECT count(*) ${rows} AND r.opened_at_ms > ${nowMs} - ${exceptionAges[severity][limit]})`;
      });
    return `(${young.join(' + ')})`;
  };
  if (age === 'fresh') return [youngerThan('warningMs')];
  if (age === 'ageing') return [`${youngerThan('overdueMs')} - ${youngerThan('warningMs')}`];
  const all = `(SELECT coalesce(sum(r.items), 0) ${ofCounters(values, scope, waiting)} AND r.grain = ${grains.allTime})`;
  return [`${all} - ${youngerThan('overdueMs')}`];
}

export interface WaitingCount {
  readonly kind: string;
  readonly open: number;
  readonly inHand: number;
  readonly unowned: number;
}

/** What waits of each kind. */
export async function countWaiting(scope: SiteScope, site: string | undefined): Promise<WaitingCount[]> {
  const own = siteOf(scope, site);
  if (own === null) return [];
  const values = new StatementValues();
  const sum = (condition: string) => `(coalesce(sum(r.items) FILTER (WHERE ${condition}), 0))::int`;
  const text = `SELECT r.kind, ${sum(`r.status = 'open'`)} AS open, ${sum(`r.status = 'inHand'`)} AS "inHand",
      ${sum('NOT r.is_owned')} AS unowned
    ${ofCounters(values, scope, { site: own, status: 'unsettled' })} AND r.grain = ${grains.allTime} GROUP BY r.kind`;
  const { rows } = await scope.db.executeQuery<WaitingCount>(CompiledQuery.raw(text, values.list));
  return rows;
}
