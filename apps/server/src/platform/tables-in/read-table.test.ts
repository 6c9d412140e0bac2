import { guardHeadings, neededGuardFields } from '@watchpost/domain/guard-import';
import { guessMapping } from '@watchpost/domain/record-import';
import { writeXlsx } from 'hucre';
import { describe, expect, it, test } from 'vitest';
import { writeTable } from '../tables-out/table.ts';
import type { HeadingsOf } from './find-headings.ts';
import { readTable } from './read-table.ts';
import { type TableLimits, TableRefused } from './source-table.ts';

const limits: TableLimits = {
  rowsMax: 10,
  columnsMax: 3,
  cellMaxLength: 20,
  unpackedMaxBytes: 200_000,
  entriesMax: 50,
};
const ofNothing: HeadingsOf = () => ({ fields: 0, isWhole: false });
const ofGuards: HeadingsOf = (cells) => {
  const mapping = guessMapping(guardHeadings, cells);
  const isWhole = neededGuardFields.every((field) => mapping[field] !== undefined);
  return { fields: Object.keys(mapping).length, isWhole };
};
const read = (bytes: Buffer | string, headings = ofNothing) =>
  readTable(Buffer.from(bytes), limits, headings);
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
    ['bars', 'a|b\n1|x, y\n'],
    ['a mark of UTF-8 in front', '\uFEFFa,b\n1,"x, y"\n'],
  ])('is read with %s', async (_what, text) => {
    const { headings, rows } = await read(text);
    expect([headings, rows]).toEqual([['a', 'b'], [{ number: 2, cells: ['1', 'x, y'], exact: {} }]]);
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

  it('of Excel gives texts, numbers as they are read, and the numbers of its rows', async () => {
    const bytes = await workbook([
      ['a', 'b', 'c', 'beyond'],
      [],
      [9_822_012_345, true, new Date('2026-01-02T00:00:00Z')],
    ]);
    expect(await read(bytes)).toEqual({
      headings: ['a', 'b', 'c'],
      rows: [{ number: 3, cells: ['9822012345', 'TRUE', '2026-01-02'], exact: {} }],
      sheet: 'A',
      otherSheets: [],
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
    ['a row without an end', `a\n${'1,'.repeat(1_000_000)}`, 'large'],
    ['bytes of something else', 'a\u0000b', 'type'],
    ['a page in place of a table', '<html><table><tr><td>a</td></tr></table></html>', 'type'],
    ['only the beginning of a workbook', 'PK\u0003\u0004', 'broken'],
  ])('with %s is refused', async (_what, text, reason) => {
    expect(await refusal(text)).toBe(reason);
  });

  it('of an old Excel, or behind a password, is refused as such', async () => {
    expect(await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('old');
  });
});

describe('the headings of a list', () => {
  const asha = (headings: readonly string[], cells: readonly string[], number: number) => ({
    headings,
    rows: [{ number, cells, exact: {} }],
  });
  const plain = ['Employee ID', 'Name', 'Phone'];
  const row = ['X001', 'Asha', '9822012345'];
  test.each([
    [
      'below what Excel says of its separator',
      'sep=;\r\nEmployee ID;Name;Phone\r\nX001;Asha;9822012345\r\n',
      asha(plain, row, 3),
    ],
    [
      'below that of another program',
      '"sep=^"\nEmployee ID^Name^Phone\nX001^Asha^9822012345\n',
      asha(plain, row, 3),
    ],
    [
      'below empty lines',
      '\r\n;;\r\nEmployee ID;Name;Phone\r\nX001;Asha;9822012345\r\n',
      asha(plain, row, 4),
    ],
    [
      'of two lines within a cell',
      '"Employee\nID";Name;Phone\nX001;Asha;9822012345\n',
      asha(['Employee\nID', 'Name', 'Phone'], row, 2),
    ],
    [
      'with commas in them',
      'Name, first;Employee ID;Phone, mobile\nAsha;X001;9822012345\n',
      asha(['Name, first', 'Employee ID', 'Phone, mobile'], ['Asha', 'X001', '9822012345'], 2),
    ],
    [
      'below a title',
      'Guards of Pune,,\r\nEmployee ID,Name,Phone\r\nX001,Asha,9822012345\r\n',
      asha(plain, row, 3),
    ],
    [
      'below a title with commas and notes',
      'Guards, Pune, as of May\n\nPrepared by,Om\nEmployee ID,Name,Phone\nX001,Asha,9822012345\n',
      asha(plain, row, 5),
    ],
    [
      'with tabs, below a title',
      'Guards of Pune\nEmployee ID\tName\tPhone\nX001\tAsha\t9822012345\n',
      asha(plain, row, 3),
    ],
    ['with bars', 'Employee ID | Name | Phone\nX001 | Asha | 9822012345\n', asha(plain, row, 2)],
    [
      'in two rows',
      'Employee,Name,,\nID,First,\nX001,Asha,\n',
      asha(['Employee ID', 'Name First', ''], ['X001', 'Asha', ''], 3),
    ],
    [
      'said again on each page',
      'Employee ID,Name,Phone\nEmployee ID,Name,Phone\nX001,Asha,9822012345\n',
      asha(plain, row, 3),
    ],
    [
      'that only the columns tell apart from a title',
      'Liste der Wachen\nPersonalnummer,Vorname,Telefon\nX001,Asha,9822012345\n',
      asha(['Personalnummer', 'Vorname', 'Telefon'], row, 3),
    ],
  ])('[INPUT-01] are found %s', async (_what, text, found) => {
    expect(await read(text, ofGuards)).toMatchObject(found);
  });

  test.each([
    ['="0012",Asha', ['0012', 'Asha']],
    ['"=""0012""",Asha', ['0012', 'Asha']],
    ["'0012,Asha", ['0012', 'Asha']],
    ['’0012,Asha', ['0012', 'Asha']],
    ['‘0012,’t Hooft', ['0012', '’t Hooft']],
    ['’90s gate,’24h’ gate', ['’90s gate', '’24h’ gate']],
    ["'+91 98220 12345,'t Hooft", ['+91 98220 12345', "'t Hooft"]],
    ['X001, "Rao Patil"', ['X001', 'Rao Patil']],
    ['X001\u200b,\u202aDon\u0092t\u202c  Cafe\u0301', ['X001', 'Don’t  Café']],
    ['X001 ,\t"Rao, Patil" ', ['X001', 'Rao, Patil']],
    ['X001,"7"" pipe"', ['X001', '7" pipe']],
    ["'24h' gate,'90s gate", ["'24h' gate", "'90s gate"]],
  ])('[INPUT-01] a .csv with %s is read without what keeps its cells as they are', async (line, cells) => {
    expect((await read(`Employee ID,Name\n${line}\n`, ofGuards)).rows[0]?.cells).toEqual(cells);
  });

  test('[INPUT-01] the end mark of old files is no row', async () => {
    expect((await read('Employee ID,Name\r\nX001,Asha\r\n\u001a', ofGuards)).rows).toHaveLength(1);
  });
});
