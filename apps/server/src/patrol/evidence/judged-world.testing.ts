// A sealed world in which rounds were due and judged, by settings of its own, with all that is named where it is altered.
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { defaultTrust } from '@watchpost/domain/trust-thresholds';
import { operatorOrigin } from '../../platform/audit/audit-origin.ts';
import { excuse } from '../tours/due-rounds.queries.ts';
import { judgeByClock, moveRounds } from '../tours/judge-rounds.queries.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { makeUser } from '../../testing/factories.ts';
import { makeScreen } from '../../testing/make-screen.ts';
import { makeDueRound, makeTour } from '../../testing/make-tour.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { insertTrustSettings } from '../trust/find-trust-settings.queries.ts';
import { keepTables, runAsReplica, type SealedWorld, secrets } from './sealed-world.testing.ts';

const dayMs = 86_400_000;

/** Due rounds of which one was missed, one excused, one walked, one called off, and one has a round that was sent late. */
export async function dueWorld({ owner, database }: TestApp, world: SealedWorld): Promise<void> {
  const { tenant, siteId, routeVersionId } = world;
  const db = database.forTenant(tenant.id);
  const { route_id: routeId } = await owner
    .selectFrom('route_versions')
    .select('route_id')
    .where('id', '=', routeVersionId)
    .executeTakeFirstOrThrow();
  const tourId = await makeTour(owner, tenant, siteId, { routeId });
  const nowMs = Date.now();
  // As early as it can have been made.
  const farMs = nowMs + 4 * dayMs + 1_000;
  const missed = await makeDueRound(db, tenant, siteId, { tourId, dueAtMs: farMs, windowMs: 1, graceMs: 1 });
  const [excused, late, calledOff] = await Promise.all(
    [1, 2, 3].map((at) => makeDueRound(db, tenant, siteId, { tourId, dueAtMs: farMs + at * 1_000 })),
  );
  await judgeByClock(db, tenant.id, farMs + 10_000);
  const reason = { id: excused ?? '', reason: 'Flood', nowMs };
  await excuse({ db, tenantId: tenant.id, siteId: null }, reason, operatorOrigin(tenant.id));
  const arrival = { tenant_id: tenant.id, round_id: randomUUID(), arrived_at_ms: nowMs };
  await db
    .insertInto('late_arrivals')
    .values({ ...arrival, due_round_id: late ?? '' })
    .execute();
  await db
    .deleteFrom('due_rounds')
    .where('id', '=', calledOff ?? '')
    .execute();
  await db.updateTable('exceptions').set({ severity: 3 }).where('subject_id', '=', missed).execute();
  await makeDueRound(db, tenant, siteId, { tourId, dueAtMs: nowMs });
  const rounds = await owner.selectFrom('rounds').select('id').where('tenant_id', '=', tenant.id).execute();
  await moveRounds(
    db,
    tenant.id,
    rounds.map(({ id }) => id),
  );
}

/** What rounds are judged by, and who may see what: a row of each that has none yet. */
export async function settingsWorld({ owner, database }: TestApp, world: SealedWorld): Promise<void> {
  const { tenant, siteId, guardId, checkpointId } = world;
  const db = database.forTenant(tenant.id);
  const tenant_id = tenant.id;
  await insertTrustSettings(db, tenant.id, 0, defaultTrust, Date.now());
  await owner
    .insertInto('tenant_settings')
    .values({ tenant_id })
    .onConflict((on) => on.doNothing())
    .execute();
  await owner.insertInto('tenant_config').values({ tenant_id, config_key: 'k', config_value: 'v' }).execute();
  await makeUser(owner, tenant, { siteId });
  const shiftId = randomUUID();
  const hours = { name: 'Night', from_minute: 1_320, to_minute: 360, weekdays: [1, 2] };
  await db
    .insertInto('shifts')
    .values({ tenant_id, id: shiftId, site_id: siteId, ...hours })
    .execute();
  const tour_id = await makeTour(db, tenant, siteId, { shiftId });
  await db.insertInto('tour_guards').values({ tenant_id, tour_id, guard_id: guardId }).execute();
  await db
    .insertInto('site_holidays')
    .values({ tenant_id, site_id: siteId, day: '2027-01-26', name: 'Republic Day' })
    .execute();
  await makeScreen(owner, tenant, checkpointId);
  const code = { checkpoint_id: checkpointId, code: 'of before', key_version: null };
  await owner
    .insertInto('qr_codes')
    .values({ tenant_id, id: randomUUID(), ...code })
    .execute();
}

/** What "npm run verify" says of the only tenant. */
async function differencesOf({ owner }: TestApp): Promise<readonly string[]> {
  for await (const found of verifyAll(owner, { secrets, anchors: [] })) return found.differences;
  throw new Error('no tenant');
}

/** Edits behind the product's back, each of which can be taken back. */
export async function tamperingOf(server: TestApp, tables: readonly string[]) {
  const restore = await keepTables(server, tables);
  const differences = () => differencesOf(server);
  return {
    differences,
    restore: async () => {
      for (const table of tables) await restore(table);
    },
    /** The edit, with triggers asleep, makes the check say this, and nothing before it. It is taken back. */
    expectNamed: async (statement: string, ...expected: RegExp[]) => {
      expect(await differences()).toEqual([]);
      await runAsReplica(server, statement);
      const found = await differences();
      for (const each of expected) expect(found).toContainEqual(expect.stringMatching(each));
      for (const table of tables) await restore(table);
    },
  };
}
