// What a table is to every writer of this folder: typed columns, and rows that arrive in chunks.

export type ColumnKind = 'text' | 'number' | 'date';

export interface Column {
  readonly header: string;
  readonly kind: ColumnKind;
  /** Characters; a width that suits the kind when absent. */
  readonly width?: number;
  /** Number columns: a spreadsheet format such as '0.000000' or '0%'. Date columns: a pattern that replaces `dateFormat`. */
  readonly format?: string;
}

/** In a date column a number is epoch milliseconds UTC. NaN and infinities are empty cells; a string stays text in any column. */
export type Cell = string | number | null;

export interface TableMeta {
  readonly title: string;
  readonly columns: readonly Column[];
  /** IANA name; every date is shown as the wall clock of this zone. */
  readonly timeZone: string;
  /** Pattern such as 'DD/MM/YY hh:mm A'. */
  readonly dateFormat: string;
  /** Lines that describe the filter; only the PDF shows them, and what follows. */
  readonly subtitle?: readonly string[];
  /** Whose table it is. */
  readonly company?: string;
  /** Epoch milliseconds UTC. */
  readonly madeAtMs?: number;
}

export type RowChunks = AsyncIterable<readonly (readonly Cell[])[]>;

/** More rows than the format can hold; thrown before the first byte of the file. */
export class TooManyRowsError extends Error {
  override readonly name = 'TooManyRowsError';
  readonly maxRows: number;

  constructor(maxRows: number) {
    super(`The table has more than ${maxRows} rows`);
    this.maxRows = maxRows;
  }
}
