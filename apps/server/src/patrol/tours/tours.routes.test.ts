import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type MadeTenant,
  makeGuard,
  makeRoute,
  makeShift,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeDueRound } from '../../testing/make-tour.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/patrol-tours';
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;
let otherSite: string;
let routeId: string;
let otherRoute: string;
let ravi: string;
let shiftId: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  siteId = await makeSite(server.owner, tenant, { name: 'Mill' });
  otherSite = await makeSite(server.owner, tenant, { name: 'Depot' });
  ({ routeId } = await makeRoute(server.owner, tenant, siteId, [], { name: 'Fence' }));
  ({ routeId: otherRoute } = await makeRoute(server.owner, tenant, otherSite, []));
  ravi = (await makeGuard(server.owner, tenant, { siteIds: [siteId] })).id;
  shiftId = await makeShift(server.owner, tenant, siteId, { name: 'Day', from_minute: 480, to_minute: 960 });
});

const hourly = { kind: 'interval', fromMinute: 1320, toMinute: 360, everyMinutes: 60 };
const fields = (change: object = {}) => ({
  name: 'Night rounds',
  routeId,
  shiftId: null,
  weekdays: [1, 7],
  schedule: hourly,
  guardIds: [ravi],
  startWindowMinutes: 15,
  graceMinutes: 10,
  validFrom: '2026-01-01',
  validTo: null,
  skipsHolidays: true,
  ...change,
});
const create = (change: object = {}, caller = admin) => caller('POST', path, { body: fields(change) });
const made = async (change: object = {}): Promise<string> => (await create(change)).json().id;
const read = async (id: string) => (await admin('GET', `${path}/${id}`)).json();
const edit = (id: string, change: object, version = 1) =>
  admin('PUT', `${path}/${id}`, { body: { ...fields(change), version } });
const begin = (id: string) =>
  server.owner.updateTable('due_rounds').set({ round_id: randomUUID() }).where('id', '=', id).execute();
const codeOf = (reply: { json(): { general?: { code: string }[] } }) => reply.json().general?.[0]?.code;

async function subAdminOf(site: string): Promise<Caller> {
  const sub_admin_access = JSON.stringify({ PATROL_TOURS: ['view', 'add', 'edit', 'status', 'delete'] });
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ sub_admin_access }))
    .execute();
  return browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId: site })).id);
}

