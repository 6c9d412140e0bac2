// A spreadsheet that somebody sent, as texts: .xlsx or .csv by what is in it, within limits that no file can get round.
import { setImmediate } from 'node:timers/promises';
import type { CellValue } from 'hucre';
import { withoutGuards } from '../tables-out/csv-guards.ts';
import { csvRows } from './csv-rows.ts';
import { unpackedFit } from './zip-sizes.ts';

export interface TableLimits {
  readonly rowsMax: number;
  readonly columnsMax: number;
  readonly cellMaxLength: number;
  /** Of everything that a workbook unpacks to. */
  readonly unpackedMaxBytes: number;
  readonly entriesMax: number;
}

export interface ReadTable {
  readonly headings: readonly string[];
  /** `number` as the spreadsheet counts its rows, from 1. */
  readonly rows: readonly { readonly number: number; readonly cells: readonly string[] }[];
}

/** Why a file is no table for us. */
export class TableRefused extends Error {
  readonly reason: 'type' | 'broken' | 'empty' | 'large';

  constructor(reason: TableRefused['reason']) {
    super(`the table is refused: ${reason}`);
    this.reason = reason;
  }
}

interface RawRow {
  readonly number: number;
  readonly values: readonly CellValue[];
}

/** Blanks in front are not part of a cell. */
const cutMargin = 2;

/** The first sheet, its first row that holds anything being the headings. Throws TableRefused. */
export async function readTable(bytes: Buffer, limits: TableLimits): Promise<ReadTable> {
  const rows: { number: number; cells: string[] }[] = [];
  for await (const { number, values } of rawRows(bytes, limits)) {
    const cells = values.slice(0, limits.columnsMax).map((value) => textOf(value, limits.cellMaxLength));
    if (number % 500 === 0) await setImmediate();
    if (cells.every((cell) => cell === '')) continue;
    if (rows.length > limits.rowsMax) throw new TableRefused('large');
    rows.push({ number, cells });
  }
  const [head, ...body] = rows;
  if (head === undefined || body.length === 0) throw new TableRefused('empty');
  return { headings: head.cells, rows: body };
}

async function* rawRows(bytes: Buffer, limits: TableLimits): AsyncGenerator<RawRow> {
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04') {
    const fit = unpackedFit(bytes, limits);
    if (fit !== 'within') throw new TableRefused(fit);
    yield* xlsxRows(bytes);
    return;
  }
  const text = decoded(bytes);
  if (text.includes('\u0000')) throw new TableRefused('type');
  let number = 0;
  // Cut here only so that a long cell takes no room; textOf() decides.
  const { columnsMax, cellMaxLength } = limits;
  for (const values of csvRows(text, { columnsMax, cellMaxLength: cellMaxLength * cutMargin })) {
    number += 1;
    yield { number, values: values.map(withoutGuards) };
  }
}

async function* xlsxRows(bytes: Buffer): AsyncGenerator<RawRow> {
  const { streamXlsxRows } = await import('hucre');
  // Numbered here, since a file may claim any place for a row.
  try {
    for await (const { index, values } of streamXlsxRows(bytes)) yield { number: index + 1, values };
  } catch {
    throw new TableRefused('broken');
  }
}

/** As Excel and others write .csv: UTF-8, UTF-16 by its mark, else the Western code page. */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function textOf(value: CellValue | undefined, maxLength: number): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? isoDate(value) : String(value);
  // Half a surrogate pair is a text to JavaScript, but none to the database.
  return Buffer.from(text.replaceAll('\u0000', '').trim().slice(0, maxLength)).toString();
}

const isoDate = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10));
