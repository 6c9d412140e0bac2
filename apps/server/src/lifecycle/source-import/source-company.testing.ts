// A little company as the source's document database has it, written by each of the tools that export such databases.
import fs from 'node:fs';
import path from 'node:path';
import { entityOf, logOf } from './gcloud-files.testing.ts';
import {
  isList,
  isSpecial,
  root,
  type Special,
  type Written,
  type WrittenMap,
} from './written-values.testing.ts';

const time = (ms: number): Special => ({ kind: 'time', ms });
const geoPoint = (latitude: number, longitude: number): Special => ({ kind: 'place', latitude, longitude });
const reference = (to: string): Special => ({ kind: 'reference', path: `${root}/${to}` });
const startMs = Date.UTC(2023, 10, 14, 22, 13, 20);

/** Path below the root document -> fields. */
export const company: Readonly<Record<string, WrittenMap>> = {
  'subAdmin/site-a': {
    siteName: 'Northgate Mall',
    email: 'mall@northgate.example',
    location: geoPoint(18.5204, 73.8567),
    activated: true,
  },
  'guards/guard-1': {
    employeeId: 'E101',
    firstName: 'Asha',
    lastName: 'Kale',
    siteIds: [reference('subAdmin/site-a')],
    countryCodePhoneNumber: '+919876500001',
    createdAt: time(startMs),
  },
  'checkPoints/cp-1': {
    checkPointName: 'मुख्य द्वार',
    location: geoPoint(18.5205, 73.8568),
    subAdminId: reference('subAdmin/site-a'),
    radius: 25,
    // Longer than a block of LevelDB.
    instructions: 'Try the lock. '.repeat(3_000).trim(),
  },
  'checkPoints/cp-2': {
    checkPointName: 'Car park',
    checkPointLatitude: 18.521,
    checkPointLongitude: 73.857,
    subAdminId: 'site-a',
  },
  'scannedHistory/round-1': {
    employeeId: 'E101',
    scannedById: reference('guards/guard-1'),
    scannedBy: 'Asha',
    scannedByLastName: 'Kale',
    scannedStartTime: time(startMs),
    scannedEndTime: time(startMs + 600_000),
    totalCheckPoints: 2,
    scannedCheckPoints: 1,
    percentage: 50,
    subAdminId: 'site-a',
    siteName: 'Northgate Mall',
    status: 'Incompleted',
    statusCode: 1005,
  },
  'scannedHistory/round-1/checkPoints/cp-1': {
    checkPointName: 'मुख्य द्वार',
    checkPointLatitude: 18.5205,
    checkPointLongitude: 73.8568,
    scannedPoint: geoPoint(18.52051, 73.85681),
    scannedTime: time(startMs + 60_000),
    checked: true,
    activated: true,
  },
  'scannedHistory/round-1/checkPoints/cp-2': {
    checkPointName: 'Car park',
    checkPointLatitude: 18.521,
    checkPointLongitude: 73.857,
    checked: false,
    activated: false,
  },
};

const isMap = (value: Written): value is WrittenMap =>
  typeof value === 'object' && value !== null && !isList(value);

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** With each special value as a tool writes it. */
function written(value: Written, of: (special: Special) => Json): Json {
  if (isSpecial(value)) return of(value);
  if (isList(value)) return value.map((one) => written(one, of));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, written(one, of)]));
}

const secondsOf = (ms: number) => ({ _seconds: Math.floor(ms / 1000), _nanoseconds: (ms % 1000) * 1e6 });

/** node-firestore-import-export wraps what JSON has no type for. */
const wrapped = (special: Special): Json => {
  if (special.kind === 'time') return { __datatype__: 'timestamp', value: secondsOf(special.ms) };
  if (special.kind === 'reference') return { __datatype__: 'documentReference', value: special.path };
  return { __datatype__: 'geopoint', value: { _latitude: special.latitude, _longitude: special.longitude } };
};

/** What the client libraries' values become as JSON. */
const serialized = (special: Special): Json => {
  if (special.kind === 'time') return secondsOf(special.ms);
  if (special.kind === 'reference')
    return {
      _firestore: { projectId: 'demo' },
      _path: { segments: special.path.split('/') },
      _converter: {},
    };
  return { _latitude: special.latitude, _longitude: special.longitude };
};

