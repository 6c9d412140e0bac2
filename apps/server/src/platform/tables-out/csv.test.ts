import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { describe, expect, test } from 'vitest';
import { writeTable } from './table.ts';
import type { Cell, Column } from './table-model.ts';
import { bytesOf, formulaTexts, inChunks, tableMeta, textColumns } from './testing-tables.ts';

const columns: Column[] = [
  { header: 'Name', kind: 'text' },
  { header: 'Latitude', kind: 'number', format: '0.000000' },
  { header: 'Scanned', kind: 'date' },
];

async function written(rows: readonly (readonly Cell[])[], as: readonly Column[] = columns): Promise<string> {
  return Buffer.from(await bytesOf(writeTable('csv', tableMeta(as), inChunks(rows)))).toString();
}

const fields = (text: string) => parseCsv(text, { delimiter: ',', typeInference: false });

describe('csv', () => {
  test('is UTF-8 with a byte order mark, CRLF lines, quotes where needed and dates in the zone', async () => {
    const scanned = Date.UTC(2025, 0, 1, 12, 0);
    expect(
      await written([
        ['Asha "A", Pune', -18.5, scanned],
        [null, Number.NaN, Number.POSITIVE_INFINITY],
      ]),
    ).toBe('\ufeffName,Latitude,Scanned\r\n"Asha ""A"", Pune",-18.5,01/01/25 05:30 PM\r\n,,\r\n');
  });

  test('negative numbers stay numbers, the same sign in text does not start a formula', async () => {
    expect(fields(await written([['-1', -1, null]]))[1]).toEqual(["'-1", '-1', '']);
  });

  test.each(formulaTexts)(
    '%j starts no formula in any column, whatever separator the reader expects',
    async (text) => {
      const file = await written([[text, text, text]], [{ header: text, kind: 'text' }, ...columns.slice(1)]);
      for (const separator of [',', ';', '\t']) {
        for (const line of file.slice(1).split(/\r\n|\r|\n/u)) {
          // Read as naively as a spreadsheet that expects another separator does.
          for (const cell of line.split(separator))
            expect(cell.replace(/^["\s]+/u, '')).not.toMatch(/^[=+@＝-]/u);
        }
      }
      expect(fields(file).flat().join('').replaceAll("'", '')).toContain(text.replaceAll("'", ''));
    },
  );

  test('an empty row of a single column is still a row', async () => {
    expect(await written([[null], ['a']], textColumns(1))).toBe('\ufeffColumn 0\r\n""\r\na\r\n');
  });

  test('any text comes back as it was, but for the apostrophes of the guard', async () => {
    const plain = fc
      .string({ unit: 'grapheme' })
      .map((text) => text.replaceAll(/[\u0000-\u001f\ufffe\uffff]/gu, ''));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(plain, plain), { minLength: 1 }), async (rows) => {
        const back = fields(await written(rows, textColumns(2))).slice(1);
        const withoutGuard = (text: unknown) => `${text}`.replaceAll("'", '');
        expect(back.map((row) => row.map(withoutGuard))).toEqual(rows.map((row) => row.map(withoutGuard)));
      }),
      { numRuns: 60 },
    );
  });
});
