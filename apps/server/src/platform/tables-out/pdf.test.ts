import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { writePdf } from './pdf.ts';
import { pdfText } from './pdf-text.testing.ts';
import { RowCursor } from './row-cursor.ts';
import type { Cell, Column, TableMeta } from './table-model.ts';
import { bytesOf, inChunks, tableMeta } from './testing-tables.ts';

interface PlacedText {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
}

const columns: Column[] = [
  { header: 'Name', kind: 'text' },
  { header: 'Latitude', kind: 'number', format: '0.0000' },
  { header: 'Scanned', kind: 'date' },
];

/** What each page shows, read from the file's own drawing instructions. */
async function pagesOf(meta: TableMeta, rows: readonly (readonly Cell[])[]): Promise<PlacedText[][]> {
  const file = Buffer.from(await bytesOf(writePdf(meta, new RowCursor(inChunks(rows))))).toString('latin1');
  const pages: PlacedText[][] = [];
  for (const { 1: packed, index } of file.matchAll(/stream\n(.*?)\nendstream/gsu)) {
    // The count of pages, which all of them share, is a drawing of its own.
    if (file.slice(file.lastIndexOf(' obj', index), index).includes('/Form')) continue;
    const drawing = inflateSync(Buffer.from(packed ?? '', 'latin1')).toString('latin1');
    const texts = drawing.matchAll(/\/\w+ ([\d.]+) Tf 1 0 0 -1 ([\d.]+) ([\d.]+) Tm <([0-9a-f]*)> Tj/gu);
    pages.push(
      [...texts].map(([, size, x, y, hex]) => ({
        size: Number(size),
        x: Number(x),
        y: Number(y),
        text: westernText(Buffer.from(hex ?? '', 'hex')),
      })),
    );
  }
  return pages;
}

// Where Windows-1252 differs from Latin-1; Node's own decoder of that name takes them for the same.
const extras: Record<number, string> = { 0x80: '€', 0x85: '…', 0x93: '“', 0x94: '”', 0x96: '–' };

const westernText = (bytes: Buffer) =>
  [...bytes].map((code) => extras[code] ?? String.fromCharCode(code)).join('');

const textsOf = (page: readonly PlacedText[] | undefined) => (page ?? []).map(({ text }) => text);

