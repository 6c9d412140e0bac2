import type { QueryOf } from '@watchpost/contract/endpoint';
import { exportLoginLogout, getLoginLogout, listLoginLogout } from '@watchpost/contract/login-logout';
import type { DutyState } from '@watchpost/domain/duty-sessions';
import { pdfRowsMax, reportPageSize, searchGuardsMax, xlsDataRowsMax } from '@watchpost/domain/limits';
import { dayRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../access/caller.ts';
import { insertAuditEntry } from '../../audit/audit.queries.ts';
import { type AuditOrigin, auditOrigin } from '../../audit/audit-origin.ts';
import { findFileDateFormat } from '../../branding/date-format.queries.ts';
import { AppError, InvalidInput } from '../../http/app-error.ts';
import { type FileReply, type Route, route } from '../../http/route.ts';
import { listSubtitle } from '../../tables-out/list-subtitle.ts';
import { tableFormats, type TableFormat, writeTable } from '../../tables-out/table.ts';
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
    route(exportLoginLogout, (context) => {
      const { caller, query, timeZone } = context;
      return exportDuties(caller.scope, query, timeZone, auditOrigin(context));
    }),
  ];
}

const title = 'Login Logout Report';
const rowsMax: Readonly<Record<TableFormat, number>> = {
  xls: xlsDataRowsMax,
  pdf: pdfRowsMax,
  xlsx: Number.POSITIVE_INFINITY,
  csv: Number.POSITIVE_INFINITY,
};

async function exportDuties(
  scope: SiteScope,
  query: QueryOf<typeof exportLoginLogout>,
  timeZone: string,
  origin: AuditOrigin,
): Promise<FileReply> {
  const filter = await resolveFilter(scope, query, timeZone);
  const rows = await countDuties(scope, filter);
  if (rows === 0) throw new AppError('nothingToExport');
  const { format, from, to, site, apartFrom, searchText, status } = query;
  if (rows > rowsMax[format]) throw new AppError('tooManyRows');
  await insertAuditEntry(scope.db, origin, {
    action: 'export.made',
    subject: { id: 'loginLogout', label: title },
    after: { format, rows, site, apartFrom, from, to, searchText, status },
  });
  const { mime, extension } = tableFormats[format];
  const dateFormat = await findFileDateFormat(scope.db, scope.tenantId);
  const table = { title, columns: loginLogoutColumns, timeZone, dateFormat };
  const meta = { ...table, subtitle: listSubtitle(query, table) };
  return {
    fileName: `${title}.${extension}`,
    mediaType: mime,
    chunks: writeTable(format, meta, loginLogoutRows(scope, filter)),
  };
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
