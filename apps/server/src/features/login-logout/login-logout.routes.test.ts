// The login/logout report over real duty sessions, as its endpoints answer.
import { randomUUID } from 'node:crypto';
import { parseCsv } from 'hucre/csv';
import { readXls, readXlsx } from 'hucre/xlsx';
import type { DutySessionDetails, DutySessionRow } from '@watchpost/contract/login-logout';
import { beforeAll, describe, expect, it } from 'vitest';
import { closeForgottenDuties } from '../../duties/close-forgotten.queries.ts';
import {
  makeCheckpoint,
  makeDuty,
  makeGuard,
  makeRound,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, fieldDevice, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/login-logout';
const hour = 3_600_000;
const start = Date.UTC(2026, 9, 5, 6);

let server: TestApp;
let tenant: MadeTenant;
let northId: string;
let southId: string;
let ashaId: string;
let raviId: string;
let superAdmin: Caller;
let ofNorth: Caller;
let stranger: Caller;
/** Sessions by what is special about them. */
const ids: Record<'over' | 'closed' | 'open' | 'south' | 'logoutOnly', string> = {
  over: '',
  closed: '',
  open: '',
  south: '',
  logoutOnly: '',
};

beforeAll(async () => {
  server = await testApp();
  const { owner } = server;
  tenant = await makeTenant(owner);
  northId = await makeSite(owner, tenant, { name: 'North yard' });
  southId = await makeSite(owner, tenant, { name: 'South yard' });
  ashaId = (await makeGuard(owner, tenant, { first_name: 'Asha', last_name: 'Kale', employee_id: 'N1' })).id;
  raviId = (await makeGuard(owner, tenant, { first_name: 'Ravi', last_name: '', employee_id: 'S1' })).id;
  const asha = { guard_id: ashaId, site_id: northId };
  ids.over = await makeDuty(owner, tenant, { ...asha, started_at_ms: start, ended_at_ms: start + 8 * hour });
  ids.closed = await makeDuty(owner, tenant, { ...asha, started_at_ms: start + 24 * hour });
  ids.open = await makeDuty(owner, tenant, { ...asha, started_at_ms: start + 240 * hour });
  const ravi = { guard_id: raviId, site_id: southId };
  ids.south = await makeDuty(owner, tenant, {
    ...ravi,
    started_at_ms: start + hour,
    ended_at_ms: start + 9 * hour,
  });
  ids.logoutOnly = await makeDuty(owner, tenant, {
    guard_id: raviId,
    started_at_ms: null,
    ended_at_ms: start + 48 * hour,
  });
  const round = (values: object) => makeRound(owner, tenant, { ...asha, total_check_points: 4, ...values });
  // Before the login, twice in the session, and after the logout.
  await round({ started_at_ms: start - hour, scanned_check_points: 4 });
  await round({ started_at_ms: start + 2 * hour, scanned_check_points: 4 });
  await round({ started_at_ms: start + 5 * hour, scanned_check_points: 3 });
  await round({ started_at_ms: start + 9 * hour, scanned_check_points: 1 });
  // Asha walked a round at the other site while on duty here.
  await round({ started_at_ms: start + 6 * hour, scanned_check_points: 2, site_id: southId });
  await closeForgottenDuties(server.database.forTenant(tenant.id), tenant.id, 'open', start + 200 * hour);
  const other = await makeTenant(owner);
  const callerOf = async (at: MadeTenant, values: { siteId?: string } = {}) =>
    browserOf(server, at, (await makeUser(owner, at, values)).id);
  superAdmin = await callerOf(tenant);
  ofNorth = await callerOf(tenant, { siteId: northId });
  stranger = await callerOf(other);
  await owner
    .insertInto('tenant_settings')
    .values({
      tenant_id: tenant.id,
      version: 1,
      sub_admin_access: JSON.stringify({ LOGIN_LOGOUT: ['view', 'details', 'export'] }),
    })
    .execute();
});

type Query = Record<string, string>;
async function list(caller: Caller, query: Query = {}, timezone = 'UTC') {
  const reply = await caller('GET', path, { query, headers: { timezone } });
  if (reply.statusCode !== 200) throw new Error(`the list answered ${reply.statusCode}: ${reply.body}`);
  return reply.json<{ count: number; data: DutySessionRow[] }>();
}
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
      scannedById: ashaId,
      employeeId: 'N1',
      rounds: 3,
      scannedCheckPoints: 9,
      totalCheckPoints: 12,
      scannedStartTime: start + 2 * hour,
      status: 'loggedOut',
      siteName: 'North yard',
      subAdminId: northId,
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
    ['a site', () => ({ site: southId }), ['south']],
    ['sessions on duty', () => ({ status: 'onDuty' }), ['open']],
    ['logged out sessions', () => ({ status: 'loggedOut' }), ['logoutOnly', 'south', 'over']],
    ['sessions closed by the system', () => ({ status: 'closedBySystem' }), ['closed']],
    ["a guard's name", () => ({ searchText: 'asha k' }), ['open', 'closed', 'over']],
    ['an employee id', () => ({ searchText: 's1' }), ['logoutOnly', 'south']],
    ['a guard at a site', () => ({ searchText: 'ravi', site: southId }), ['south']],
    ['nobody', () => ({ searchText: '%' }), []],
    ['days', () => ({ from: '2026-10-05', to: '2026-10-06' }), ['closed', 'south', 'over']],
    ['the oldest first', () => ({ sortType: 'asc', sortColumn: 'loginTime', limit: '2' }), ['over', 'south']],
    ['a further page', () => ({ offset: '3', limit: '30' }), ['south', 'over']],
  ] as [string, () => Query, (keyof typeof ids)[]][])(
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
      { site: southId },
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
    for (const hidden of [ids.south, ids.logoutOnly, southId, 'Ravi'])
      expect(file.body).not.toContain(hidden);
    const none = await ofNorth('GET', `${path}/export`, { query: { format: 'csv', site: southId } });
    expect(none.json().general[0].code).toBe('nothingToExport');
  });

  it('has no report unless the tenant gives it', async () => {
    const at = await makeTenant(server.owner);
    const siteId = await makeSite(server.owner, at);
    const caller = await browserOf(server, at, (await makeUser(server.owner, at, { siteId })).id);
    expect((await caller('GET', path)).statusCode).toBe(403);
  });
});

