import { inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { truncationMark, maxSheetTextLength } from './cell-text.ts';
import { RowCursor } from './row-cursor.ts';
import { writeTable } from './table.ts';
import type { Cell, Column } from './table-model.ts';
import { bytesOf, formulaTexts, inChunks, tableMeta, textColumns } from './testing-tables.ts';
import { writeXlsx, xlsxSheetLimits } from './xlsx.ts';

const columns: Column[] = [
  { header: 'Name', kind: 'text' },
  { header: 'Latitude', kind: 'number', format: '0.000000' },
  { header: 'Scanned', kind: 'date' },
];

async function sheetOf(rows: readonly (readonly Cell[])[], as: readonly Column[] = columns) {
  const book = await readXlsx(await bytesOf(writeTable('xlsx', tableMeta(as), inChunks(rows))), {
    readStyles: true,
  });
  const sheet = book.sheets[0];
  if (sheet === undefined) throw new Error('The workbook has no sheet');
  return sheet;
}

/** The XML of the sheet of a small workbook: its entries are found by their heads. */
function inflated(file: Buffer): string {
  const name = Buffer.from('xl/worksheets/sheet1.xml');
  return inflateRawSync(file.subarray(file.indexOf(name) + name.length)).toString();
}

/** The reader leaves Excel's own escape of underscores as it is in the file. */
const read = (value: unknown) => (typeof value === 'string' ? value.replaceAll('_x005F_', '_') : value);

describe('xlsx', () => {
  test('keeps text, numbers and dates typed, shows dates in the zone and freezes a bold header', async () => {
    const sheet = await sheetOf([
      ['Asha', -18.5, Date.UTC(2025, 0, 1)],
      [null, Number.NaN, Number.NEGATIVE_INFINITY],
      ['', 0, 1.5],
    ]);
    expect(sheet.rows[0]).toEqual(['Name', 'Latitude', 'Scanned']);
    expect(sheet.rows[1]).toEqual(['Asha', -18.5, new Date(Date.UTC(2025, 0, 1, 5, 30))]);
    expect((sheet.rows[2] ?? []).filter((cell) => cell !== null)).toEqual([]);
    expect(sheet.rows[3]?.[1]).toBe(0);
    expect(sheet.freezePane).toMatchObject({ rows: 1 });
    expect(sheet.autoFilter).toMatchObject({ range: 'A1:C4' });
    expect(sheet.cells?.get('0,0')?.style?.font?.bold).toBe(true);
    expect(sheet.cells?.get('1,1')?.style?.numFmt).toBe('0.000000');
    expect(sheet.cells?.get('1,2')?.style?.numFmt).toBe('dd\\/mm\\/yy hh:mm AM/PM');
  });

  test('text that looks like a formula is exact text in every column and in the header', async () => {
    const sheet = await sheetOf(
      formulaTexts.map((text) => [text, text, text]),
      formulaTexts.slice(0, 3).map((header, index) => ({ ...(columns[index] ?? { kind: 'text' }), header })),
    );
    expect(sheet.rows.slice(1)).toEqual(formulaTexts.map((text) => [text, text, text]));
    expect(sheet.rows[0]).toEqual(formulaTexts.slice(0, 3));
    for (const cell of sheet.cells?.values() ?? []) expect(cell.formula).toBeUndefined();
  });

  test('blanks that a reader could drop or join ask to be kept, and other text does not', async () => {
    const stored = [' a', 'a ', 'a  b', 'a\nb', 'a\tb', '\u0001 a', 'a\r'];
    const rows = [...stored, 'a b', 'a'].map((text) => [text]);
    const pieces = writeTable('xlsx', tableMeta(textColumns(1)), inChunks(rows));
    const xml = inflated(Buffer.from(await bytesOf(pieces)));
    const texts = [...xml.matchAll(/<t( xml:space="preserve")?>([^<]*)/gu)].map(([, asks, text]) => [
      text,
      asks !== undefined,
    ]);
    expect(texts.slice(1)).toEqual([
      ...[' a', 'a ', 'a  b', 'a\nb', 'a\tb', ' a', 'a&#13;'].map((text) => [text, true]),
      ['a b', false],
      ['a', false],
    ]);
  });

  test('a column that repeats and changes, also from number to text, keeps each cell as it is', async () => {
    const rows = [
      ['a', 5, 1_000],
      ['a', 5, 1_000],
      ['=a', '5', 1_000],
      ['a', 5, 'never'],
      ['a', '5', 86_400_000],
    ];
    const sheet = await sheetOf(rows);
    const shown = (atMs: number) => new Date(atMs + 330 * 60_000);
    expect(sheet.rows.slice(1)).toEqual(
      rows.map((row) => [row[0], row[1], typeof row[2] === 'number' ? shown(row[2]) : row[2]]),
    );
  });

  test('rows beyond a sheet flow on to the next, under the same header', async () => {
    const rows = [['a'], ['b'], ['c'], ['d'], ['e']];
    const limits = { rows: 3, bytes: xlsxSheetLimits.bytes };
    const file = await bytesOf(writeXlsx(tableMeta(textColumns(1)), new RowCursor(inChunks(rows)), limits));
    const { sheets } = await readXlsx(file);
    expect(sheets.map((sheet) => sheet.name)).toEqual(['Report', 'Report 2', 'Report 3']);
    expect(sheets.map((sheet) => sheet.rows.flat())).toEqual([
      ['Column 0', 'a', 'b'],
      ['Column 0', 'c', 'd'],
      ['Column 0', 'e'],
    ]);
    expect(xlsxSheetLimits.rows).toBe(1_048_576);
  });

  test('exactly a full sheet opens no second one, and no rows still give a sheet', async () => {
    const limits = { rows: 3, bytes: xlsxSheetLimits.bytes };
    const full = await bytesOf(
      writeXlsx(tableMeta(textColumns(1)), new RowCursor(inChunks([['a'], ['b']])), limits),
    );
    expect((await readXlsx(full)).sheets).toHaveLength(1);
    expect((await sheetOf([])).rows).toEqual([['Name', 'Latitude', 'Scanned']]);
  });

  test('a title that Excel forbids becomes a sheet name that it accepts', async () => {
    const meta = tableMeta(textColumns(1), {
      title: "'Site [1]: a/b\\c*?' and much more than a name can hold",
    });
    const { sheets } = await readXlsx(await bytesOf(writeTable('xlsx', meta, inChunks([]))));
    expect(sheets[0]?.name).toMatch(/^(?!')[^[\]:*?/\\]{1,31}(?<!')$/u);
  });

  test('text beyond the limit of a cell ends in a marker', async () => {
    const [, row] = (
      await sheetOf([['x'.repeat(maxSheetTextLength)], ['😀'.repeat(maxSheetTextLength)]], textColumns(1))
    ).rows;
    expect(row?.[0]).toBe('x'.repeat(maxSheetTextLength));
    const shortened = `${(await sheetOf([['😀'.repeat(maxSheetTextLength)]], textColumns(1))).rows[1]?.[0]}`;
    expect(shortened.length).toBeLessThanOrEqual(maxSheetTextLength);
    expect(shortened.endsWith(truncationMark)).toBe(true);
    expect(shortened).not.toMatch(/\p{Surrogate}/u);
  });

  test('any text and number comes back as it was, without what XML cannot hold', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('_', 'x', '0', '4', '1', '&', '<', '\r', '\ud800', '\u0001') }),
    );
    const cell = fc.record({ text, number: fc.double({ noNaN: true, noDefaultInfinity: true }) });
    await fc.assert(
      fc.asyncProperty(fc.array(cell, { minLength: 1 }), async (cells) => {
        const sheet = await sheetOf(cells.map(({ text, number }) => [`>${text}`, number]));
        expect(sheet.rows.slice(1).map((row) => row.slice(0, 2).map(read))).toEqual(
          cells.map(({ text, number }) => [`>${storable(text)}`, number === 0 ? 0 : number]),
        );
      }),
      { numRuns: 60 },
    );
  });
});

const storable = (text: string) =>
  text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd');
