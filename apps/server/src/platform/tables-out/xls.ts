// A genuine Excel 97 workbook (BIFF8). Its format counts rows and strings ahead of the cells, so the sheet is held until complete.
import { xlsDataRowsMax } from '@watchpost/domain/limits';
import { type CellReader, type CellSink, cellReader, dateTexts } from './cell-reader.ts';
import { sheetText, startsLikeFormula } from './cell-text.ts';
import { compoundFile } from './compound-file.ts';
import type { RowCursor } from './row-cursor.ts';
import {
  generalStyle,
  headerStyle,
  quotedStyle,
  type SheetLayout,
  sheetLayout,
  sheetName,
  sheetSerial,
} from './sheet-layout.ts';
import { type TableMeta, TooManyRowsError } from './table-model.ts';
import { XlsRecords } from './xls-records.ts';
import { XlsStrings } from './xls-strings.ts';
import {
  dimensions,
  endOfPart,
  sheetEnd,
  sheetEntry,
  sheetEntrySize,
  sheetStart,
  workbookStart,
  xlsStyle,
} from './xls-workbook.ts';

const numberId = 0x0203;
const sharedStringId = 0x00fd;

/** @throws TooManyRowsError before the first byte. */
export async function* writeXls(meta: TableMeta, rows: RowCursor): AsyncGenerator<Uint8Array> {
  const layout = sheetLayout(meta);
  const sheet = new XlsSheet(meta, layout);
  const read = cellReader(meta);
  while (await rows.ready()) {
    for (let row = rows.take(); row !== undefined; row = rows.take()) sheet.add(row, read);
  }
  yield* compoundFile('Workbook', workbookBlocks(meta, layout, sheet));
}

function workbookBlocks(meta: TableMeta, layout: SheetLayout, sheet: XlsSheet): Buffer[] {
  const name = sheetName(meta.title, 1);
  const start = workbookStart(layout);
  const strings = sheet.strings.records();
  const stringsLength = strings.reduce((sum, record) => sum + record.length, 0);
  const end = endOfPart(new XlsRecords());
  const position = start.length + sheetEntrySize(name) + stringsLength + end.length;
  return [
    ...start.blocks,
    ...sheetEntry(name, position).blocks,
    ...strings,
    ...end.blocks,
    ...sheetStart(layout).blocks,
    ...dimensions(sheet.rows, meta.columns.length).blocks,
    ...sheet.cells.blocks,
    ...sheetEnd().blocks,
  ];
}

/** Collects the cells of the sheet and the strings that they share. */
class XlsSheet implements CellSink {
  readonly cells = new XlsRecords();
  readonly strings = new XlsStrings();
  readonly #styles: readonly number[];
  readonly #dateText: (column: number, wallMs: number) => string;
  #row = 0;

  constructor(meta: TableMeta, layout: SheetLayout) {
    this.#styles = layout.styles.map(xlsStyle);
    this.#dateText = dateTexts(meta);
    for (const [column, { header }] of meta.columns.entries()) this.#string(column, header, headerStyle);
  }

  /** Rows so far, the header included. */
  get rows(): number {
    return this.#row + 1;
  }

  add(row: Parameters<CellReader>[0], read: CellReader): void {
    if (this.#row === xlsDataRowsMax) throw new TooManyRowsError(xlsDataRowsMax);
    this.#row++;
    read(row, this);
  }

  text(column: number, value: string): void {
    this.#string(column, value, startsLikeFormula(value) ? quotedStyle : generalStyle);
  }

  number(column: number, value: number): void {
    this.cells
      .cell(numberId, 8, this.#row, column, this.#styles[column] ?? xlsStyle(generalStyle))
      .f64(value);
  }

  date(column: number, wallMs: number): void {
    const serial = sheetSerial(wallMs);
    if (serial === undefined) this.text(column, this.#dateText(column, wallMs));
    else this.number(column, serial);
  }

  #string(column: number, value: string, style: number): void {
    const index = this.strings.add(sheetText(value));
    this.cells.cell(sharedStringId, 4, this.#row, column, xlsStyle(style)).u32(index);
  }
}