it("another tenant's super admin sees nothing of it", async () => {
  expect(await list(stranger, { site: northId })).toEqual({ count: 0, data: [] });
  expect(await list(stranger)).toEqual({ count: 0, data: [] });
  expect((await stranger('GET', `${path}/${ids.over}`)).statusCode).toBe(404);
});

describe('the details of a session', () => {
  it('[LOGIO-03] show every checkpoint of its rounds, scanned and missed, and what the phone and the system reported', async () => {
    const { owner, app } = server;
    const guard = await makeGuard(owner, tenant, { siteIds: [northId] });
    const device = randomUUID();
    const phone = await fieldDevice(app, tenant, guard.employeeId, device);
    const places = [
      await makeCheckpoint(owner, tenant, northId),
      await makeCheckpoint(owner, tenant, northId),
      await makeCheckpoint(owner, tenant, northId),
    ];
    const [first, second, unplanned] = places.map(({ checkpointId }) => checkpointId);
    const { versionId } = await makeRoute(owner, tenant, northId, places.slice(0, 2), { name: 'Fence' });
    const [dutyId, roundId] = [randomUUID(), randomUUID()];
    const scan = (checkpointId: string | undefined, minutes: number, position: object | null) => ({
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId,
      checkpointId,
      deviceAtMs: start + minutes * 60_000,
      method: 'nfc',
      position,
    });
    const here = { latitude: 18.5201, longitude: 73.8502, accuracyMetres: 5 };
    const events = [
      { kind: 'dutyStarted', id: dutyId, siteId: northId, deviceAtMs: start },
      { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: start + 60_000 },
      scan(first, 2, here),
      scan(unplanned, 3, null),
      { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: start + 10 * 60_000 },
    ];
    const sent = async (some: readonly object[]) => {
      const reply = await phone('POST', '/field/events', { body: { sentAtMs: Date.now(), events: some } });
      expect(reply.json().refused).toEqual([]);
    };
    await sent(events);
    await closeForgottenDuties(server.database.forTenant(tenant.id), tenant.id, 'open', start + 200 * hour);
    await sent([{ kind: 'dutyEnded', id: randomUUID(), dutyId, deviceAtMs: start + 9 * hour }]);

    const details = (await superAdmin('GET', `${path}/${dutyId}`)).json<DutySessionDetails>();
    expect(details.session).toMatchObject({ status: 'loggedOut', logoutTime: start + 9 * hour, rounds: 1 });
    expect(details).toMatchObject({ deviceId: device, closedBySystemAtMs: start + 200 * hour });
    expect(details.logoutReceivedAtMs).toBeGreaterThanOrEqual(details.loginReceivedAtMs ?? Infinity);
    expect(details.rounds).toMatchObject([
      { id: roundId, routeName: 'Fence', statusCode: 1005, scannedCheckPoints: 1, totalCheckPoints: 2 },
    ]);
    expect(details.checkpoints.map((row) => [row.checkPointId, row.checked, row.scannedTime])).toEqual([
      [first, true, start + 2 * 60_000],
      [second, false, null],
      [unplanned, true, start + 3 * 60_000],
    ]);
    expect(details.checkpoints[0]).toMatchObject({
      roundId,
      roundStartTime: start + 60_000,
      checkPointName: places[0]?.name,
      checkPointLatitude: places[0]?.latitude,
      checkPointLongitude: places[0]?.longitude,
      scannedPointLatitude: here.latitude,
      scannedPointLongitude: here.longitude,
    });
    expect(details.checkpoints[2]).toMatchObject({ scannedPointLatitude: null, scannedPointLongitude: null });
  });

  it('of a session whose login is not known claim no rounds', async () => {
    const details = (await superAdmin('GET', `${path}/${ids.logoutOnly}`)).json<DutySessionDetails>();
    expect(details).toMatchObject({ rounds: [], checkpoints: [], session: { loginTime: null } });
  });
});

