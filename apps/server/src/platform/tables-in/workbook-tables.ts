import { lengthMargin, storedCell } from './cell-text.ts';
import { SheetCells } from './sheet-cells.ts';
import { type SourceTable, type TableLimits, TableRefused, type TableRow } from './source-table.ts';
import { openWorkbook, type Workbook, type WorkbookSheet } from './workbook.ts';
import { parseXml } from './xml-parts.ts';
import { unpack, zipEntries, ZipRefused } from './zip-entries.ts';

/** The sheets of an .xlsx that are seen. Throws TableRefused. */
export async function workbookTables(bytes: Buffer, limits: TableLimits): Promise<SourceTable[]> {
  try {
    const workbook = await openWorkbook(
      bytes,
      zipEntries(bytes, limits),
      limits.cellMaxLength * lengthMargin,
    );
    return workbook.sheets.map((sheet) => ({
      sheet: sheet.name,
      rows: () => rowsOf(bytes, limits, workbook, sheet),
    }));
  } catch (error) {
    throw refusal(error);
  }
}

async function* rowsOf(
  bytes: Buffer,
  { columnsMax, cellMaxLength }: TableLimits,
  { texts, styles }: Workbook,
  { part }: WorkbookSheet,
): AsyncGenerator<TableRow> {
  const cells = new SheetCells({ texts, styles, columnsMax, cellMaxLength: cellMaxLength * lengthMargin });
  try {
    for await (const _piece of parseXml(unpack(bytes, part), cells)) {
      for (const row of cells.rows.splice(0)) {
        yield { ...row, cells: row.cells.map((cell) => storedCell(cell, cellMaxLength)) };
      }
    }
  } catch (error) {
    throw refusal(error);
  }
}

const refusal = (error: unknown): unknown =>
  error instanceof ZipRefused ? new TableRefused(error.reason) : error;
