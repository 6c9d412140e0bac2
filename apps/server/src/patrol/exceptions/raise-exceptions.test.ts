// Exceptions of walked rounds: opened once, however often they are judged, and extended by what arrives later.
import { beforeEach, beforeAll, describe, expect, it } from 'vitest';
import { roundStatus } from '@watchpost/domain/round-status';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import type { Db } from '../../platform/db/database.ts';
import {
  makeCheckpoint,
  makeRoute,
  makeRound,
  makeTenant,
  type MadeTenant,
} from '../../testing/factories.ts';
import { makeScan } from '../../testing/make-scan.ts';
import { makeStaffedSite } from '../../testing/make-staffed-site.ts';
import { exceptionHistoryOf, exceptionsOf } from '../../testing/read-exceptions.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { raiseOfRounds } from './raise-exceptions.queries.ts';

const start = Date.UTC(2026, 10, 16, 6, 30);
const minute = 60_000;

let store: TestDatabase;
let tenant: MadeTenant;
let db: Db;
let siteId: string;
let guardId: string;
let versionId: string;
let places: PlannedCheckpoint[];

beforeAll(async () => {
  store = await testDatabase();
});
beforeEach(async () => {
  ({ tenant, siteId, guardId } = await makeStaffedSite(store.owner));
  db = store.database.forTenant(tenant.id);
  places = [];
  for (let place = 0; place < 4; place += 1) places.push(await makeCheckpoint(store.owner, tenant, siteId));
  ({ versionId } = await makeRoute(store.owner, tenant, siteId, places, { name: 'Night walk' }));
});

const walk = (statusCode: number, scanned: number, values: object = {}) =>
  makeRound(store.owner, tenant, {
    site_id: siteId,
    guard_id: guardId,
    route_version_id: versionId,
    started_at_ms: start,
    ended_at_ms: statusCode === roundStatus.inProgress ? null : start + 60 * minute,
    status_code: statusCode,
    total_check_points: 4,
    scanned_check_points: scanned,
    ...values,
  });
const scan = (round_id: string, place: number, atMs: number, flags: string[] = []) => {
  const checkpoint_id = places[place]?.checkpointId ?? '';
  return makeScan(store.owner, tenant, {
    round_id,
    checkpoint_id,
    guard_id: guardId,
    device_at_ms: atMs,
    flags,
  });
};
const change = (id: string, values: object) =>
  store.owner.updateTable('rounds').set(values).where('id', '=', id).execute();
const raise = (...ids: string[]) => raiseOfRounds(db, tenant.id, ids);
const items = () => exceptionsOf(store.owner, tenant);
const told = () => exceptionHistoryOf(store.owner, tenant);

describe('a round that ended too short', () => {
  it('is one item with its site, route and guard, however often and by however many it is looked at', async () => {
    const id = await walk(roundStatus.incompleted, 1);
    await Promise.all([raise(id), raise(id), raise(id)]);
    await raise(id);
    expect(await items()).toMatchObject([
      {
        kind: 'incomplete',
        subject_id: id,
        round_id: id,
        severity: 3,
        status: 'open',
        reasons: ['incomplete'],
        site_id: siteId,
        guard_id: guardId,
        route_name: 'Night walk',
        tour_id: null,
        happened_at_ms: start,
      },
    ]);
    expect(await told()).toEqual(['opened']);
  });

  it('stays an item when a late scan completes it, and says so', async () => {
    const id = await walk(roundStatus.incompleted, 3);
    await raise(id);
    await change(id, { status_code: roundStatus.completed, scanned_check_points: 4 });
    await raise(id);
    await raise(id);
    const [item] = await items();
    expect(item).toMatchObject({ kind: 'incomplete', severity: 2, status: 'open', version: 2 });
    expect(item?.made_good_at_ms).toBeGreaterThan(start);
    expect(await told()).toEqual(['opened', 'madeGood']);
  });

  it('that was completed before anybody looked is none, and neither is one under way', async () => {
    await raise(await walk(roundStatus.completed, 4), await walk(roundStatus.inProgress, 2));
    expect(await items()).toEqual([]);
  });
});

describe('a round with doubtful scans', () => {
  it('is one item at once, and whatever comes later joins it and opens nothing again', async () => {
    const id = await walk(roundStatus.inProgress, 1);
    await scan(id, 0, start, ['poorAccuracy']);
    await raise(id);
    await store.owner
      .updateTable('exceptions')
      .set({ status: 'closed', outcome: 'falseAlarm', closing_reason: 'Seen', closed_at_ms: start })
      .where('tenant_id', '=', tenant.id)
      .execute();
    await scan(id, 1, start + 20 * minute, ['forgedCode', 'poorAccuracy']);
    await Promise.all([raise(id), raise(id)]);
    expect(await items()).toMatchObject([
      { kind: 'flagged', severity: 4, status: 'closed', reasons: ['poorAccuracy', 'forgedCode'] },
    ]);
    expect(await told()).toEqual(['opened', 'flagsAdded']);
  });

  it('stays as grave as its gravest doubt made it, also where that no longer stands', async () => {
    const id = await walk(roundStatus.inProgress, 1);
    await scan(id, 0, start, ['forgedCode']);
    await raise(id);
    await store.owner
      .updateTable('scans')
      .set({ flags: ['typedCode'] })
      .where('round_id', '=', id)
      .execute();
    await raise(id);
    expect(await items()).toMatchObject([{ severity: 4, reasons: ['forgedCode', 'typedCode'] }]);
  });

  it('is judged by order and speed once it has ended, not before', async () => {
    const id = await walk(roundStatus.inProgress, 2);
    await scan(id, 2, start + minute);
    await scan(id, 0, start + 30 * minute);
    await raise(id);
    expect(await items()).toEqual([]);
    await change(id, { status_code: roundStatus.incompleted, ended_at_ms: start + 60 * minute });
    await raise(id);
    expect((await items()).map(({ kind, reasons }) => [kind, reasons])).toEqual([
      ['flagged', ['outOfOrder']],
      ['incomplete', ['incomplete']],
    ]);
  });

  it.each([
    ['began while it was walked', 20],
    ['came two rounds before it', -20],
  ])('is looked at again when a scan arrives of a round of its guard that %s', async (_when, begunAfter) => {
    const id = await walk(roundStatus.completed, 2);
    const other = await walk(roundStatus.inProgress, 1, { started_at_ms: start + begunAfter * minute });
    await walk(roundStatus.completed, 0, {
      started_at_ms: start - minute,
      ended_at_ms: start,
      total_check_points: 0,
    });
    await scan(id, 0, start + 10 * minute);
    await scan(id, 1, start + 30 * minute);
    await raise(id);
    expect(await items()).toEqual([]);

    await scan(other, 2, start + 30 * minute - 1_000);
    await raise(other);
    expect(await items()).toMatchObject([{ kind: 'flagged', subject_id: id, reasons: ['burst'] }]);
  });

  it('whose plan is not known yet is doubted by its scans alone', async () => {
    const id = await walk(roundStatus.inProgress, 0, { route_version_id: null, total_check_points: 0 });
    await scan(id, 0, start, ['wrongCode']);
    await raise(id);
    expect(await items()).toMatchObject([{ kind: 'flagged', route_id: null, route_name: '', severity: 3 }]);
  });
});

it("a tenant's rounds raise nothing for another", async () => {
  const other = await makeTenant(store.owner);
  const id = await walk(roundStatus.incompleted, 0);
  await raiseOfRounds(store.database.forTenant(other.id), other.id, [id]);
  expect(await items()).toEqual([]);
});
