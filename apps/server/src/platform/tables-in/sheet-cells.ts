// The cells of a sheet, row by row, each as the text that it shows.
import type { CellStyles } from './cell-styles.ts';
import { RunText, unescaped } from './shared-strings.ts';
import type { Attributes, XmlHandler } from './xml-parts.ts';

export interface ShownRow {
  /** As the spreadsheet counts its rows, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
  /** By column from 0: numbers that their cells show shortened or dressed. */
  readonly exact: Readonly<Record<number, string>>;
}

export interface SheetContext {
  readonly texts: readonly string[];
  readonly styles: CellStyles;
  readonly columnsMax: number;
  readonly cellMaxLength: number;
}

/** What a formula shows whose result is not in the file. */
export const withoutResult = '#CALC!';

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
  isFormula: boolean;
}

const rowMax = 1_048_576;

/** Puts finished rows into `rows`. */
export class SheetCells implements XmlHandler {
  readonly rows: ShownRow[] = [];
  readonly #context: SheetContext;
  readonly #run: RunText;
  #row: { number: number; cells: string[]; exact: Record<number, string> } | null = null;
  #lastRow = 0;
  #nextColumn = 0;
  #cell: OpenCell | null = null;
  #isValue = false;

  constructor(context: SheetContext) {
    this.#context = context;
    this.#run = new RunText(context.cellMaxLength);
  }

  readonly open = (name: string, attributes: Attributes): void => {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#isValue = true;
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'f' && this.#cell !== null) this.#cell.isFormula = true;
    else this.#run.open(name);
  };

  readonly text = (text: string): void => {
    if (!this.#isValue) this.#run.add(text);
    else if (this.#cell !== null && this.#cell.value.length < this.#context.cellMaxLength)
      this.#cell.value += text;
  };

  readonly close = (name: string): void => {
    if (name === 'c') this.#closeCell();
    else if (name === 'v') this.#isValue = false;
    else if (name === 'row') this.#closeRow();
    else this.#run.close(name);
  };

  /** A file may claim any number for a row; they only grow. */
  #openRow({ r }: Attributes): void {
    const claimed = Number(r);
    const next = this.#lastRow + 1;
    this.#lastRow = Number.isInteger(claimed) && claimed > next && claimed <= rowMax ? claimed : next;
    this.#row = { number: this.#lastRow, cells: [], exact: {} };
    this.#nextColumn = 0;
  }

  #closeRow(): void {
    if (this.#row !== null) this.rows.push(this.#row);
    this.#row = null;
  }

  #openCell({ r, t = 'n', s }: Attributes): void {
    const column = r === undefined ? this.#nextColumn : columnOf(r);
    this.#nextColumn = column + 1;
    this.#cell = { column, type: t, style: Number(s ?? 0), value: '', isFormula: false };
    this.#run.take();
  }

  #closeCell(): void {
    const [row, cell] = [this.#row, this.#cell];
    this.#cell = null;
    const inline = this.#run.take();
    if (row === null || cell === null || cell.column >= this.#context.columnsMax) return;
    const { text, exact } = this.#shown(cell, inline);
    if (text === '' && exact === null) return;
    while (row.cells.length < cell.column) row.cells.push('');
    row.cells[cell.column] = text;
    if (exact !== null) row.exact[cell.column] = exact;
  }

  #shown({ type, style, value, isFormula }: OpenCell, inline: string) {
    const { texts, styles } = this.#context;
    const only = (text: string) => ({ text, exact: null });
    if (isFormula && value === '' && type !== 'str') return only(withoutResult);
    if (value === '' && type !== 'inlineStr') return only('');
    switch (type) {
      case 's':
        return only(styles.shownText(texts[Number(value)] ?? '', style));
      case 'inlineStr':
        return only(styles.shownText(inline, style));
      case 'str':
        return only(styles.shownText(unescaped(value), style));
      case 'b':
        return only(value === '1' || value === 'true' ? 'TRUE' : 'FALSE');
      case 'e':
        return only(value);
      case 'd':
        return only(styles.shownDate(value, style));
      default:
        return styles.shownNumber(value, style);
    }
  }
}

/** Of a reference such as AB12, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const digit = letter.toUpperCase().charCodeAt(0) - 64;
    if (digit < 1 || digit > 26 || column > rowMax) break;
    column = column * 26 + digit;
  }
  return Math.max(column - 1, 0);
}
