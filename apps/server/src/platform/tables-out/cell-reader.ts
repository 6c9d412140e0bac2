import { dateText } from './date-pattern.ts';
import type { Cell, Column, TableMeta } from './table-model.ts';
import { wallClock } from './wall-clock.ts';

/** Where the cells of a row go; empty cells go nowhere. */
export interface CellSink {
  text(column: number, value: string): void;
  number(column: number, value: number): void;
  /** `wallMs`: the zone's wall clock, see WallClock. */
  date(column: number, wallMs: number): void;
}

export type CellReader = (row: readonly Cell[], sink: CellSink) => void;

// A day inside the range of Date, so that no zone's wall clock leaves it.
const maxEpochMs = 8.64e15 - 86_400_000;

/** Reads rows as their columns declare: the one place that decides what is a number, a date, text or empty. */
export function cellReader(meta: TableMeta): CellReader {
  const kinds = meta.columns.map((column) => column.kind);
  const toWallClock = wallClock(meta.timeZone);
  return (row, sink) => {
    for (let column = 0; column < kinds.length; column++) {
      const cell = row[column];
      if (cell === null || cell === undefined || cell === '') continue;
      if (typeof cell === 'string') sink.text(column, cell);
      else if (!Number.isFinite(cell)) continue;
      else if (kinds[column] === 'number') sink.number(column, cell);
      else if (kinds[column] === 'text') sink.text(column, `${cell}`);
      else if (Math.abs(cell) <= maxEpochMs) sink.date(column, toWallClock(cell));
    }
  };
}

/** Text of dates by column, for files and cells that hold no typed date. */
export function dateTexts(meta: TableMeta): (column: number, wallMs: number) => string {
  const shared = dateText(meta.dateFormat);
  const own = meta.columns.map((column: Column) =>
    column.kind === 'date' && column.format !== undefined ? dateText(column.format) : shared,
  );
  return (column, wallMs) => (own[column] ?? shared)(wallMs);
}
