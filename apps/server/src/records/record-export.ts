// A list of managed records as a file: exactly what its filter matches, in its order (GRID-07).
import { pdfRowsMax, xlsDataRowsMax } from '@watchpost/domain/limits';
import type { SiteScope } from '../access/caller.ts';
import { insertAuditEntry } from '../audit/audit.queries.ts';
import type { AuditOrigin } from '../audit/audit-origin.ts';
import { findFileDateFormat } from '../branding/date-format.queries.ts';
import { AppError } from '../http/app-error.ts';
import type { FileReply } from '../http/route.ts';
import { listSubtitle } from '../tables-out/list-subtitle.ts';
import { type Cell, type Column, type TableFormat, tableFormats, writeTable } from '../tables-out/table.ts';
import {
  type Condition,
  findIds,
  findRecordsById,
  type RecordFilter,
  type RecordTable,
} from './record-list.queries.ts';

export interface ExportColumn<Row> extends Column {
  readonly value: (row: Row) => Cell;
}

export interface RecordExport<Row> {
  readonly table: RecordTable;
  /** What the audit log calls it. */
  readonly id: string;
  /** Names the file and heads the page. */
  readonly title: string;
  readonly columns: readonly ExportColumn<Row>[];
}

/** Rows that one format can hold; the others hold any number. */
const rowsMax: Readonly<Record<TableFormat, number>> = {
  xls: xlsDataRowsMax,
  pdf: pdfRowsMax,
  xlsx: 1_000_000,
  csv: 1_000_000,
};
const rowsAtOnce = 500;

interface ExportRequest {
  /** All that was asked for, of which the audit log is told. */
  readonly query: { readonly format: TableFormat };
  readonly filter: RecordFilter;
  readonly conditions?: readonly Condition[];
  readonly timeZone: string;
}

/** Throws nothingToExport for an empty list and tooManyRows for more than the format holds. */
export async function exportRecords<Row>(
  scope: SiteScope,
  { table, id, title, columns }: RecordExport<Row>,
  { query, filter, conditions = [], timeZone }: ExportRequest,
  origin: AuditOrigin,
): Promise<FileReply> {
  const { format } = query;
  const limit = rowsMax[format] + 1;
  const ids = await findIds(scope, table, filter, conditions, { offset: 0, limit });
  if (ids.length === 0) throw new AppError('nothingToExport');
  if (ids.length === limit) throw new AppError('tooManyRows');
  await insertAuditEntry(scope.db, origin, {
    action: 'export.made',
    subject: { id, label: title },
    after: { ...query, rows: ids.length },
  });
  const { mime, extension } = tableFormats[format];
  const dateFormat = await findFileDateFormat(scope.db, scope.tenantId);
  const file = { title, columns, timeZone, dateFormat };
  const meta = { ...file, subtitle: listSubtitle(query, file) };
  return {
    fileName: `${title}.${extension}`,
    mediaType: mime,
    chunks: writeTable(format, meta, rowsOf(scope, table, ids, columns)),
  };
}

async function* rowsOf<Row>(
  scope: SiteScope,
  table: RecordTable,
  ids: readonly string[],
  columns: readonly ExportColumn<Row>[],
) {
  for (let from = 0; from < ids.length; from += rowsAtOnce) {
    const rows = await findRecordsById<Row>(scope, table, ids.slice(from, from + rowsAtOnce));
    yield rows.map((row) => columns.map(({ value }) => value(row)));
  }
}
