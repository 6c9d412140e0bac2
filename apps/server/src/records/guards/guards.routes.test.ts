import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type MadeTenant, makeGuard, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { makePhoto } from '../../testing/test-files.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let adminId: string;
let mill: string;
let yard: string;
/** Of the mill. */
let sub: Caller;

beforeAll(async () => {
  server = await testApp();
});

async function freshTenant(): Promise<void> {
  tenant = await makeTenant(server.owner);
  adminId = (await makeUser(server.owner, tenant)).id;
  admin = await browserOf(server, tenant, adminId);
  mill = await makeSite(server.owner, tenant, { name: 'Mill' });
  yard = await makeSite(server.owner, tenant, { name: 'Yard' });
  sub = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId: mill })).id);
}

const fields = {
  employeeId: 'W1001',
  firstName: 'Sunita',
  lastName: 'More',
  email: 'sunita@example.com',
  phoneNumber: '9822012345',
  countryCode: '+91',
  siteIds: [] as string[],
  photo: '',
};
let number = 2_000;
const fresh = (change: object = {}) => ({ ...fields, employeeId: `W${(number += 1)}`, ...change });
const create = (change: object = {}, caller = admin) =>
  caller('POST', '/secure/guards', { body: fresh(change) });
const read = async (id: string, caller = admin) => (await caller('GET', `/secure/guards/${id}`)).json();
const list = async (query: Record<string, string> = {}, caller = admin) =>
  (await caller('GET', '/secure/guards', { query })).json();
const sitesOf = (guard: { sites: { name: string }[] }) => guard.sites.map(({ name }) => name);
const codeOf = (reply: Awaited<ReturnType<Caller>>) => [reply.statusCode, reply.json().general[0].code];

