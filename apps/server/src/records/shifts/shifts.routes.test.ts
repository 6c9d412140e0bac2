import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type MadeTenant,
  makeGuard,
  makeShift,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/shifts';
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;
let otherSite: string;
let ravi: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  siteId = await makeSite(server.owner, tenant, { name: 'Mill' });
  otherSite = await makeSite(server.owner, tenant, { name: 'Dépôt', time_zone: 'Europe/Paris' });
  ravi = (await makeGuard(server.owner, tenant, { siteIds: [siteId, otherSite] })).id;
});

const fields = (change: object = {}) => ({
  name: 'Night',
  fromMinute: 1320,
  toMinute: 360,
  weekdays: [1, 7],
  guardIds: [ravi],
  ...change,
});
const create = (change: object = {}) => admin('POST', path, { body: { siteId, ...fields(change) } });
const made = async (change: object = {}): Promise<string> => (await create(change)).json().id;
const read = async (id: string) => (await admin('GET', `${path}/${id}`)).json();
const edit = (id: string, change: object, version = 1) =>
  admin('PUT', `${path}/${id}`, { body: { ...fields(change), version } });

async function subAdminOf(site: string): Promise<Caller> {
  const access = { SHIFTS: ['view', 'add', 'edit', 'status', 'delete'] };
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify(access) })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ sub_admin_access: JSON.stringify(access) }),
    )
    .execute();
  return browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId: site })).id);
}

