// What becomes of a log and of what judged when the server is brought to a version that seals it.
import { CompiledQuery, sql } from 'kysely';
import { expect, test } from 'vitest';
import { operatorOrigin } from '../audit/audit-origin.ts';
import { insertAuditEntry } from '../audit/audit.queries.ts';
import { emptyDatabase } from '../db/backup/backup.testing.ts';
import { migrate } from '../db/migrate.ts';
import { verifyAll } from '../features/verification/verification.service.ts';
import { makeSite, makeTenant } from '../testing/factories.ts';
import { testSealing } from '../testing/test-sealing.ts';
import { sealAsBefore } from './sealed-before.testing.ts';
import { secrets } from './sealed-world.testing.ts';
import { sealLog } from './seal-log.queries.ts';

test('[TRUTH-06] an upgrade seals settings as they are, and raises no alarm over rows of before', async () => {
  const { owner } = await emptyDatabase();
  await migrate(owner, '0070-rounds-changed-at-once');
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  await insertAuditEntry(owner, operatorOrigin(tenant.id), {
    action: 'password.reset',
    subject: { id: siteId, label: 'Of before' },
  });
  await sealAsBefore(owner, tenant.id, secrets);
  await migrate(owner);
  const differences = async () => {
    for await (const found of verifyAll(owner, { secrets, anchors: [] })) return found.differences;
    throw new Error('no tenant');
  };
  expect(await differences()).toEqual([]);
  await sealLog(owner, tenant.id, testSealing(secrets));
  expect(await differences()).toEqual([]);
  const versions = await owner.selectFrom('record_versions').select(['source', 'record_key']).execute();
  expect(versions).toContainEqual({ source: 'sites', record_key: siteId });
  await owner.transaction().execute(async (db) => {
    await sql`SELECT set_config('session_replication_role', 'replica', true)`.execute(db);
    await db.executeQuery(CompiledQuery.raw(`UPDATE sites SET time_zone = 'UTC'`));
  });
  expect(await differences()).toEqual([
    `sites ${siteId}: time_zone was altered; the newest version of it says something else`,
  ]);
});
