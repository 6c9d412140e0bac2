// A few digits for each column of a record, by which a check names the one that was altered. Whether anything was, the
// leaf's hash says alone.
import { bytesOf, toHex } from './byte-text.ts';
import { emptyText, type EntryRow, rowTexts } from './log-entry.ts';
import type { Sha256 } from './sha256.ts';

/** Of a column's hash, in hexadecimal. */
export const markDigits = 8;

/** What is hashed of a column, by its text as rowTexts() tells it. */
export function markText(column: string, text: string = emptyText): string {
  return `${column}=${text}`;
}

/** Columns that do not bear their marks, which stand in the order of the row's; null where they do not fit each other. */
export function unmarkedColumns(sha256: Sha256, row: EntryRow, marks: string): string[] | null {
  const columns = Object.keys(row);
  if (marks.length !== columns.length * markDigits) return null;
  const texts = rowTexts(row);
  return columns.filter((column, at) => {
    const stored = marks.slice(at * markDigits, (at + 1) * markDigits);
    return stored !== toHex(sha256(bytesOf(markText(column, texts.get(column))))).slice(0, markDigits);
  });
}
