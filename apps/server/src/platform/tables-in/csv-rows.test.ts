import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { csvRows, RecordTooLong } from './csv-rows.ts';

const limits = { columnsMax: 3, cellMaxLength: 5 };
async function read(text: string, delimiter = ',') {
  const rows: (readonly string[])[] = [];
  for await (const { cells } of csvRows(text, delimiter, limits)) rows.push(cells);
  return rows;
}
async function numbers(text: string) {
  const rows: number[] = [];
  for await (const { number } of csvRows(text, ',', limits)) rows.push(number);
  return rows;
}

describe('comma-separated values', () => {
  it.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2\n3,4\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a,"b\tc"\n', [['a', 'b\tc']]],
    [
      '"a,b",c\n"x\ny",z\n',
      [
        ['a,b', 'c'],
        ['x\ny', 'z'],
      ],
    ],
    ['"a""b",""\n', [['a"b', '']]],
    ['"\n","""\n",""\n', [['', '"', '']]],
    ['a, "b, c" , d\n', [['a', 'b, c', 'd']]],
    ['5" A,b\n', [['5" A', 'b']]],
    ['="01",b\n', [['="01"', 'b']]],
    ['a\n\nb\n', [['a'], ['b']]],
    [
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a,b,c,d,e\n', [['a', 'b', 'c']]],
    ['abcdefgh,"ijklmnop"\n', [['abcde', 'ijklm']]],
    ['', []],
  ])('%j', async (text, rows) => expect(await read(text)).toEqual(rows));

  test('[INPUT-01] a quotation mark that nothing closes takes no row below it along', async () => {
    expect(await read('a,b\n"x,1\ny,2\nz,3\n')).toEqual([
      ['a', 'b'],
      ['"x', '1'],
      ['y', '2'],
      ['z', '3'],
    ]);
    expect(await read('"a\n"b\n"c\n"d\n"e\n"f\ng\n')).toHaveLength(7);
    expect(await read('"a\n'.repeat(100))).toHaveLength(100);
    expect(await read('x,"Om,1\ny,"Ravi",2\nz,"K",3\n')).toEqual([
      ['x', '"Om', '1'],
      ['y', 'Ravi', '2'],
      ['z', 'K', '3'],
    ]);
  });

  test('rows are numbered as a spreadsheet numbers them', async () => {
    expect(await numbers('a\n\n"b\nc"\n\n\nd\n')).toEqual([1, 3, 6]);
    expect(await numbers('a\n\n"b\n\nc\n')).toEqual([1, 3, 5]);
  });

  test('a record without an end is refused, and millions of cells or lines are read without holding them', async () => {
    await expect(read('a,'.repeat(1_000_000))).rejects.toThrow(RecordTooLong);
    await expect(read(`"${'""'.repeat(1_000_000)}`)).rejects.toThrow(RecordTooLong);
    let rows = 0;
    for await (const _row of csvRows('a\n'.repeat(300_000), ',', limits)) rows += 1;
    expect(rows).toBe(300_000);
  });

  test('[INPUT-01] whatever is in quotes comes back, between any delimiters and line ends', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', "'", '=', '|'), maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom('\n', '\r\n'),
        async (rows, delimiter, end) => {
          const quoted = rows.map((cells) =>
            cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(delimiter),
          );
          const trimmed = rows.map((cells) => cells.map((text) => text.trimEnd()));
          expect(await read(quoted.join(end), delimiter)).toEqual(trimmed);
        },
      ),
    );
  });
});
