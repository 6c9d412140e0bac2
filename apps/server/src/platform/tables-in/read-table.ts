// A spreadsheet that somebody sent, as texts: .xlsx or .csv by what is in it, within limits that no file can get round.
import { findHeadings, headingRowsMax, type HeadingRows, type HeadingsOf } from './find-headings.ts';
import { type SourceTable, type TableLimits, TableRefused, type TableRow } from './source-table.ts';
import { textTable } from './text-table.ts';
import { workbookTables } from './workbook-tables.ts';

export interface ReadTable {
  readonly headings: readonly string[];
  readonly rows: readonly TableRow[];
  /** Of a workbook, the name of the sheet that was read; empty for a .csv. */
  readonly sheet: string;
  /** Names of the visible sheets that have rows too, which are not read. */
  readonly otherSheets: readonly string[];
}

/**
 * The first list of the file whose headings name what is needed, else the first that has rows. Rows that repeat the headings are
 * left out. Throws TableRefused.
 */
export async function readTable(
  bytes: Buffer,
  limits: TableLimits,
  headingsOf: HeadingsOf,
): Promise<ReadTable> {
  const found: { readonly table: SourceTable; readonly headings: HeadingRows }[] = [];
  for (const table of await tablesOf(bytes, limits, headingsOf)) {
    const headings = findHeadings(await firstCells(table), headingsOf);
    if (headings !== null) found.push({ table, headings });
  }
  const chosen = found.find(({ headings }) => headingsOf(headings.cells).isWhole) ?? found[0];
  if (chosen === undefined) throw new TableRefused('empty');
  const { table, headings } = chosen;
  const rows = await rowsBelow(table, headings, limits);
  if (rows.length === 0) throw new TableRefused('empty');
  const others = found.filter((each) => each !== chosen).map((each) => each.table.sheet);
  return { headings: headings.cells, rows, sheet: table.sheet, otherSheets: others };
}

async function tablesOf(
  bytes: Buffer,
  limits: TableLimits,
  headingsOf: HeadingsOf,
): Promise<readonly SourceTable[]> {
  const signature = bytes.subarray(0, 4).toString('hex');
  if (signature === '504b0304') return workbookTables(bytes, limits);
  // .xls, or a workbook behind a password.
  if (signature === 'd0cf11e0') throw new TableRefused('old');
  return [textTable(bytes, limits, headingsOf)];
}

const isFilled = ({ cells }: TableRow): boolean => cells.some((cell) => cell !== '');

async function firstCells({ rows }: SourceTable): Promise<(readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for await (const row of rows()) {
    if (isFilled(row)) found.push(row.cells);
    if (found.length === headingRowsMax) break;
  }
  return found;
}

async function rowsBelow(
  { rows }: SourceTable,
  { cells: headings, end }: HeadingRows,
  { rowsMax }: TableLimits,
): Promise<TableRow[]> {
  const found: TableRow[] = [];
  const repeated = headings.join('\n');
  let seen = 0;
  for await (const row of rows()) {
    if (!isFilled(row)) continue;
    seen += 1;
    if (seen <= end || row.cells.join('\n') === repeated) continue;
    if (found.length === rowsMax) throw new TableRefused('large');
    found.push(row);
  }
  return found;
}
