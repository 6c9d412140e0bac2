// Several jobs look at the same rounds at once: a round walked in several parts moves several times.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { roundStatus } from '@watchpost/domain/round-status';
import type { Db } from '../../platform/db/database.ts';
import { makeCheckpoint, makeGuard, makeRoute, makeRound, type MadeTenant } from '../../testing/factories.ts';
import { makeScan } from '../../testing/make-scan.ts';
import { makeStaffedSite } from '../../testing/make-staffed-site.ts';
import { exceptionsOf } from '../../testing/read-exceptions.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { lockRounds } from './lock-rounds.queries.ts';
import { raiseOfRounds } from './raise-exceptions.queries.ts';

const minute = 60_000;
const start = Date.now() - 300 * minute;

let store: TestDatabase;
let tenant: MadeTenant;
let db: Db;
let rounds: string[];
let scan: (round: string, flags: string[]) => Promise<unknown>;

beforeAll(async () => {
  store = await testDatabase();
});

/** Rounds of two guards with one device, so that each is a neighbour of the others. */
beforeEach(async () => {
  const made = await makeStaffedSite(store.owner);
  const { siteId, guardId } = made;
  ({ tenant } = made);
  db = store.database.forTenant(tenant.id);
  const checkpoint = await makeCheckpoint(store.owner, tenant, siteId);
  const { versionId } = await makeRoute(store.owner, tenant, siteId, [checkpoint]);
  const guards = [guardId, (await makeGuard(store.owner, tenant, { siteIds: [siteId] })).id];
  const device_id = randomUUID();
  rounds = [];
  for (let each = 0; each < 6; each += 1) {
    const started_at_ms = start + each * 20 * minute;
    const round = {
      site_id: siteId,
      guard_id: guards[each % 2] ?? guardId,
      device_id,
      route_version_id: versionId,
      started_at_ms,
      ended_at_ms: started_at_ms + 10 * minute,
      status_code: roundStatus.incompleted,
      total_check_points: 1,
      scanned_check_points: 0,
    };
    rounds.push(await makeRound(store.owner, tenant, round));
  }
  const where = { checkpoint_id: checkpoint.checkpointId, guard_id: guardId, device_id, device_at_ms: start };
  scan = (round_id, flags) => makeScan(store.owner, tenant, { ...where, round_id, flags });
});

const flagsOf = async (id: string) => {
  const query = store.owner.selectFrom('round_doubts').select('flag').where('round_id', '=', id);
  return (await query.orderBy('flag').execute()).map(({ flag }) => flag);
};

it('a server that waited for another one judges a round by what arrived in the meantime', async () => {
  const [id = ''] = rounds;
  await scan(id, ['poorAccuracy']);
  const raised = await db.transaction().execute(async (transaction) => {
    await lockRounds(transaction, tenant.id, [id]);
    const waiting = raiseOfRounds(db, tenant.id, [id]);
    await delay(300);
    await scan(id, ['forgedCode']);
    return { waiting };
  });
  await raised.waiting;
  expect(await flagsOf(id)).toEqual(expect.arrayContaining(['forgedCode', 'poorAccuracy']));
  const flagged = (await exceptionsOf(store.owner, tenant)).find(
    ({ kind, subject_id }) => kind === 'flagged' && subject_id === id,
  );
  expect(flagged?.reasons).toContain('forgedCode');
});

const deadlocks = async (): Promise<number> => {
  const text = `SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()`;
  const { rows } = await store.owner.executeQuery<{ count: number }>(CompiledQuery.raw(text));
  return rows[0]?.count ?? 0;
};

it('none of many at once stands in the way of another, whatever becomes of the doubts in between', async () => {
  for (const id of rounds) await scan(id, ['poorAccuracy']);
  const flags = ['poorAccuracy', 'forgedCode', 'typedCode', 'mockLocation'];
  const before = await deadlocks();
  const untilMs = Date.now() + 4_000;
  let count = 0;
  const change = async () => {
    for (; Date.now() < untilMs; count += 1) {
      const id = rounds[count % rounds.length] ?? '';
      const set = { flags: flags.filter((_flag, at) => (count * 7 + at * 3) % 5 < 2) };
      await store.owner.updateTable('scans').set(set).where('round_id', '=', id).execute();
    }
  };
  const look = async (from: number) => {
    for (let at = from; Date.now() < untilMs; at += 5) {
      const few = [0, 1, 2].map((each) => rounds[(at * (each + 1)) % rounds.length] ?? '');
      await raiseOfRounds(db, tenant.id, few);
    }
  };
  await Promise.all([change(), look(0), look(1), look(2), look(3), look(4)]);
  // The database counts them a moment later.
  await delay(1_500);
  expect((await deadlocks()) - before).toBe(0);
});
