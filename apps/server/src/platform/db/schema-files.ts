// The files of schema/: what the database is, for people, and what each start applies of it.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Also where the server is one bundle: the build puts the folder beside it. */
export const schemaFolder = path.join(import.meta.dirname, 'schema');

/** Names below the folder, such as `records.sql` and `functions/fold_text.sql`, in order, and what each says. */
export type SchemaFiles = ReadonlyMap<string, string>;

const inFolder = (folder: string) =>
  fs
    .readdirSync(path.join(schemaFolder, folder))
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => path.posix.join(folder, name));

/** Throws where the folder is missing: a database without its functions would be wrong without a word. */
export function readSchemaFiles(): SchemaFiles {
  const names = [...inFolder(''), ...inFolder('functions')];
  return new Map(
    names.map((name) => [
      name,
      fs.readFileSync(path.join(schemaFolder, name), 'utf8').replaceAll('\r\n', '\n'),
    ]),
  );
}

/** What the serving role may do with the tables of the job queue, which the package that made them describes. */
export const readQueueRights = (): string =>
  fs.readFileSync(path.join(schemaFolder, 'job-queue', 'graphile-worker.sql'), 'utf8');

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
