// A few bytes for each column of a leaf, so that a check can say which one was altered. Whether anything was, the
// leaf's hash says alone.
import { hash } from 'node:crypto';
import { markDigits, markText } from '@watchpost/domain/evidence/column-mark';
import type { EntryRow } from '@watchpost/domain/evidence/log-entry';
import { sealedTables } from './sealed-tables.ts';

const columnsByTable = new Map(sealedTables.map(({ name, columns }) => [name, Object.keys(columns)]));
const columnsOf = (table: string): readonly string[] => columnsByTable.get(table) ?? [];

function mark(row: EntryRow, column: string): string {
  return hash('sha256', markText(row, column), 'hex').slice(0, markDigits);
}

/** In the order of the table's columns, in hexadecimal; empty for no row. */
export function columnMarks(table: string, row: EntryRow | null): string {
  return row === null
    ? ''
    : columnsOf(table)
        .map((column) => mark(row, column))
        .join('');
}

/** Columns of which the row does not bear the mark. A column that joined later has none. */
export function alteredColumns(table: string, row: EntryRow, marks: string): string[] {
  return columnsOf(table).filter((column, at) => {
    const kept = marks.slice(at * markDigits, (at + 1) * markDigits);
    return kept === '' ? (row[column] ?? null) !== null : kept !== mark(row, column);
  });
}
