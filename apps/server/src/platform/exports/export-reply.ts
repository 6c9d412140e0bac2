// Sends a table as the file that a caller asks for: checks its size, writes the audit entry, sets the headers.
import { pdfRowsMax, xlsDataRowsMax } from '@watchpost/domain/limits';
import type { ConsoleCaller, Tenant } from '../access/caller.ts';
import { insertAuditEntry } from '../audit/audit.queries.ts';
import { auditOrigin } from '../audit/audit-origin.ts';
import { findFileDateFormat } from '../branding/date-format.queries.ts';
import { AppError } from '../http/app-error.ts';
import type { FileReply } from '../http/route.ts';
import { listSubtitle } from '../tables-out/list-subtitle.ts';
import {
  type Column,
  type RowChunks,
  type TableFormat,
  tableFormats,
  writeTable,
} from '../tables-out/table.ts';

/** Rows that a file of the format can hold; infinite where it holds any number. */
export const fileRowsMax: Readonly<Record<TableFormat, number>> = {
  xls: xlsDataRowsMax,
  pdf: pdfRowsMax,
  xlsx: Number.POSITIVE_INFINITY,
  csv: Number.POSITIVE_INFINITY,
};

/** The route's context. The audit log records its query; the reader gets as much of it as narrows the list. */
export interface ExportRequest {
  readonly tenant: Tenant;
  readonly caller: ConsoleCaller;
  readonly query: { readonly format: TableFormat };
  readonly timeZone: string;
  readonly address: string;
  readonly agent: string;
  readonly requestId: string;
}

export interface ExportedTable {
  /** What the audit log calls it. */
  readonly id: string;
  /** Names the file. */
  readonly title: string;
  /** Heads the page in place of the title. */
  readonly heading?: string;
  readonly columns: readonly Column[];
  /** Whose clocks its times show, where that is no zone. */
  readonly timesOf?: string;
  /** Null where the rows were not counted. */
  readonly count: number | null;
  readonly rows: RowChunks;
}

/** Throws nothingToExport for an empty table and tooManyRows for more than the format holds. */
export async function replyWithExport(request: ExportRequest, table: ExportedTable): Promise<FileReply> {
  const { tenant, caller, query, timeZone } = request;
  const { id, title, heading = title, columns, count, rows, timesOf = timeZone } = table;
  if (count === 0) throw new AppError('nothingToExport');
  if (count !== null && count > fileRowsMax[query.format]) throw new AppError('tooManyRows');
  const { db, tenantId } = caller.scope;
  await insertAuditEntry(db, auditOrigin(request), {
    action: 'export.made',
    subject: { id, label: title },
    after: count === null ? query : { ...query, rows: count },
  });
  const dateFormat = await findFileDateFormat(db, tenantId);
  const file = { title: heading, columns, timeZone, dateFormat };
  const paper = {
    company: tenant.name,
    madeAtMs: Date.now(),
    subtitle: listSubtitle(query, { ...file, timesOf }),
  };
  const { mime, extension } = tableFormats[query.format];
  return {
    fileName: `${title}.${extension}`,
    mediaType: mime,
    chunks: writeTable(query.format, { ...file, ...paper }, rows),
  };
}
