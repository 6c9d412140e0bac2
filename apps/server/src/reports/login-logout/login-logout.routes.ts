import { exportLoginLogout, getLoginLogout, listLoginLogout } from '@watchpost/contract/login-logout';
import type { DutyState } from '@watchpost/domain/duty-sessions';
import { reportPageSize, searchGuardsMax } from '@watchpost/domain/limits';
import { dayRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { replyWithExport } from '../../platform/exports/export-reply.ts';
import { fileClockOf, findReportZone, type ReportZone } from '../../platform/exports/report-zone.queries.ts';
import { InvalidInput } from '../../platform/http/app-error.ts';
import { type Context, type FileReply, type Route, route } from '../../platform/http/route.ts';
import { viewDuty } from './duty-details.service.ts';
import { loginLogoutColumns, loginLogoutRows } from './duty-export.service.ts';
import { toRow } from './duty-row.ts';
import { countDuties, type DutyFilter, findDuties, findGuardIds } from './login-logout.queries.ts';

export function loginLogoutRoutes(): Route[] {
  return [
    route(listLoginLogout, async ({ caller: { scope }, query, timeZone }) => {
      const filter = await resolveFilter(scope, query, await findReportZone(scope, query, timeZone));
      const { offset = 0, limit = reportPageSize } = query;
      const [count, duties] = await Promise.all([
        countDuties(scope, filter),
        findDuties(scope, filter, { offset, limit }),
      ]);
      return { count, data: duties.map(toRow) };
    }),
    route(getLoginLogout, ({ caller, params }) => viewDuty(caller.scope, params.sessionId)),
    route(exportLoginLogout, exportDuties),
  ];
}

async function exportDuties(context: Context<typeof exportLoginLogout>): Promise<FileReply> {
  const { scope } = context.caller;
  const zone = await findReportZone(scope, context.query, context.timeZone);
  const clock = fileClockOf(zone);
  const filter = await resolveFilter(scope, context.query, zone);
  return replyWithExport(
    { ...context, timeZone: clock.timeZone },
    {
      timesOf: clock.timesOf,
      id: 'loginLogout',
      title: 'Login Logout Report',
      columns: loginLogoutColumns,
      count: await countDuties(scope, filter),
      rows: loginLogoutRows(scope, filter, clock),
    },
  );
}

interface FilterQuery {
  readonly site?: string | undefined;
  readonly apartFrom?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly searchText?: string | undefined;
  readonly status?: DutyState | undefined;
  readonly sortType?: 'asc' | 'desc' | undefined;
}

async function resolveFilter(
  scope: SiteScope,
  query: FilterQuery,
  { timeZone, sites }: ReportZone,
): Promise<DutyFilter> {
  const { site, apartFrom, from, to, searchText = '', status } = query;
  // Another site is as good as no site to a sub admin: it has no sessions, and nothing tells whether it exists.
  const isForeign = scope.siteId !== null && site !== undefined && site !== scope.siteId;
  return {
    siteId: site ?? null,
    apartFrom: apartFrom?.split(',') ?? [],
    guardIds: isForeign ? [] : await searchGuards(scope, searchText),
    ...rangesOf({ from, to }, { timeZone, sites }),
    state: status ?? null,
    isAscending: query.sortType === 'asc',
  };
}

/** Days by several clocks lie within the days around them, which the index of times finds. */
function rangesOf(
  { from, to }: Pick<FilterQuery, 'from' | 'to'>,
  { timeZone, sites }: ReportZone,
): Pick<DutyFilter, 'range' | 'zoneRanges'> {
  if (from === undefined || to === undefined) return { range: null };
  if (sites === null) return { range: dayRange(from, to, timeZone) };
  const parts = [...sites].map(([zone, siteIds]) => ({ siteIds, ...dayRange(from, to, zone) }));
  if (parts.length === 0) return { range: { fromMs: 0, toMs: 0 } };
  const fromMs = Math.min(...parts.map((part) => part.fromMs));
  const toMs = Math.max(...parts.map((part) => part.toMs));
  return { range: { fromMs, toMs }, zoneRanges: parts };
}

async function searchGuards(scope: SiteScope, searchText: string): Promise<string[] | null> {
  if (searchText === '') return null;
  const ids = await findGuardIds(scope, searchText, searchGuardsMax + 1);
  if (ids.length > searchGuardsMax) {
    throw new InvalidInput({ searchText: 'Very many guards match. Type more letters.' });
  }
  return ids;
}
