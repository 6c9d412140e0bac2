// One guard's data as the entries of an archive: a read-me with the profile, a table for each kind, and pictures.
import type { SiteScope } from '../../platform/access/caller.ts';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { mainPart, partKey } from '../../platform/adapters/files/picture-parts.ts';
import { type TableMeta, writeTable } from '../../platform/tables-out/table.ts';
import type { ZipEntry } from '../../platform/tables-out/zip-stream.ts';
import { dataLists } from './guard-data-lists.ts';
import { findListRows, findReportPhotos, type Person, type StoredPhoto } from './guard-data.queries.ts';

export interface DataRequest {
  readonly scope: SiteScope;
  readonly files: FileStore;
  readonly person: Person;
  readonly meta: Pick<TableMeta, 'timeZone' | 'dateFormat'>;
  readonly madeAtMs: number;
}

export async function* dataEntries({
  scope,
  files,
  person,
  meta,
  madeAtMs,
}: DataRequest): AsyncGenerator<ZipEntry> {
  yield { path: 'Read me.txt', content: once(Buffer.from(readMe(person, meta.timeZone, madeAtMs))) };
  if (person.photo !== null) yield* picture(files, 'Photo', person.photo);
  for (const list of dataLists) {
    const { name, columns } = list;
    const rows = findListRows(scope, person.id, list);
    yield { path: `${name}.csv`, content: writeTable('csv', { title: name, columns, ...meta }, rows) };
  }
  for (const photo of await findReportPhotos(scope, person.id))
    yield* picture(files, `Photos/${photo.id}`, photo);
}

async function* picture(
  files: FileStore,
  path: string,
  { storageKey, mediaType }: Pick<StoredPhoto, 'storageKey' | 'mediaType'>,
): AsyncGenerator<ZipEntry> {
  const bytes = await files.get(partKey(storageKey, mainPart));
  const ending = mediaType.replace('image/', '').replace('jpeg', 'jpg');
  if (bytes !== null) yield { path: `${path}.${ending}`, content: once(bytes) };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const orNone = (text: string) => (text === '' ? 'none' : text);
const day = (atMs: number) => new Date(atMs).toISOString();

function readMe(person: Person, timeZone: string, madeAtMs: number): string {
  const lines = [
    'PERSONAL DATA',
    '',
    `Made on ${day(madeAtMs)}. Times in the tables are those of ${timeZone}.`,
    '',
    `Name: ${person.name}`,
    `Employee ID: ${person.employeeId}`,
    `Email: ${orNone(person.email)}`,
    `Phone: ${orNone(person.phone)}`,
    `Photo: ${person.photo === null ? 'none' : 'the picture beside this file'}`,
    `Status: ${person.activated ? 'Active' : 'Deactive'}`,
    `Secret for signing in on a phone: ${person.hasSecret ? 'issued; only a hash of it is stored' : 'none'}`,
    `Stored since: ${day(person.createdAtMs)}`,
    `Last changed: ${day(person.updatedAtMs)}`,
    `Sites: ${orNone(person.sites.join('; '))}`,
    `Shifts: ${orNone(person.shifts.join('; '))}`,
    `Tours: ${orNone(person.tours.join('; '))}`,
    '',
    'The tables, which any spreadsheet opens:',
    ...dataLists.map(({ name, about }) => `- ${name}.csv: ${about}.`),
    '',
    'Rounds that the company no longer keeps are not in the tables; they lie in its archives.',
  ];
  return `${lines.join('\r\n')}\r\n`;
}