describe('a tour', () => {
  it('[MNG-07] is made, read and changed', async () => {
    const id = await made({ weekdays: [7, 1] });
    const { guardIds: _ids, ...shown } = fields();
    expect(await read(id)).toMatchObject({
      ...shown,
      siteId,
      siteName: 'Mill',
      routeName: 'Fence',
      guards: [{ id: ravi, name: 'Ravi Patil' }],
      activated: true,
      version: 1,
    });
    const schedule = { kind: 'random', fromMinute: 0, toMinute: 0, rounds: 4, apartMinutes: 60 };
    const change = { schedule, guardIds: [], validTo: '2026-12-31' };
    expect((await edit(id, change)).json()).toEqual({ id, version: 2 });
    expect(await read(id)).toMatchObject({ schedule, guards: [], validTo: '2026-12-31', version: 2 });
  });

  it('[MNG-07] takes weekdays and window from its shift, as they are then', async () => {
    const id = await made({ shiftId });
    const window = { fromMinute: 480, toMinute: 960 };
    expect(await read(id)).toMatchObject({ shiftName: 'Day', schedule: { ...hourly, ...window } });
    const later = { to_minute: 1020, weekdays: [3] };
    await server.owner.updateTable('shifts').set(later).where('id', '=', shiftId).execute();
    expect(await read(id)).toMatchObject({ schedule: { toMinute: 1020 }, weekdays: [3] });
  });

  it('[MNG-01] changed by two at once gives the second a conflict', async () => {
    const id = await made();
    const replies = await Promise.all(['One', 'Other'].map((name) => edit(id, { name })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it.each([
    [{ name: ' ' }, 'name', 'tour_name_required'],
    [{ weekdays: [] }, 'weekdays', 'tour_weekdays_required'],
    [{ schedule: { kind: 'times', minutes: [] } }, 'schedule.minutes', 'tour_times_required'],
    [{ schedule: { kind: 'times', minutes: [60, 60] } }, 'schedule.minutes', 'tour_times_repeated'],
    [{ schedule: { ...hourly, everyMinutes: 4 } }, 'schedule.everyMinutes', 'tour_interval_range'],
    [
      { schedule: { kind: 'random', fromMinute: 0, toMinute: 60, rounds: 4, apartMinutes: 30 } },
      'schedule.rounds',
      'tour_rounds_no_room',
    ],
    [{ startWindowMinutes: 0 }, 'startWindowMinutes', 'tour_start_window_range'],
    [{ graceMinutes: -1 }, 'graceMinutes', 'tour_grace_range'],
    [{ validTo: '2025-12-31' }, 'validTo', 'tour_ends_before'],
  ])('with %j is refused at %s', async (change, field, message) => {
    const reply = await create(change);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()[field]?.[0]?.message).toBe(message);
  });

  it('names nothing of another site, and does not move to one', async () => {
    const stranger = (await makeGuard(server.owner, tenant, { siteIds: [otherSite] })).id;
    const strange = { routeId: otherRoute, guardIds: [], shiftId };
    for (const change of [strange, { guardIds: [stranger] }, { routeId: randomUUID() }]) {
      expect((await create(change)).statusCode).toBe(404);
    }
    const moved = await edit(await made(), { routeId: otherRoute, guardIds: [] });
    expect(moved.json().routeId[0].message).toBe('tour_route_elsewhere');
  });

  it('[MNG-01] is deleted while it is activated and no round of it was due or started, and brought back', async () => {
    const id = await made();
    const remove = () => admin('DELETE', `${path}/${id}`);
    const dueAtMs = Date.now() + 3_600_000;
    const ahead = await makeDueRound(server.owner, tenant, siteId, { tourId: id, dueAtMs });
    expect((await remove()).json()).toEqual({ ids: [id] });
    expect((await admin('POST', `${path}/restore`, { body: { ids: [id] } })).json()).toEqual({ ids: [id] });
    const off = await made();
    await admin('POST', `${path}/status`, { body: { ids: [off], activated: false } });
    expect(codeOf(await admin('DELETE', `${path}/${off}`))).toBe('onlyActivatedDeleted');
    await begin(ahead);
    expect(codeOf(await remove())).toBe('hasHistory');
    const past = await made();
    await makeDueRound(server.owner, tenant, siteId, { tourId: past });
    expect(codeOf(await admin('DELETE', `${path}/${past}`))).toBe('hasHistory');
  });

  it('of another site is no one else’s', async () => {
    const id = await made();
    const sub = await subAdminOf(otherSite);
    expect((await sub('GET', `${path}/${id}`)).statusCode).toBe(404);
    expect((await sub('GET', path)).json().data).toEqual([]);
    expect((await create({ guardIds: [] }, sub)).statusCode).toBe(404);
    expect((await sub('GET', `${path}/choices`, { query: { site: siteId } })).statusCode).toBe(404);
    const day = { body: { name: 'Own day' } };
    expect((await sub('PUT', `/secure/sites/${siteId}/holidays/2027-01-26`, day)).statusCode).toBe(404);
    expect((await sub('PUT', `/secure/sites/${otherSite}/holidays/2027-01-26`, day)).statusCode).toBe(200);
  });
});

describe('what a tour can be made of', () => {
  it('[MNG-07] is the site’s own and activated: routes, shifts, guards, holidays', async () => {
    const day = '2031-01-26';
    const off = { activated: false };
    await makeRoute(server.owner, tenant, siteId, [], off);
    await makeShift(server.owner, tenant, siteId, off);
    await makeGuard(server.owner, tenant, { siteIds: [siteId], ...off });
    await admin('PUT', `/secure/sites/${siteId}/holidays/${day}`, { body: { name: 'Republic Day' } });
    const choices = (await admin('GET', `${path}/choices`, { query: { site: siteId } })).json();
    expect(choices.routes).toMatchObject([{ id: routeId, name: 'Fence' }]);
    expect(choices.shifts).toMatchObject([{ id: shiftId }]);
    expect(choices.guards).toMatchObject([{ id: ravi }]);
    expect(choices.holidays).toContainEqual({ day, name: 'Republic Day' });
    const removed = await admin('DELETE', `/secure/sites/${siteId}/holidays/${day}`);
    expect(removed.json()).toEqual({ day });
    expect((await admin('DELETE', `/secure/sites/${siteId}/holidays/${day}`)).statusCode).toBe(404);
  });
});

describe('a tour of what is deleted in the meantime', () => {
  const gone = { activated: false, deleted_at: new Date() };

  it('[MNG-01] is refused at the field that is to be changed', async () => {
    const route = (await makeRoute(server.owner, tenant, siteId, [], gone)).routeId;
    const shift = await makeShift(server.owner, tenant, siteId, gone);
    const id = await made();
    for (const send of [create, (change: object) => edit(id, change)]) {
      const ofRoute = await send({ routeId: route });
      expect(ofRoute.statusCode).toBe(400);
      expect(ofRoute.json().routeId[0].message).toBe('tour_route_gone');
      expect((await send({ shiftId: shift })).json().shiftId[0].message).toBe('tour_shift_gone');
      const elsewhere = await makeShift(server.owner, tenant, otherSite);
      expect(codeOf(await send({ shiftId: elsewhere }))).toBe('notFound');
    }
  });

  it.each(['shifts', 'patrol-routes'])(
    '[MNG-01] never comes to be: of one who plans by it and one who deletes it at once, one is refused (%s)',
    async (noun) => {
      for (let attempt = 0; attempt < 8; attempt += 1) {
        const shift = await makeShift(server.owner, tenant, siteId);
        const route = (await makeRoute(server.owner, tenant, siteId, [])).routeId;
        const [planned, deleted] = await Promise.all([
          create({ routeId: route, shiftId: shift }),
          admin('DELETE', `/secure/${noun}/${noun === 'shifts' ? shift : route}`),
        ]);
        expect([planned.statusCode, deleted.statusCode]).toBeOneOf([
          [200, 409],
          [400, 200],
        ]);
      }
    },
  );
});

describe('rounds that are due', () => {
  const due = (query: Record<string, string>, caller = admin) =>
    caller('GET', '/secure/due-rounds', { query }).then((reply) => reply.json());
  const minute = 60_000;

  it("[MNG-07] on a day are those of the site's day where one site is chosen, else of the reader's", async () => {
    const zone = 'Pacific/Kiritimati';
    const site = await makeSite(server.owner, tenant, { time_zone: zone });
    // Half past midnight on the island, the morning of the day before for the reader.
    const dueAtMs = Date.parse('2026-05-05T00:30:00+14:00');
    const id = await makeDueRound(server.owner, tenant, site, { dueAtMs });
    const on = async (day: string, query: Record<string, string> = {}, caller = admin) => {
      const { count, data, timeZone } = await due({ day, ...query }, caller);
      return { count, ids: data.map((row: { id: string }) => row.id), timeZone };
    };
    const here = { timeZone: 'UTC' };
    expect(await on('2026-05-05', { site })).toEqual({ count: 1, ids: [id], timeZone: zone });
    expect(await on('2026-05-04', { site })).toEqual({ count: 0, ids: [], timeZone: zone });
    expect(await on('2026-05-04')).toEqual({ count: 1, ids: [id], ...here });
    expect(await on('2026-05-05')).toEqual({ count: 0, ids: [], ...here });
    const { id: userId } = await makeUser(server.owner, tenant, { siteId: site });
    const own = await browserOf(server, tenant, userId);
    expect(await on('2026-05-05', {}, own)).toEqual({ count: 1, ids: [id], timeZone: zone });
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format();
    expect((await due({ day: 'today', site })).today).toBe(today);
    // The zone of a site that is not the caller's stays unknown.
    expect(await on('2026-05-05', { site: siteId }, own)).toEqual({ count: 0, ids: [], timeZone: zone });
  });

  it('[MNG-07] tell at every moment what they are, though no one has looked', async () => {
    const tour = await made();
    const now = Date.now();
    const shape = { tourId: tour, windowMs: 15 * minute, graceMs: 10 * minute };
    const ids = {
      due: await makeDueRound(server.owner, tenant, siteId, { ...shape, dueAtMs: now - 5 * minute }),
      late: await makeDueRound(server.owner, tenant, siteId, { ...shape, dueAtMs: now - 20 * minute }),
      missed: await makeDueRound(server.owner, tenant, siteId, { ...shape, dueAtMs: now - 30 * minute }),
    };
    const { count, data } = await due({ tour });
    expect([count, (await read(tour)).nextDueAtMs]).toEqual([3, null]);
    expect(data.map((row: { id: string; status: string }) => [row.id, row.status])).toEqual([
      [ids.due, 'due'],
      [ids.late, 'late'],
      [ids.missed, 'missed'],
    ]);
    for (const [status, id] of Object.entries(ids)) {
      const found = await due({ tour, status });
      expect([found.count, found.data[0].id]).toEqual([1, id]);
      const alone = await due({ id });
      expect([alone.count, alone.data[0].status]).toEqual([1, status]);
    }
  });

  it('[MNG-07] are excused with a reason, by name, and not twice over a walked one', async () => {
    const tour = await made();
    const id = await makeDueRound(server.owner, tenant, siteId, { tourId: tour });
    const excuse = (reason: string, of = id) =>
      admin('POST', `/secure/due-rounds/${of}/excuse`, { body: { reason } });
    expect((await excuse('  ')).json().reason[0].message).toBe('excuse_reason_required');
    expect((await excuse('Fire drill')).json()).toEqual({ ids: [id] });
    expect((await due({ tour })).data[0]).toMatchObject({
      status: 'excused',
      excuse: { reason: 'Fire drill', by: expect.stringMatching(/\S/) },
    });
    await begin(id);
    expect(codeOf(await excuse('Again'))).toBe('roundBegun');
    expect((await excuse('Unknown', randomUUID())).statusCode).toBe(404);
  });

  it('of another site are neither seen nor excused', async () => {
    const id = await makeDueRound(server.owner, tenant, siteId);
    const sub = await subAdminOf(otherSite);
    expect((await due({}, sub)).count).toBe(0);
    expect((await due({ site: siteId }, sub)).count).toBe(0);
    expect((await due({ id }, sub)).count).toBe(0);
    const reply = await sub('POST', `/secure/due-rounds/${id}/excuse`, { body: { reason: 'None' } });
    expect(reply.statusCode).toBe(404);
  });
});
