// Several jobs tie the same round at once: a phone that was offline sends a round in several parts.
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { roundStatus } from '@watchpost/domain/round-status';
import type { Db } from '../../platform/db/database.ts';
import { makeRoute, makeRound, type MadeTenant } from '../../testing/factories.ts';
import { makeStaffedSite } from '../../testing/make-staffed-site.ts';
import { makeDueRound, makeTour } from '../../testing/make-tour.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { moveRounds } from './judge-rounds.queries.ts';

const minute = 60_000;
const dueAtMs = Date.now() - 60 * minute;

let store: TestDatabase;
let tenant: MadeTenant;
let db: Db;
/** A due round of a route of its own, and the round that was started for it. */
let add: () => Promise<{ due: string; round: string }>;

beforeAll(async () => {
  store = await testDatabase();
});
beforeEach(async () => {
  const { siteId, guardId, ...made } = await makeStaffedSite(store.owner);
  ({ tenant } = made);
  db = store.database.forTenant(tenant.id);
  add = async () => {
    const { routeId, versionId } = await makeRoute(store.owner, tenant, siteId, []);
    const tourId = await makeTour(store.owner, tenant, siteId, { routeId });
    const due = await makeDueRound(store.owner, tenant, siteId, { tourId, dueAtMs });
    const round = await makeRound(store.owner, tenant, {
      site_id: siteId,
      guard_id: guardId,
      route_version_id: versionId,
      started_at_ms: dueAtMs,
      status_code: roundStatus.inProgress,
    });
    return { due, round };
  };
});

const move = (...ids: string[]) => moveRounds(db, tenant.id, ids);

const complete = (round: string) =>
  store.owner
    .updateTable('rounds')
    .set({ status_code: roundStatus.completed, ended_at_ms: dueAtMs + 20 * minute })
    .where('id', '=', round)
    .execute();

const stateOf = (due: string) =>
  store.owner
    .selectFrom('due_rounds')
    .select(['status', 'round_id'])
    .where('id', '=', due)
    .executeTakeFirstOrThrow();

const waiting = async () =>
  (
    await sql<{ count: number }>`SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(store.owner)
  ).rows[0]?.count;
const untilWaiting = (count: number) => vi.waitFor(async () => expect(await waiting()).toBe(count), 5_000);

/** While somebody else holds a due round, as when it is excused; what is awaited goes on afterwards. */
async function whileLocked(due: string, work: () => Promise<Promise<unknown>[]>): Promise<void> {
  const started = await store.owner.transaction().execute(async (transaction) => {
    await transaction.selectFrom('due_rounds').select('id').where('id', '=', due).forUpdate().execute();
    return { all: await work() };
  });
  await Promise.all(started.all);
}

it('[MNG-07] a round that ended while its start waited to be tied is completed', async () => {
  const { due, round } = await add();
  await whileLocked(due, async () => {
    const started = move(round);
    await untilWaiting(1);
    await complete(round);
    const ended = move(round);
    await untilWaiting(2);
    return [started, ended];
  });
  expect(await stateOf(due)).toEqual({ status: 'completed', round_id: round });
});

it('[MNG-07] a completed round stays completed when a transaction that read it earlier writes later', async () => {
  const [first, second] = [await add(), await add()];
  await move(first.round, second.round);
  // The first is held by somebody else, so that the person who moves both has read the second and does not write yet.
  await whileLocked(first.due, async () => {
    const both = move(first.round, second.round);
    await untilWaiting(1);
    await complete(second.round);
    const ended = move(second.round);
    await Promise.race([ended, untilWaiting(2)]);
    return [both, ended];
  });
  expect(await stateOf(second.due)).toEqual({ status: 'completed', round_id: second.round });
  expect((await stateOf(first.due)).status).toBe('inProgress');
});