describe('a shift', () => {
  it('[MNG-05] is made, also overnight, read and changed', async () => {
    const id = await made({ weekdays: [7, 1] });
    const shown = { ...fields(), siteName: 'Mill', timeZone: 'Asia/Kolkata', activated: true, version: 1 };
    expect(await read(id)).toMatchObject(shown);
    expect((await edit(id, { fromMinute: 540, toMinute: 1020, guardIds: [] })).json()).toEqual({
      id,
      version: 2,
    });
    expect(await read(id)).toMatchObject({ fromMinute: 540, toMinute: 1020, guardIds: [], version: 2 });
  });

  it('[MNG-01] moved by two at once gives the second a conflict', async () => {
    const id = await made();
    const replies = await Promise.all([1335, 1350].map((fromMinute) => edit(id, { fromMinute })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().general[0].code).toBe('editedMeanwhile');
  });

  it.each([
    [{ name: '' }, 'name', 'shift_name_required'],
    [{ toMinute: 1320 }, 'toMinute', 'shift_times_equal'],
    [{ toMinute: 1440 }, 'toMinute', 'shift_time_required'],
    [{ fromMinute: -1 }, 'fromMinute', 'shift_time_required'],
    [{ fromMinute: 0.5 }, 'fromMinute', 'shift_time_required'],
    [{ weekdays: [] }, 'weekdays', 'shift_weekdays_required'],
    [{ weekdays: [1, 1] }, 'weekdays', 'shift_weekdays_required'],
  ])('[MNG-05] with %j is refused at %s', async (change, field, message) => {
    for (const reply of [await create(change), await edit(await made(), change)]) {
      expect([reply.statusCode, reply.json()[field]?.[0].message]).toEqual([400, message]);
    }
  });

  it.each([[[0]], [[8]]])(
    '[MNG-05] on the days %j is refused: Sunday is 1 and Saturday 7',
    async (weekdays) => {
      expect((await create({ weekdays })).statusCode).toBe(400);
    },
  );

  it('[MNG-05] begins at midnight or ends a minute before, on whatever days it is given', async () => {
    const id = await made({ fromMinute: 0, toMinute: 1439, weekdays: [2] });
    expect(await read(id)).toMatchObject({ fromMinute: 0, toMinute: 1439, weekdays: [2] });
    await edit(id, { fromMinute: 1439, toMinute: 0, weekdays: [6, 3] });
    expect(await read(id)).toMatchObject({ fromMinute: 1439, toMinute: 0, weekdays: [3, 6] });
  });

  it('[MNG-05] warns of too little rest, and of nothing that is deactivated; nor has the calendar that', async () => {
    const guard = await makeGuard(server.owner, tenant, { siteIds: [siteId] });
    const away = await makeGuard(server.owner, tenant, { siteIds: [siteId], activated: false });
    const times = { weekdays: [1, 2, 3, 4, 5, 6, 7], guardIds: [guard.id] };
    // Seven hours between the two of a day, an hour less than the least.
    const early = await made({ ...times, fromMinute: 360, toMinute: 600 });
    const late = await made({ ...times, fromMinute: 1020, toMinute: 1080 });
    expect(await read(early)).toMatchObject({ overlaps: 0, shortRests: 1 });
    const inPlan = async () => {
      const { shifts, guards } = (await admin('GET', `${path}/plan`, { query: { site: siteId } })).json();
      return [shifts, guards].map((list: { id: string }[]) => list.map((one) => one.id));
    };
    expect(await inPlan()).toEqual([
      expect.arrayContaining([early, late]),
      expect.not.arrayContaining([away.id]),
    ]);
    await admin('POST', `${path}/status`, { body: { ids: [late], activated: false } });
    expect(await read(early)).toMatchObject({ overlaps: 0, shortRests: 0 });
    expect((await inPlan())[0]).not.toContain(late);
  });

  it('[MNG-05] takes guards of its site alone, but keeps who has left it since', async () => {
    const foreign = await makeGuard(server.owner, tenant, { siteIds: [otherSite] });
    const other = await makeTenant(server.owner);
    const stranger = await makeGuard(server.owner, other);
    const gone = await makeGuard(server.owner, tenant, { siteIds: [siteId], deleted_at: new Date() });
    for (const guard of [foreign.id, stranger.id, gone.id, randomUUID()])
      expect((await create({ guardIds: [guard] })).statusCode).toBe(404);
    const leaver = await makeGuard(server.owner, tenant, { siteIds: [siteId] });
    const id = await made({ guardIds: [leaver.id] });
    await server.owner.deleteFrom('guard_sites').where('guard_id', '=', leaver.id).execute();
    expect((await edit(id, { guardIds: [leaver.id] })).statusCode).toBe(200);
    const plan = (await admin('GET', `${path}/plan`, { query: { site: siteId } })).json();
    expect(plan.guards).toContainEqual(expect.objectContaining({ id: leaver.id, isOfSite: false }));
  });

  it('[MNG-05] tells how many of its guards overlap or rest too little, also across sites and zones', async () => {
    const guard = await makeGuard(server.owner, tenant, { siteIds: [siteId, otherSite] });
    const days = [1, 2, 3, 4, 5, 6, 7];
    const guardIds = [guard.id];
    // 06:00 to 14:00 in India ends at 08:30 UTC.
    const early = await made({ fromMinute: 360, toMinute: 840, weekdays: days, guardIds });
    expect(await read(early)).toMatchObject({ overlaps: 0, shortRests: 0 });
    const body = {
      siteId: otherSite,
      ...fields({ fromMinute: 120, toMinute: 180, weekdays: days, guardIds }),
    };
    await admin('POST', path, { body });
    await admin('POST', path, { body: { ...body, fromMinute: 200, toMinute: 240 } });
    // Of one guard, however many shifts they are.
    expect(await read(early)).toMatchObject({ overlaps: 1 });
    const plan = (await admin('GET', `${path}/plan`, { query: { site: siteId } })).json();
    expect(plan).toMatchObject({ siteName: 'Mill', timeZone: 'Asia/Kolkata' });
    expect(plan.elsewhere).toContainEqual(
      expect.objectContaining({ siteName: 'Dépôt', timeZone: 'Europe/Paris', guardIds }),
    );
    const sub = await subAdminOf(siteId);
    const own = (await sub('GET', `${path}/${early}`)).json();
    expect(own).toMatchObject({ overlaps: 0 });
    expect((await sub('GET', `${path}/plan`, { query: { site: siteId } })).json().elsewhere).toEqual([]);
    const setSite = (activated: boolean) =>
      admin('POST', '/secure/sites/status', { body: { ids: [otherSite], activated } });
    await setSite(false);
    expect(await read(early)).toMatchObject({ overlaps: 0 });
    await setSite(true);
  });
});

describe('the shifts of others', () => {
  it('[MENU-05] are not there for a sub admin of another site', async () => {
    const foreign = await makeShift(server.owner, tenant, otherSite);
    const sub = await subAdminOf(siteId);
    const listed: { siteId: string }[] = (await sub('GET', path, { query: { limit: '100' } })).json().data;
    expect(new Set(listed.map((shift) => shift.siteId))).toEqual(new Set([siteId]));
    const refused = [
      await sub('GET', `${path}/${foreign}`),
      await sub('GET', `${path}/plan`, { query: { site: otherSite } }),
      await sub('POST', path, { body: { siteId: otherSite, ...fields({ guardIds: [] }) } }),
      await sub('PUT', `${path}/${foreign}`, { body: { ...fields(), version: 1 } }),
      await sub('DELETE', `${path}/${foreign}`),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 404));
    const status = { ids: [foreign], activated: false };
    expect((await sub('POST', `${path}/status`, { body: status })).json()).toEqual({ ids: [] });
  });

  it('are not there for another tenant', async () => {
    const id = await made();
    const other = await makeTenant(server.owner);
    const stranger = await browserOf(server, other, (await makeUser(server.owner, other)).id);
    expect((await stranger('GET', path)).json().count).toBe(0);
    const replies = [
      await stranger('GET', `${path}/${id}`),
      await stranger('GET', `${path}/plan`, { query: { site: siteId } }),
      await stranger('DELETE', `${path}/${id}`),
    ];
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  });
});

