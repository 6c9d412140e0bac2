import { type CellSink, cellReader, dateTexts } from './cell-reader.ts';
import { holdableText } from './cell-text.ts';
import type { RowCursor } from './row-cursor.ts';
import type { TableMeta } from './table-model.ts';

const byteOrderMark = '\ufeff';
const pieceLength = 64 * 1024;

// The trade-off of EXP-04: CSV knows no types, so a spreadsheet runs any cell that looks like a formula. Such text gets an
// apostrophe, which a person reads past but which is part of the value for a program. Number columns are left alone: -18.5 is
// a number and starts no formula. A semicolon, tab or line break inside text starts a new cell for readers that split there
// whatever the quotes say, so the same holds after one.
const riskySign = /[=+\-@\uff1d\uff0b\uff0d\uff20\t\r\n]/;
const startOfFormula = /(^|[;\t\r\n])((?:[^\S\t\r\n]|["'\u200b\u2060])*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const startsWithBreak = /^[\t\r\n]/;
const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

/** RFC 4180 with a byte order mark, which spreadsheets need to see UTF-8. */
export async function* writeCsv(meta: TableMeta, rows: RowCursor): AsyncGenerator<Uint8Array> {
  const read = cellReader(meta);
  const line = new CsvLine(meta);
  let piece = byteOrderMark + meta.columns.map((column) => csvText(column.header)).join(',') + '\r\n';
  while (await rows.ready()) {
    for (let row = rows.take(); row !== undefined; row = rows.take()) {
      read(row, line);
      piece += line.end();
      if (piece.length >= pieceLength) {
        yield Buffer.from(piece);
        piece = '';
      }
    }
  }
  if (piece !== '') yield Buffer.from(piece);
}

class CsvLine implements CellSink {
  readonly #columns: number;
  readonly #dateText: (column: number, wallMs: number) => string;
  #text = '';
  #column = 0;

  constructor(meta: TableMeta) {
    this.#columns = meta.columns.length;
    this.#dateText = dateTexts(meta);
  }

  text(column: number, value: string): void {
    this.#put(column, csvText(value));
  }

  number(column: number, value: number): void {
    this.#put(column, `${value}`);
  }

  date(column: number, wallMs: number): void {
    this.#put(column, csvText(this.#dateText(column, wallMs)));
  }

  end(): string {
    this.#put(this.#columns - 1, '');
    const text = this.#text;
    this.#text = '';
    this.#column = 0;
    // A line with nothing on it would be no row at all.
    return text === '' ? '""\r\n' : `${text}\r\n`;
  }

  #put(column: number, field: string): void {
    for (; this.#column < column; this.#column++) this.#text += ',';
    this.#text += field;
  }
}

function csvText(text: string): string {
  const safe = withoutFormulas(holdableText(text));
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function withoutFormulas(text: string): string {
  if (!riskySign.test(text)) return text;
  const guarded = text.replaceAll(startOfFormula, "$1'$2");
  return startsWithBreak.test(guarded) ? `'${guarded}` : guarded;
}
