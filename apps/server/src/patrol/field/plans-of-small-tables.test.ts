// A connection keeps its plans: one made while a table was small must not read all of it once it has grown.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { findState } from './field-state.queries.ts';
import { makeTenant } from '../../testing/factories.ts';
import { rowsRead } from '../../testing/rows-read.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { openDatabase, serveAs } from '../../platform/db/database.ts';

const { owner, connection } = await testDatabase();
const tenant = await makeTenant(owner);
const database = openDatabase({
  connection: await serveAs(owner, connection),
  poolSize: 1,
  onError: () => {},
});
afterAll(() => database.close());

/** Events that were read to find that an upload is new. */
function readByUpload(): Promise<number> {
  return database
    .forTenant(tenant.id)
    .transaction()
    .execute(async (db) => {
      const ids = { rounds: [], duties: [], checkpoints: [], scannedRounds: [], scannedCheckpoints: [] };
      const codes = { codeTexts: [], typedEnds: [], typedFor: [] };
      await findState({ db, tenantId: tenant.id }, { events: [randomUUID()], ...ids, ...codes });
      return rowsRead(db, 'field_events');
    });
}

async function addEvents(count: number): Promise<void> {
  await owner.transaction().execute(async (transaction) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
    await sql`INSERT INTO field_events
        (tenant_id, id, kind, guard_id, device_id, subject_id, device_at_ms, received_at_ms, body_hash)
      SELECT ${tenant.id}::uuid, gen_random_uuid(), 'dutyStarted', gen_random_uuid(), gen_random_uuid(),
        gen_random_uuid(), n, n, '\\x00'::bytea FROM generate_series(1, ${count}::int) AS n`.execute(
      transaction,
    );
  });
}

it('what was planned while there were few rows looks them up by key when there are many', async () => {
  await addEvents(20);
  await sql`VACUUM (ANALYZE) field_events`.execute(owner);
  expect(await readByUpload()).toBe(0);
  await addEvents(20_000);
  expect(await readByUpload()).toBe(0);
});
