// The login/logout report over real duty sessions, as its endpoints answer.
import { randomUUID } from 'node:crypto';
import type { DutySessionDetails } from '@watchpost/contract/login-logout';
import { beforeAll, describe, expect, it } from 'vitest';
import { closeForgottenDuties } from '../../patrol/duties/close-forgotten.queries.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, fieldDevice, testApp, type TestApp } from '../../testing/test-app.ts';
import {
  type DutyWorld,
  hour,
  list,
  makeDutyWorld,
  path,
  type Query,
  start,
} from './login-logout.testing.ts';

let server: TestApp;
let world: DutyWorld;
let superAdmin: Caller;
let ofNorth: Caller;
let ids: DutyWorld['ids'];

beforeAll(async () => {
  server = await testApp();
  world = await makeDutyWorld(server);
  ({ superAdmin, ofNorth, ids } = world);
});

const idsOf = async (caller: Caller, query: Query = {}, timezone = 'UTC') =>
  (await list(caller, query, timezone)).data.map((row) => row.id);

describe('the list', () => {
  it('[LOGIO-01] [LOGIO-02] shows every duty session, newest login first, with guard, site, times, status and scans', async () => {
    const { count, data } = await list(superAdmin);
    expect(count).toBe(5);
    expect(data.map((row) => row.id)).toEqual([ids.open, ids.logoutOnly, ids.closed, ids.south, ids.over]);
    expect(data.map((row) => row.status)).toEqual([
      'onDuty',
      'loggedOut',
      'closedBySystem',
      'loggedOut',
      'loggedOut',
    ]);
    expect(data[4]).toEqual({
      id: ids.over,
      scannedBy: 'Asha',
      scannedByLastName: 'Kale',
      scannedById: world.ashaId,
      employeeId: 'N1',
      rounds: 3,
      scannedCheckPoints: 9,
      totalCheckPoints: 12,
      scannedStartTime: start + 2 * hour,
      status: 'loggedOut',
      siteName: 'North yard',
      subAdminId: world.northId,
      siteTimeZone: 'Asia/Kolkata',
      loginTime: start,
      logoutTime: start + 8 * hour,
    });
    expect(data[2]?.logoutTime).toBe(start + 40 * hour);
    expect(data[0]?.logoutTime).toBeNull();
  });

  it('says what is not known of a session whose login has not arrived', async () => {
    const row = (await list(superAdmin)).data.find(({ id }) => id === ids.logoutOnly);
    expect(row).toMatchObject({
      loginTime: null,
      siteName: null,
      subAdminId: null,
      rounds: null,
      scannedCheckPoints: null,
      scannedStartTime: null,
      logoutTime: start + 48 * hour,
    });
  });

  it.each([
    ['a site', () => ({ site: world.southId }), ['south']],
    ['all sites but one', () => ({ apartFrom: world.southId }), ['open', 'closed', 'over']],
    [
      'no site but others',
      () => ({ apartFrom: `${randomUUID()},${world.northId}`, searchText: 'ravi' }),
      ['south'],
    ],
    ['sessions on duty', () => ({ status: 'onDuty' }), ['open']],
    ['logged out sessions', () => ({ status: 'loggedOut' }), ['logoutOnly', 'south', 'over']],
    ['sessions closed by the system', () => ({ status: 'closedBySystem' }), ['closed']],
    ["a guard's name", () => ({ searchText: 'asha k' }), ['open', 'closed', 'over']],
    ['an employee id', () => ({ searchText: 's1' }), ['logoutOnly', 'south']],
    ['a guard at a site', () => ({ searchText: 'ravi', site: world.southId }), ['south']],
    ['any letters', () => ({ searchText: '%' }), []],
    ['any letter', () => ({ searchText: '_' }), []],
    ['a backslash', () => ({ searchText: '\\' }), []],
    ['days', () => ({ from: '2026-10-05', to: '2026-10-06' }), ['closed', 'south', 'over']],
    ['the oldest first', () => ({ sortType: 'asc', sortColumn: 'loginTime', limit: '2' }), ['over', 'south']],
    ['a further page', () => ({ offset: '3', limit: '30' }), ['south', 'over']],
    ['a further page of a search', () => ({ searchText: 'asha', offset: '2', limit: '2' }), ['over']],
  ] as [string, () => Query, (keyof DutyWorld['ids'])[]][])(
    '[LOGIO-01] is filtered by %s',
    async (_what, query, expected) => {
      expect(await idsOf(superAdmin, query())).toEqual(expected.map((name) => ids[name]));
    },
  );

  it("takes days in the caller's time zone", async () => {
    const day = { from: '2026-10-05', to: '2026-10-05' };
    expect(await idsOf(superAdmin, day)).toEqual([ids.south, ids.over]);
    // 06:00 and 07:00 UTC are still the evening before in Honolulu.
    expect(await idsOf(superAdmin, day, 'Pacific/Honolulu')).toEqual([ids.closed]);
  });

  it('counts what the filter matches, not what the page shows', async () => {
    expect(await list(superAdmin, { limit: '1', searchText: 'asha' })).toMatchObject({
      count: 3,
      data: [{ id: ids.open }],
    });
  });

  it.each<Query>([
    { status: 'gone' },
    { from: '2026-10-05' },
    { from: '2026-10-06', to: '2026-10-05' },
    { site: 'north' },
    { apartFrom: 'north' },
    { apartFrom: Array.from({ length: 5 }, () => randomUUID()).join(',') },
    { limit: '101' },
    { sortColumn: 'status' },
  ])('refuses %o', async (query) => {
    expect((await superAdmin('GET', path, { query })).statusCode).toBe(400);
  });
});

