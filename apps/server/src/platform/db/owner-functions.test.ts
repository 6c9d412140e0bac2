// What runs as the owner, tried as the role that serves requests.
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { makeGuard, makeSite, makeTenant } from '../../testing/factories.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});

interface OwnerFunction {
  readonly name: string;
  readonly path: string | null;
}

async function ownerFunctions(): Promise<readonly OwnerFunction[]> {
  const { rows } = await sql<OwnerFunction>`SELECT p.oid::regprocedure::text AS name,
      (SELECT setting FROM unnest(p.proconfig) AS setting WHERE setting LIKE 'search_path=%') AS path
    FROM pg_proc p JOIN pg_class c ON c.oid = to_regclass('tenants') AND c.relnamespace = p.pronamespace
    WHERE p.prosecdef ORDER BY 1`.execute(store.owner);
  return rows;
}

it('[TRUTH-12] every function that runs as the owner looks for temporary objects last', async () => {
  const found = await ownerFunctions();
  expect(found.length).toBeGreaterThan(8);
  expect(found.filter(({ path }) => path !== 'search_path=public, pg_temp')).toEqual([]);
});

it('[TRUTH-12] a temporary view in the place of a table runs nothing as the owner', async () => {
  const tenant = await makeTenant(store.owner);
  const siteId = await makeSite(store.owner, tenant);
  await makeGuard(store.owner, tenant, { siteIds: [siteId] });
  const searches = (await ownerFunctions()).flatMap(({ name }) => /^(search_\w+)\(/.exec(name)?.[1] ?? []);
  expect(searches).toContain('search_guards');
  for (const search of searches) {
    const table = search.slice('search_'.length);
    await store.database
      .forTenant(tenant.id)
      .connection()
      .execute(async (db) => {
        // The same columns, and a function of the attacker's that runs for each row that is read.
        await sql
          .raw(
            `CREATE FUNCTION pg_temp.take_over() RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS $$ BEGIN
            RAISE EXCEPTION 'ran as %', current_user; END $$`,
          )
          .execute(db);
        await sql
          .raw(`CREATE TEMP VIEW ${table} AS SELECT * FROM public.${table} WHERE pg_temp.take_over()`)
          .execute(db);
        await expect(
          sql.raw(`SELECT * FROM public.${search}('anything', NULL)`).execute(db),
        ).resolves.toBeDefined();
        await sql.raw(`DROP VIEW pg_temp.${table}`).execute(db);
        await sql.raw('DROP FUNCTION pg_temp.take_over()').execute(db);
      });
  }
});
