import { describe, expect, it } from 'vitest';
import { csvRows } from './csv-rows.ts';

const limits = { columnsMax: 3, cellMaxLength: 5 };
const read = (text: string) => [...csvRows(text, limits)];

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
      'a;b\r1;2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\t"b\tc"\n', [['a', 'b\tc']]],
    [
      '"a,b",c\n"x\ny",z\n',
      [
        ['a,b', 'c'],
        ['x\ny', 'z'],
      ],
    ],
    ['"a""b",""\n', [['a"b', '']]],
    ['a\n\nb\n', [['a'], [''], ['b']]],
    [
      'a,\n,b\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"never closed,\nx', [['never']]],
    ['"a"b,c\n', [['ab', 'c']]],
    ['a,b,c,d,e\n', [['a', 'b', 'c']]],
    ['abcdefgh,"ijklmnop"\n', [['abcde', 'ijklm']]],
    ['\ufeffa,b\n', [['a', 'b']]],
    ['', []],
  ])('%j', (text, rows) => {
    expect(read(text)).toEqual(rows);
  });

  it('of millions of cells, quotes or lines are read without holding them', () => {
    for (const text of ['a,'.repeat(1_000_000), `"${'""'.repeat(1_000_000)}`, 'a\n'.repeat(1_000_000)]) {
      let cells = 0;
      for (const row of csvRows(text, limits)) cells = Math.max(cells, row.length);
      expect(cells).toBeLessThanOrEqual(limits.columnsMax);
    }
  });
});
