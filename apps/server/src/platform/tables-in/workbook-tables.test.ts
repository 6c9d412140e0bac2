import { guardHeadings, neededGuardFields } from '@watchpost/domain/guard-import';
import { guessMapping } from '@watchpost/domain/record-import';
import { writeXlsx } from 'hucre';
import { describe, expect, test } from 'vitest';
import { inlineRow, inlineRows, type MadeSheet, madeWorkbook, zipOf } from '../../testing/made-workbook.ts';
import type { HeadingsOf } from './find-headings.ts';
import { readTable } from './read-table.ts';
import { type TableLimits, TableRefused } from './source-table.ts';

const limits: TableLimits = {
  rowsMax: 10,
  columnsMax: 6,
  cellMaxLength: 40,
  unpackedMaxBytes: 200_000,
  entriesMax: 50,
};
const ofGuards: HeadingsOf = (cells) => {
  const mapping = guessMapping(guardHeadings, cells);
  const isWhole = neededGuardFields.every((field) => mapping[field] !== undefined);
  return { fields: Object.keys(mapping).length, isWhole };
};
const read = (bytes: Buffer) => readTable(bytes, limits, ofGuards);
const refusal = (bytes: Buffer) =>
  read(bytes).then(
    () => null,
    (error: unknown) => (error instanceof TableRefused ? error.reason : error),
  );
const guards: MadeSheet = { name: 'Guards', rows: inlineRows(['Employee ID', 'Name'], ['X001', 'Asha']) };
const left: MadeSheet = { name: 'Lists', rows: inlineRows(['Employee ID', 'Name'], ['OLD1', 'Left in May']) };
const found = {
  headings: ['Employee ID', 'Name'],
  rows: [{ number: 2, cells: ['X001', 'Asha'], exact: {} }],
  sheet: 'Guards',
};

describe('the sheet of a workbook', () => {
  const chart: MadeSheet = { name: 'Chart', rows: '', kind: 'chartsheet' };
  const notes: MadeSheet = {
    name: 'Read me',
    rows: inlineRows(['How to fill this in'], ['One row for each guard']),
  };
  test.each<[string, MadeSheet[], readonly string[]]>([
    ['a hidden one', [{ ...left, state: 'hidden' }, guards], []],
    ['one that is hidden well', [{ ...left, state: 'veryHidden' }, guards], []],
    ['a chart', [chart, guards], []],
    ['a dialog', [{ ...chart, kind: 'dialogsheet' }, guards], []],
    ['an empty one', [{ name: 'Sheet1', rows: '' }, guards], []],
    ['one of empty cells', [{ name: 'Sheet1', rows: '<row r="3"><c r="B3" s="0"/></row>' }, guards], []],
    ['a page of notes', [notes, guards], ['Read me']],
    ['nothing, and another list follows it', [guards, { ...left, name: 'Former' }], ['Former']],
  ])('[INPUT-01] is found behind %s', async (_what, sheets, otherSheets) => {
    expect(await read(madeWorkbook({ sheets }))).toEqual({ ...found, otherSheets });
  });

  test('[INPUT-01] is none where all that has rows is hidden', async () => {
    const bytes = madeWorkbook({
      sheets: [
        { name: 'Sheet1', rows: '' },
        { ...left, state: 'hidden' },
      ],
    });
    expect(await refusal(bytes)).toBe('empty');
  });

  test.each([
    ['the strict format', { namespace: 'http://purl.oclc.org/ooxml/' }],
    ['prefixes before every name', { prefix: 'x:' }],
  ])('[INPUT-01] is read in %s', async (_what, how) => {
    expect(await read(madeWorkbook({ sheets: [guards], ...how }))).toMatchObject(found);
  });
});

describe('an archive', () => {
  test.each(['deflated', 'stored', 'zip64'] as const)('[INPUT-01] is read when it is %s', async (archive) => {
    expect(await read(madeWorkbook({ sheets: [guards] }, archive))).toMatchObject(found);
  });

  test('[INPUT-01] that is none of a workbook is refused', async () => {
    expect(await refusal(zipOf([['word/document.xml', '<a/>']]))).toBe('broken');
    expect(await refusal(zipOf([['a', 'b']]).subarray(0, 40))).toBe('broken');
    expect(
      await refusal(
        zipOf(
          Array.from({ length: 51 }, (_none, at) => [`${at}`, '']),
          'zip64',
        ),
      ),
    ).toBe('large');
  });

  const bomb = async () =>
    Buffer.from(
      await writeXlsx({
        sheets: [
          {
            name: 'A',
            rows: [['a'], ...Array.from({ length: 9 }, (_none, at) => ['x'.repeat(30_000) + String(at)])],
          },
        ],
      }),
    );

  test('that unpacks to too much is refused before it is unpacked', async () => {
    const bytes = await bomb();
    expect(bytes.length).toBeLessThan(20_000);
    expect(await refusal(bytes)).toBe('large');
    const rows = inlineRows(['Employee ID', 'Name'], ['x'.repeat(300_000), 'Asha']);
    expect(await refusal(madeWorkbook({ sheets: [{ ...guards, rows }] }, 'zip64'))).toBe('large');
  });

  test.each([0, 100])('that names %d bytes of what it unpacks to is cut off', async (claimed) => {
    const lie = madeWorkbook({ sheets: [{ ...guards, rows: guards.rows.repeat(40) }] });
    for (
      let at = lie.indexOf('PK\u0001\u0002', 0, 'latin1');
      at >= 0;
      at = lie.indexOf('PK\u0001\u0002', at + 4, 'latin1')
    ) {
      if (lie.readUInt32LE(at + 24) > 2_000) lie.writeUInt32LE(claimed, at + 24);
    }
    expect(await refusal(lie)).toBe('broken');
  });

  test('with a byte altered is refused, not read as something else', async () => {
    const bytes = madeWorkbook({ sheets: [guards] }, 'stored');
    bytes[bytes.indexOf('Asha')] = 0x42;
    expect(await refusal(bytes)).toBe('broken');
  });
});