describe('a sub admin', () => {
  it('[LOGIO-01] sees the own site alone, in lists, totals, searches, details and files', async () => {
    expect(await idsOf(ofNorth)).toEqual([ids.open, ids.closed, ids.over]);
    expect((await list(ofNorth)).count).toBe(3);
    // Neither the round that Asha walked elsewhere.
    expect((await list(ofNorth)).data[2]).toMatchObject({
      rounds: 2,
      scannedCheckPoints: 7,
      totalCheckPoints: 8,
    });
    const foreign: Query[] = [
      { site: world.southId },
      { site: randomUUID() },
      { searchText: 'ravi' },
      { searchText: 's1' },
    ];
    for (const query of foreign) {
      expect(await list(ofNorth, query)).toEqual({ count: 0, data: [] });
    }
    const own = await ofNorth('GET', `${path}/${ids.over}`);
    expect(own.json<DutySessionDetails>().rounds).toHaveLength(2);
    const absent = await ofNorth('GET', `${path}/${randomUUID()}`);
    for (const id of [ids.south, ids.logoutOnly]) {
      const reply = await ofNorth('GET', `${path}/${id}`);
      expect(reply.statusCode).toBe(404);
      expect(reply.json().general).toEqual(absent.json().general);
    }
    const file = await ofNorth('GET', `${path}/export`, { query: { format: 'csv' } });
    expect(file.body).toContain(ids.over);
    for (const hidden of [ids.south, ids.logoutOnly, world.southId, 'Ravi'])
      expect(file.body).not.toContain(hidden);
    const none = await ofNorth('GET', `${path}/export`, { query: { format: 'csv', site: world.southId } });
    expect(none.json().general[0].code).toBe('nothingToExport');
  });

  it('has no report unless the world.tenant gives it', async () => {
    const at = await makeTenant(server.owner);
    const siteId = await makeSite(server.owner, at);
    const caller = await browserOf(server, at, (await makeUser(server.owner, at, { siteId })).id);
    expect((await caller('GET', path)).statusCode).toBe(403);
  });
});

it("another world.tenant's super admin sees nothing of it", async () => {
  const other = await makeTenant(server.owner);
  const stranger = await browserOf(server, other, (await makeUser(server.owner, other)).id);
  expect(await list(stranger, { site: world.northId })).toEqual({ count: 0, data: [] });
  expect(await list(stranger)).toEqual({ count: 0, data: [] });
  expect((await stranger('GET', `${path}/${ids.over}`)).statusCode).toBe(404);
});

