// What parts the cells of a .csv: what its first line says, else what makes a table with headings of it.
import { type CsvLimits, firstRows } from './csv-rows.ts';
import type { HeadingsOf } from './find-headings.ts';

const delimiters = [',', ';', '\t', '|'] as const;
/** Excel's own first line, which is no row of the list. */
const sepLine = /^\s*"?sep=([^"\r\n])"?[,;\t|]*(?:\r\n|\n|\r|$)/i;

export interface DelimitedText {
  readonly delimiter: string;
  readonly text: string;
  /** Rows in front of `text`. */
  readonly skipped: number;
}

export function delimited(text: string, limits: CsvLimits, headingsOf: HeadingsOf): DelimitedText {
  const [line, delimiter] = sepLine.exec(text) ?? [];
  if (line !== undefined && delimiter !== undefined) {
    const skipped = line.split(/\r\n|\n|\r/).length - 1;
    return { delimiter, text: text.slice(line.length), skipped };
  }
  const scores = delimiters.map((each) => scoreOf(firstRows(text, each, limits), headingsOf));
  const best = scores.reduce((found, score, at) => (compare(score, scores[found] ?? []) > 0 ? at : found), 0);
  return { delimiter: delimiters[best] ?? ',', text, skipped: 0 };
}

type Score = readonly number[];

/** Whether some row names what is needed; how many rows have as many cells as most; how many fields are named; the cells of a row. */
function scoreOf(rows: readonly string[][], headingsOf: HeadingsOf): Score {
  const found = rows.map(headingsOf);
  const widths = rows.map(({ length }) => length);
  const counts = new Map<number, number>();
  for (const width of widths) if (width > 1) counts.set(width, (counts.get(width) ?? 0) + 1);
  const [usual = 1, count = 0] = [...counts].toSorted(([a, m], [b, n]) => n - m || b - a)[0] ?? [];
  return [
    found.some(({ isWhole }) => isWhole) ? 1 : 0,
    rows.length === 0 ? 0 : count / rows.length,
    Math.max(0, ...found.map(({ fields }) => fields)),
    usual,
  ];
}

function compare(left: Score, right: Score): number {
  for (const [at, value] of left.entries()) {
    const difference = value - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