describe('the file', () => {
  const save = (query: Query) =>
    superAdmin('GET', `${path}/export`, { query, headers: { timezone: 'Asia/Kolkata' } });
  const headers =
    'Scanned By|Scanned By ID|Scanned Checkpoints|Scanned Start Time|Status|Site Name|Site Admin ID|Login Time|Logout Time|Total Checkpoints|Rounds|Session ID'.split(
      '|',
    );

  it('[EXP-02] Login Logout Report.xls holds every session of the filter, dates as dates and numbers as numbers', async () => {
    const reply = await save({ format: 'xls', searchText: 'asha' });
    expect(reply.headers['content-disposition']).toContain('Login Logout Report.xls');
    const [head, ...rows] = (await readXls(reply.rawPayload)).sheets[0]?.rows ?? [];
    expect(head).toEqual(headers);
    expect(rows.map((row) => [row[11], row[4]])).toEqual([
      [ids.open, 'On duty'],
      [ids.closed, 'Closed by system'],
      [ids.over, 'Logged out'],
    ]);
    expect(rows[2]?.slice(0, 3)).toEqual(['Asha Kale', 'N1', 9]);
    // On the wall clock of the caller.
    expect(Number(rows[2]?.[7])).toBe(start + 5.5 * hour);
  });

  it.each(['xlsx', 'csv', 'pdf'])('[EXP-02] is offered as .%s too', async (format) => {
    const reply = await save({ format });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-disposition']).toContain(`Login Logout Report.${format}`);
    if (format === 'pdf') {
      expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
      return;
    }
    const rows =
      format === 'csv'
        ? parseCsv(reply.body.replace('\ufeff', ''))
        : ((await readXlsx(reply.rawPayload)).sheets[0]?.rows ?? []);
    expect(rows[0]).toEqual(headers);
    expect(rows).toHaveLength(1 + (await list(superAdmin)).count);
  });

  it('of nothing is refused, and each one made is written down', async () => {
    const none = await save({ format: 'xls', searchText: 'nobody' });
    expect(none.json().general[0].code).toBe('nothingToExport');
    await save({ format: 'csv', status: 'onDuty' });
    const entry = await server.owner
      .selectFrom('audit_entries')
      .select(['subject_id as subject', 'after'])
      .where('tenant_id', '=', tenant.id)
      .where('action', '=', 'export.made')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(entry).toMatchObject({ subject: 'loginLogout', after: { format: 'csv', status: 'onDuty' } });
  });

  it('holds all of very many sessions once, in order', async () => {
    const at = await makeTenant(server.owner);
    const guard = await makeGuard(server.owner, at);
    const made: string[] = [];
    // Many of them at equal times.
    for (let each = 0; each < 450; each += 1) {
      const started_at_ms = start + Math.floor(each / 7) * hour;
      made.push(
        await makeDuty(server.owner, at, { guard_id: guard.id, started_at_ms, ended_at_ms: started_at_ms }),
      );
    }
    const caller = await browserOf(server, at, (await makeUser(server.owner, at)).id);
    const reply = await caller('GET', `${path}/export`, { query: { format: 'csv' } });
    const found = parseCsv(reply.body.replace('\ufeff', '')).slice(1);
    expect(found.map((row) => String(row[11])).toSorted()).toEqual(made.toSorted());
    const times = found.map((row) => String(row[7]));
    expect(new Set(times).size).toBe(Math.ceil(450 / 7));
  });
});
