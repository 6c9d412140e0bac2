// Workbooks as other programs write them, part by part.
import { crc32, deflateRawSync } from 'node:zlib';

export interface MadeSheet {
  readonly name: string;
  /** XML of its rows, or of all of it where `kind` is another. */
  readonly rows: string;
  readonly state?: 'hidden' | 'veryHidden';
  readonly kind?: 'worksheet' | 'chartsheet' | 'dialogsheet';
}

export interface MadeWorkbook {
  readonly sheets: readonly MadeSheet[];
  /** Format of each look, from the second one: the first is General. */
  readonly formats?: readonly string[];
  /** XML of each shared text. */
  readonly texts?: readonly string[];
  readonly is1904?: boolean;
  /** In place of the ordinary namespace's address. */
  readonly namespace?: string;
  /** In front of the names of the sheets' elements. */
  readonly prefix?: string;
}

export type Archive = 'deflated' | 'stored' | 'zip64';

const transitional = 'http://schemas.openxmlformats.org/';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const inlineRow = (number: number, cells: readonly string[]): string =>
  `<row r="${number}">${cells.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join('')}</row>`;

export const inlineRows = (...rows: readonly (readonly string[])[]): string =>
  rows.map((cells, at) => inlineRow(at + 1, cells)).join('');

/** The bytes of an .xlsx. */
export function madeWorkbook(made: MadeWorkbook, archive: Archive = 'deflated'): Buffer {
  return zipOf(partsOf(made), archive);
}

function partsOf(made: MadeWorkbook): (readonly [string, string])[] {
  const { sheets, formats = [], texts, is1904 = false, namespace = transitional, prefix = '' } = made;
  const main = `xmlns${prefix === '' ? '' : `:${prefix.slice(0, -1)}`}="${namespace}spreadsheetml/2006/main"`;
  const types = `${namespace}officeDocument/2006/relationships`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${types}/${kind}" Target="${target}"/>`;
  const relations = (inside: string) =>
    `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
  const listed = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="s${at}"/>`,
  );
  const looks = formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`);
  const cells = ['<xf numFmtId="0"/>', ...formats.map((_code, at) => `<xf numFmtId="${164 + at}"/>`)];
  const parts: (readonly [string, string])[] = [
    ['_rels/.rels', relations(relation('w', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        sheets
          .map(({ kind = 'worksheet' }, at) => relation(`s${at}`, kind, `worksheets/sheet${at}.xml`))
          .join('') +
          relation('looks', 'styles', '/xl/styles.xml') +
          (texts === undefined ? '' : relation('texts', 'sharedStrings', 'sharedStrings.xml')),
      ),
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${namespace}spreadsheetml/2006/main" xmlns:r="${types}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    [
      'xl/styles.xml',
      `${head}<styleSheet><numFmts>${looks.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>${cells.join('')}</cellXfs></styleSheet>`,
    ],
    ...sheets.map(({ rows, kind = 'worksheet' }, at): readonly [string, string] => {
      const data = prefix === '' ? rows : rows.replaceAll(/<(\/?)(\w)/g, `<$1${prefix}$2`);
      const whole =
        kind === 'worksheet'
          ? `<${prefix}worksheet ${main}><${prefix}sheetData>${data}</${prefix}sheetData></${prefix}worksheet>`
          : `<${kind}/>`;
      return [`xl/worksheets/sheet${at}.xml`, `${head}${whole}`];
    }),
  ];
  if (texts !== undefined) parts.push(['xl/sharedStrings.xml', `${head}<sst>${texts.join('')}</sst>`]);
  return parts;
}

/** An archive of these files; with `zip64` every size, place and count is where large archives have them. */
export function zipOf(
  files: readonly (readonly [string, string | Buffer])[],
  archive: Archive = 'deflated',
): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const bytes = Buffer.from(content as string);
    const packed = archive === 'stored' ? bytes : deflateRawSync(bytes);
    const entry = { name: Buffer.from(name), bytes, packed, offset, method: archive === 'stored' ? 0 : 8 };
    const local = headerOf(entry, archive);
    pieces.push(local, packed);
    directory.push(entryOf(entry, archive));
    offset += local.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  return Buffer.concat([...pieces, listing, endOf(files.length, listing.length, offset, archive)]);
}

interface MadeEntry {
  readonly name: Buffer;
  readonly bytes: Buffer;
  readonly packed: Buffer;
  readonly offset: number;
  readonly method: number;
}

const all = 0xffffffff;
const long = (number: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(number));
  return bytes;
};

function headerOf({ name, bytes, packed, method }: MadeEntry, archive: Archive): Buffer {
  const is64 = archive === 'zip64';
  const extra = is64
    ? Buffer.concat([Buffer.from([1, 0, 16, 0]), long(bytes.length), long(packed.length)])
    : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(crc32(bytes), 14);
  header.writeUInt32LE(is64 ? all : packed.length, 18);
  header.writeUInt32LE(is64 ? all : bytes.length, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function entryOf({ name, bytes, packed, offset, method }: MadeEntry, archive: Archive): Buffer {
  const is64 = archive === 'zip64';
  const extra = is64
    ? Buffer.concat([
        Buffer.from([0x55, 0x54, 1, 0, 0, 1, 0, 24, 0]),
        long(bytes.length),
        long(packed.length),
        long(offset),
      ])
    : Buffer.alloc(0);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(method, 10);
  entry.writeUInt32LE(crc32(bytes), 16);
  entry.writeUInt32LE(is64 ? all : packed.length, 20);
  entry.writeUInt32LE(is64 ? all : bytes.length, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(extra.length, 30);
  entry.writeUInt32LE(is64 ? all : offset, 42);
  return Buffer.concat([entry, name, extra]);
}

function endOf(count: number, size: number, start: number, archive: Archive): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  const is64 = archive === 'zip64';
  for (const at of [8, 10]) end.writeUInt16LE(is64 ? 0xffff : count, at);
  end.writeUInt32LE(is64 ? all : size, 12);
  end.writeUInt32LE(is64 ? all : start, 16);
  if (!is64) return end;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50, 0);
  for (const [at, number] of [
    [4, 44],
    [24, count],
    [32, count],
    [40, size],
    [48, start],
  ] as const) {
    end64.writeBigUInt64LE(BigInt(number), at);
  }
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(start + size), 8);
  return Buffer.concat([end64, locator, end]);
}