/** As the REST service answers. */
function restValue(value: Written): Json {
  if (value === null) return { nullValue: null };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  if (isList(value)) return { arrayValue: { values: value.map(restValue) } };
  if (!isSpecial(value)) return { mapValue: { fields: restFields(value) } };
  if (value.kind === 'time') return { timestampValue: new Date(value.ms).toISOString() };
  if (value.kind === 'reference') return { referenceValue: `${restRoot}/${value.path}` };
  return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } };
}
const restRoot = 'projects/demo/databases/(default)/documents';
const restFields = (fields: WrittenMap): { readonly [name: string]: Json } =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, restValue(value)]));

const documents = Object.entries(company);
const scanPath = /^(scannedHistory\/[^/]+)\/checkPoints\/(.+)$/;

interface Nested {
  readonly [collection: string]: { readonly [id: string]: Json };
}

/** Collections of documents, each with the collections within it where `layer` puts them. */
function nested(of: (special: Special) => Json, layer: string, named: (path: string) => string): Nested {
  const tree: Record<string, Record<string, Json>> = {};
  for (const [name, fields] of documents) {
    if (scanPath.test(name)) continue;
    const [collection = '', id = ''] = name.split('/');
    const scans = documents.filter(([inner]) => scanPath.exec(inner)?.[1] === name);
    const within = scans.map(
      ([inner, scan]) =>
        [scanPath.exec(inner)?.[2] ?? '', { ...asMap(written(scan, of)), [layer]: {} }] as const,
    );
    const inner: Json =
      within.length === 0 ? {} : { [named(`${root}/${name}/checkPoints`)]: Object.fromEntries(within) };
    tree[named(`${root}/${collection}`)] ??= {};
    const own = tree[named(`${root}/${collection}`)];
    if (own !== undefined) own[id] = { ...asMap(written(fields, of)), [layer]: inner };
  }
  return tree;
}

const asMap = (json: Json): { readonly [name: string]: Json } =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
    ? (json as { readonly [name: string]: Json })
    : {};
const lastOf = (name: string): string => name.split('/').at(-1) ?? '';

const layered = '__collections__';
const subbed = 'subCollection';

/** Writes the company into a folder as a tool does. */
export const tools: Readonly<Record<string, (folder: string) => void>> = {
  'node-firestore-import-export, all': (folder) => {
    const superAdmin = { name: 'Super', [layered]: nested(wrapped, layered, lastOf) };
    write(folder, 'backup.json', { [layered]: { patrollingApp: { superAdmin } } }, 2);
  },
  'node-firestore-import-export, below one document': (folder) =>
    write(folder, 'backup.json', { [layered]: nested(wrapped, layered, lastOf) }),
  'firestore-export-import, all': (folder) => {
    const superAdmin = { [subbed]: nested(serialized, subbed, (name) => name) };
    write(folder, 'all.json', { patrollingApp: { superAdmin } });
  },
  'firestore-export-import, by collection': (folder) => {
    for (const [name, list] of Object.entries(nested(serialized, subbed, (each) => each)))
      write(folder, `${name.replaceAll('/', '-')}.json`, { [name]: list });
  },
  'the REST service': (folder) => {
    const answers = documents.map(([name, fields]) => {
      return {
        name: `${restRoot}/${root}/${name}`,
        fields: restFields(fields),
        createTime: '2023-11-14T22:13:20.000001Z',
      };
    });
    write(folder, 'list.json', { documents: answers.slice(0, 5) });
    write(
      folder,
      'runQuery.json',
      answers.slice(5).map((document) => ({ document, readTime: '2026-11-29T00:00:00Z' })),
    );
  },
  'firestore-backfire': (folder) => {
    const lines = documents.map(([name, fields]) =>
      JSON.stringify({
        path: `${root}/${name}`,
        data: written(fields, serialized),
        timestamps: ['createdAt'],
      }),
    );
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'out.ndjson'), `${lines.join('\n')}\n`);
  },
  'gcloud firestore export': (folder) => {
    const to = path.join(folder, 'all_namespaces', 'all_kinds');
    fs.mkdirSync(to, { recursive: true });
    fs.writeFileSync(path.join(folder, '2023.overall_export_metadata'), Buffer.from('not read'));
    fs.writeFileSync(path.join(to, 'all_namespaces_all_kinds.export_metadata'), Buffer.from('not read'));
    fs.writeFileSync(path.join(to, 'output-0'), logOf(documents.slice(0, 4).map(entityOf)));
    fs.writeFileSync(path.join(to, 'output-1'), logOf(documents.slice(4).map(entityOf)));
  },
};

function write(folder: string, name: string, value: unknown, indent?: number): void {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, name), JSON.stringify(value, undefined, indent));
}
