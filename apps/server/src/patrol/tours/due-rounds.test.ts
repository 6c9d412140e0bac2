// The life of due rounds by simulated time: planned, late, missed, walked, notified, each once.
import { beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { roundStatus } from '@watchpost/domain/round-status';
import { tourHorizonDays } from '@watchpost/domain/tours';
import type { Db } from '../../platform/db/database.ts';
import { makeGuard, makeRoute, makeRound, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { noticeText } from '../../company/notifications/notice-texts.ts';
import { makeStaffedSite } from '../../testing/make-staffed-site.ts';
import { makeTour } from '../../testing/make-tour.ts';
import { statementsStayInOneTenant } from '../../testing/ran-statements.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { alertUnbegun, judgeByClock, moveRounds } from './judge-rounds.queries.ts';
import { makeRounds } from './make-rounds.ts';

const minute = 60_000;
const day = 1_440 * minute;
/** Noon at the site; tours of makeTour() are due at noon. */
const noon = Date.UTC(2026, 10, 16, 6, 30);

let store: TestDatabase;
let tenant: MadeTenant;
let db: Db;
let siteId: string;
let guardId: string;
let routeId: string;
let versionId: string;
let tourId: string;

beforeAll(async () => {
  store = await testDatabase();
});
beforeEach(async () => {
  ({ tenant, siteId, guardId } = await makeStaffedSite(store.owner));
  db = store.database.forTenant(tenant.id);
  await makeUser(store.owner, tenant);
  ({ routeId, versionId } = await makeRoute(store.owner, tenant, siteId, []));
  tourId = await makeTour(store.owner, tenant, siteId, { routeId });
});

const make = (nowMs: number) => makeRounds(db, tenant.id, nowMs);
const judge = (nowMs: number) => judgeByClock(db, tenant.id, nowMs);
const dues = () =>
  store.owner
    .selectFrom('due_rounds')
    .select(['id', 'due_at_ms as at', 'status', 'tour_id as tour', 'tour_name as name', 'round_id as round'])
    .where('tenant_id', '=', tenant.id)
    .orderBy('due_at_ms')
    .execute();
const times = async () => (await dues()).map(({ at }) => at);
const statuses = async () => (await dues()).map(({ status }) => status);
const history = async () =>
  (
    await store.owner
      .selectFrom('due_round_history')
      .select(['status', 'at_ms as at'])
      .where('tenant_id', '=', tenant.id)
      .orderBy('at_ms')
      .execute()
  ).map(({ status, at }) => [status, at]);
/** What stands in the notices of the kind, in English. */
const texts = async (kind: 'roundMissed' | 'roundNotBegun') =>
  (
    await store.owner
      .selectFrom('notifications')
      .select('params')
      .where('tenant_id', '=', tenant.id)
      .where('kind', '=', kind)
      .execute()
  ).map(({ params }) => noticeText(kind, params, 'en').message);
const notified = async (kind: 'roundMissed' | 'roundNotBegun') => (await texts(kind)).length;
const change = (values: object) =>
  store.owner.updateTable('patrol_tours').set(values).where('id', '=', tourId).execute();

const begin = (startedAtMs: number, statusCode: number = roundStatus.inProgress, values: object = {}) =>
  makeRound(store.owner, tenant, {
    site_id: siteId,
    guard_id: guardId,
    route_version_id: versionId,
    started_at_ms: startedAtMs,
    status_code: statusCode,
    ended_at_ms: statusCode === roundStatus.inProgress ? null : startedAtMs + 20 * minute,
    ...values,
  });
const move = (...ids: string[]) => moveRounds(db, tenant.id, ids);

describe('[MNG-07] due rounds', () => {
  it('are made some days ahead, once, however often and by however many', async () => {
    await Promise.all([make(noon - minute), make(noon - minute)]);
    await make(noon - minute);
    const days = Array.from({ length: tourHorizonDays }, (_, index) => noon + index * day);
    expect(await times()).toEqual(days);
    await make(noon + 3 * day);
    // What fell due while no one made any is there too, to be judged like the rest.
    expect((await times()).slice(0, 4)).toEqual([noon, noon + day, noon + 2 * day, noon + 3 * day]);
  });

  it('follow a change of the tour, of what it is made from, and its end; the past stays as it was', async () => {
    await make(noon - minute);
    await judge(noon + 40 * minute);
    await change({ name: 'Renamed', schedule: JSON.stringify({ kind: 'times', minutes: [780] }) });
    await make(noon + day / 2);
    const renamed = await dues();
    expect(renamed.map(({ at, name }) => [at, name === 'Renamed'])).toEqual([
      [noon, false],
      [noon + day + 60 * minute, true],
      [noon + 2 * day + 60 * minute, true],
    ]);
    await store.owner
      .updateTable('sites')
      .set({ time_zone: 'Asia/Dubai' })
      .where('id', '=', siteId)
      .execute();
    await make(noon + day / 2);
    expect((await times())[1]).toBe(noon + day + 150 * minute);
    const row = { tenant_id: tenant.id, site_id: siteId, day: '2026-11-17', name: 'Holiday' };
    await store.owner.insertInto('site_holidays').values(row).execute();
    await make(noon + day / 2);
    expect(await times()).toEqual([noon, noon + 2 * day + 150 * minute]);
    await store.owner
      .updateTable('patrol_routes')
      .set({ activated: false })
      .where('id', '=', routeId)
      .execute();
    await make(noon + day / 2);
    expect(await times()).toEqual([noon]);
    expect(await statuses()).toEqual(['missed']);
  });

  it('are made again after a clock that was a year ahead', async () => {
    await make(noon + 365 * day);
    await make(noon - minute);
    expect(await times()).toContain(noon);
  });

  it('at random stay where they were drawn, and no one else draws the same', async () => {
    const schedule = JSON.stringify({
      kind: 'random',
      fromMinute: 720,
      toMinute: 1080,
      rounds: 3,
      apartMinutes: 30,
    });
    await change({ schedule });
    const other = await makeTour(store.owner, tenant, siteId, { routeId });
    await store.owner.updateTable('patrol_tours').set({ schedule }).where('id', '=', other).execute();
    await make(noon - day);
    const drawn = await times();
    await store.owner.deleteFrom('due_rounds').where('tenant_id', '=', tenant.id).execute();
    await store.owner
      .updateTable('patrol_tours')
      .set({ made_plan: null })
      .where('tenant_id', '=', tenant.id)
      .execute();
    await make(noon - day);
    expect(await times()).toEqual(drawn);
    const drawnFor = async (tour: string) =>
      (await dues()).filter((due) => due.tour === tour).map(({ at }) => at);
    // One of the two may have drawn a time before the end of what is made ahead that the other has not.
    expect([...(await drawnFor(tourId)), ...(await drawnFor(other))]).toHaveLength(drawn.length);
    expect((await drawnFor(other)).length).toBeGreaterThanOrEqual(3);
    expect(await drawnFor(other)).not.toEqual(await drawnFor(tourId));
  });

  it('become late, then missed, each once, however often they are judged; the missed one notifies once', async () => {
    await make(noon - minute);
    await judge(noon + 14 * minute);
    expect((await statuses())[0]).toBe('due');
    for (const at of [15, 20, 25, 30])
      await Promise.all([judge(noon + at * minute), judge(noon + at * minute)]);
    expect((await statuses())[0]).toBe('missed');
    expect(await history()).toEqual([
      ['late', noon + 15 * minute],
      ['missed', noon + 25 * minute],
    ]);
    expect(await notified('roundMissed')).toBe(1);
  });

  it('[NOTIF-05] that no one begins notify once before their window closes', async () => {
    await make(noon - minute);
    await alertUnbegun(db, tenant.id, noon + 9 * minute);
    expect(await notified('roundNotBegun')).toBe(0);
    for (const at of [10, 11, 20]) await alertUnbegun(db, tenant.id, noon + at * minute);
    expect(await notified('roundNotBegun')).toBe(1);
  });

  it('[NOTIF-05] appear in notices with the time at which they were due, by the clock of the site', async () => {
    await make(noon - minute);
    await alertUnbegun(db, tenant.id, noon + 10 * minute);
    expect(await texts('roundNotBegun')).toEqual([
      expect.stringContaining(', due at 12:00 PM, Nov 16 (site time);'),
    ]);
    const row = { tenant_id: tenant.id, config_key: 'dateFormat', config_value: 'DD/MM/YYYY HH:mm' };
    await store.owner.insertInto('tenant_config').values(row).execute();
    await judge(noon + 30 * minute);
    expect(await texts('roundMissed')).toEqual([
      expect.stringContaining(', due at 12:00, Nov 16 (site time), was'),
    ]);
  });

  it('missed while no server ran are recorded, without notices long after', async () => {
    await make(noon - minute);
    await judge(noon + 5 * 60 * minute);
    expect(await statuses()).toEqual(['missed', 'due']);
    expect(await notified('roundMissed')).toBe(0);
  });
});

describe('[MNG-07] a round that a guard begins', () => {
  it('is the due one, in progress and then completed, and is never late any more', async () => {
    await make(noon - minute);
    const id = await begin(noon + 3 * minute);
    await move(id);
    await judge(noon + 60 * minute);
    expect((await dues())[0]).toMatchObject({ status: 'inProgress', round: id });
    await store.owner
      .updateTable('rounds')
      .set({ status_code: roundStatus.completed, ended_at_ms: noon + 20 * minute })
      .where('id', '=', id)
      .execute();
    await move(id);
    await move(id);
    expect(await statuses()).toEqual(['completed', 'due']);
    expect(await history()).toEqual([
      ['inProgress', noon + 3 * minute],
      ['completed', noon + 20 * minute],
    ]);
  });

  it('counts though its phone had no network until the round was missed', async () => {
    await make(noon - minute);
    await judge(noon + 60 * minute);
    await move(await begin(noon + 5 * minute, roundStatus.completed));
    expect((await statuses())[0]).toBe('completed');
    expect(await history()).toHaveLength(3);
    expect(await history()).toContainEqual(['missed', noon + 25 * minute]);
  });

  it('is one due round only, and one due round has one', async () => {
    await make(noon - minute);
    const ids = [await begin(noon), await begin(noon + minute)];
    await Promise.all(ids.map((id) => move(id)));
    const tied = (await dues()).filter(({ round }) => round !== null);
    expect(tied).toHaveLength(1);
    expect(ids).toContain(tied[0]?.round);
  });

  it.each([
    [
      'on another route',
      async () => ({ route_version_id: (await makeRoute(store.owner, tenant, siteId, [])).versionId }),
    ],
    ['too early', () => ({ started_at_ms: noon - 11 * minute })],
    ['too late', () => ({ started_at_ms: noon + 25 * minute })],
  ])('is none of them %s', async (_why, values) => {
    await make(noon - minute);
    await move(await begin(noon, roundStatus.inProgress, await values()));
    expect(await statuses()).toEqual(['due', 'due']);
  });

  it('by a guard whom the tour does not name is not the due one', async () => {
    const named = (await makeGuard(store.owner, tenant, { siteIds: [siteId] })).id;
    await store.owner
      .insertInto('tour_guards')
      .values({ tenant_id: tenant.id, tour_id: tourId, guard_id: named })
      .execute();
    await make(noon - minute);
    await move(await begin(noon));
    expect((await statuses())[0]).toBe('due');
    await move(await begin(noon + minute, roundStatus.inProgress, { guard_id: named }));
    expect((await statuses())[0]).toBe('inProgress');
  });

  it('gets its outcome from what the guard walked, also after somebody excused it', async () => {
    await make(noon - minute);
    await store.owner
      .updateTable('due_rounds')
      .set({ status: 'excused' })
      .where('due_at_ms', '=', noon)
      .execute();
    await move(await begin(noon + minute, roundStatus.incompleted));
    expect((await statuses())[0]).toBe('incompleted');
  });
});

statementsStayInOneTenant(() => store.owner, 10);