describe('the life of a shift', () => {
  it('[MNG-01] ends and begins again, each step in the audit log', async () => {
    const id = await made({ name: 'Short' });
    await edit(id, { name: 'Shorter' });
    await admin('POST', `${path}/status`, { body: { ids: [id], activated: false } });
    expect((await admin('DELETE', `${path}/${id}`)).json().general[0].code).toBe('onlyActivatedDeleted');
    await admin('POST', `${path}/status`, { body: { ids: [id], activated: true } });
    expect((await admin('DELETE', `${path}/${id}`)).json()).toEqual({ ids: [id] });
    expect((await admin('POST', `${path}/restore`, { body: { ids: [id] } })).json()).toEqual({ ids: [id] });
    const log = (await admin('GET', '/secure/audit-log', { query: { subjectId: id } })).json().data;
    expect(log.map(({ action }: { action: string }) => action)).toEqual([
      'shift.restored',
      'shift.deleted',
      'shift.activated',
      'shift.deactivated',
      'shift.changed',
      'shift.created',
    ]);
  });

  it('[MNG-01] does not end while a tour goes by it', async () => {
    const id = await made();
    const route = { tenant_id: tenant.id, id: randomUUID(), site_id: siteId, name: 'Walk' };
    await server.owner.insertInto('patrol_routes').values(route).execute();
    const tour = { tenant_id: tenant.id, id: randomUUID(), route_id: route.id, shift_id: id, name: 'Hourly' };
    await server.owner.insertInto('patrol_tours').values(tour).execute();
    expect((await admin('DELETE', `${path}/${id}`)).json().general[0].code).toBe('stillUsed');
  });

  it('[GRID-06] [GRID-07] is listed by site, sorted by its beginning, and exported so', async () => {
    const far = await makeSite(server.owner, tenant, { name: 'Far' });
    for (const [name, from_minute] of [['Late', 840] as const, ['Early', 300] as const])
      await makeShift(server.owner, tenant, far, { name, from_minute, to_minute: 900 });
    const query = { site: far, sortColumn: 'fromMinute', sortType: 'asc' };
    const { data } = (await admin('GET', path, { query })).json();
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Early', 'Late']);
    const file = await admin('GET', `${path}/export`, { query: { ...query, format: 'csv' } });
    const [, first] = file.body.trim().split(/\r?\n/);
    expect(first).toContain('Early,Far,05:00,15:00,Sun Mon Tue Wed Thu Fri Sat,0');
  });
});
