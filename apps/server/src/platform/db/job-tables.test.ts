// What the serving role may do with the tables of the job queue is what schema/job-queue says.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/test-database.ts';
import { ownerPoolOf, type Db } from './database.ts';
import { migrateJobs } from './job-tables.ts';
import { readQueueRights } from './schema-files.ts';

/** As `SELECT, INSERT ON table`, in the order of tables. */
async function rightsIn(owner: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`SELECT
      string_agg(privilege_type, ', ' ORDER BY strpos('SELECT INSERT UPDATE DELETE', privilege_type))
        || ' ON graphile_worker.' || table_name AS line
    FROM information_schema.role_table_grants WHERE table_schema = 'graphile_worker' AND grantee = 'watchpost_app'
    GROUP BY table_name ORDER BY 1`.execute(owner);
  return rows.map(({ line }) => line);
}

async function policiesIn(owner: Db): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`SELECT policyname || ' ON graphile_worker.' || tablename AS name
    FROM pg_policies WHERE schemaname = 'graphile_worker' ORDER BY 1`.execute(owner);
  return rows.map(({ name }) => name);
}

const found = (pattern: RegExp) =>
  [...readQueueRights().matchAll(pattern)].map(([, written]) => written).toSorted();

test('the serving role has the rights on the queue that the schema says, and no others', async () => {
  const { owner } = await testDatabase();
  const granted = found(/^GRANT (.* ON graphile_worker\.\w+) TO watchpost_app;$/gm);
  expect(granted).toHaveLength(5);
  expect((await rightsIn(owner)).toSorted()).toEqual(granted);
  expect(await policiesIn(owner)).toEqual(found(/CREATE POLICY (serving ON graphile_worker\.\w+) TO/g));
});

test('a right or a policy that was lost is there again after a start', async () => {
  const { owner } = await testDatabase();
  const before = [await rightsIn(owner), await policiesIn(owner)];
  await sql`REVOKE DELETE ON graphile_worker._private_jobs FROM watchpost_app`.execute(owner);
  await sql`DROP POLICY serving ON graphile_worker._private_tasks`.execute(owner);
  expect([await rightsIn(owner), await policiesIn(owner)]).not.toEqual(before);
  await migrateJobs(ownerPoolOf(owner));
  expect([await rightsIn(owner), await policiesIn(owner)]).toEqual(before);
});