describe('the details of a session', () => {
  it('[LOGIO-03] show every checkpoint of its rounds, scanned and missed, and what the phone and the system reported', async () => {
    const { owner, app } = server;
    const guard = await makeGuard(owner, world.tenant, { siteIds: [world.northId] });
    const device = randomUUID();
    const phone = await fieldDevice(app, world.tenant, guard.employeeId, device);
    const checkpoints = [
      await makeCheckpoint(owner, world.tenant, world.northId),
      await makeCheckpoint(owner, world.tenant, world.northId),
      await makeCheckpoint(owner, world.tenant, world.northId),
    ];
    const [first, second, unplanned] = checkpoints.map(({ checkpointId }) => checkpointId);
    const { versionId } = await makeRoute(owner, world.tenant, world.northId, checkpoints.slice(0, 2), {
      name: 'Fence',
    });
    const [dutyId, roundId, nextId] = [randomUUID(), randomUUID(), randomUUID()];
    const scan = (
      checkpointId: string | undefined,
      minutes: number,
      position: object | null,
      of = roundId,
    ) => ({
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId: of,
      checkpointId,
      deviceAtMs: start + minutes * 60_000,
      method: 'nfc',
      position,
    });
    const here = { latitude: 18.5201, longitude: 73.8502, accuracyMetres: 5 };
    const events = [
      { kind: 'dutyStarted', id: dutyId, siteId: world.northId, deviceAtMs: start },
      { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: start + 60_000 },
      scan(first, 2, here),
      scan(unplanned, 3, null),
      { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: start + 10 * 60_000 },
      { kind: 'roundStarted', id: nextId, routeVersionId: versionId, deviceAtMs: start + 20 * 60_000 },
      scan(second, 21, here, nextId),
    ];
    const sent = async (some: readonly object[]) => {
      const reply = await phone('POST', '/field/events', { body: { sentAtMs: Date.now(), events: some } });
      expect(reply.json().refused).toEqual([]);
    };
    await sent(events);
    await closeForgottenDuties(
      server.database.forTenant(world.tenant.id),
      world.tenant.id,
      'open',
      start + 200 * hour,
    );
    await sent([{ kind: 'dutyEnded', id: randomUUID(), dutyId, deviceAtMs: start + 9 * hour }]);
    await owner.updateTable('devices').set({ name: 'Torch 45' }).where('id', '=', device).execute();

    const details = (await superAdmin('GET', `${path}/${dutyId}`)).json<DutySessionDetails>();
    expect(details.session).toMatchObject({ status: 'loggedOut', logoutTime: start + 9 * hour, rounds: 2 });
    expect(details).toMatchObject({ deviceId: device, closedBySystemAtMs: start + 200 * hour });
    expect(details.deviceName).toBe('Torch 45');
    expect(details.logoutReceivedAtMs).toBeGreaterThanOrEqual(details.loginReceivedAtMs ?? Infinity);
    expect(details.rounds).toMatchObject([
      { id: roundId, routeName: 'Fence', statusCode: 1005, scannedCheckPoints: 1, totalCheckPoints: 2 },
      { id: nextId, routeName: 'Fence', statusCode: 1001, scannedCheckPoints: 1, totalCheckPoints: 2 },
    ]);
    expect(details.checkpoints.map((row) => [row.checkPointId, row.checked, row.scannedTime])).toEqual([
      [first, true, start + 2 * 60_000],
      [second, false, null],
      [unplanned, true, start + 3 * 60_000],
      [first, false, null],
      [second, true, start + 21 * 60_000],
    ]);
    expect(details.checkpoints[0]).toMatchObject({
      roundId,
      roundStartTime: start + 60_000,
      checkPointName: checkpoints[0]?.name,
      checkPointLatitude: checkpoints[0]?.latitude,
      checkPointLongitude: checkpoints[0]?.longitude,
      scannedPointLatitude: here.latitude,
      scannedPointLongitude: here.longitude,
    });
    expect(details.checkpoints[2]).toMatchObject({
      checkPointName: checkpoints[2]?.name,
      checkPointLatitude: checkpoints[2]?.latitude,
      checkPointLongitude: checkpoints[2]?.longitude,
      scannedPointLatitude: null,
      scannedPointLongitude: null,
    });
    expect(details.checkpoints[4]).toMatchObject({ roundId: nextId, roundStartTime: start + 20 * 60_000 });
    const read = async () => (await superAdmin('GET', `${path}/${dutyId}`)).json();
    // Of several logouts the first counts.
    await sent([{ kind: 'dutyEnded', id: randomUUID(), dutyId, deviceAtMs: start + 10 * hour }]);
    expect(await read()).toEqual(details);
    // Whatever comes after the next login is of that one.
    const next = { kind: 'dutyStarted', id: randomUUID(), siteId: world.northId };
    await sent([{ ...next, deviceAtMs: start + 15 * 60_000 }]);
    expect(await read()).toMatchObject({ session: { rounds: 1 }, rounds: [{ id: roundId }] });
  });

  it('of a session whose login is not known claim no rounds', async () => {
    const details = (await superAdmin('GET', `${path}/${ids.logoutOnly}`)).json<DutySessionDetails>();
    expect(details).toMatchObject({ rounds: [], checkpoints: [], session: { loginTime: null } });
  });
});
