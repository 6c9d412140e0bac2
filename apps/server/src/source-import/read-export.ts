// Reads the files of an export record by record; what is no record is told with its place.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { JsonBroken, jsonPieces } from './json-pieces.ts';
import { asCollection, type Document, type Place, readPath, subCollection } from './source-layout.ts';
import { isFields, text } from './source-values.ts';

/** The export cannot be read at all; the message says what to change. */
export class ExportRefused extends Error {}

export type Refuse = (place: Place, what: string, reason: string) => void;

const endings = /\.(ndjson|jsonl|json)$/i;

const unknownCollection = 'of no collection that the source has; name the file after its collection';

/** The files of an export in the order of their names. Throws ExportRefused when there are none. */
export function filesOf(from: string): string[] {
  if (!fs.existsSync(from)) throw new ExportRefused(`--from ${from}: there is no such file or folder.`);
  if (!fs.statSync(from).isDirectory()) {
    if (endings.test(from)) return [from];
    const hint = /\.(zip|gz|tgz|tar)$/i.test(from) ? ' Unpack it and name the folder.' : '';
    throw new ExportRefused(`--from ${from}: not a .ndjson, .jsonl or .json file.${hint}`);
  }
  const names = fs
    .readdirSync(from, { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.test(name) && fs.statSync(path.join(from, name)).isFile());
  if (names.length === 0) {
    throw new ExportRefused(`--from ${from}: the folder holds no .ndjson, .jsonl or .json file.`);
  }
  return names.toSorted().map((name) => path.join(from, name));
}

export interface Listener {
  readonly refuse: Refuse;
  /** Tells of a record that is taken though some of its letters could not be read. */
  readonly onLostLetters: (document: Document) => void;
}

/** Every record of the files; the checkpoints of a round come as documents of their own after it. */
export async function* documentsOf(
  from: string,
  { refuse, onLostLetters }: Listener,
): AsyncGenerator<Document> {
  for (const file of filesOf(from)) {
    // Below the folder, in which files of several folders may have one name.
    const name = path.relative(from, file) || path.basename(file);
    const stem = path.basename(file).replace(endings, '');
    const records = /\.json$/i.test(name)
      ? fromJson(file, name, stem, refuse)
      : fromLines(file, name, refuse);
    for await (const { place, json, value, at } of records) {
      const document = documentOf(value, at ?? stem, place, refuse);
      if (document === null) continue;
      if (json.includes(lostLetter)) onLostLetters(document);
      yield* withScans(document, refuse);
    }
  }
}

/** What stands for bytes that are no letter in the encoding of the file. */
const lostLetter = '\uFFFD';

/** UTF-8, or what Windows' own command line writes into a file. */
async function encodingOf(file: string): Promise<'utf8' | 'utf16le'> {
  const handle = await fs.promises.open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0xff && buffer[1] === 0xfe ? 'utf16le' : 'utf8';
  } finally {
    await handle.close();
  }
}

interface Found {
  readonly place: Place;
  readonly json: string;
  readonly value: unknown;
  /** The path within the file; null where the file's own name tells. */
  readonly at: string | null;
}

async function* fromLines(file: string, name: string, refuse: Refuse): AsyncGenerator<Found> {
  const input = fs.createReadStream(file, await encodingOf(file));
  const lines = readline.createInterface({ input, crlfDelay: Infinity });
  let line = 0;
  for await (const found of lines) {
    line += 1;
    const json = found.replace(/^\uFEFF/, '').trim();
    const place = { file: name, line };
    const value = json === '' ? undefined : parse(json, place, refuse);
    if (value !== undefined) yield { place, json, value, at: null };
  }
}

async function* fromJson(file: string, name: string, stem: string, refuse: Refuse): AsyncGenerator<Found> {
  const own = asCollection(stem);
  // Down to the records: over the layers above a collection, the collection itself, and no further.
  const isEntered = (at: readonly string[], opening: string) => {
    const inside = at.findIndex((key) => asCollection(key) !== null);
    if (inside !== -1) return inside === at.length - 1 && (opening === '{' || at.length > 0);
    return own === null ? opening === '{' : at.length === 0;
  };
  const entered: string[] = [];
  const chunks = fs.createReadStream(file, { encoding: await encodingOf(file) });
  // Inside an array the elements have the array's path and are records, not layers.
  const enter = (at: readonly string[], opening: string) => {
    const key = at.join('/');
    if (entered.includes(`[${key}`) || !isEntered(at, opening)) return false;
    if (opening === '[') entered.push(`[${key}`);
    return true;
  };
  try {
    for await (const piece of jsonPieces(chunks, enter)) {
      const place = { file: name, line: piece.line };
      const value = parse(piece.json, place, refuse);
      const at = own === null ? piece.path.join('/') : [own, ...piece.path].join('/');
      if (value !== undefined) yield { place, json: piece.json, value, at };
    }
  } catch (error) {
    if (!(error instanceof JsonBroken)) throw error;
    refuse({ file: name, line: error.line }, 'file', `not JSON from here on: ${error.message}`);
  }
}

function parse(json: string, place: Place, refuse: Refuse): unknown {
  try {
    return JSON.parse(json);
  } catch {
    refuse(place, 'record', 'not JSON');
    return undefined;
  }
}

function documentOf(given: unknown, at: string, place: Place, refuse: Refuse): Document | null {
  // The information pages may be one record, a field each.
  const value = at.includes('appSettings/') && typeof given === 'string' ? { html: given } : given;
  if (!isFields(value)) {
    if (at !== '' && readPath(at) === null) {
      refuse(place, at, unknownCollection);
      return null;
    }
    refuse(place, 'record', 'not an object');
    return null;
  }
  const named = text(value, '__path__', '_path', 'path', '__name__');
  const body = isFields(value['data']) && named !== '' ? value['data'] : value;
  const found = readPath(named === '' ? at : named);
  if (found === null) {
    refuse(place, named || at || 'record', unknownCollection);
    return null;
  }
  const id = found.id || text(value, 'id', '_id', '__id__') || text(body, 'id');
  if (id === '') {
    refuse(place, found.collection, 'id is missing');
    return null;
  }
  return { ...place, ...found, id, body };
}

function* withScans(document: Document, refuse: Refuse): Generator<Document> {
  const isRound = document.collection === 'scannedHistory' && document.parent === '';
  const layered = document.body['__collections__'];
  const inner = document.body[subCollection] ?? (isFields(layered) ? layered[subCollection] : undefined);
  if (!isRound || inner === undefined) {
    yield document;
    return;
  }
  const { [subCollection]: _inner, __collections__: _layered, ...body } = document.body;
  yield { ...document, body };
  const { file, line, collection } = document;
  for (const [key, value] of scanEntries(inner)) {
    const fields = isFields(value) ? value : null;
    const id = (fields === null ? '' : text(fields, 'id')) || key;
    if (fields === null || id === '')
      refuse({ file, line }, `${document.id}/${subCollection}`, 'not a record with an id');
    else yield { file, line, collection, parent: document.id, id, body: fields };
  }
}

function scanEntries(inner: unknown): [string, unknown][] {
  if (Array.isArray(inner)) return inner.map((value: unknown) => ['', value]);
  return isFields(inner) ? Object.entries<unknown>(inner) : [];
}
