import { type CellSink, cellReader, dateTexts } from './cell-reader.ts';
import { holdableText } from './cell-text.ts';
import { withGuards } from './csv-guards.ts';
import type { RowCursor } from './row-cursor.ts';
import type { TableMeta } from './table-model.ts';

const byteOrderMark = '\ufeff';
const pieceLength = 64 * 1024;

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
  const safe = withGuards(holdableText(text));
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
