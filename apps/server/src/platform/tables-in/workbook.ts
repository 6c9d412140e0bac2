// What a workbook is made of: its sheets in the order of their tabs, its texts and the looks of its cells.
import { CellStyles, styleReader } from './cell-styles.ts';
import { sharedStrings } from './shared-strings.ts';
import { attribute, type Attributes, readXml } from './xml-parts.ts';
import { unpack, type ZipEntry, ZipRefused } from './zip-entries.ts';

export interface WorkbookSheet {
  readonly name: string;
  readonly part: ZipEntry;
}

export interface Workbook {
  /** Worksheets that are seen; charts, dialogs, macros and hidden sheets are none. */
  readonly sheets: readonly WorkbookSheet[];
  readonly texts: readonly string[];
  readonly styles: CellStyles;
}

/** Names of parts are alike in any case. */
class Parts {
  readonly #bytes: Buffer;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  constructor(bytes: Buffer, entries: readonly ZipEntry[]) {
    this.#bytes = bytes;
    this.#entries = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  }

  find(path: string): ZipEntry | undefined {
    return this.#entries.get(path.toLowerCase());
  }

  async read(path: string, open: (name: string, attributes: Attributes) => void): Promise<void> {
    const entry = this.find(path);
    if (entry !== undefined) await readXml(unpack(this.#bytes, entry), { open });
  }
}

interface Relation {
  readonly id: string;
  /** The last part of its type's address: the transitional and the strict format differ before it. */
  readonly kind: string;
  readonly path: string;
}

/** Throws ZipRefused for an archive that is no workbook. */
export async function openWorkbook(
  bytes: Buffer,
  entries: readonly ZipEntry[],
  cellMaxLength: number,
): Promise<Workbook> {
  const parts = new Parts(bytes, entries);
  const [main] = (await relationsOf(parts, '')).filter(({ kind }) => kind === 'officeDocument');
  const path = main?.path ?? 'xl/workbook.xml';
  if (parts.find(path) === undefined) throw new ZipRefused('broken');
  const relations = await relationsOf(parts, path);
  const { listed, is1904 } = await readWorkbook(parts, path);
  const sheets = listed.flatMap(({ name, relation }): WorkbookSheet[] => {
    const found = relations.find(({ id, kind }) => id === relation && kind === 'worksheet');
    if (found === undefined) return [];
    const part = parts.find(found.path);
    if (part === undefined) throw new ZipRefused('broken');
    return [{ name, part }];
  });
  const texts: string[] = [];
  const partOf = (kind: string) => {
    const found = relations.find((each) => each.kind === kind);
    return found === undefined ? undefined : parts.find(found.path);
  };
  const [strings, looks] = [partOf('sharedStrings'), partOf('styles')];
  if (strings !== undefined) await readXml(unpack(bytes, strings), sharedStrings(texts, cellMaxLength));
  const styles = styleReader();
  if (looks !== undefined) await readXml(unpack(bytes, looks), styles);
  return { sheets, texts, styles: new CellStyles(styles.formats(), is1904) };
}

async function relationsOf(parts: Parts, path: string): Promise<Relation[]> {
  const [folder, file] = splitPath(path);
  const relations: Relation[] = [];
  await parts.read(`${folder}_rels/${file}.rels`, (name, { Id = '', Type = '', Target = '' }) => {
    if (name !== 'Relationship') return;
    relations.push({ id: Id, kind: Type.slice(Type.lastIndexOf('/') + 1), path: joined(folder, Target) });
  });
  return relations;
}

function splitPath(path: string): readonly [folder: string, file: string] {
  const end = path.lastIndexOf('/') + 1;
  return [path.slice(0, end), path.slice(end)];
}

function joined(folder: string, target: string): string {
  const parts: string[] = [];
  const whole = target.startsWith('/') ? target : `${folder}${target}`;
  for (const part of whole.replaceAll('\\', '/').split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

interface ListedSheet {
  readonly name: string;
  readonly relation: string;
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';

async function readWorkbook(parts: Parts, path: string) {
  const listed: ListedSheet[] = [];
  let is1904 = false;
  await parts.read(path, (name, attributes) => {
    if (name === 'workbookPr') is1904 = isTrue(attributes['date1904']);
    if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return;
    listed.push({ name: attributes['name'] ?? '', relation: attribute(attributes, 'id') ?? '' });
  });
  return { listed, is1904 };
}