describe('a cell of a workbook', () => {
  const shown = async (cell: string, made = {}) => {
    const rows =
      inlineRow(1, ['Employee ID', 'Name']) +
      `<row r="2"><c t="inlineStr"><is><t>X001</t></is></c>${cell}</row>`;
    const {
      rows: [row],
    } = await read(madeWorkbook({ sheets: [{ name: 'Guards', rows }], ...made }));
    return [row?.cells[1] ?? '', row?.exact[1]];
  };
  test.each([
    ['a number with zeros in front', '<c s="1"><v>123</v></c>', ['00000'], ['00123', '123']],
    [
      'a number that is shown shortened',
      '<c s="1"><v>18.575217000000001</v></c>',
      ['0.00'],
      ['18.58', '18.575217'],
    ],
    ['a number without a look', '<c><v>919822012345</v></c>', [], ['919822012345', undefined]],
    ['a number in powers of ten', '<c><v>9.1982201234500000E11</v></c>', [], ['919822012345', undefined]],
    ['a time', '<c s="1"><v>0.91666666666666663</v></c>', ['h:mm'], ['22:00', undefined]],
    [
      'a date with a time',
      '<c s="1"><v>46082.770833333336</v></c>',
      ['m/d/yy h:mm'],
      ['2026-03-01 18:30', undefined],
    ],
    [
      'a date written out',
      '<c s="1" t="d"><v>2026-03-01T00:00:00</v></c>',
      ['yyyy-mm-dd'],
      ['2026-03-01', undefined],
    ],
    ['a duration', '<c s="1"><v>1.25</v></c>', ['[h]:mm'], ['30:00', undefined]],
    ['a percentage', '<c s="1"><v>0.5</v></c>', ['0%'], ['50%', '0.5']],
    ['yes', '<c t="b"><v>1</v></c>', [], ['TRUE', undefined]],
    ['no', '<c t="b"><v>0</v></c>', [], ['FALSE', undefined]],
    ['an error', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', [], ['#DIV/0!', undefined]],
    [
      'the text that a formula gave',
      '<c t="str"><f>A1</f><v>Asha &amp; Om</v></c>',
      [],
      ['Asha & Om', undefined],
    ],
    ['the number that a formula gave', '<c s="1"><f>A1</f><v>7</v></c>', ['"EMP"000'], ['EMP007', '7']],
    ['a formula without its result', '<c><f>A1</f></c>', [], ['#CALC!', undefined]],
    ['a formula that gave an empty text', '<c t="str"><f>A1</f><v></v></c>', [], ['', undefined]],
    [
      'a text of several looks',
      '<c t="inlineStr"><is><r><t>As</t></r><r><rPr><b/></rPr><t>ha</t></r></is></c>',
      [],
      ['Asha', undefined],
    ],
    ['lines', '<c t="inlineStr"><is><t>two\nlines</t></is></c>', [], ['two\nlines', undefined]],
    [
      'lines as Excel escapes them',
      '<c t="inlineStr"><is><t>two_x000A_lines _x005F_x000A_</t></is></c>',
      [],
      ['two\nlines _x000A_', undefined],
    ],
    [
      'letters by their numbers',
      '<c t="inlineStr"><is><t>O&#8217;Brien &#x92E;</t></is></c>',
      [],
      ['O’Brien म', undefined],
    ],
  ])('[INPUT-01] shows %s', async (_what, cell, formats, expected) => {
    expect(await shown(cell, { formats })).toEqual(expected);
  });

  test('[INPUT-01] shows a shared text without the reading aids above its letters', async () => {
    const texts = [
      '<si><t>no</t></si>',
      '<si><r><t>東京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><r><t>タワー</t></r></si>',
    ];
    expect(await shown('<c t="s"><v>1</v></c>', { texts })).toEqual(['東京タワー', undefined]);
  });

  test('[INPUT-01] counts its days from 1904 where the workbook does', async () => {
    const made = { formats: ['yyyy-mm-dd'], is1904: true };
    expect(await shown('<c s="1"><v>44620</v></c>', made)).toEqual(['2026-03-01', undefined]);
  });

  test('[INPUT-01] is at its own column, and its row at its own number, whatever the file claims', async () => {
    const cells = '<c r="A2" t="str"><v>X001</v></c><c r="B2" t="str"><v>Asha</v></c>';
    const rows = `${inlineRow(1, ['Employee ID', 'Name'])}<row r="2">${cells}</row><row r="2">${cells}</row><row r="99999999999">${cells}</row><row r="9">${cells}<c r="XFD9"><v>1</v></c></row>`;
    const table = await read(madeWorkbook({ sheets: [{ name: 'Guards', rows }] }));
    expect(table.rows.map(({ number }) => number)).toEqual([2, 3, 4, 9]);
    expect(new Set(table.rows.map((row) => row.cells.join()))).toEqual(new Set(['X001,Asha']));
  });
});