describe('pdf', () => {
  test('shows title, filter, header, dates in the zone and numbers in their format', async () => {
    const meta = tableMeta(columns, { title: 'Scanned Report', subtitle: ['Site: Pune', 'All dates'] });
    const [page] = await pagesOf(meta, [
      ['Asha', -18.5, Date.UTC(2025, 0, 1)],
      [null, Number.NaN, null],
    ]);
    expect(textsOf(page)).toEqual(
      expect.arrayContaining([
        'Scanned Report',
        'Site: Pune',
        'All dates',
        'Name',
        'Latitude',
        'Scanned',
        'Asha',
        '-18.5000',
        '01/01/25 05:30 AM',
        'Page 1 of ',
      ]),
    );
    expect(textsOf(page)).not.toContain('NaN');
  });

  test.each([1, 200, 2000])(
    'repeats the header and says of each page of how many it is one: %s rows',
    async (many) => {
      const rows = Array.from({ length: many }, (_, index) => [`Guard ${index}`, index, null]);
      const pages = await pagesOf(tableMeta(columns), rows);
      // What a reader sees, the count among it.
      const seen = await pdfText(await bytesOf(writePdf(tableMeta(columns), new RowCursor(inChunks(rows)))));
      expect(seen).toHaveLength(pages.length);
      for (const [index, text] of seen.entries())
        expect(text).toMatch(new RegExp(`Page ${index + 1} of\\s+${seen.length}$`, 'mu'));
      for (const page of pages) expect(textsOf(page)).toEqual(expect.arrayContaining(['Name', 'Latitude']));
      expect(pages.flatMap(textsOf).filter((text) => text.startsWith('Guard '))).toHaveLength(many);
      for (const { y } of pages.flat()) expect(y).toBeLessThan(595 - 28);
    },
  );

  test('aligns numbers to the right', async () => {
    const [page] = await pagesOf(tableMeta(columns), [
      ['a', 1, null],
      ['b', 1000, null],
    ]);
    const left = (text: string) => page?.find((each) => each.text === text)?.x ?? 0;
    expect(left('1.0000')).toBeGreaterThan(left('1,000.0000') || left('1000.0000'));
    expect(left('a')).toBe(left('b'));
  });

  test('18 columns fit the page in legible size; what is too long for a cell ends in an ellipsis', async () => {
    const many: Column[] = Array.from({ length: 18 }, (_, index) => ({
      header: `Scannedpoint ${index}`,
      kind: 'text',
    }));
    const long =
      'Checkpoint behind the generator room of the second basement of the eastern tower, by the ramp';
    const [page] = await pagesOf(tableMeta(many), [many.map(() => long)]);
    const lines = (page ?? []).filter(({ size }) => size >= 5 && size <= 6);
    expect(Math.max(...lines.map(({ x }) => x))).toBeLessThan(842 - 28);
    expect(lines.filter(({ text }) => text.endsWith('…'))).toHaveLength(18);
    expect(lines.filter(({ text }) => text === 'Scannedpoint')).toHaveLength(18);
  });

  test('a narrow column breaks no word and no number of its rows', async () => {
    const many: Column[] = [
      { header: 'Kind', kind: 'text', width: 4 },
      { header: 'At', kind: 'number', format: '0.000000', width: 4 },
      ...Array.from(
        { length: 10 },
        (_, index): Column => ({ header: `Id ${index}`, kind: 'text', width: 38 }),
      ),
    ];
    const ids = Array.from({ length: 10 }, () => '019fa9fd-a440-7532-a9c9-1357915b1268');
    const [page] = await pagesOf(tableMeta(many), [
      ['Late', 1, ...ids],
      ['Incompleted', 18.560657, ...ids],
    ]);
    expect(textsOf(page)).toEqual(expect.arrayContaining(['Incompleted', '18.560657']));
  });

  test('an instant stays on one line beside long texts, as long as the page has room', async () => {
    const instant = Date.UTC(2025, 0, 1);
    const withTexts = (count: number): Column[] => [
      { header: 'Reported', kind: 'date' },
      ...Array.from(
        { length: count },
        (_, index): Column => ({ header: `Told ${index}`, kind: 'text', width: 60 }),
      ),
    ];
    const heading = 'Without an identification at the emergency exit';
    for (const [count, isWhole] of [
      [8, true],
      [26, false],
    ] as const) {
      const [page] = await pagesOf(tableMeta(withTexts(count)), [
        [instant, ...Array.from({ length: count }, () => heading)],
      ]);
      expect(textsOf(page).includes('01/01/25 05:30 AM'), `${count} texts`).toBe(isWhole);
    }
  });

  test('headers are bold in every script, cells are not', async () => {
    const text = 'राम Žagarė';
    const meta = tableMeta([{ header: text, kind: 'text' }]);
    const rows = new RowCursor(inChunks([[text]]));
    const file = Buffer.from(await bytesOf(writePdf(meta, rows))).toString('latin1');
    // The same letters, yet of other widths: two fonts for the header and two for the cell.
    const widths = [...file.matchAll(/\/W (\[0 \[[^\]]*\]\])/gu)].map(([, each]) => each);
    expect(new Set(widths).size).toBe(4);
  });

  test('Western accents are drawn as they are, blanks as single spaces, and what no font has as a question mark', async () => {
    const [page] = await pagesOf(tableMeta(columns), [
      ['\u{10ffff} – José “x” €', 1, null],
      ['tab\tand\nline', 1, null],
    ]);
    expect(textsOf(page)).toEqual(expect.arrayContaining(['? – José “x” €', 'tab and line']));
  });
});
