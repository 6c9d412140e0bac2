import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { findRecords } from '../../platform/managed-records/record-list.queries.ts';
import { makeSite, makeTenant } from '../../testing/factories.ts';
import { rowsRead } from '../../testing/rows-read.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { checkpointTable } from './checkpoint-table.ts';

it('[GRID-05] a search reads what it finds, not all that the company has', async () => {
  const { owner } = await testDatabase();
  const tenant = await makeTenant(owner);
  const tenantId = tenant.id;
  const siteId = await makeSite(owner, tenant);
  await sql`INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude)
    SELECT ${tenantId}::uuid, gen_random_uuid(), ${siteId}::uuid,
      CASE WHEN n = 7 THEN 'Weighbridge' ELSE 'Gate ' || n END, 1, 1
    FROM generate_series(1, 5000) AS n`.execute(owner);
  await sql`VACUUM (ANALYZE) checkpoints`.execute(owner);
  await owner.transaction().execute(async (db) => {
    await sql`SELECT set_config('watchpost.tenant', ${tenantId}, true)`.execute(db);
    const filter = { searchText: 'weighbridge' };
    const { count } = await findRecords({ db, tenantId, siteId: null }, checkpointTable, filter);
    expect(count).toBe(1);
    expect(await rowsRead(db, 'checkpoints')).toBeLessThan(20);
  });
});
