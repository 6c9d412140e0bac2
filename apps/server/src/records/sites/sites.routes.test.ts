import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type MadeTenant,
  makeCheckpoint,
  makeDuty,
  makeGuard,
  makeIncident,
  makeRound,
  makeShift,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeSos } from '../../testing/make-sos.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
});

async function freshTenant(): Promise<void> {
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
}

async function subAdminOf(siteId: string, access: object): Promise<Caller> {
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify(access) })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ sub_admin_access: JSON.stringify(access) }),
    )
    .execute();
  return browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);
}

const fields = {
  name: 'River Depot',
  address: '4 Dock Road, Pune',
  latitude: 18.5,
  longitude: 73.9,
  timeZone: 'Asia/Kolkata',
  contactName: 'Meera Rao',
  contactPhone: '+912012345678',
};
const create = (change: object = {}) => admin('POST', '/secure/sites', { body: { ...fields, ...change } });
const read = async (id: string, caller = admin) => (await caller('GET', `/secure/sites/${id}`)).json();
const list = async (query: Record<string, string> = {}, caller = admin) =>
  (await caller('GET', '/secure/sites', { query })).json();
const namesOf = (reply: { data: { name: string }[] }) => reply.data.map(({ name }) => name);

describe('a site', () => {
  beforeAll(freshTenant);

  it('[MNG-01] [MNG-02] is made, read and changed', async () => {
    const { id } = (await create()).json();
    expect(await read(id)).toMatchObject({ ...fields, id, activated: true, version: 1, guards: 0 });
    const change = { ...fields, name: 'River Depot North', version: 1 };
    const saved = await admin('PUT', `/secure/sites/${id}`, { body: change });
    expect(saved.json()).toEqual({ id, version: 2 });
    expect(await read(id)).toMatchObject({ name: 'River Depot North', version: 2 });
  });

  it('[MNG-01] edited by two at once gives the second a conflict, and nothing of the first is lost', async () => {
    const { id } = (await create()).json();
    const replies = await Promise.all(
      ['A', 'B'].map((name) =>
        admin('PUT', `/secure/sites/${id}`, { body: { ...fields, name, version: 1 } }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const refused = replies.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().general[0].code).toBe('editedMeanwhile');
  });

  it('[SIGN-10] once made, renamed, deleted or brought back, is so in the list of sites that consoles keep, which they ask for again', async () => {
    const seen = async () => {
      const { settingsVersion, sitesDropdown } = (await admin('GET', '/secure/user-metadata')).json();
      const names = sitesDropdown.map(({ label }: { label: string }) => label);
      return { settingsVersion, names: names.filter((name: string) => /^Brand|^Named/.test(name)) };
    };
    let { settingsVersion: before } = await seen();
    const expectNames = async (expected: string[]) => {
      const { settingsVersion, names } = await seen();
      expect(names).toEqual(expected);
      expect(settingsVersion).toBeGreaterThan(before);
      before = settingsVersion;
    };
    const { id } = (await create({ name: 'Brand New Site' })).json();
    await expectNames(['Brand New Site']);
    await admin('PUT', `/secure/sites/${id}`, { body: { ...fields, name: 'Named Again', version: 1 } });
    await expectNames(['Named Again']);
    await admin('DELETE', `/secure/sites/${id}`);
    await expectNames([]);
    await admin('POST', '/secure/sites/restore', { body: { ids: [id] } });
    await expectNames(['Named Again']);
  });

  it.each([
    [{ name: '  ' }, 'name', 'site_name_required'],
    [{ name: 'x'.repeat(101) }, 'name', 'exceed_max_length'],
    [{ name: 'a\u0000' }, 'name', 'text_unstorable'],
    [{ address: 'x'.repeat(301) }, 'address', 'exceed_max_length'],
    [{ latitude: 91 }, 'latitude', 'latitude_range'],
    [{ longitude: -181 }, 'longitude', 'longitude_range'],
    [{ longitude: '73' }, 'longitude', 'longitude_range'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone', 'time_zone_unknown'],
    [{ contactPhone: '12345' }, 'contactPhone', 'contact_phone_pattern'],
    [{ contactPhone: '20 1234 5678 or 9' }, 'contactPhone', 'contact_phone_pattern'],
  ])('[MNG-02] with %j is refused at %s', async (change, field, message) => {
    const reply = await create(change);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ [field]: [{ code: 'invalid', message }] });
  });
});

describe('the list of sites', () => {
  beforeAll(async () => {
    await freshTenant();
    for (const [name, zone] of [
      ['Élan Court', 'Europe/Paris'],
      ['alpha gate', 'Asia/Kolkata'],
      ['Zeta Yard', 'Asia/Tokyo'],
      ['Beta Mill', 'Asia/Kolkata'],
    ]) {
      await makeSite(server.owner, tenant, { name, time_zone: zone ?? '' });
    }
    await makeSite(server.owner, tenant, { name: 'Old Quarry', activated: false });
  });

  it('[MNG-01] [GRID-06] is sorted by name, without regard to case and accents, and answers {count, data}', async () => {
    const reply = await list();
    expect(reply.count).toBe(5);
    expect(namesOf(reply)).toEqual(['alpha gate', 'Beta Mill', 'Élan Court', 'Old Quarry', 'Zeta Yard']);
  });

  it('[GRID-06] is sorted and paged as asked', async () => {
    const query = { sortColumn: 'timeZone', sortType: 'desc', limit: '2', offset: '0' };
    expect(namesOf(await list(query))).toEqual(['Élan Court', 'Zeta Yard']);
    const next = await list({ ...query, offset: '4' });
    expect([next.count, next.data.length]).toEqual([5, 1]);
  });

  it('[GRID-06] begins with fifteen unless asked otherwise', async () => {
    const many = await makeTenant(server.owner);
    const caller = await browserOf(server, many, (await makeUser(server.owner, many)).id);
    const names = Array.from({ length: 16 }, (_, at) => `Site ${String(at).padStart(2, '0')}`);
    for (const name of names) await makeSite(server.owner, many, { name });
    const reply = await list({}, caller);
    expect([reply.count, namesOf(reply)]).toEqual([16, names.slice(0, 15)]);
  });

  it.each([
    ['all', 5],
    ['active', 4],
    ['deactive', 1],
    // As the specification's filter has them.
    ['', 5],
    ['true', 4],
    ['false', 1],
  ])('[MNG-01] is filtered by the status %j', async (status, count) => {
    expect((await list({ status })).count).toBe(count);
  });

  it('[GRID-07] is exported as it is filtered, sorted and searched', async () => {
    const query = { format: 'csv', status: 'active', sortColumn: 'name', sortType: 'desc' };
    const reply = await admin('GET', '/secure/sites/export', { query });
    const lines = reply.body.trim().split(/\r?\n/);
    expect(lines.map((line) => line.split(',')[0]?.replaceAll(/^\uFEFF|"/g, ''))).toEqual([
      'Name',
      'Zeta Yard',
      'Élan Court',
      'Beta Mill',
      'alpha gate',
    ]);
  });

  it.each(['xls', 'xlsx', 'pdf'])('[GRID-07] is exported as .%s', async (format) => {
    const reply = await admin('GET', '/secure/sites/export', { query: { format } });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-disposition']).toContain(`.${format}`);
    expect(reply.rawPayload.length).toBeGreaterThan(500);
  });

  it('[GRID-07] that is empty exports no file', async () => {
    const reply = await admin('GET', '/secure/sites/export', {
      query: { format: 'csv', searchText: 'qqqqqq' },
    });
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([409, 'nothingToExport']);
  });

  it('[MNG-01] of a sub admin holds the own site alone, whatever is asked', async () => {
    const own = await makeSite(server.owner, tenant, { name: 'Own Site' });
    const sub = await subAdminOf(own, { SITES: ['view', 'add', 'edit', 'status', 'delete'] });
    expect(namesOf(await list({}, sub))).toEqual(['Own Site']);
    const [foreign] = (await list()).data;
    expect((await sub('GET', `/secure/sites/${foreign.id}`)).statusCode).toBe(404);
    const body = { ...fields, version: foreign.version };
    expect((await sub('PUT', `/secure/sites/${foreign.id}`, { body })).statusCode).toBe(404);
    expect((await sub('DELETE', `/secure/sites/${foreign.id}`)).statusCode).toBe(404);
    const status = { ids: [foreign.id], activated: false };
    expect((await sub('POST', '/secure/sites/status', { body: status })).json()).toEqual({ ids: [] });
    expect((await sub('POST', '/secure/sites', { body: fields })).statusCode).toBe(403);
    expect((await read(foreign.id)).activated).toBe(true);
  });

  it("is no one's of another tenant", async () => {
    const [site] = (await list()).data;
    const elsewhere = await makeTenant(server.owner);
    const stranger = await browserOf(server, elsewhere, (await makeUser(server.owner, elsewhere)).id);
    expect((await list({}, stranger)).count).toBe(0);
    expect((await stranger('GET', `/secure/sites/${site.id}`)).statusCode).toBe(404);
    expect((await stranger('DELETE', `/secure/sites/${site.id}`)).statusCode).toBe(404);
    const body = { ids: [site.id], activated: false };
    expect((await stranger('POST', '/secure/sites/status', { body })).json()).toEqual({ ids: [] });
  });
});

describe('activating, deactivating and deleting sites', () => {
  beforeAll(freshTenant);

  it('[MNG-01] deactivates and activates many at once and tells which were changed', async () => {
    const ids = [await makeSite(server.owner, tenant), await makeSite(server.owner, tenant)];
    const off = await makeSite(server.owner, tenant, { activated: false });
    const body = { ids: [...ids, off, randomUUID()], activated: false };
    const reply = await admin('POST', '/secure/sites/status', { body });
    expect(reply.json().ids.toSorted()).toEqual(ids.toSorted());
    const undone = await admin('POST', '/secure/sites/status', { body: { ids, activated: true } });
    expect(undone.json().ids.toSorted()).toEqual(ids.toSorted());
    const log = await admin('GET', '/secure/audit-log', { query: { subjectId: ids[0] ?? '' } });
    expect(log.json().data.map((entry: { action: string }) => entry.action)).toEqual([
      'site.activated',
      'site.deactivated',
    ]);
  });

  it('[MNG-01] deletes an activated site that nothing depends on, and undoes it', async () => {
    const id = await makeSite(server.owner, tenant, { name: 'Short Lived' });
    expect((await admin('DELETE', `/secure/sites/${id}`)).json()).toEqual({ ids: [id] });
    expect((await admin('GET', `/secure/sites/${id}`)).statusCode).toBe(404);
    expect(namesOf(await list())).not.toContain('Short Lived');
    const undone = await admin('POST', '/secure/sites/restore', { body: { ids: [id] } });
    expect(undone.json()).toEqual({ ids: [id] });
    expect(await read(id)).toMatchObject({ name: 'Short Lived', activated: true });
  });

  it('[MNG-01] refuses to delete a deactivated site', async () => {
    const id = await makeSite(server.owner, tenant, { activated: false });
    const reply = await admin('DELETE', `/secure/sites/${id}`);
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([409, 'onlyActivatedDeleted']);
  });

  it('[MNG-01] refuses to delete a site that history depends on, and says so', async () => {
    const id = await makeSite(server.owner, tenant);
    const guard = await makeGuard(server.owner, tenant, { siteIds: [id] });
    const checkpoint = await makeCheckpoint(server.owner, tenant, id);
    const { versionId } = await makeRoute(server.owner, tenant, id, [checkpoint]);
    await makeRound(server.owner, tenant, {
      site_id: id,
      guard_id: guard.id,
      route_version_id: versionId,
      total_check_points: 1,
      scanned_check_points: 0,
    });
    const reply = await admin('DELETE', `/secure/sites/${id}`);
    expect([reply.statusCode, reply.json().general[0].code]).toEqual([409, 'hasHistory']);
    expect((await read(id)).activated).toBe(true);
    const ofDuty = await makeSite(server.owner, tenant);
    await makeDuty(server.owner, tenant, { guard_id: guard.id, site_id: ofDuty });
    const ofIncident = await makeSite(server.owner, tenant);
    await makeIncident(server.owner, tenant, ofIncident);
    const ofCall = await makeSite(server.owner, tenant);
    await makeSos(server.owner, tenant, ofCall);
    for (const other of [ofDuty, ofIncident, ofCall]) {
      expect((await admin('DELETE', `/secure/sites/${other}`)).json().general[0].code).toBe('hasHistory');
    }
  });

  it('[MNG-01] refuses to delete a site that has checkpoints, routes, shifts or sub admins', async () => {
    const withCheckpoint = await makeSite(server.owner, tenant);
    await makeCheckpoint(server.owner, tenant, withCheckpoint);
    const withAdmin = await makeSite(server.owner, tenant);
    await makeUser(server.owner, tenant, { siteId: withAdmin });
    const withRoute = await makeSite(server.owner, tenant);
    await makeRoute(server.owner, tenant, withRoute, [], { activated: false });
    const withShift = await makeSite(server.owner, tenant);
    await makeShift(server.owner, tenant, withShift, { activated: false });
    for (const id of [withCheckpoint, withAdmin, withRoute, withShift]) {
      const reply = await admin('DELETE', `/secure/sites/${id}`);
      expect([reply.statusCode, reply.json().general[0].code]).toEqual([409, 'stillUsed']);
    }
  });
});
