// A few bytes for each column of a leaf, so that a check can say which one was altered. Whether anything was, the
// leaf's hash says alone.
import { hash } from 'node:crypto';
import { markDigits, markText } from '@watchpost/domain/evidence/column-mark';
import { emptyText, type RowTexts } from '@watchpost/domain/evidence/log-entry';
import { sealedTables } from './sealed-tables.ts';

const columnsByTable = new Map(sealedTables.map(({ name, columns }) => [name, Object.keys(columns)]));
const columnsOf = (table: string): readonly string[] => columnsByTable.get(table) ?? [];

const markOf = (column: string, text: string): string =>
  hash('sha256', markText(column, text), 'hex').slice(0, markDigits);

interface MarkedRow {
  readonly texts: string[];
  readonly marks: string[];
}

/** Marks one record after the other: what stands in a column as it did in the record before is not hashed anew. */
export class ColumnMarker {
  readonly #before = new Map<string, MarkedRow>();

  /** In the order of the table's columns, in hexadecimal; empty for no row. */
  marks(table: string, texts: RowTexts | null): string {
    if (texts === null) return '';
    const before = this.#before.get(table) ?? { texts: [], marks: [] };
    this.#before.set(table, before);
    columnsOf(table).forEach((column, at) => {
      const text = texts.get(column) ?? emptyText;
      if (text === before.texts[at]) return;
      before.texts[at] = text;
      before.marks[at] = markOf(column, text);
    });
    return before.marks.join('');
  }
}

/** Columns of which the row does not bear the mark. A column that joined later has none. */
export function alteredColumns(table: string, texts: RowTexts, marks: string): string[] {
  return columnsOf(table).filter((column, at) => {
    const kept = marks.slice(at * markDigits, (at + 1) * markDigits);
    const text = texts.get(column) ?? emptyText;
    return kept === '' ? text !== emptyText : kept !== markOf(column, text);
  });
}
