import { exportAuditEntries, listAuditActors, listAuditEntries } from '@watchpost/contract/audit-log';
import { auditPageSize } from '@watchpost/domain/audit-actions';
import { pdfRowsMax, xlsDataRowsMax } from '@watchpost/domain/limits';
import { insertAuditEntry } from '../../audit/audit.queries.ts';
import { auditOrigin } from '../../audit/audit-origin.ts';
import { findFileDateFormat } from '../../branding/date-format.queries.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, route } from '../../http/route.ts';
import { tableFormats, type TableFormat, writeTable } from '../../tables-out/table.ts';
import { auditExportWords } from './audit-export-words.ts';
import { auditColumns, auditRows, entriesAtOnce } from './audit-export.service.ts';
import { resolveFilter } from './audit-filter.service.ts';
import { countEntries, findActors, findEntries } from './audit-log.queries.ts';
import { viewPage } from './audit-page.service.ts';

/** Formats that hold any number of rows are not counted. */
const rowsMax: Readonly<Record<TableFormat, number | null>> = {
  xls: xlsDataRowsMax,
  pdf: pdfRowsMax,
  xlsx: null,
  csv: null,
};
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
      const { format, ...asked } = query;
      const filter = await resolveFilter(scope, query, timeZone);
      // Read before this very export is written down, so that the file holds what the list showed.
      const first = await findEntries(scope, filter, entriesAtOnce);
      if (first.length === 0) throw new AppError('nothingToExport');
      const max = rowsMax[format];
      if (max !== null && (await countEntries(scope, filter, max + 1)) > max)
        throw new AppError('tooManyRows');
      await insertAuditEntry(scope.db, auditOrigin(context), {
        action: 'export.made',
        subject: { id: 'auditLog', label: 'Audit Log' },
        after: { format, ...asked },
      });
      const { mime, extension } = tableFormats[format];
      const words = auditExportWords(context.language);
      const meta = {
        title: words.title,
        columns: auditColumns(words),
        timeZone,
        dateFormat: await findFileDateFormat(scope.db, scope.tenantId),
        subtitle: query.from === undefined ? [] : [`${query.from} to ${query.to}, ${timeZone}`],
      };
      return {
        fileName: `Audit Log.${extension}`,
        mediaType: mime,
        chunks: writeTable(format, meta, auditRows(scope, filter, first)),
      };
    }),
  ];
}
