// The files of migrations/: plain SQL, each of which changes a database once, in the order of their names.
import fs from 'node:fs';
import path from 'node:path';

/** Also where the server is one bundle: the build puts the folder beside it. */
const migrationFolder = path.join(import.meta.dirname, 'migrations');

/** Names without their ending, such as `0112-totals-of-days`, in order, and what each runs. */
export type MigrationFiles = ReadonlyMap<string, string>;

const named = /^(\d{4}-[a-z0-9]+(?:-[a-z0-9]+)*)\.sql$/;

function nameOf(file: string): string {
  const [, name] = named.exec(file) ?? [];
  if (name === undefined)
    throw new TypeError(
      `migrations/${file}: name it after its number and what it does, 0112-such-as-this.sql`,
    );
  return name;
}

/** Throws where the folder is missing, and where the name of a file has no place in the order. */
export function readMigrationFiles(folder = migrationFolder): MigrationFiles {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return new Map(
    files
      .toSorted()
      .map((file) => [
        nameOf(file),
        fs.readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n'),
      ]),
  );
}
