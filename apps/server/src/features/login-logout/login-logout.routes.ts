import { exportLoginLogout, getLoginLogout, listLoginLogout } from '@watchpost/contract/login-logout';
import type { DutyState } from '@watchpost/domain/duty-sessions';
import { reportPageSize, searchGuardsMax } from '@watchpost/domain/limits';
import { dayRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../access/caller.ts';
import { replyWithExport } from '../../exports/export-reply.ts';
import { InvalidInput } from '../../http/app-error.ts';
import { type Context, type FileReply, type Route, route } from '../../http/route.ts';
import { viewDuty } from './duty-details.service.ts';
import { loginLogoutColumns, loginLogoutRows } from './duty-export.service.ts';
import { toRow } from './duty-row.ts';
import { countDuties, type DutyFilter, findDuties, findGuardIds } from './login-logout.queries.ts';

export function loginLogoutRoutes(): Route[] {
  return [
    route(listLoginLogout, async ({ caller: { scope }, query, timeZone }) => {
      const filter = await resolveFilter(scope, query, timeZone);
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
  const filter = await resolveFilter(scope, context.query, context.timeZone);
  return replyWithExport(context, {
    id: 'loginLogout',
    title: 'Login Logout Report',
    columns: loginLogoutColumns,
    count: await countDuties(scope, filter),
    rows: loginLogoutRows(scope, filter),
  });
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

async function resolveFilter(scope: SiteScope, query: FilterQuery, timeZone: string): Promise<DutyFilter> {
  const { site, apartFrom, from, to, searchText = '', status } = query;
  // Another site is as good as no site to a sub admin: it has no sessions, and nothing tells whether it exists.
  const isForeign = scope.siteId !== null && site !== undefined && site !== scope.siteId;
  return {
    siteId: site ?? null,
    apartFrom: apartFrom?.split(',') ?? [],
    guardIds: isForeign ? [] : await searchGuards(scope, searchText),
    range: from === undefined || to === undefined ? null : dayRange(from, to, timeZone),
    state: status ?? null,
    isAscending: query.sortType === 'asc',
  };
}

async function searchGuards(scope: SiteScope, searchText: string): Promise<string[] | null> {
  if (searchText === '') return null;
  const ids = await findGuardIds(scope, searchText, searchGuardsMax + 1);
  if (ids.length > searchGuardsMax) {
    throw new InvalidInput({ searchText: 'Very many guards match. Type more letters.' });
  }
  return ids;
}
