// A plan that was made while hardly anything was missed must serve when much is, too.
import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { expect, it } from 'vitest';
import { makeTenant } from '../../testing/factories.ts';
import { rowsRead } from '../../testing/rows-read.ts';
import { testDatabase } from '../../testing/test-database.ts';

const scansAtOnce = 4_000;
const hardlyAnything = 4;
const missedMeanwhile = 5_000;
/** So often a connection plans a statement again before it keeps a plan. */
const plannedAnew = 6;

it('scans of one transaction read nothing of what was missed in other rounds', async () => {
  const { owner } = await testDatabase();
  const { id: tenantId } = await makeTenant(owner);
  await owner.transaction().execute(async (transaction) => {
    const run = (text: string) => transaction.executeQuery(CompiledQuery.raw(text));
    const scan = () =>
      run(`INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms, received_at_ms,
          clock_skew_ms, body_hash, method)
        SELECT '${tenantId}', gen_random_uuid(), '${randomUUID()}', gen_random_uuid(), '${randomUUID()}', '${randomUUID()}',
          n, n, 0, '\\x00', 'qr' FROM generate_series(1, ${scansAtOnce}) AS n`);
    const miss = (rows: number) =>
      run(`INSERT INTO missed_checkpoints (tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms)
        SELECT '${tenantId}', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), n
        FROM generate_series(1, ${rows}) AS n`);
    await miss(hardlyAnything);
    for (let batch = 0; batch < plannedAnew; batch += 1) await scan();
    await miss(missedMeanwhile);
    const before = await rowsRead(transaction, 'missed_checkpoints');
    await scan();
    expect((await rowsRead(transaction, 'missed_checkpoints')) - before).toBeLessThan(100);
  });
});
