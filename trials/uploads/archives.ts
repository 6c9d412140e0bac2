// ZIP archives by hand, so that what they say of themselves may be false.
import { crc32, deflateRawSync } from 'node:zlib';

export interface Entry {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What its head says that it unpacks to; the truth when left out. */
  readonly statedBytes?: number;
}

export function zipOf(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, statedBytes = bytes.length } of entries) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(statedBytes, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const version = Buffer.from([20, 0]);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), version, common, rest, Buffer.from(name)]),
    );
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const packageTypes =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`;

/** A workbook whose only sheet is this text, with more entries beside it. */
export function workbookOf(sheet: string, more: readonly Entry[] = [], statedBytes?: number): Buffer {
  const text = (name: string, content: string): Entry => ({ name, bytes: Buffer.from(content) });
  const workbook = `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const sheetEntry = { name: 'xl/worksheets/sheet1.xml', bytes: Buffer.from(sheet) };
  return zipOf([
    text('[Content_Types].xml', packageTypes),
    text('_rels/.rels', relations('officeDocument', 'xl/workbook.xml')),
    text('xl/workbook.xml', workbook),
    text('xl/_rels/workbook.xml.rels', relations('worksheet', 'worksheets/sheet1.xml')),
    statedBytes === undefined ? sheetEntry : { ...sheetEntry, statedBytes },
    ...more,
  ]);
}

export const sheetOf = (rows: string): string =>
  `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
