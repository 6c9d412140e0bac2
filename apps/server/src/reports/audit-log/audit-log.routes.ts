import { exportAuditEntries, listAuditActors, listAuditEntries } from '@watchpost/contract/audit-log';
import { auditPageSize } from '@watchpost/domain/audit-actions';
import type { SiteScope } from '../../platform/access/caller.ts';
import { fileRowsMax, replyWithExport } from '../../platform/exports/export-reply.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { TableFormat } from '../../platform/tables-out/table.ts';
import { auditExportTexts } from './audit-export-texts.ts';
import { auditColumns, auditRows, entriesAtOnce } from './audit-export.service.ts';
import { resolveFilter } from './audit-filter.service.ts';
import { type AuditFilter, countEntries, findActors, findEntries } from './audit-log.queries.ts';
import { viewPage } from './audit-page.service.ts';

const actorsMax = 2_000;

export function auditLogRoutes(): Route[] {
  return [
    route(listAuditEntries, async ({ caller: { scope }, query, timeZone }) => {
      const { before, after, limit = auditPageSize } = query;
      return viewPage(scope, await resolveFilter(scope, query, timeZone), { before, after, limit });
    }),

    route(listAuditActors, async ({ caller: { scope } }) => ({ data: await findActors(scope, actorsMax) })),

    route(exportAuditEntries, async (context) => {
      const { caller, query, timeZone } = context;
      const { scope } = caller;
      const filter = await resolveFilter(scope, query, timeZone);
      // Read before this very export is written down, so that the file holds what the list showed.
      const first = await findEntries(scope, filter, entriesAtOnce);
      const text = auditExportTexts(context.language);
      const zone = query.zone ?? timeZone;
      return replyWithExport(
        { ...context, timeZone: zone },
        {
          id: 'auditLog',
          title: 'Audit Log',
          heading: text.title,
          columns: auditColumns(text),
          count: first.length === 0 ? 0 : await countFor(scope, filter, query.format),
          rows: auditRows(scope, filter, first),
        },
      );
    }),
  ];
}

/** Up to one more than a file of the format holds; null where it holds any number, of which nothing is counted. */
async function countFor(scope: SiteScope, filter: AuditFilter, format: TableFormat): Promise<number | null> {
  const max = fileRowsMax[format];
  return Number.isFinite(max) ? countEntries(scope, filter, max + 1) : null;
}
