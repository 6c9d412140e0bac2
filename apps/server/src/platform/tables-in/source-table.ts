// A list within a file, before its headings are known.

export interface TableLimits {
  readonly rowsMax: number;
  readonly columnsMax: number;
  readonly cellMaxLength: number;
  /** Of everything that a workbook unpacks to. */
  readonly unpackedMaxBytes: number;
  readonly entriesMax: number;
}

export interface TableRow {
  /** As the spreadsheet counts its rows, from 1. */
  readonly number: number;
  /** As the cells show them. */
  readonly cells: readonly string[];
  /** By column from 0: numbers that their cells show shortened or dressed, such as 18.575217 where 18.58 is seen. */
  readonly exact: Readonly<Record<number, string>>;
}

export interface SourceTable {
  /** Name of the sheet; empty for a file that has none. */
  readonly sheet: string;
  /** Every row from the first one, as often as it is called. Throws TableRefused. */
  readonly rows: () => AsyncIterable<TableRow>;
}

/** Why a file is no table for us. */
export class TableRefused extends Error {
  readonly reason: 'type' | 'old' | 'broken' | 'empty' | 'large';

  constructor(reason: TableRefused['reason']) {
    super(`the table is refused: ${reason}`);
    this.reason = reason;
  }
}
