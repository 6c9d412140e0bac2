import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type MadeTenant,
  makeGuard,
  makeIncident,
  makeRound,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { makeSos } from '../../testing/make-sos.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let mill: string;

beforeAll(async () => {
  server = await testApp();
});

async function freshTenant(): Promise<void> {
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  mill = await makeSite(server.owner, tenant, { name: 'Mill' });
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
const idsOf = (reply: { data: { id: string }[] }) => reply.data.map(({ id }) => id).toSorted();
const codeOf = (reply: Awaited<ReturnType<Caller>>) => [reply.statusCode, reply.json().general[0].code];

describe('a field secret', () => {
  beforeAll(freshTenant);
  const signIn = (employeeId: string, secret: string) =>
    anyone(server.app, tenant)('POST', '/field/signin', {
      body: { employeeId, secret, deviceId: randomUUID() },
    });
  const issue = async (ids: string[]) =>
    (await admin('POST', '/secure/guards/secrets', { body: { ids } })).json().secrets;

  it('[MNG-03] signs the guard in on a phone, until it is reset, which ends the sessions', async () => {
    const { id } = (await create()).json();
    const { employeeId } = await read(id);
    const [first] = await issue([id]);
    expect(first).toMatchObject({ id, employeeId, name: 'Sunita More' });
    expect(first.secret).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    const signedIn = await signIn(employeeId, first.secret);
    expect(signedIn.statusCode).toBe(200);
    const device = anyone(server.app, tenant, { authorization: `Bearer ${signedIn.json().accessToken}` });
    expect((await device('GET', '/field/plan')).statusCode).toBe(200);
    const [second] = await issue([id]);
    expect((await device('GET', '/field/plan')).statusCode).toBe(401);
    expect((await signIn(employeeId, first.secret)).statusCode).toBe(401);
    expect((await signIn(employeeId, second.secret)).statusCode).toBe(200);
    expect((await read(id)).hasSecret).toBe(true);
  });

  it('[MNG-03] is shown once and stored nowhere, not in the log either', async () => {
    const { id } = (await create()).json();
    const [{ secret }] = await issue([id]);
    const log = (await admin('GET', '/secure/audit-log', { query: { subjectId: id } })).json().data;
    expect(log[0].action).toBe('guard.secretIssued');
    expect(JSON.stringify(log)).not.toContain(secret);
    expect(JSON.stringify(await read(id))).not.toContain(secret);
    const row = await server.owner
      .selectFrom('guards')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it('[MNG-03] is not for a deactivated guard', async () => {
    const { id } = await makeGuard(server.owner, tenant, { activated: false });
    expect(await issue([id])).toEqual([]);
  });
});

describe('changing guards', () => {
  beforeAll(freshTenant);

  it('[MNG-01] deactivation signs the guard out of every phone, and is undone', async () => {
    const guard = await makeGuard(server.owner, tenant, { siteIds: [mill] });
    const device = await deviceOf(server, tenant, guard.id);
    expect((await device('GET', '/field/plan')).statusCode).toBe(200);
    const off = { ids: [guard.id], activated: false };
    expect((await admin('POST', '/secure/guards/status', { body: off })).json()).toEqual({ ids: [guard.id] });
    expect((await device('GET', '/field/plan')).statusCode).toBe(401);
    const on = { ids: [guard.id], activated: true };
    expect((await admin('POST', '/secure/guards/status', { body: on })).json()).toEqual({ ids: [guard.id] });
    expect((await device('GET', '/field/plan')).statusCode).toBe(401);
  });

  it('[MNG-01] deletes a guard and brings it back', async () => {
    const { id } = (await create()).json();
    expect((await admin('DELETE', `/secure/guards/${id}`)).json()).toEqual({ ids: [id] });
    expect((await admin('GET', `/secure/guards/${id}`)).statusCode).toBe(404);
    const undone = await admin('POST', '/secure/guards/restore', { body: { ids: [id] } });
    expect(undone.json()).toEqual({ ids: [id] });
    expect(idsOf(await list())).toContain(id);
  });

  it('[MNG-02] a deleted guard is no longer one of the site’s', async () => {
    const site = await makeSite(server.owner, tenant);
    const { id } = (await create({ siteIds: [site] })).json();
    await create({ siteIds: [site] });
    const counted = async () => (await admin('GET', `/secure/sites/${site}`)).json().guards;
    expect(await counted()).toBe(2);
    await admin('DELETE', `/secure/guards/${id}`);
    expect(await counted()).toBe(1);
    expect((await list({ site })).count).toBe(1);
    await admin('POST', '/secure/guards/restore', { body: { ids: [id] } });
    expect(await counted()).toBe(2);
  });

  it('[MNG-03] does not bring back a guard whose employee id another one took', async () => {
    const { id } = (await create({ employeeId: 'Again1' })).json();
    await admin('DELETE', `/secure/guards/${id}`);
    expect((await create({ employeeId: 'again1' })).statusCode).toBe(200);
    const reply = await admin('POST', '/secure/guards/restore', { body: { ids: [id] } });
    expect(codeOf(reply)).toEqual([409, 'employeeIdTaken']);
  });

  it('[MNG-01] refuses to delete what is deactivated or what history depends on', async () => {
    const off = await makeGuard(server.owner, tenant, { activated: false });
    expect(codeOf(await admin('DELETE', `/secure/guards/${off.id}`))).toEqual([409, 'onlyActivatedDeleted']);
    const walked = await makeGuard(server.owner, tenant, { siteIds: [mill] });
    await makeRound(server.owner, tenant, { site_id: mill, guard_id: walked.id });
    expect(codeOf(await admin('DELETE', `/secure/guards/${walked.id}`))).toEqual([409, 'hasHistory']);
    const onDuty = await makeGuard(server.owner, tenant, { siteIds: [mill] });
    await server.owner
      .insertInto('duty_sessions')
      .values({
        tenant_id: tenant.id,
        id: randomUUID(),
        guard_id: onDuty.id,
        site_id: mill,
        started_at_ms: 1,
      })
      .execute();
    expect(codeOf(await admin('DELETE', `/secure/guards/${onDuty.id}`))).toEqual([409, 'hasHistory']);
    const reporter = await makeGuard(server.owner, tenant, { siteIds: [mill] });
    await makeIncident(server.owner, tenant, mill, { guard_id: reporter.id });
    expect(codeOf(await admin('DELETE', `/secure/guards/${reporter.id}`))).toEqual([409, 'hasHistory']);
    const inDanger = await makeGuard(server.owner, tenant, { siteIds: [mill] });
    await makeSos(server.owner, tenant, mill, { guard_id: inDanger.id });
    expect(codeOf(await admin('DELETE', `/secure/guards/${inDanger.id}`))).toEqual([409, 'hasHistory']);
  });
});
