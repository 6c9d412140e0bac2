// What a PostgreSQL must have for names to be put in order, and what becomes of their order when its ICU is another.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { readEnv } from '../../env.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import { makeSite, makeTenant } from '../../testing/factories.ts';
import { databaseUrlOf } from '../../testing/run-command.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { type Db, openOwner } from './database.ts';
import { openStore } from './open-store.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});

const run = async <Row>(db: Db, text: string) => (await db.executeQuery<Row>(CompiledQuery.raw(text))).rows;
const opened = async (database: string | undefined) => {
  const connection = { ...store.connection, database };
  await (await openStore(readEnv({ DATABASE_URL: databaseUrlOf(connection) }), () => {})).close();
};
const refused = (message: string) => expect.objectContaining({ name: 'EnvError', message });

/** An empty database beside the test's own; its name. */
async function emptyBeside(options: string): Promise<string> {
  const name = `bare_${randomUUID().replaceAll('-', '')}`;
  await run(store.owner, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
  atFileEnd(async () => {
    const admin = openOwner({ ...store.connection, database: 'postgres' });
    await run(admin.db, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.close();
  });
  return name;
}

/** A statement on catalogs, which a superuser may change where the setting says so. */
const onCatalogs = (db: Db, text: string) =>
  db.transaction().execute(async (transaction) => {
    await run(transaction, 'SET LOCAL allow_system_table_mods = on');
    await run(transaction, text);
  });

describe('a start', () => {
  test.each(['SQL_ASCII', 'LATIN1', 'EUC_JP'])(
    '[TRUTH-12] is refused on a database in %s, with what to create',
    async (encoding) => {
      const name = await emptyBeside(`ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C'`);
      await expect(opened(name)).rejects.toThrow(
        refused(
          `DATABASE_URL: the database has the encoding ${encoding}. Create one with ENCODING 'UTF8' and name it there.`,
        ),
      );
    },
  );

  test('[TRUTH-12] is refused on a PostgreSQL without ICU, with which build to use, and leaves nothing there', async () => {
    const name = await emptyBeside(`ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'`);
    const bare = openOwner({ ...store.connection, database: name });
    try {
      // As the collations of a build without ICU are.
      await onCatalogs(bare.db, `DELETE FROM pg_collation WHERE collprovider = 'i'`);
      await expect(opened(name)).rejects.toThrow(
        expect.objectContaining({
          name: 'EnvError',
          message: expect.stringMatching(
            /^DATABASE_URL: PostgreSQL \d+\S* .*was built without ICU, by which names are put in order\. Use a build with ICU/,
          ),
        }),
      );
      expect(await run(bare.db, `SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
    } finally {
      await bare.close();
    }
  });
});

describe('indexes in the order of names', () => {
  const ofOrder = `SELECT i.indexrelid::regclass::text AS name, c.relfilenode::int AS file
    FROM pg_collation n JOIN pg_index i ON n.oid = ANY (i.indcollation) JOIN pg_class c ON c.oid = i.indexrelid
    WHERE n.collname = 'name_order' ORDER BY 1`;
  interface Found {
    readonly name: string;
    readonly file: number;
  }
  const versions = `SELECT collversion = pg_collation_actual_version(oid) AS "isActual" FROM pg_collation
    WHERE collname = 'name_order'`;

  test('[GRID-01] are made again at the first start after the version of ICU changed, and not at the next', async () => {
    const tenant = await makeTenant(store.owner);
    for (const name of ['Gate 10', 'Gate 2', 'Érica', 'Zoo']) await makeSite(store.owner, tenant, { name });
    await opened(store.connection.database);
    const before = await run<Found>(store.owner, ofOrder);
    expect(before.length).toBeGreaterThan(2);
    await onCatalogs(
      store.owner,
      `UPDATE pg_collation SET collversion = '57.1' WHERE collname = 'name_order'`,
    );
    expect(await run(store.owner, versions)).toEqual([{ isActual: false }]);
    await opened(store.connection.database);
    expect(await run(store.owner, versions)).toEqual([{ isActual: true }]);
    const after = await run<Found>(store.owner, ofOrder);
    expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
    expect(after.filter(({ file }, at) => file === before[at]?.file)).toEqual([]);
    await opened(store.connection.database);
    expect(await run<Found>(store.owner, ofOrder)).toEqual(after);
    const names = await run<{ name: string }>(
      store.owner,
      'SELECT name FROM sites ORDER BY sort_name COLLATE name_order',
    );
    expect(names.map(({ name }) => name)).toEqual(['Érica', 'Gate 2', 'Gate 10', 'Zoo']);
  });
});
