import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { makeGuard, makeRound, makeSite, makeTenant } from '../../testing/factories.ts';
import { rowsRead } from '../../testing/rows-read.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { withNeighbours } from './round-context.queries.ts';

const { database, owner } = await testDatabase();
const tenant = await makeTenant(owner);
const startedAtMs = Date.UTC(2026, 0, 5, 8);

it('rounds that a guard left without an end cost the rounds beside them little', async () => {
  const site_id = await makeSite(owner, tenant);
  const { id: guard_id } = await makeGuard(owner, tenant);
  const begin = (minute: number, ended_at_ms: number | null) =>
    makeRound(owner, tenant, {
      site_id,
      guard_id,
      started_at_ms: startedAtMs + minute * 60_000,
      ended_at_ms,
    });
  for (let minute = 0; minute < 900; minute += 1) await begin(minute, null);
  const neighbour = await begin(900, startedAtMs + 1_000 * 60_000);
  const late = await begin(901, startedAtMs + 960 * 60_000);
  await sql`ANALYZE rounds`.execute(owner);
  await database
    .forTenant(tenant.id)
    .transaction()
    .execute(async (transaction) => {
      expect(await withNeighbours(transaction, tenant.id, [late])).toEqual([late, neighbour]);
      expect(await rowsRead(transaction, 'rounds')).toBeLessThan(450);
    });
});

it('what others walked with a phone is looked for once, however many rounds of a day are looked at', async () => {
  const site_id = await makeSite(owner, tenant);
  const [own, other] = await Promise.all([makeGuard(owner, tenant), makeGuard(owner, tenant)]);
  const device_id = randomUUID();
  const walk = (guard_id: string, minute: number) => {
    const started_at_ms = startedAtMs + minute * 60_000;
    const ended_at_ms = started_at_ms + 30_000;
    return makeRound(owner, tenant, { site_id, guard_id, device_id, started_at_ms, ended_at_ms });
  };
  const walked: string[] = [];
  for (let minute = 0; minute < 300; minute += 1) walked.push(await walk(own.id, minute));
  const shared = await walk(other.id, 200);
  await sql`ANALYZE rounds`.execute(owner);
  await database
    .forTenant(tenant.id)
    .transaction()
    .execute(async (transaction) => {
      const found = await withNeighbours(transaction, tenant.id, walked);
      expect(found.toSorted()).toEqual([...walked, shared].toSorted());
      // Some forty of each by its guard, and by its phone those of the day.
      expect(await rowsRead(transaction, 'rounds')).toBeLessThan(300 * 45 + 600);
    });
});
