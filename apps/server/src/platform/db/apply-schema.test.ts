// Functions of the database are what their files say, whatever a database had before.
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { applySchema, applySchemaIn } from './apply-schema.queries.ts';
import { readCatalog } from './catalog/catalog.queries.ts';
import { schemaText } from './catalog/schema-text.ts';
import { type Db, openOwner } from './database.ts';
import { migrate } from './migrate.ts';
import { readMigrationFiles } from './migration-files.ts';
import { readSchemaFiles } from './schema-files.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});

const fileOf = (name: string) => `functions/${name}.sql`;

/** A file of schema/ as the database is now. */
async function textNow(db: Db, name: string): Promise<string> {
  return schemaText(await readCatalog(db), readSchemaFiles()).get(fileOf(name)) ?? '';
}

async function stateOf(db: Db, name: string) {
  const { rows } = await sql<{ owner: string; acl: string; config: string; row: string }>`
    SELECT pg_get_userbyid(proowner) AS owner, proacl::text AS acl, proconfig::text AS config, xmin::text AS row
    FROM pg_proc WHERE oid = ${name}::regproc`.execute(db);
  const [state] = rows;
  if (state === undefined) throw new TypeError(`no function ${name}`);
  return state;
}

/** The files with another text of one. */
function filesWith(name: string, change: (text: string) => string): ReadonlyMap<string, string> {
  const files = new Map(readSchemaFiles());
  files.set(fileOf(name), change(files.get(fileOf(name)) ?? ''));
  return files;
}

describe('a function whose file changed', () => {
  const changed = (text: string) => text.replace('BEGIN\n', 'BEGIN\n  -- Planted.\n');

  test.each(['erase_guard', 'search_guards', 'keep_version'])(
    'is what the file says after a start, with its owner, callers and settings: %s',
    async (name) => {
      const before = await stateOf(store.owner, name);
      await applySchema(store.owner, filesWith(name, changed));
      expect(await textNow(store.owner, name)).toContain('-- Planted.');
      const { row, ...after } = await stateOf(store.owner, name);
      expect(row).not.toBe(before.row);
      expect({ ...after, row: before.row }).toEqual(before);
      await migrate(store.owner);
      expect(await textNow(store.owner, name)).toBe(readSchemaFiles().get(fileOf(name)));
    },
  );

  test('leaves the others as they are', async () => {
    const before = await stateOf(store.owner, 'search_sites');
    await applySchema(store.owner, filesWith('search_guards', changed));
    expect(await stateOf(store.owner, 'search_sites')).toEqual(before);
    await migrate(store.owner);
    expect(await stateOf(store.owner, 'search_sites')).toEqual(before);
  });

  test('changes nothing at all where one of the files does not run', async () => {
    const before = await textNow(store.owner, 'erase_guard');
    const files = new Map(filesWith('erase_guard', changed));
    files.set(fileOf('search_sites'), 'CREATE OR REPLACE FUNCTION search_sites( nonsense');
    await expect(applySchema(store.owner, files)).rejects.toThrow(/syntax error/);
    expect(await textNow(store.owner, 'erase_guard')).toBe(before);
    await expect(applySchema(store.owner)).resolves.toBeUndefined();
  });

  test('is applied once by servers that start together', async () => {
    const files = filesWith('keep_former', (text) => text.replace('BEGIN\n', 'BEGIN\n  -- Together.\n'));
    await Promise.all([1, 2, 3].map(() => applySchema(store.owner, files)));
    expect(await textNow(store.owner, 'keep_former')).toContain('-- Together.');
    await migrate(store.owner);
  });
});

test('a function that was dropped with its file is applied again where a later file has its name', async () => {
  const name = fileOf('count_once');
  const text = `CREATE OR REPLACE FUNCTION count_once() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$;\n`;
  await applySchema(store.owner, new Map(readSchemaFiles()).set(name, `-- Planted.\n${text}`));
  await sql`DROP FUNCTION count_once()`.execute(store.owner);
  await store.owner.transaction().execute((db) => applySchemaIn(db));
  const files = new Map(readSchemaFiles()).set(name, `-- Planted.\n${text}`);
  await store.owner.transaction().execute((db) => applySchemaIn(db, files));
  expect(await textNow(store.owner, 'count_once')).toContain('-- Planted.');
  await sql`DROP FUNCTION count_once()`.execute(store.owner);
  await store.owner.transaction().execute((db) => applySchemaIn(db));
});

test('functions that run as the owner look into the schema that the tables are in, whatever its name', async () => {
  const elsewhere = await testDatabase();
  await sql`ALTER SCHEMA public RENAME TO "of Watchpost"`.execute(elsewhere.owner);
  const { db, close } = openOwner({ ...elsewhere.connection, options: '-c search_path="of\\ Watchpost"' });
  try {
    await sql`UPDATE applied_schema_files SET hash = 'of a version before'`.execute(db);
    await migrate(db);
    expect((await stateOf(db, 'erase_guard')).config).toBe('{"search_path=\\"of Watchpost\\", pg_temp"}');
    expect(await textNow(db, 'erase_guard')).toBe(readSchemaFiles().get(fileOf('erase_guard')));
  } finally {
    await close();
  }
});

test('no migration changes the text of a function, which has a file', () => {
  const changing = [...readMigrationFiles()].filter(([, text]) =>
    /CREATE OR REPLACE FUNCTION|pg_get_functiondef/i.test(text),
  );
  expect(
    changing.map(([name]) => name),
    'Write the text into schema/functions/NAME.sql. CREATE FUNCTION in a migration makes a new one before its trigger.',
  ).toEqual([]);
});
