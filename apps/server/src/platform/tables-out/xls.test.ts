import fc from 'fast-check';
import { readXls } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { truncationMark, maxSheetTextLength } from './cell-text.ts';
import { xlsDataRowsMax } from '@watchpost/domain/limits';
import { TooManyRowsError, writeTable } from './table.ts';
import type { Cell, Column } from './table-model.ts';
import { bytesOf, formulaTexts, inChunks, repeated, tableMeta, textColumns } from './testing-tables.ts';

const columns: Column[] = [
  { header: 'Name', kind: 'text' },
  { header: 'Latitude', kind: 'number', format: '0.000000' },
  { header: 'Scanned', kind: 'date' },
];

const fileOf = (rows: readonly (readonly Cell[])[], as: readonly Column[] = columns) =>
  bytesOf(writeTable('xls', tableMeta(as), inChunks(rows)));

async function rowsOf(rows: readonly (readonly Cell[])[], as: readonly Column[] = columns) {
  return (await readXls(await fileOf(rows, as))).sheets[0]?.rows ?? [];
}

describe('xls', () => {
  test('keeps text, numbers and dates typed, shows dates in the zone and leaves empty cells out', async () => {
    expect(
      await rowsOf([
        ['Asha', -18.5, Date.UTC(2025, 0, 1)],
        [null, Number.NaN, null],
        ['राम', 1, Date.UTC(2025, 0, 2)],
      ]),
    ).toEqual([
      ['Name', 'Latitude', 'Scanned'],
      ['Asha', -18.5, new Date(Date.UTC(2025, 0, 1, 5, 30))],
      undefined,
      ['राम', 1, new Date(Date.UTC(2025, 0, 2, 5, 30))],
    ]);
  });

  test('is an Excel 97 workbook in an OLE2 file, its header bold and frozen, its columns as wide as asked', async () => {
    const file = Buffer.from(
      await fileOf([['Asha', 1, 0]], [{ header: 'Name', kind: 'text', width: 33 }, ...columns.slice(1)]),
    );
    expect(file.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
    expect(file.length % 512).toBe(0);
    const records = recordsOf(file);
    const one = (id: number) => records.find((record) => record.id === id)?.data ?? Buffer.alloc(0);
    expect([one(0x0809).readUInt16LE(0), one(0x0809).readUInt16LE(2)]).toEqual([0x0600, 0x0005]);
    // Frozen with the split below row 1; first column's width in 1/256 of a character.
    expect(one(0x023e).readUInt16LE(0) & 0x0008).toBe(0x0008);
    expect(one(0x0041).readUInt16LE(2)).toBe(1);
    expect(one(0x007d).readUInt16LE(4)).toBe(33 * 256);
    const fonts = records
      .filter((record) => record.id === 0x0031)
      .map((record) => record.data.readUInt16LE(6));
    const styles = records.filter((record) => record.id === 0x00e0).map((record) => record.data);
    const header = records.find((record) => record.id === 0x00fd && record.data.readUInt16LE(0) === 0);
    expect(fonts[styles[header?.data.readUInt16LE(4) ?? 0]?.readUInt16LE(0) ?? 0]).toBe(700);
    expect(
      records
        .filter((record) => record.id === 0x041e)
        .map((record) => record.data.subarray(5).toString('latin1')),
    ).toEqual(['0.000000', 'dd\\/mm\\/yy hh:mm AM/PM']);
  });

  test('text that looks like a formula is exact text in every column, and no formula is in the file', async () => {
    const rows = formulaTexts.map((text) => [text, text, text]);
    expect((await rowsOf(rows)).slice(1)).toEqual(rows);
    expect(recordsOf(Buffer.from(await fileOf(rows))).filter((record) => record.id === 0x0006)).toEqual([]);
  });

  test('holds 65,535 rows beneath the header, so many that its allocation table outgrows the file header', async () => {
    const meta = tableMeta(textColumns(9));
    const row = Array.from({ length: 9 }, (_, index) => `cell ${index}`);
    const file = await bytesOf(writeTable('xls', meta, repeated(row, xlsDataRowsMax)));
    const rows = (await readXls(file)).sheets[0]?.rows ?? [];
    expect(xlsDataRowsMax).toBe(65_535);
    expect(rows).toHaveLength(65_536);
    expect(rows.at(-1)).toEqual(row);
    expect(file.length).toBeGreaterThan(109 * 128 * 512);
  });

  test('refuses one row more before giving any byte, and closes the source', async () => {
    let isClosed = false;
    async function* source() {
      try {
        yield* repeated(['a'], xlsDataRowsMax + 1);
        yield [['never reached']];
      } finally {
        isClosed = true;
      }
    }
    const refusal = writeTable('xls', tableMeta(textColumns(1)), source()).next();
    await expect(refusal).rejects.toThrow(TooManyRowsError);
    await expect(refusal).rejects.toMatchObject({ maxRows: 65_535 });
    expect(isClosed).toBe(true);
  });

  test('text beyond the limit of a cell ends in a marker', async () => {
    const shortened = `${(await rowsOf([['é'.repeat(40_000)]], textColumns(1)))[1]?.[0]}`;
    expect(shortened).toBe('é'.repeat(maxSheetTextLength - truncationMark.length) + truncationMark);
  });

  test('any text comes back as it was, across the breaks between records', async () => {
    const long = fc
      .tuple(fc.constantFrom('a', 'é', 'रा', '😀'), fc.integer({ min: 4000, max: 9000 }))
      .map(([unit, length]) => unit.repeat(length));
    const text = fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1 }) },
      { weight: 1, arbitrary: long },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, fc.double({ noNaN: true, noDefaultInfinity: true })), { minLength: 1 }),
        async (cells) => {
          const written = cells.map(([value, number]) => [`>${value}`, number]);
          const back = (await rowsOf(written, columns.slice(0, 2))).slice(1);
          expect(back).toEqual(written.map(([value, number]) => [storable(`${value}`), number]));
        },
      ),
      { numRuns: 60 },
    );
  });
});

const storable = (text: string) =>
  text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '').slice(0, 32_767);

/** The stream starts right behind the container's header and lies in one piece. */
function recordsOf(file: Buffer): { id: number; data: Buffer }[] {
  const records: { id: number; data: Buffer }[] = [];
  let position = 512;
  for (let ends = 0; ends < 2; ) {
    const id = file.readUInt16LE(position);
    const size = file.readUInt16LE(position + 2);
    records.push({ id, data: file.subarray(position + 4, position + 4 + size) });
    position += 4 + size;
    if (id === 0x000a) ends++;
  }
  return records;
}
