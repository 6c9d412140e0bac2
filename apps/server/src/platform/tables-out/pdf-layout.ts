// Where things go on a page of a PDF table. All lengths are points.
import type { Column, TableMeta } from './table-model.ts';

export const page = { width: 841.89, height: 595.28, margin: 28, footerHeight: 14 } as const;
export const cellPadding = 2;
export const maxLinesPerCell = 3;
const lineSpacing = 1.2;

export interface PdfLayout {
  readonly fontSize: number;
  readonly lineHeight: number;
  /** Left edges of the columns, and the right edge of the last. */
  readonly edges: readonly number[];
}

const sizesByColumns = [
  { upTo: 6, size: 10 },
  { upTo: 9, size: 9 },
  { upTo: 12, size: 8 },
  { upTo: 15, size: 7 },
  { upTo: 20, size: 6 },
] as const;
const smallestSize = 5;
const longestWord = 14;
/** Sums of widths are inexact: without it a word could miss its own width by a hair. */
const roundingSlack = 0.1;

/**
 * `measure`: width of a header's text at a font size. `first`: texts of the first rows, as far as they are known. Words are
 * kept whole, and so are instants where the page has room for it.
 */
export function pdfLayout(
  meta: TableMeta,
  measure: (text: string, size: number) => number,
  first: readonly (readonly string[])[],
): PdfLayout {
  const count = meta.columns.length;
  const available = page.width - 2 * page.margin;
  const words = meta.columns.map(({ header }, column) => [
    ...header.split(/\s+/u),
    ...wordsIn(first, column),
  ]);
  const instants = meta.columns.map(({ kind }, column) => (kind === 'date' ? cellsOf(first, column) : []));
  const widest = (texts: readonly string[], size: number) =>
    Math.max(0, ...texts.map((text) => measure(text, size))) + 2 * cellPadding + roundingSlack;
  const leastAt = (size: number) => words.map((some) => widest(some, size));
  let fontSize: number = sizesByColumns.find(({ upTo }) => count <= upTo)?.size ?? smallestSize;
  while (fontSize > smallestSize && sumOf(leastAt(fontSize)) > available) fontSize -= 0.5;
  const leasts = leastAt(fontSize);
  const unbroken = leasts.map((least, column) => Math.max(least, widest(instants[column] ?? [], fontSize)));
  const widths = sharedWidths(
    sumOf(unbroken) <= available ? unbroken : leasts,
    meta.columns.map((column) => weightOf(column, meta.dateFormat)),
    available,
  );
  const edges: number[] = [page.margin];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + width);
  return { fontSize, lineHeight: fontSize * lineSpacing, edges };
}

/** What is not to be broken in a column: its words and numbers, but for ids and the like, which no one reads as one. */
function wordsIn(rows: readonly (readonly string[])[], column: number): ReadonlySet<string> {
  const words = cellsOf(rows, column).flatMap((text) => text.split(/\s+/u));
  return new Set(words.filter((word) => word.length <= longestWord));
}

const cellsOf = (rows: readonly (readonly string[])[], column: number): string[] =>
  rows.map((row) => row[column] ?? '');

/** Each column gets its share of the room by weight, but no less than its header's longest word while the page allows it. */
function sharedWidths(least: readonly number[], weights: readonly number[], available: number): number[] {
  const leastSum = sumOf(least);
  if (leastSum >= available) return least.map((width) => (width * available) / leastSum);
  const widths = [...least];
  let open = weights.map((_, column) => column);
  let left = available;
  for (;;) {
    const weightSum = open.reduce((sum, column) => sum + (weights[column] ?? 0), 0);
    const share = (column: number) => (left * (weights[column] ?? 0)) / weightSum;
    const tooNarrow = open.filter((column) => share(column) < (least[column] ?? 0));
    if (tooNarrow.length === 0) {
      for (const column of open) widths[column] = share(column);
      return widths;
    }
    for (const column of tooNarrow) left -= least[column] ?? 0;
    open = open.filter((column) => !tooNarrow.includes(column));
  }
}

function weightOf(column: Column, dateFormat: string): number {
  const byKind = { text: 18, number: 10, date: (column.format ?? dateFormat).length };
  return column.width ?? byKind[column.kind];
}

const sumOf = (lengths: readonly number[]) => lengths.reduce((sum, length) => sum + length, 0);
