import { setImmediate as nextTurn } from 'node:timers/promises';
import { YieldWhenBusy } from '../jobs/yield-when-busy.ts';
import { type CellSink, cellReader, dateTexts } from './cell-reader.ts';
import { maxSheetTextLength, sheetText, startsLikeFormula } from './cell-text.ts';
import type { RowCursor } from './row-cursor.ts';
import {
  generalStyle,
  headerStyle,
  quotedStyle,
  sheetLayout,
  sheetName,
  sheetSerial,
} from './sheet-layout.ts';
import type { TableMeta } from './table-model.ts';
import {
  columnName,
  contentTypes,
  packageRelations,
  sheetEnd,
  sheetStart,
  stylesPart,
  workbookPart,
  workbookRelations,
  xmlText,
} from './xlsx-xml.ts';
import { type ZipEntry, zipStream } from './zip-stream.ts';

export interface SheetLimits {
  /** Rows of one sheet, its header included. */
  readonly rows: number;
  /** Bytes of one sheet's XML; stays so far below 4 GB that no entry of the archive needs zip64. */
  readonly bytes: number;
}

export const xlsxSheetLimits: SheetLimits = { rows: 1_048_576, bytes: 4_000_000_000 };

const pieceLength = 128 * 1024;
/** Written without a break: then others are answered, and what has been packed is handed on. Between pieces it gives way to them. */
const chunkLength = 32 * 1024;

/** A streamed workbook: rows flow on to a next sheet where one is full, and only the row at hand is in memory. */
export function writeXlsx(
  meta: TableMeta,
  rows: RowCursor,
  limits: SheetLimits = xlsxSheetLimits,
): AsyncGenerator<Uint8Array> {
  return zipStream(workbookEntries(meta, rows, limits));
}

async function* workbookEntries(
  meta: TableMeta,
  rows: RowCursor,
  limits: SheetLimits,
): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  yield part('_rels/.rels', packageRelations());
  yield part('xl/styles.xml', stylesPart(sheetLayout(meta)));
  do {
    names.push(sheetName(meta.title, names.length + 1));
    yield { path: `xl/worksheets/sheet${names.length}.xml`, content: sheetContent(meta, rows, limits) };
  } while (await rows.ready());
  yield part('xl/workbook.xml', workbookPart(names));
  yield part('xl/_rels/workbook.xml.rels', workbookRelations(names.length));
  yield part('[Content_Types].xml', contentTypes(names.length));
}

function part(path: string, xml: string): ZipEntry {
  return {
    path,
    content: (async function* () {
      yield Buffer.from(xml);
    })(),
  };
}

async function* sheetContent(
  meta: TableMeta,
  rows: RowCursor,
  limits: SheetLimits,
): AsyncGenerator<Uint8Array> {
  const layout = sheetLayout(meta);
  const read = cellReader(meta);
  const line = new SheetRow(meta);
  const { rest } = new YieldWhenBusy();
  let lastRow = 1;
  let bytes = 0;
  let piece = sheetStart(layout) + line.header();
  while (lastRow < limits.rows && bytes < limits.bytes && (await rows.ready())) {
    const end = piece.length + chunkLength;
    while (lastRow < limits.rows && piece.length < end) {
      const row = rows.take();
      if (row === undefined) break;
      lastRow++;
      line.start(lastRow);
      read(row, line);
      piece += line.end();
    }
    if (piece.length < pieceLength) {
      await nextTurn();
      continue;
    }
    await rest();
    const encoded = Buffer.from(piece);
    bytes += encoded.length;
    piece = '';
    yield encoded;
  }
  yield Buffer.from(piece + sheetEnd(layout, lastRow));
}

/**
 * Writes the cells of one row after the other as XML. What follows a cell's place is kept a column: many columns hold
 * the same in one row after the other.
 */
class SheetRow implements CellSink {
  readonly #headers: readonly string[];
  readonly #names: readonly string[];
  readonly #styles: readonly string[];
  readonly #dateText: (column: number, wallMs: number) => string;
  readonly #values: (string | number | undefined)[];
  readonly #contents: string[];
  #row = '1';
  #xml = '';

  constructor(meta: TableMeta) {
    this.#headers = meta.columns.map((column) => column.header);
    this.#names = meta.columns.map((_, index) => `<c r="${columnName(index)}`);
    this.#styles = sheetLayout(meta).styles.map(styleAttribute);
    this.#dateText = dateTexts(meta);
    this.#values = meta.columns.map(() => undefined);
    this.#contents = meta.columns.map(() => '');
  }

  header(): string {
    this.start(1);
    for (const [column, header] of this.#headers.entries()) {
      this.#xml += `${this.#names[column]}1${textContent(header, headerStyle)}`;
    }
    return this.end();
  }

  start(row: number): void {
    this.#row = `${row}`;
    this.#xml = `<row r="${this.#row}">`;
  }

  end(): string {
    return `${this.#xml}</row>`;
  }

  text(column: number, value: string): void {
    if (this.#values[column] !== value) {
      this.#values[column] = value;
      this.#contents[column] = textContent(value, startsLikeFormula(value) ? quotedStyle : generalStyle);
    }
    this.#cell(column);
  }

  number(column: number, value: number): void {
    if (this.#values[column] !== value) {
      this.#values[column] = value;
      this.#contents[column] = `"${this.#styles[column]}><v>${value}</v></c>`;
    }
    this.#cell(column);
  }

  date(column: number, wallMs: number): void {
    const serial = sheetSerial(wallMs);
    if (serial === undefined) this.text(column, this.#dateText(column, wallMs));
    else this.number(column, serial);
  }

  #cell(column: number): void {
    this.#xml += `${this.#names[column]}${this.#row}${this.#contents[column]}`;
  }
}

const styleAttribute = (style: number) => (style === generalStyle ? '' : ` s="${style}"`);

/** Blanks that a reader may drop or join unless they are asked to be kept. */
const looseBlanks = /^ | $| {2}|[\t\n]|&#13;/;

function textContent(value: string, style: number): string {
  const text = xmlText(value.length > maxSheetTextLength ? sheetText(value) : value);
  const stored = looseBlanks.test(text) ? ' xml:space="preserve"' : '';
  return `"${styleAttribute(style)} t="inlineStr"><is><t${stored}>${text}</t></is></c>`;
}
