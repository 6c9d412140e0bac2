// Tables for the tests of this folder.
import type { Cell, Column, RowChunks, TableMeta } from './table-model.ts';

export function tableMeta(columns: readonly Column[], change: Partial<TableMeta> = {}): TableMeta {
  return { title: 'Report', columns, timeZone: 'Asia/Kolkata', dateFormat: 'DD/MM/YY hh:mm A', ...change };
}

export const textColumns = (count: number): Column[] =>
  Array.from({ length: count }, (_, index) => ({ header: `Column ${index}`, kind: 'text' }));

export async function* inChunks(rows: readonly (readonly Cell[])[], size = 3): RowChunks {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

/** `count` rows of the same cells without holding them. */
export async function* repeated(row: readonly Cell[], count: number, size = 5000): RowChunks {
  for (let start = 0; start < count; start += size) {
    yield Array.from({ length: Math.min(size, count - start) }, () => row);
  }
}

export async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Text that must never come to life in a spreadsheet. */
export const formulaTexts = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\tplain',
  ' =1+1',
  '"=1+1',
  "'=1+1",
  '＝1+1',
  '=HYPERLINK("http://example.invalid","here")',
  'left;=1+1',
  'above\n=1+1',
  'above\n\n=1+1',
];
