// What a server's clock that was ahead made of due rounds, and what they are once it is right.
import { beforeEach, expect, test } from 'vitest';
import { roundStatus } from '@watchpost/domain/round-status';
import type { Everywhere } from '../../platform/jobs/job.ts';
import { makeRoute, makeRound, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { makeStaffedSite } from '../../testing/make-staffed-site.ts';
import { makeDueRound, makeTour } from '../../testing/make-tour.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { moveRounds } from './judge-rounds.queries.ts';
import { maintainDueRounds } from './tours.jobs.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const store = await testDatabase();
const database: Everywhere = store.database;

let tenant: MadeTenant;
let versionId: string;
let guardId: string;
let siteId: string;
let dueId: string;
let nowMs: number;
let dueAtMs: number;
let missedAtMs: number;

/** A round that is due in three hours, as a clock that is four hours ahead judged it. */
beforeEach(async () => {
  nowMs = Date.now();
  dueAtMs = nowMs + 3 * hourMs;
  missedAtMs = dueAtMs + 25 * minuteMs;
  ({ tenant, siteId, guardId } = await makeStaffedSite(store.owner));
  await makeUser(store.owner, tenant);
  const route = await makeRoute(store.owner, tenant, siteId, []);
  ({ versionId } = route);
  const tourId = await makeTour(store.owner, tenant, siteId, { routeId: route.routeId });
  await store.owner.updateTable('patrol_tours').set({ activated: false }).where('id', '=', tourId).execute();
  dueId = await makeDueRound(store.owner, tenant, siteId, { tourId, dueAtMs });
  await maintainDueRounds(database, nowMs + 4 * hourMs);
  expect([await status(), await history('roundMissed')]).toEqual(['missed', 1]);
});

const status = async () =>
  (
    await store.owner
      .selectFrom('due_rounds')
      .select('status')
      .where('tenant_id', '=', tenant.id)
      .where('id', '=', dueId)
      .executeTakeFirst()
  )?.status;

const history = async (kind: 'roundMissed' | 'roundNotBegun') =>
  (
    await store.owner
      .selectFrom('notifications')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .where('kind', '=', kind)
      .execute()
  ).length;

test('[TRUTH-07] a round that a clock ahead called missed waits again, and people are notified when no one begins it', async () => {
  await maintainDueRounds(database, nowMs);
  expect(await status()).toBe('due');
  const before = await history('roundNotBegun');
  await maintainDueRounds(database, missedAtMs - 11 * minuteMs);
  expect(await history('roundNotBegun')).toBe(before + 1);
  await maintainDueRounds(database, missedAtMs);
  expect([await status(), await history('roundMissed')]).toEqual(['missed', 2]);
  await maintainDueRounds(database, missedAtMs + minuteMs);
  expect(await history('roundMissed')).toBe(2);
});

test('[TRUTH-07] one that is late by the right clock is late, and not missed', async () => {
  await maintainDueRounds(database, dueAtMs + 16 * minuteMs);
  expect(await status()).toBe('late');
});

test('[TRUTH-07] one that is walked in time after that is completed', async () => {
  await maintainDueRounds(database, nowMs);
  const roundId = await makeRound(store.owner, tenant, {
    site_id: siteId,
    guard_id: guardId,
    route_version_id: versionId,
    started_at_ms: dueAtMs + minuteMs,
    ended_at_ms: dueAtMs + 20 * minuteMs,
    status_code: roundStatus.completed,
  });
  await moveRounds(store.database.forTenant(tenant.id), tenant.id, [roundId]);
  await maintainDueRounds(database, missedAtMs + minuteMs);
  expect(await status()).toBe('completed');
});

test('[TRUTH-07] a clock that is a little behind another takes nothing back', async () => {
  await maintainDueRounds(database, missedAtMs - minuteMs);
  expect(await status()).toBe('missed');
});
