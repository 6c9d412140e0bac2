// What .xls and .xlsx share: sheet names, column widths, the list of cell styles and Excel's day count.
import { holdableText } from './cell-text.ts';
import { sheetDateFormat } from './date-pattern.ts';
import type { Column, TableMeta } from './table-model.ts';

/** Positions of the fixed styles; one style for each distinct number format follows them. */
export const generalStyle = 0;
export const headerStyle = 1;
/** Text that looks like a formula: marked so that editing the cell keeps it text. */
export const quotedStyle = 2;
export const firstFormatStyle = 3;
/** Numbers below belong to formats that Excel brings along. */
export const firstFormatId = 164;

export interface SheetLayout {
  readonly formats: readonly string[];
  /** Style of the column's numbers or dates. */
  readonly styles: readonly number[];
  /** Characters. */
  readonly widths: readonly number[];
}

const dayMs = 86_400_000;
const serialOfEpoch = 25_569;
// Before 1 March 1900 Excel counts a leap day that never was; after 9999 it counts nothing.
const firstSerial = 61;
const endSerial = 2_958_466;
const maxWidth = 255;
const maxNameLength = 31;

/** Excel's day count of a wall-clock time (see WallClock), or undefined when Excel has no such day. */
export function sheetSerial(wallMs: number): number | undefined {
  const serial = wallMs / dayMs + serialOfEpoch;
  return serial >= firstSerial && serial < endSerial ? serial : undefined;
}

export function sheetLayout(meta: TableMeta): SheetLayout {
  const formats: string[] = [];
  const styles = meta.columns.map((column) => {
    const format = formatOf(column, meta.dateFormat);
    if (format === undefined) return generalStyle;
    if (!formats.includes(format)) formats.push(format);
    return firstFormatStyle + formats.indexOf(format);
  });
  return { formats, styles, widths: meta.columns.map((column) => widthOf(column, meta.dateFormat)) };
}

/** A name that Excel accepts; sheets after the first carry their number. */
export function sheetName(title: string, number: number): string {
  const suffix = number > 1 ? ` ${number}` : '';
  const name = holdableText(title)
    .replaceAll(/[[\]:*?/\\\t\r\n]/gu, ' ')
    .slice(0, maxNameLength - suffix.length)
    .replace(/[\ud800-\udbff]$/, '')
    .replaceAll(/^['\s]+|['\s]+$/gu, '');
  return `${name === '' ? 'Sheet' : name}${suffix}`;
}

function formatOf(column: Column, dateFormat: string): string | undefined {
  if (column.kind === 'date') return sheetDateFormat(column.format ?? dateFormat);
  return column.kind === 'number' ? column.format : undefined;
}

function widthOf(column: Column, dateFormat: string): number {
  const byKind = { text: 20, number: 12, date: (column.format ?? dateFormat).length + 3 };
  return Math.min(column.width ?? Math.max(byKind[column.kind], column.header.length + 2), maxWidth);
}
