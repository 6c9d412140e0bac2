// A database is brought to this version from nothing and from the versions before, or is left as it is.
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { emptyDatabase } from '../../lifecycle/backup/backup.testing.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { secrets } from '../../patrol/evidence/sealed-world.testing.ts';
import { readCatalog } from './catalog/catalog.queries.ts';
import { snapshotOf, textIn } from './catalog/snapshot.ts';
import type { Db } from './database.ts';
import { baseline } from './made-migrations.ts';
import { migrate, migrationNames } from './migrate.ts';
import { formerDatabase, runFile } from './upgrades/former-database.testing.ts';

const lastOfFormer = '0109-applied-schema-files';
const sinceFormer = ['0110-merged-triggers', '0111-exceptions-by-the-server'];

interface Made {
  readonly name: string;
  readonly timestamp: string;
}

async function madeIn(owner: Db): Promise<readonly Made[]> {
  const { rows } = await sql<Made>`SELECT name, timestamp FROM kysely_migration ORDER BY name`.execute(owner);
  return rows;
}

const namesIn = async (owner: Db) => (await madeIn(owner)).map(({ name }) => name);

/** How many rows each table has, by its name. */
async function countsIn(owner: Db): Promise<Readonly<Record<string, number>>> {
  const { tables } = await readCatalog(owner);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM ${sql.table(name)}`.execute(owner);
    counts[name] = rows[0]?.count ?? -1;
  }
  return counts;
}

async function differingFiles(owner: Db): Promise<string[]> {
  return [...(await snapshotOf(owner))].filter(([file, text]) => textIn(file) !== text).map(([file]) => file);
}

async function differencesIn(owner: Db) {
  const verdicts = [];
  for await (const verdict of verifyAll(owner, { secrets, anchors: [] })) verdicts.push(verdict);
  return verdicts;
}

/** Tables that rows follow from others in, which a later version may write in another way. */
const derived = /_(?:counts|sums|rollups|totals)$|^standing|^names_versions$/;

const recordsOf = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([name]) => !derived.test(name)));

test('a new database has the checked-in schema, and names every file of migrations/', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner);
  expect(await differingFiles(owner)).toEqual([]);
  expect(await namesIn(owner)).toEqual(migrationNames);
  expect(migrationNames[0]).toBe(baseline);
});

test('servers that start together on a new database make it once', async () => {
  const { owner } = await emptyDatabase();
  await Promise.all([migrate(owner), migrate(owner), migrate(owner)]);
  expect(await namesIn(owner)).toEqual(migrationNames);
});

describe('a database of the version before the baseline', () => {
  test('is taken over with all rows, and has the schema of a new one', async () => {
    const { owner } = await formerDatabase();
    const [before, made] = [recordsOf(await countsIn(owner)), await namesIn(owner)];
    expect(before).toMatchObject({ tenants: 1, rounds: 4, scans: 6, due_rounds: 3, incidents: 1 });
    await migrate(owner);
    expect(recordsOf(await countsIn(owner))).toMatchObject(before);
    expect(await differingFiles(owner)).toEqual([]);
    expect(await namesIn(owner)).toEqual([...made, ...migrationNames].toSorted());
    expect(await differencesIn(owner)).toMatchObject([{ rounds: 4, differences: [] }]);
  });

  test('is migrated once, however many servers start with it', async () => {
    const { owner } = await formerDatabase();
    await Promise.all([migrate(owner), migrate(owner)]);
    const made = await madeIn(owner);
    await migrate(owner);
    expect(await madeIn(owner)).toEqual(made);
  });

  test('is as it was where one of the files fails, and can be started once that is mended', async () => {
    const { owner } = await formerDatabase();
    const [made, catalog] = [await madeIn(owner), await readCatalog(owner)];
    // The last statement of 0110 finds it missing, after all others ran.
    await sql`ALTER FUNCTION signal_moved_sub_admins() RENAME TO elsewhere`.execute(owner);
    await expect(migrate(owner)).rejects.toThrow('signal_moved_sub_admins() does not exist');
    await sql`ALTER FUNCTION elsewhere() RENAME TO signal_moved_sub_admins`.execute(owner);
    expect(await madeIn(owner)).toEqual(made);
    expect(await readCatalog(owner)).toEqual(catalog);
    await migrate(owner);
    expect(await differingFiles(owner)).toEqual([]);
  });
});

test('a database with later migrations from before they were files starts without running them again', async () => {
  const { owner } = await formerDatabase();
  await owner.transaction().execute(async (db) => {
    for (const name of sinceFormer) {
      await runFile(db, name);
      await sql`INSERT INTO kysely_migration (name, timestamp) VALUES (${name}, '2026-11-29T12:00:00.000Z')`.execute(
        db,
      );
    }
  });
  const before = await madeIn(owner);
  const counts = recordsOf(await countsIn(owner));
  await migrate(owner);
  expect(await madeIn(owner)).toEqual(expect.arrayContaining([...before]));
  expect(recordsOf(await countsIn(owner))).toMatchObject(counts);
  expect(await differingFiles(owner)).toEqual([]);
  expect(await differencesIn(owner)).toMatchObject([{ rounds: 4, differences: [] }]);
});

describe('a database that is older than the baseline', () => {
  const olderOnes = [
    ['0107-sealed-former-names', [lastOfFormer]],
    ['0104-import-losses', [lastOfFormer, '0107-sealed-former-names']],
  ] as const;

  test.each(olderOnes)(
    'is refused by the name of its last migration, %s, and unchanged',
    async (last, later) => {
      const { owner } = await formerDatabase();
      await sql`DELETE FROM kysely_migration WHERE name = ANY (${later})`.execute(owner);
      const state = async () => [await madeIn(owner), await readCatalog(owner), await countsIn(owner)];
      const before = await state();
      const refusal = `before 2026-11-29 (its last migration is ${last}): start the version of 2026-11-29 on it first`;
      await expect(migrate(owner)).rejects.toThrow(refusal);
      expect(await state()).toEqual(before);
    },
  );
});
