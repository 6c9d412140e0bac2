import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeGuard, makeRound, makeSite, makeTenant } from '../testing/factories.ts';
import { rowsRead } from '../testing/rows-read.ts';
import { testDatabase } from '../testing/test-database.ts';
import { withNeighbours } from './round-context.queries.ts';

const { database, owner } = await testDatabase();
const tenant = await makeTenant(owner);
const begunAtMs = Date.UTC(2026, 0, 5, 8);

it('rounds that a guard left without an end cost the rounds beside them little', async () => {
  const site_id = await makeSite(owner, tenant);
  const { id: guard_id } = await makeGuard(owner, tenant);
  const begin = (minute: number, ended_at_ms: number | null) =>
    makeRound(owner, tenant, { site_id, guard_id, started_at_ms: begunAtMs + minute * 60_000, ended_at_ms });
  for (let minute = 0; minute < 900; minute += 1) await begin(minute, null);
  const beside = await begin(900, begunAtMs + 1_000 * 60_000);
  const late = await begin(901, begunAtMs + 960 * 60_000);
  await sql`ANALYZE rounds`.execute(owner);
  await database
    .forTenant(tenant.id)
    .transaction()
    .execute(async (transaction) => {
      expect(await withNeighbours(transaction, tenant.id, [late])).toEqual([late, beside]);
      expect(await rowsRead(transaction, 'rounds')).toBeLessThan(450);
    });
});
