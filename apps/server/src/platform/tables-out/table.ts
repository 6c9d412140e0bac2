// Tables as files: the one entrance to the writers, which stream typed rows as .xls, .xlsx, .csv or .pdf (EXP-03, EXP-04, GRID-07).
import { writeCsv } from './csv.ts';
import { writePdf } from './pdf.ts';
import { RowCursor } from './row-cursor.ts';
import type { RowChunks, TableMeta } from './table-model.ts';
import { writeXls } from './xls.ts';
import { writeXlsx } from './xlsx.ts';

export {
  type Cell,
  type Column,
  type RowChunks,
  type TableMeta,
  TooManyRowsError,
} from './table-model.ts';

export type TableFormat = 'xls' | 'xlsx' | 'csv' | 'pdf';

export const tableFormats: Record<TableFormat, { readonly mime: string; readonly extension: string }> = {
  xls: { mime: 'application/vnd.ms-excel', extension: 'xls' },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  csv: { mime: 'text/csv; charset=utf-8', extension: 'csv' },
  pdf: { mime: 'application/pdf', extension: 'pdf' },
};

const writers: Record<TableFormat, (meta: TableMeta, rows: RowCursor) => AsyncGenerator<Uint8Array>> = {
  xls: writeXls,
  xlsx: writeXlsx,
  csv: writeCsv,
  pdf: writePdf,
};

/**
 * The file, piece by piece, as fast as it is pulled. `chunks` is closed when the file ends, fails or is abandoned, even before
 * its first piece. Fails with what `chunks` fails with, and for .xls with TooManyRowsError before the first piece.
 */
export function writeTable(
  format: TableFormat,
  meta: TableMeta,
  chunks: RowChunks,
): AsyncIterableIterator<Uint8Array> {
  const rows = new RowCursor(chunks);
  const pieces = writers[format](meta, rows);
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        return await pieces.next();
      } catch (error) {
        await rows.close();
        throw error;
      }
    },
    async return() {
      await pieces.return(undefined);
      await rows.close();
      return { done: true, value: undefined };
    },
  };
}
