import { writeXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import { writeTable } from '../tables-out/table.ts';
import { readTable, TableRefused, type TableLimits } from './read-table.ts';

const limits: TableLimits = {
  rowsMax: 10,
  columnsMax: 3,
  cellMaxLength: 20,
  unpackedMaxBytes: 200_000,
  entriesMax: 50,
};
const read = (bytes: Buffer | string) => readTable(Buffer.from(bytes), limits);
const refusal = (bytes: Buffer | string) =>
  read(bytes).then(
    () => null,
    (error: unknown) => (error instanceof TableRefused ? error.reason : error),
  );
type Cells = (string | number | boolean | Date | null)[];
const workbook = async (rows: Cells[]) => Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] }));

describe('a spreadsheet that was sent', () => {
  it.each([
    ['commas', 'a,b\n1,"x, y"\n'],
    ['semicolons', 'a;b\r\n1;"x, y"\r\n'],
    ['tabs', 'a\tb\n1\tx, y\n'],
    ['a mark of UTF-8 in front', '\uFEFFa,b\n1,"x, y"\n'],
  ])('is read with %s', async (_what, text) => {
    const { headings, rows } = await read(text);
    expect([headings, rows]).toEqual([['a', 'b'], [{ number: 2, cells: ['1', 'x, y'] }]]);
  });

  it('of ours says what was written into it, without what keeps formulas from starting', async () => {
    const texts = ['+91 98', '-1 Floor', '=SUM(1)', "'=x", "'plain", 'a;=b', ' "@x', 'a\n+b', "it's"];
    const column = { header: 'a', kind: 'text' } as const;
    const meta = { title: 't', columns: [column], timeZone: 'UTC', dateFormat: 'DD/MM/YY' };
    async function* rows() {
      yield texts.map((text) => [text]);
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of writeTable('csv', meta, rows())) pieces.push(piece);
    expect(Buffer.concat(pieces).toString()).toContain("'+91 98");
    const found = await read(Buffer.concat(pieces));
    expect(found.rows.map(({ cells }) => cells[0])).toEqual(texts.map((text) => text.trim()));
  });

  it('is read in UTF-16 and in the Western code page, as Excel writes them', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a,b\nनाम,é\n', 'utf16le')]);
    expect((await read(utf16)).rows[0]?.cells).toEqual(['नाम', 'é']);
    expect((await read(Buffer.from('a,b\nÉlan,x\n', 'latin1'))).rows[0]?.cells[0]).toBe('Élan');
  });

  it('of Excel gives texts, numbers as they are read, and the numbers of its rows', async () => {
    const bytes = await workbook([
      ['a', 'b', 'c', 'beyond'],
      [],
      [9_822_012_345, true, new Date('2026-01-02T00:00:00Z')],
    ]);
    expect(await read(bytes)).toEqual({
      headings: ['a', 'b', 'c'],
      rows: [{ number: 3, cells: ['9822012345', 'true', '2026-01-02'] }],
    });
  });

  it('is cut within its cells, never beyond half a letter', async () => {
    const { rows } = await read(`a\n${'x'.repeat(19)}😀\n`);
    expect(rows[0]?.cells[0]).toHaveLength(20);
  });

  it.each([
    ['no rows below its headings', 'a,b\n', 'empty'],
    ['nothing', ' \n', 'empty'],
    ['more rows than allowed', `a\n${'1\n'.repeat(11)}`, 'large'],
    ['bytes of something else', 'a\u0000b', 'type'],
    ['only the beginning of a workbook', 'PK\u0003\u0004', 'broken'],
  ])('with %s is refused', async (_what, text, reason) => {
    expect(await refusal(text)).toBe(reason);
  });

  it('that unpacks to too much is refused before it is unpacked', async () => {
    const bomb = await workbook([
      ['a'],
      ...Array.from({ length: 9 }, (_none, at) => ['x'.repeat(30_000) + String(at)]),
    ]);
    expect(bomb.length).toBeLessThan(20_000);
    expect(await refusal(bomb)).toBe('large');
  });

  it('that names too little of what it unpacks to is cut off, and that names nothing is refused', async () => {
    const bytes = await workbook([['a'], ...Array.from({ length: 5 }, () => ['x'.repeat(10_000)])]);
    expect((await read(bytes)).rows.length).toBe(5);
    for (const [claimed, reason] of [
      [100, 'broken'],
      [0, 'large'],
    ] as const) {
      const lie = Buffer.from(bytes);
      for (
        let at = lie.indexOf('PK\u0001\u0002', 0, 'latin1');
        at >= 0;
        at = lie.indexOf('PK\u0001\u0002', at + 4, 'latin1')
      ) {
        if (lie.readUInt32LE(at + 24) > 2_000) lie.writeUInt32LE(claimed, at + 24);
      }
      expect(await refusal(lie)).toBe(reason);
    }
  });
});
