// One record of a file: which collection it is of, its id, its fields in plain values, and a round's checkpoints within it.
import { type About, type Refuse, scanCollection } from './import-report.ts';
import { plainFields } from './plain-values.ts';
import {
  asCollection,
  type Document,
  layers,
  type SourceLocation,
  readPath,
  subCollection,
  unknownCollection,
} from './source-layout.ts';
import { type Fields, isFields } from './source-record.ts';

/** A text or number that is not empty. */
function idOf(fields: Fields, ...names: string[]): string {
  const found = names
    .map((name) => fields[name])
    .find((value) => value !== undefined && value !== null && value !== '');
  return typeof found === 'string' || typeof found === 'number' ? String(found).trim() : '';
}

interface Named {
  /** Where the record itself says it stood; empty where it does not. */
  readonly path: string;
  readonly body: Fields;
  readonly own: Fields;
}

/** A record may say where it stood, beside its fields or around them. */
function named(value: Fields): Named {
  const answer = isFields(value['document']) ? value['document'] : value;
  const { name, fields } = answer;
  if (typeof name === 'string' && name.includes('/documents/')) {
    const path = name.slice(name.indexOf('/documents/') + '/documents/'.length);
    return { path, body: isFields(fields) ? plainFields(fields) : {}, own: answer };
  }
  const path = ['__path__', '_path', 'path', '__name__']
    .map((key) => value[key])
    .find((one) => typeof one === 'string');
  const body = isFields(value['data']) && path !== undefined ? value['data'] : value;
  return { path: typeof path === 'string' ? path : '', body: plainFields(body), own: value };
}

/** Reports what is no record; null for that. `at`: where the file says that it stood. */
export function documentOf(
  given: unknown,
  at: string,
  location: SourceLocation,
  refuse: Refuse,
): Document | null {
  const here = readPath(at);
  // The information pages may be one record, a field each.
  const value =
    here?.collection === 'appSettings' && here.id !== '' && typeof given === 'string'
      ? { html: given }
      : given;
  if (!isFields(value)) {
    refuse(
      location,
      aboutOf(here, at),
      here === null && at !== '' ? unknownCollection : `${kindOf(value)}, not an object`,
    );
    return null;
  }
  const { path, body, own } = named(value);
  const statedPath = path === '' ? null : readPath(path);
  const found = statedPath ?? here;
  if (found === null) {
    refuse(location, { collection: null, id: path || at || null }, unknownCollection);
    return null;
  }
  const id = found.id || idOf(own, 'id', '_id', '__id__') || idOf(body, 'id', '_id');
  if (id === '') {
    refuse(location, aboutOf(found, at), 'id is missing');
    return null;
  }
  return {
    ...location,
    collection: found.collection,
    parent: found.parent,
    id,
    body: withoutNames(body, id),
  };
}

const naming = ['id', '_id', '__id__', '__path__', '_path', 'path', '__name__'];

/** Without what said which record it is; an id of its own that is another stays, and is reported. */
function withoutNames(fields: Fields, id: string): Fields {
  const isName = (value: unknown) =>
    String(value) === id || (typeof value === 'string' && readPath(value) !== null && value.endsWith(id));
  const own = naming.filter((name) => name in fields && isName(fields[name]));
  if (own.length === 0) return fields;
  const rest: Record<string, unknown> = { ...fields };
  for (const name of own) delete rest[name];
  return rest;
}

function aboutOf(found: ReturnType<typeof readPath>, at: string): About {
  if (found === null) return { collection: null, id: at || null };
  const { collection, parent, id } = found;
  if (parent !== '')
    return { collection: scanCollection, id: [parent, id].filter((part) => part !== '').join('/') };
  return { collection, id: id || null };
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  return Array.isArray(value) ? 'a list' : `a ${typeof value === 'string' ? 'text' : typeof value}`;
}

/** The document, and after a round its checkpoints as documents of their own. */
export function* withScans(document: Document, refuse: Refuse): Generator<Document> {
  const isRound = document.collection === 'scannedHistory' && document.parent === '';
  const { body, inner } = apart(document.body, isRound);
  yield body === document.body ? document : { ...document, body };
  if (inner === undefined) return;
  const { file, line, collection } = document;
  for (const [key, value] of entriesOf(inner)) {
    const fields = isFields(value) ? value : null;
    const id = (fields === null ? '' : idOf(fields, 'id')) || key;
    if (fields === null || id === '') {
      const about = { collection: scanCollection, id: id === '' ? document.id : `${document.id}/${id}` };
      refuse({ file, line }, about, fields === null ? `${kindOf(value)}, not an object` : 'id is missing');
      continue;
    }
    const { body: scan } = apart(fields, false);
    yield { file, line, collection, parent: document.id, id, body: withoutNames(scan, id) };
  }
}

/** Without the layers that tools put collections in; of a round, with its checkpoints. */
function apart(body: Fields, isRound: boolean): { readonly body: Fields; readonly inner: unknown } {
  let inner: unknown = isRound ? body[subCollection] : undefined;
  const isWhole = inner === undefined && !layers.some((layer) => layer in body);
  if (isWhole) return { body, inner };
  const rest: Record<string, unknown> = { ...body };
  if (isRound) delete rest[subCollection];
  for (const layer of layers) {
    const layered = rest[layer];
    delete rest[layer];
    if (!isFields(layered)) continue;
    const scans = isRound ? scansWithin(layered) : null;
    inner ??= scans?.inner;
    for (const [name, collection] of Object.entries(scans?.others ?? layered))
      rest[`${layer}/${name}`] = collection;
  }
  return { body: rest, inner };
}

/** Tools name them checkPoints, or by their whole path; an old one puts the checkpoints there without any name. */
function scansWithin(layered: Fields): { readonly inner: unknown; readonly others: Fields } {
  const names = Object.keys(layered);
  const own = names.find((name) => name.split('/').at(-1) === subCollection);
  if (own !== undefined) {
    const { [own]: inner, ...others } = layered;
    return { inner, others };
  }
  const isUnnamed =
    names.length > 0 && names.every((name) => !name.includes('/') && asCollection(name) === null);
  const hasScans =
    isUnnamed &&
    Object.values(layered).every((one) => isFields(one) && ('checked' in one || 'checkPointName' in one));
  return hasScans ? { inner: layered, others: {} } : { inner: undefined, others: layered };
}

function entriesOf(inner: unknown): [string, unknown][] {
  if (Array.isArray(inner)) return inner.map((value: unknown) => ['', value]);
  return isFields(inner) ? Object.entries<unknown>(inner) : [];
}
