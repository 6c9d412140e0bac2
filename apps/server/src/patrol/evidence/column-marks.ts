// A few bytes for each column of a leaf, so that a check can say which one was altered. Whether anything was, the
// leaf's hash says alone.
import { hash } from 'node:crypto';
import { markDigits, markText } from '@watchpost/domain/evidence/column-mark';
import { isConcealed } from '@watchpost/domain/evidence/concealed-rows';
import { emptyText, type LogEntry, rowTexts, type RowTexts } from '@watchpost/domain/evidence/log-entry';
import { sealedTables } from './sealed-tables.ts';

const columnsByTable = new Map(sealedTables.map(({ name, columns }) => [name, Object.keys(columns)]));
const columnsOf = (table: string): readonly string[] => columnsByTable.get(table) ?? [];

const markOf = (column: string, text: string): string =>
  hash('sha256', markText(column, text), 'hex').slice(0, markDigits);

interface MarkedRow {
  readonly texts: string[];
  readonly marks: string[];
}

/** Marks one record after the other: what stands in a column as it did in the record before is not hashed again. */
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
    const stored = marks.slice(at * markDigits, (at + 1) * markDigits);
    const text = texts.get(column) ?? emptyText;
    return stored === '' ? text !== emptyText : stored !== markOf(column, text);
  });
}

/**
 * Of the columns that are shown of a record, in their order, out of those that are kept of all. A column that is shown in place
 * of others, or joined later, has a mark of its own.
 */
export function shownMarks({ table, row }: LogEntry, marks: string): string {
  if (row === null) return marks;
  const columns = columnsOf(table);
  const texts = rowTexts(row);
  return Object.keys(row)
    .map((column) => {
      const at = isConcealed(row) && column === stateColumn ? -1 : columns.indexOf(column);
      const stored = at < 0 ? '' : marks.slice(at * markDigits, (at + 1) * markDigits);
      return stored === '' ? markOf(column, texts.get(column) ?? emptyText) : stored;
    })
    .join('');
}
/** Holds a whole row, of which something may be concealed. */
const stateColumn = 'row';
