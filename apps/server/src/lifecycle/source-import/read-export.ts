// Reads the files of an export record by record; what is no record is reported with its place.
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { EntityBroken, readEntity } from './entity-proto.ts';
import type { About, Refuse } from './import-report.ts';
import { documentOf, withScans } from './read-document.ts';
import { JsonBroken, jsonPieces } from './json-pieces.ts';
import { LogBroken, logRecords } from './leveldb-log.ts';
import {
  asCollection,
  type Document,
  levelOf,
  type SourceLocation,
  readPath,
  unknownCollection,
} from './source-layout.ts';

/** The export cannot be read at all; the message says what to change. */
export class ExportRefused extends Error {}

const endings = /\.(ndjson|jsonl|json)$/i;
/** gcloud and the emulator write output-0, output-1 ... */
const outputFile = /^output-\d+$/;
/** What they write beside it, which contains no record. */
const metadataFiles = /\.(overall_)?export_metadata$|^firebase-export-metadata\.json$/;

const isRead = (name: string): boolean =>
  (endings.test(name) || outputFile.test(name)) && !metadataFiles.test(name);

/** The files of an export in the order of their names. Throws ExportRefused when there are none. */
export function filesOf(from: string): string[] {
  if (!fs.existsSync(from)) throw new ExportRefused(`--from ${from}: there is no such file or folder.`);
  if (!fs.statSync(from).isDirectory()) {
    if (isRead(path.basename(from))) return [from];
    if (metadataFiles.test(path.basename(from))) throw new ExportRefused(withoutOutput(from));
    const hint = /\.(zip|gz|tgz|tar)$/i.test(from) ? ' Unpack it and name the folder.' : '';
    throw new ExportRefused(`--from ${from}: not a .ndjson, .jsonl, .json or output-0 file.${hint}`);
  }
  const all = fs.readdirSync(from, { recursive: true, encoding: 'utf8' });
  const names = all.filter(
    (name) => isRead(path.basename(name)) && fs.statSync(path.join(from, name)).isFile(),
  );
  if (names.length > 0) return names.toSorted(byNumber).map((name) => path.join(from, name));
  if (all.some((name) => metadataFiles.test(path.basename(name))))
    throw new ExportRefused(withoutOutput(from));
  throw new ExportRefused(`--from ${from}: the folder contains no .ndjson, .jsonl, .json or output-0 file.`);
}

const byNumber = new Intl.Collator('en', { numeric: true }).compare;

const withoutOutput = (from: string): string =>
  `--from ${from}: only the metadata of an export, which contains no records. Name the whole folder, with its output-0, output-1 ... files.`;

export interface Listener {
  readonly refuse: Refuse;
  /** Reports a record that is taken though some of its letters could not be read. */
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
    for await (const { location, json, value, at } of recordsOf(file, name, stem, refuse)) {
      const document = documentOf(value, at ?? stem, location, refuse);
      if (document === null) continue;
      if (json.includes(lostLetter)) onLostLetters(document);
      yield* withScans(document, refuse);
    }
  }
}

/** What stands for bytes that are no letter in the encoding of the file. */
const lostLetter = '\uFFFD';

function recordsOf(file: string, name: string, stem: string, refuse: Refuse): AsyncGenerator<Found> {
  if (outputFile.test(path.basename(file))) return fromLog(file, name, refuse);
  return /\.json$/i.test(name) ? fromJson(file, name, stem, refuse) : fromLines(file, name, refuse);
}

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
  readonly location: SourceLocation;
  readonly json: string;
  readonly value: unknown;
  /** The path within the file; null where the file's own name tells. */
  readonly at: string | null;
}

/** Of files whose letters are always whole. */
async function* fromLog(file: string, name: string, refuse: Refuse): AsyncGenerator<Found> {
  const entities = logRecords(file);
  let line = 0;
  try {
    for await (const record of entities) {
      line += 1;
      const location = { file: name, line };
      try {
        const { path: at, fields } = readEntity(record);
        yield { location, json: '', value: fields, at: at.join('/') };
      } catch (error) {
        if (!(error instanceof EntityBroken)) throw error;
        refuse(location, nowhere, `not a document: ${error.message}`);
      }
    }
  } catch (error) {
    if (!(error instanceof LogBroken)) throw error;
    refuse(
      { file: name, line: error.no },
      nowhere,
      `the file cannot be read from this record on: ${error.message}`,
    );
  }
}

const nowhere: About = { collection: null, id: null };

async function* fromLines(file: string, name: string, refuse: Refuse): AsyncGenerator<Found> {
  const input = fs.createReadStream(file, await encodingOf(file));
  const lines = readline.createInterface({ input, crlfDelay: Infinity });
  const collection = asCollection(path.basename(name).replace(endings, ''));
  let line = 0;
  for await (const found of lines) {
    line += 1;
    const json = found.replace(/^\uFEFF/, '').trim();
    const location = { file: name, line };
    const value = json === '' ? undefined : parse(json, location, { collection, id: null }, refuse);
    if (value !== undefined) yield { location, json, value, at: null };
  }
}

/** Lists of documents that are below no name of a collection: the answers of the REST service. */
const restLists = ['documents'];

async function* fromJson(file: string, name: string, stem: string, refuse: Refuse): AsyncGenerator<Found> {
  const own = asCollection(stem);
  const pathOf = (at: readonly string[]) => (own === null ? at : [own, ...at]).join('/');
  // Down to the records: over the layers above a collection, the collection itself, and no further.
  const isEntered = (at: readonly string[], opening: string) => {
    if (at.length === 0) return true;
    if (opening === '[' && at.length === 1 && restLists.includes(at[0] ?? '')) return true;
    const level = levelOf(pathOf(at));
    return level === 'collection' || (level === 'above' && opening === '{');
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
  const unknown = new Unknown(refuse);
  try {
    for await (const piece of jsonPieces(chunks, enter)) {
      const location = { file: name, line: piece.line };
      const at = restLists.includes(piece.path[0] ?? '') ? pathOf([]) : pathOf(piece.path);
      const about = readPath(at) ?? nowhere;
      const value = parse(
        piece.json,
        location,
        { collection: about.collection, id: about.id || null },
        refuse,
      );
      if (value === undefined || unknown.takes(location, piece.path, value, at)) continue;
      yield { location, json: piece.json, value, at };
    }
  } catch (error) {
    if (!(error instanceof JsonBroken)) throw error;
    refuse(
      { file: name, line: error.line },
      { collection: own, id: null },
      `not JSON from here on: ${error.message}`,
    );
  }
}

const nextPage =
  'the answer names a next page (nextPageToken), which is an answer of its own: see that it is in the export';

/** What is outside all collections, each record once however many fields it has. */
class Unknown {
  readonly #refuse: Refuse;
  #last = '';

  constructor(refuse: Refuse) {
    this.#refuse = refuse;
  }

  takes(location: SourceLocation, keys: readonly string[], value: unknown, at: string): boolean {
    if (typeof value === 'object' && value !== null) return false;
    if (keys.length === 1 && keys[0] === 'nextPageToken') {
      this.#refuse(location, nowhere, nextPage);
      return true;
    }
    if (levelOf(at) !== 'above' || keys.length === 0) return false;
    const record = keys.slice(0, -1).join('/') || (keys[0] ?? '');
    if (record !== this.#last) this.#refuse(location, { collection: null, id: record }, unknownCollection);
    this.#last = record;
    return true;
  }
}

function parse(json: string, location: SourceLocation, about: About, refuse: Refuse): unknown {
  try {
    return JSON.parse(json);
  } catch {
    refuse(location, about, 'not JSON');
    return undefined;
  }
}