describe('a guard', () => {
  beforeAll(freshTenant);

  it('[MNG-01] [MNG-03] is made with sites and photo, read and changed', async () => {
    const photo = await makePhoto(server.owner, tenant, adminId);
    const body = { ...fields, siteIds: [mill, yard], photo };
    const { id } = (await admin('POST', '/secure/guards', { body })).json();
    const { siteIds: _sites, ...texts } = body;
    expect(await read(id)).toMatchObject({ ...texts, id, activated: true, version: 1, hasSecret: false });
    expect(sitesOf(await read(id))).toEqual(['Mill', 'Yard']);
    const change = { ...body, lastName: '', siteIds: [yard], photo: '', countryCode: '44', version: 1 };
    const saved = await admin('PUT', `/secure/guards/${id}`, { body: change });
    expect(saved.json()).toEqual({ id, version: 2, isSecretRetired: false });
    expect(await read(id)).toMatchObject({ lastName: '', photo: '', countryCode: '+44', version: 2 });
    expect(sitesOf(await read(id))).toEqual(['Yard']);
    const log = await admin('GET', '/secure/audit-log', { query: { subjectId: id } });
    expect(log.json().data[0]).toMatchObject({
      action: 'guard.changed',
      before: { sites: ['Mill', 'Yard'], hasPhoto: true, lastName: 'More' },
      after: { sites: ['Yard'], hasPhoto: false, lastName: '' },
    });
  });

  it.each([
    [{ employeeId: '' }, 'employeeId', 'employee_id_required'],
    [{ employeeId: 'A' }, 'employeeId', 'employee_id_pattern'],
    [{ employeeId: 'A-1' }, 'employeeId', 'employee_id_pattern'],
    [{ employeeId: 'x'.repeat(51) }, 'employeeId', 'employee_id_pattern'],
    [{ firstName: ' ' }, 'firstName', 'guard_first_name_required'],
    [{ firstName: 'R2' }, 'firstName', 'name_pattern'],
    [{ lastName: '<b>' }, 'lastName', 'name_pattern'],
    [{ email: 'nobody' }, 'email', 'email_pattern'],
    [{ phoneNumber: '123456' }, 'phoneNumber', 'guard_phone_pattern'],
    [{ phoneNumber: '12345678901234' }, 'phoneNumber', 'guard_phone_pattern'],
    [{ countryCode: '+0' }, 'countryCode', 'country_code_pattern'],
    [{ photo: '00000000-0000-4000-8000-000000000000' }, 'photo', 'photo_unknown'],
  ])('[MNG-03] with %j is refused at %s', async (change, field, message) => {
    const reply = await create(change);
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toEqual({ [field]: [{ code: 'invalid', message }] });
  });

  it.each(['1234567', '1234567890123', ''])('[MNG-03] may have the phone %j', async (phoneNumber) => {
    expect((await create({ phoneNumber })).statusCode).toBe(200);
  });

  it('[MNG-03] is taken with each field as short and as long as it may be', async () => {
    const longest = {
      employeeId: 'x'.repeat(50),
      firstName: 'f'.repeat(50),
      lastName: 'l'.repeat(50),
      email: `${'m'.repeat(38)}@example.com`,
    };
    const shortest = { employeeId: 'b7', firstName: 'f', lastName: '', email: '' };
    for (const texts of [longest, shortest]) {
      const { id } = (await create(texts)).json();
      expect(await read(id)).toMatchObject(texts);
    }
  });

  it.each([
    [{ firstName: 'f'.repeat(51) }, 'firstName', 'max_length'],
    [{ lastName: 'l'.repeat(51) }, 'lastName', 'max_length'],
    [{ email: `${'m'.repeat(60)}@${'example.'.repeat(30)}com` }, 'email', 'exceed_max_length'],
  ])('[MNG-03] with %j is too long at %s', async (change, field, message) => {
    expect((await create(change)).json()).toEqual({ [field]: [{ code: 'invalid', message }] });
  });

  it('[MNG-03] keeps its employee id to itself within the tenant, whatever its case, made or changed', async () => {
    const taken = { employeeId: [{ code: 'invalid', message: 'employee_id_taken' }] };
    await create({ employeeId: 'Dup77' });
    const again = await create({ employeeId: 'dUP77' });
    expect([again.statusCode, again.json()]).toEqual([400, taken]);
    const other = (await create()).json();
    const body = { ...fields, employeeId: 'DUP77', version: 1 };
    const changed = await admin('PUT', `/secure/guards/${other.id}`, { body });
    expect([changed.statusCode, changed.json()]).toEqual([400, taken]);
    const elsewhere = await makeTenant(server.owner);
    const stranger = await browserOf(server, elsewhere, (await makeUser(server.owner, elsewhere)).id);
    expect((await create({ employeeId: 'Dup77' }, stranger)).statusCode).toBe(200);
  });

  it('[MNG-03] of two made at once with one employee id one is refused', async () => {
    const replies = await Promise.all([1, 2].map(() => create({ employeeId: 'Race1' })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
  });

  it('[MNG-01] edited by two at once gives the second a conflict', async () => {
    const { id } = (await create()).json();
    const body = { ...(await read(id)), version: 1 };
    const replies = await Promise.all(
      ['A', 'B'].map((firstName) =>
        admin('PUT', `/secure/guards/${id}`, {
          body: { ...fields, employeeId: body.employeeId, firstName, version: 1 },
        }),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });

  it("[MNG-03] takes no photo that somebody else uploaded, but keeps the guard's own", async () => {
    const photo = await makePhoto(server.owner, tenant, adminId);
    const other = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
    expect((await create({ photo }, other)).json()).toHaveProperty('photo');
    const body = fresh({ photo });
    const { id } = (await admin('POST', '/secure/guards', { body })).json();
    const kept = await other('PUT', `/secure/guards/${id}`, { body: { ...body, version: 1 } });
    expect(kept.statusCode).toBe(200);
  });

  it('is refused sites that are gone or of another tenant', async () => {
    const elsewhere = await makeSite(server.owner, await makeTenant(server.owner));
    const gone = await makeSite(server.owner, tenant, { activated: false, deleted_at: new Date() });
    for (const site of [elsewhere, gone, randomUUID()]) {
      expect((await create({ siteIds: [site] })).statusCode).toBe(404);
    }
  });
});

describe('the list of guards', () => {
  beforeAll(async () => {
    await freshTenant();
    const people: [string, string, string[]][] = [
      ['Élan', 'E3', [mill]],
      ['asha', 'E1', [mill, yard]],
      ['Zoya', 'E2', [yard]],
    ];
    for (const [first_name, employee_id, siteIds] of people) {
      await makeGuard(server.owner, tenant, { first_name, employee_id, siteIds });
    }
    await makeGuard(server.owner, tenant, { first_name: 'Left', employee_id: 'E4', activated: false });
  });
  const namesOf = (reply: { data: { firstName: string }[] }) => reply.data.map(({ firstName }) => firstName);

  it('[MNG-01] [GRID-06] is sorted by name, or as asked, and filtered by status', async () => {
    expect(namesOf(await list())).toEqual(['asha', 'Élan', 'Left', 'Zoya']);
    expect(namesOf(await list({ sortColumn: 'employeeId', sortType: 'desc' }))).toEqual([
      'Left',
      'Élan',
      'Zoya',
      'asha',
    ]);
    expect((await list({ status: 'deactive' })).count).toBe(1);
  });

  it('[MNG-03] is filtered by site', async () => {
    expect(namesOf(await list({ site: yard }))).toEqual(['asha', 'Zoya']);
    expect((await list({ site: randomUUID() })).count).toBe(0);
  });

  it('[GRID-05] is searched by name and employee id', async () => {
    expect(namesOf(await list({ searchText: 'elan' }))).toEqual(['Élan']);
    expect(namesOf(await list({ searchText: 'e2' }))).toEqual(['Zoya']);
  });

  it('[GRID-07] is exported as it is filtered', async () => {
    const query = { format: 'csv', site: yard, sortColumn: 'name', sortType: 'desc' };
    const reply = await admin('GET', '/secure/guards/export', { query });
    const lines = reply.body.trim().split(/\r?\n/);
    expect(lines.length).toBe(3);
    expect(lines[2]).toContain('Mill; Yard');
  });

  it('[MNG-03] of a sub admin holds guards of the own site, each with that site alone', async () => {
    const reply = await list({}, sub);
    expect(namesOf(reply)).toEqual(['asha', 'Élan']);
    for (const guard of reply.data) expect(sitesOf(guard)).toEqual(['Mill']);
    expect((await list({ site: yard }, sub)).count).toBe(0);
    const file = await sub('GET', '/secure/guards/export', { query: { format: 'csv' } });
    expect(file.body).not.toContain('Yard');
  });

  it("is no one's of another tenant", async () => {
    const [guard] = (await list()).data;
    const elsewhere = await makeTenant(server.owner);
    const stranger = await browserOf(server, elsewhere, (await makeUser(server.owner, elsewhere)).id);
    expect((await list({}, stranger)).count).toBe(0);
    for (const path of [`/secure/guards/${guard.id}`, `/secure/guards/${guard.id}/details`]) {
      expect((await stranger('GET', path)).statusCode).toBe(404);
    }
    expect((await stranger('DELETE', `/secure/guards/${guard.id}`)).statusCode).toBe(404);
    const secrets = await stranger('POST', '/secure/guards/secrets', { body: { ids: [guard.id] } });
    expect(secrets.json()).toEqual({ secrets: [] });
    const status = { ids: [guard.id], activated: false };
    expect((await stranger('POST', '/secure/guards/status', { body: status })).json()).toEqual({ ids: [] });
  });
});

describe("a sub admin's guard", () => {
  beforeAll(freshTenant);

  it('[MNG-03] is at the own site whatever is asked, and never at another one', async () => {
    const { id } = (await create({ siteIds: [] }, sub)).json();
    expect(sitesOf(await read(id))).toEqual(['Mill']);
    expect((await create({ siteIds: [yard] }, sub)).statusCode).toBe(404);
  });

  it('[MNG-03] keeps its other sites through an edit', async () => {
    const body = fresh({ siteIds: [mill, yard] });
    const { id } = (await admin('POST', '/secure/guards', { body })).json();
    const edit = { ...body, siteIds: [], version: 1 };
    expect((await sub('PUT', `/secure/guards/${id}`, { body: edit })).statusCode).toBe(200);
    expect(sitesOf(await read(id))).toEqual(['Mill', 'Yard']);
    expect(codeOf(await sub('DELETE', `/secure/guards/${id}`))).toEqual([403, 'guardWorksElsewhere']);
  });

  it('[MNG-03] who works elsewhere too gets no secret from it, nor does anybody asked for at once', async () => {
    const secrets = (caller: Caller, ids: string[]) =>
      caller('POST', '/secure/guards/secrets', { body: { ids } });
    const own = await makeGuard(server.owner, tenant, { siteIds: [mill] });
    const shared = await makeGuard(server.owner, tenant, { first_name: 'Asha', siteIds: [mill, yard] });
    const refused = await secrets(sub, [own.id, shared.id]);
    expect(codeOf(refused)).toEqual([403, 'guardWorksElsewhere']);
    expect(refused.json().general[0].message).toContain('Asha');
    expect(refused.json().general[0].message).not.toContain('Yard');
    for (const { id } of [own, shared]) expect(await read(id)).toMatchObject({ version: 1 });
    expect((await secrets(sub, [own.id])).json().secrets).toHaveLength(1);
    expect((await secrets(admin, [own.id, shared.id])).json().secrets).toHaveLength(2);
  });

  it('[MNG-03] gets its secrets from it again once the other site is deleted', async () => {
    const gone = await makeSite(server.owner, tenant, { activated: false, deleted_at: new Date() });
    const { id } = await makeGuard(server.owner, tenant, { siteIds: [mill, gone] });
    const issued = await sub('POST', '/secure/guards/secrets', { body: { ids: [id] } });
    expect(issued.json().secrets).toHaveLength(1);
  });

  it('of another site does not exist', async () => {
    const { id } = (await create({ siteIds: [yard] })).json();
    expect((await sub('GET', `/secure/guards/${id}`)).statusCode).toBe(404);
    expect((await sub('GET', `/secure/guards/${id}/details`)).statusCode).toBe(404);
    const edit = { ...fresh(), version: 1 };
    expect((await sub('PUT', `/secure/guards/${id}`, { body: edit })).statusCode).toBe(404);
    expect((await sub('DELETE', `/secure/guards/${id}`)).statusCode).toBe(404);
    expect((await sub('POST', '/secure/guards/secrets', { body: { ids: [id] } })).json()).toEqual({
      secrets: [],
    });
    expect((await read(id)).hasSecret).toBe(false);
  });
});
