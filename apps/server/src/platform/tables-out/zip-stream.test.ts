import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { contentTypes, packageRelations, workbookPart, workbookRelations } from './xlsx-xml.ts';
import { zipStream } from './zip-stream.ts';
import { bytesOf } from './testing-tables.ts';

const sheet =
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>';

async function* workbook() {
  const parts = {
    '_rels/.rels': packageRelations(),
    'xl/workbook.xml': workbookPart(['One']),
    'xl/_rels/workbook.xml.rels': workbookRelations(1),
    '[Content_Types].xml': contentTypes(1),
    'xl/worksheets/sheet1.xml': sheet,
  };
  for (const [path, xml] of Object.entries(parts)) yield { path, content: bytes(xml) };
}

async function* bytes(text: string) {
  yield Buffer.from(text);
}

test.each([
  ['plain', 0xffff_ffff, 0],
  ['zip64, once entries lie beyond the limit of the plain form', 300, 1],
])('an archive is readable in its %s form', async (_, plainLimit, zip64Records) => {
  const file = Buffer.from(await bytesOf(zipStream(workbook(), plainLimit)));
  expect((await readXlsx(file)).sheets[0]?.rows).toEqual([[7]]);
  expect(file.toString('latin1').split('PK\u0006\u0006')).toHaveLength(1 + zip64Records);
});
