// The records of a BIFF8 workbook around its cells, as [MS-XLS] lays them out.
import {
  firstFormatId,
  firstFormatStyle,
  headerStyle,
  quotedStyle,
  type SheetLayout,
} from './sheet-layout.ts';
import { xlsCharacters, XlsRecords } from './xls-records.ts';

// Excel expects fifteen style definitions of its own before the first cell format.
const ownStyles = 15;
const textFont = 0;
const boldFont = 1;
const fontCount = 4;
const unicodeCodePage = 1200;

/** Position of a style of SheetLayout among the workbook's formats. */
export const xlsStyle = (style: number) => ownStyles + style;

/** Everything before the sheet's name. */
export function workbookStart(layout: SheetLayout): XlsRecords {
  const records = new XlsRecords();
  begin(records, 0x0005);
  records.start(0x0042, 2).u16(unicodeCodePage);
  records.start(0x003d, 18).u16(0, 0, 0x4000, 0x2000, 0x0038, 0, 0, 1, 600);
  // Days count from 1900.
  records.start(0x0022, 2).u16(0);
  for (let font = 0; font < fontCount; font++) putFont(records, font === boldFont);
  for (const [index, format] of layout.formats.entries()) putFormat(records, firstFormatId + index, format);
  putStyles(records, layout);
  return records;
}

/** The sheet's name and the position of its records in the stream. */
export function sheetEntry(name: string, position: number): XlsRecords {
  const { flag, bytes } = xlsCharacters(name);
  const records = new XlsRecords();
  records
    .start(0x0085, 8 + bytes.length)
    .u32(position)
    .u16(0)
    .u8(name.length)
    .u8(flag)
    .bytes(bytes);
  return records;
}

export const sheetEntrySize = (name: string) => sheetEntry(name, 0).length;

export function endOfPart(records: XlsRecords): XlsRecords {
  return records.start(0x000a, 0);
}

/** Everything of the sheet before its cells. */
export function sheetStart(layout: SheetLayout): XlsRecords {
  const records = new XlsRecords();
  begin(records, 0x0010);
  for (const [column, width] of layout.widths.entries()) {
    records.start(0x007d, 12).u16(column, column, Math.round(width * 256), xlsStyle(0), 0, 0);
  }
  return records;
}

/** The sheet's used range; `rows` counts the header. */
export function dimensions(rows: number, columns: number): XlsRecords {
  return new XlsRecords().start(0x0200, 14).u32(0, rows).u16(0, columns, 0);
}

/** Header row frozen, first data cell chosen. */
export function sheetEnd(): XlsRecords {
  const records = new XlsRecords();
  records.start(0x023e, 18).u16(0x07be, 0, 0, 0x0040, 0, 0, 0).u32(0);
  records.start(0x0041, 10).u16(0, 1, 1, 0, 2);
  records.start(0x001d, 15).u8(2).u16(1, 0, 0, 1, 1, 1).u8(0).u8(0);
  return endOfPart(records);
}

function begin(records: XlsRecords, part: number): void {
  records.start(0x0809, 16).u16(0x0600, part, 0x0dbb, 0x07cc).u32(0, 6);
}

function putFont(records: XlsRecords, isBold: boolean): void {
  const name = Buffer.from('Arial', 'latin1');
  records.start(0x0031, 16 + name.length);
  records.u16(200, isBold ? 1 : 0, 0x7fff, isBold ? 700 : 400, 0);
  records.u8(0).u8(0).u8(0).u8(0).u8(name.length).u8(0).bytes(name);
}

function putFormat(records: XlsRecords, id: number, format: string): void {
  const { flag, bytes } = xlsCharacters(format);
  records
    .start(0x041e, 5 + bytes.length)
    .u16(id, format.length)
    .u8(flag)
    .bytes(bytes);
}

function putStyles(records: XlsRecords, layout: SheetLayout): void {
  for (let style = 0; style < ownStyles; style++)
    putStyle(records, 0xfff5, textFont, 0, style === 0 ? 0 : 0xf4);
  for (let style = 0; style < firstFormatStyle; style++) {
    // Bit 0 locks the cell as Excel does by default; bit 3 is the mark of text that looks like a formula.
    const marks = style === quotedStyle ? 0x0009 : 0x0001;
    const isHeader = style === headerStyle;
    putStyle(records, marks, isHeader ? boldFont : textFont, 0, isHeader ? 0x08 : 0);
  }
  for (const index of layout.formats.keys()) putStyle(records, 0x0001, textFont, firstFormatId + index, 0x04);
  // The style named Normal.
  records.start(0x0293, 4).u16(0x8000).u8(0).u8(0xff);
}

function putStyle(records: XlsRecords, marks: number, font: number, format: number, used: number): void {
  records.start(0x00e0, 20).u16(font, format, marks);
  records.u8(0x20).u8(0).u8(0).u8(used).u32(0, 0).u16(0x20c0);
}
