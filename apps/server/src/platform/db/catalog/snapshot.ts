// All that is written from the catalog of a migrated database: the files of schema/, row types, and the pages that explain it.
import fs from 'node:fs';
import path from 'node:path';
import type { Db } from '../database.ts';
import { readSchemaFiles, schemaFolder } from '../schema-files.ts';
import { readCatalog } from './catalog.queries.ts';
import { dataModelPage } from './data-model.ts';
import { narrowedIn, rowTypesText } from './row-types.ts';
import { personalDataPage } from './personal-data.ts';
import { schemaText, tablesByArea } from './schema-text.ts';

const docs = path.resolve(import.meta.dirname, '../../../../../../docs');
const database = path.resolve(import.meta.dirname, '..');
export const personalDataFile = path.join(docs, 'security', 'personal-data.md');

/** What each file should say, by its path; null for one that should not be there. */
export async function snapshotOf(owner: Db): Promise<ReadonlyMap<string, string | null>> {
  const catalog = await readCatalog(owner);
  const files = readSchemaFiles();
  const texts = schemaText(catalog, files);
  const inSchema = [...new Set([...files.keys(), ...texts.keys()])].map(
    (name) => [path.join(schemaFolder, name), texts.get(name) ?? null] as const,
  );
  const byArea = tablesByArea(catalog, files);
  const narrowed = narrowedIn(fs.readFileSync(path.join(database, 'column-types.ts'), 'utf8'));
  const rowTypes = [...byArea].map(
    ([area, tables]) =>
      [path.join(database, 'row-types', `${area}.ts`), rowTypesText(area, tables, narrowed)] as const,
  );
  return new Map([
    ...inSchema,
    ...rowTypes,
    [path.join(docs, 'data-model.md'), dataModelPage(byArea)],
    [personalDataFile, personalDataPage(catalog.tables, fs.readFileSync(personalDataFile, 'utf8'))],
  ]);
}

/** Null where there is no such file. */
export const textIn = (file: string): string | null =>
  fs.existsSync(file) ? fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : null;

/** Writes what differs. Resolves with the files that were written or removed, relative to the repository. */
export async function writeSnapshot(owner: Db): Promise<string[]> {
  const changed = [...(await snapshotOf(owner))].filter(([file, text]) => textIn(file) !== text);
  for (const [file, text] of changed) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (text === null) fs.rmSync(file);
    else fs.writeFileSync(file, text);
  }
  return changed.map(([file]) => path.relative(path.dirname(docs), file));
}
