// The files of the report: what is too much for a file of that type, what the audit log is told, and how the file is headed.
import type { QueryOf } from '@watchpost/contract/endpoint';
import type { exportScannedCheckpoints } from '@watchpost/contract/scanned-checkpoints';
import { pdfRowsMax, xlsDataRowsMax } from '@watchpost/domain/limits';
import type { SiteScope } from '../../access/caller.ts';
import { insertAuditEntry } from '../../audit/audit.queries.ts';
import type { AuditOrigin } from '../../audit/audit-origin.ts';
import { findFileDateFormat } from '../../branding/date-format.queries.ts';
import { AppError } from '../../http/app-error.ts';
import type { FileReply } from '../../http/route.ts';
import { listSubtitle } from '../../tables-out/list-subtitle.ts';
import {
  type Column,
  type RowChunks,
  tableFormats,
  type TableFormat,
  writeTable,
} from '../../tables-out/table.ts';

export interface ReportFile {
  readonly subjectId: string;
  /** Of the file and its first line. */
  readonly title: string;
  readonly columns: readonly Column[];
  readonly count: number;
  readonly rows: RowChunks;
}

interface FileWish {
  readonly query: QueryOf<typeof exportScannedCheckpoints>;
  readonly timeZone: string;
  readonly origin: AuditOrigin;
}

const rowsMax: Readonly<Record<TableFormat, number>> = {
  xls: xlsDataRowsMax,
  pdf: pdfRowsMax,
  xlsx: Number.POSITIVE_INFINITY,
  csv: Number.POSITIVE_INFINITY,
};

/** Throws nothingToExport and tooManyRows. */
export async function replyWithReport(
  { db, tenantId }: SiteScope,
  { subjectId, title, columns, count, rows }: ReportFile,
  { query, timeZone, origin }: FileWish,
): Promise<FileReply> {
  const { format, ...filters } = query;
  if (count === 0) throw new AppError('nothingToExport');
  if (count > rowsMax[format]) throw new AppError('tooManyRows');
  await insertAuditEntry(db, origin, {
    action: 'export.made',
    subject: { id: subjectId, label: title },
    after: { format, rows: count, ...filters },
  });
  const { mime, extension } = tableFormats[format];
  const dateFormat = await findFileDateFormat(db, tenantId);
  const table = { title, columns, timeZone, dateFormat };
  const meta = { ...table, subtitle: listSubtitle(query, table) };
  return {
    fileName: `${title}.${extension}`,
    mediaType: mime,
    chunks: writeTable(format, meta, rows),
  };
}
