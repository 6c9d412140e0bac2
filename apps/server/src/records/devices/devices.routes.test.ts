import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type MadeTenant,
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
  testPassword,
} from '../../testing/factories.ts';
import { makeDevice } from '../../testing/make-device.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, type Caller, fieldDevice, testApp, type TestApp } from '../../testing/test-app.ts';
import { callAndReport, marksOf } from './calls.testing.ts';

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;
let otherSiteId: string;
let versionId: string;
let admin: Caller;
let subAdmin: Caller;

beforeAll(async () => {
  server = await testApp();
  const { owner } = server;
  tenant = await makeTenant(owner);
  siteId = await makeSite(owner, tenant, { name: 'River Depot' });
  otherSiteId = await makeSite(owner, tenant, { name: 'Hill Store' });
  const checkpoint = await makeCheckpoint(owner, tenant, siteId);
  ({ versionId } = await makeRoute(owner, tenant, siteId, [checkpoint]));
  const sub_admin_access = JSON.stringify({ DEVICES: ['view', 'edit'] });
  await owner.insertInto('tenant_settings').values({ tenant_id: tenant.id, sub_admin_access }).execute();
  admin = await browserOf(server, tenant, (await makeUser(owner, tenant)).id);
  subAdmin = await browserOf(server, tenant, (await makeUser(owner, tenant, { siteId })).id);
});

const make = (values: Parameters<typeof makeDevice>[3] = {}, site = siteId) =>
  makeDevice(server.owner, tenant, site, values);
const list = async (query: Record<string, string> = {}, by = admin) =>
  (await by('GET', '/secure/devices', { query: { limit: '100', ...query } })).json();
const idsOf = async (query: Record<string, string>, by = admin): Promise<string[]> =>
  (await list(query, by)).data.map(({ id }: { id: string }) => id);
const read = async (id: string, by = admin) =>
  (await list({}, by)).data.find((row: { id: string }) => row.id === id);
const order = (id: string, wanted: string, version = 1, by = admin) =>
  by('POST', `/secure/devices/${id}/orders`, { body: { order: wanted, version } });
const tell = (deviceId: string, more: object = {}, to = tenant) =>
  anyone(server.app, to)('POST', '/field/device', { body: { deviceId, waiting: 0, ...more } });
const wordFor = async (deviceId: string, more: object = {}) => (await tell(deviceId, more)).json().word;
const codeOf = (reply: { json: () => { general: { code: string }[] } }) => reply.json().general[0]?.code;

async function guardWithPhone() {
  const guard = await makeGuard(server.owner, tenant, { siteIds: [siteId] });
  const deviceId = randomUUID();
  const phone = await fieldDevice(server.app, tenant, guard.employeeId, deviceId);
  const signIn = () =>
    anyone(server.app, tenant)('POST', '/field/signin', {
      body: { employeeId: guard.employeeId, secret: testPassword, deviceId },
    });
  return { guard, deviceId, phone, signIn };
}

const duty = () => ({ kind: 'dutyStarted', id: randomUUID(), siteId, deviceAtMs: Date.now() });
const send = (phone: Caller, ...events: object[]) =>
  phone('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });

describe('a phone', () => {
  it('[FIELD-01] shows after a guard signed in with it: who, where, when and what it said', async () => {
    const { guard, deviceId, phone } = await guardWithPhone();
    expect(await wordFor(deviceId, { waiting: 3, appVersion: 'B7xk_a' })).toBe('goOn');
    await send(phone, duty());
    const row = await read(deviceId);
    expect(row).toMatchObject({
      name: '',
      status: 'active',
      statusSinceMs: null,
      guards: [{ id: guard.id, employeeId: guard.employeeId }],
      sites: [{ id: siteId, name: 'River Depot' }],
      appVersion: 'B7xk_a',
      waiting: 3,
      hasKey: false,
      wipedAtMs: null,
      lostRecords: null,
    });
    expect(Date.now() - row.lastSeenMs).toBeLessThan(60_000);
    expect(row.waitingToldMs).toBeGreaterThanOrEqual(row.firstSeenMs);
  });

  it('is found by name, browser, guard, site and status, and sorted', async () => {
    const guard = await makeGuard(server.owner, tenant, { siteIds: [otherSiteId], first_name: 'Quentin' });
    const agent = 'Mozilla/5.0 (Linux; Android 13; Pixel 7) Chrome/120.0';
    const one = await make({ name: 'Torch 12', agent, guardIds: [guard.id], waiting: 9, last_seen_ms: 5 });
    const two = await make({ name: 'Torch 13', waiting: 2, last_seen_ms: 9, status: 'revoked' });
    expect(await idsOf({ searchText: 'TORCH' })).toEqual([two, one]);
    expect(await idsOf({ searchText: 'pixel 7' })).toEqual([one]);
    expect(await idsOf({ searchText: 'quentin' })).toEqual([one]);
    expect(await idsOf({ searchText: 'torch', status: 'revoked' })).toEqual([two]);
    expect(await idsOf({ searchText: 'torch', site: otherSiteId })).toEqual([one]);
    expect(await idsOf({ guard: guard.id })).toEqual([one]);
    expect(await idsOf({ searchText: 'torch', sortColumn: 'waiting', sortType: 'desc' })).toEqual([one, two]);
    expect(await list({ searchText: 'torch', limit: '1', offset: '1' })).toMatchObject({
      count: 2,
      data: [{ id: one }],
    });
  });

  it('can be named once, by a person who saw its last name', async () => {
    const id = await make();
    const rename = (name: string, version: number) =>
      admin('PUT', `/secure/devices/${id}`, { body: { name, version } });
    expect((await rename(' Gate phone ', 1)).json()).toEqual({ id, version: 2 });
    expect(codeOf(await rename('Other', 1))).toBe('editedMeanwhile');
    expect((await rename('x'.repeat(61), 2)).statusCode).toBe(400);
    expect(await read(id)).toMatchObject({ name: 'Gate phone', version: 2 });
  });
});

describe('a revoked phone', () => {
  it('[FIELD-01] is out at once and told why; nothing of it is refused for good, and it signs in again when allowed', async () => {
    const { deviceId, phone, signIn } = await guardWithPhone();
    const start = duty();
    expect((await order(deviceId, 'revoke')).json()).toEqual({ id: deviceId, version: 2 });
    for (const reply of [await phone('GET', '/field/plan'), await send(phone, start), await signIn()]) {
      expect([reply.statusCode, codeOf(reply)]).toEqual([403, 'deviceRevoked']);
    }
    expect(await wordFor(deviceId, { waiting: 1 })).toBe('stop');
    expect(await read(deviceId)).toMatchObject({ status: 'revoked', waiting: 1 });

    expect((await order(deviceId, 'allow', 2)).statusCode).toBe(200);
    expect(await wordFor(deviceId, { waiting: 1 })).toBe('goOn');
    // The old session stays ended.
    expect(codeOf(await send(phone, start))).toBe('sessionEnded');
    const { accessToken } = (await signIn()).json();
    const again = anyone(server.app, tenant, { authorization: `Bearer ${accessToken}` });
    expect((await send(again, start)).json().accepted).toMatchObject([{ id: start.id }]);
  });

  it('says nothing of it to anyone who does not know the secret', async () => {
    const { guard, deviceId } = await guardWithPhone();
    await order(deviceId, 'revoke');
    const reply = await anyone(server.app, tenant)('POST', '/field/signin', {
      body: { employeeId: guard.employeeId, secret: 'Wrong-pass-1', deviceId },
    });
    expect(codeOf(reply)).toBe('fieldSignInFailed');
  });

  it('is revoked by one of two admins at once, and follows no order twice', async () => {
    const id = await make();
    const replies = await Promise.all([order(id, 'revoke'), order(id, 'wipe')]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const { version, status } = await read(id);
    expect(version).toBe(2);
    expect(codeOf(await order(id, status === 'revoked' ? 'revoke' : 'wipe', 2))).toBe('deviceNotSo');
    expect(codeOf(await order(id, 'allow', 1))).toBe('editedMeanwhile');
  });
});

describe('a lost phone', () => {
  it('[FIELD-02] hands over what it holds, flagged, reads nothing, clears itself and says so once', async () => {
    const { deviceId, phone, signIn } = await guardWithPhone();
    const before = await callAndReport(phone, siteId);
    await order(deviceId, 'wipe');
    expect(await wordFor(deviceId, { waiting: 2 })).toBe('clear');
    expect(codeOf(await phone('GET', '/field/plan'))).toBe('deviceCleared');
    expect(codeOf(await signIn())).toBe('deviceCleared');
    const deviceAtMs = Date.now();
    const round = { kind: 'roundStarted', id: randomUUID(), routeVersionId: versionId, deviceAtMs };
    const [checkpoint] = await server.owner
      .selectFrom('checkpoints')
      .select('id')
      .where('tenant_id', '=', tenant.id)
      .execute();
    const scan = {
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId: round.id,
      checkpointId: checkpoint?.id,
      deviceAtMs: Date.now(),
      method: 'qr',
      position: null,
    };
    const { accepted, refused } = (await send(phone, round, scan)).json();
    expect(refused).toEqual([]);
    expect(accepted.find(({ id }: { id: string }) => id === scan.id).flags).toContain('lostPhone');
    const after = await callAndReport(phone, siteId);
    expect([await marksOf(admin, before), await marksOf(admin, after)]).toEqual([
      [false, false, false],
      [true, true, true],
    ]);

    expect(await wordFor(deviceId, { cleared: { lost: 1 } })).toBe('stop');
    const row = await read(deviceId);
    expect(row).toMatchObject({ status: 'wiped', lostRecords: 1, waiting: 0, hasKey: false });
    expect(row.wipedAtMs).toBe(row.statusSinceMs);
    expect(await wordFor(deviceId, { cleared: { lost: 7 } })).toBe('stop');
    expect(await read(deviceId)).toMatchObject({ lostRecords: 1, version: row.version });
    expect(codeOf(await signIn())).toBe('deviceCleared');
    expect((await send(phone, duty())).statusCode).toBe(401);

    expect((await order(deviceId, 'allow', row.version)).statusCode).toBe(200);
    expect((await signIn()).statusCode).toBe(200);
  });

  it.each([[['revoke', 'wipe']], [['wipe']]])(
    'after %j hands over, and is spared when it is allowed before it was heard of; its session has ended',
    async (orders) => {
      const { deviceId, phone } = await guardWithPhone();
      for (const [at, wanted] of orders.entries()) await order(deviceId, wanted, at + 1);
      const start = duty();
      expect((await send(phone, start)).json().accepted).toMatchObject([{ id: start.id }]);
      await order(deviceId, 'allow', orders.length + 1);
      expect(await wordFor(deviceId)).toBe('goOn');
      expect(codeOf(await send(phone, duty()))).toBe('sessionEnded');
    },
  );

  it('cannot be told to have cleared itself unless it was asked to', async () => {
    const id = await make();
    expect(await wordFor(id, { cleared: { lost: 0 } })).toBe('goOn');
    expect(await read(id)).toMatchObject({ status: 'active', wipedAtMs: null });
    expect(await wordFor(randomUUID(), { cleared: { lost: 0 } })).toBe('goOn');
  });

  it('leaves every step in the audit log, its own one too', async () => {
    const id = await make({ name: 'Phone 7' });
    await admin('PUT', `/secure/devices/${id}`, { body: { name: 'Phone 8', version: 1 } });
    await order(id, 'revoke', 2);
    await order(id, 'wipe', 3);
    await tell(id, { cleared: { lost: 2 } });
    await order(id, 'allow', 5);
    const entries = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'subject_label', 'after'])
      .where('tenant_id', '=', tenant.id)
      .where('subject_id', '=', id)
      .orderBy('at_ms')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action, actor_id }) => [action, actor_id !== null])).toEqual([
      ['device.renamed', true],
      ['device.revoked', true],
      ['device.wipeAsked', true],
      ['device.wiped', false],
      ['device.allowed', true],
    ]);
    expect(entries[3]).toMatchObject({
      subject_label: 'Phone 8',
      after: { status: 'wiped', lostRecords: 2 },
    });
  });
});

describe('whose phones they are', () => {
  it('a sub admin has those that guards of the own site use, and sees those guards alone', async () => {
    const own = await makeGuard(server.owner, tenant, { siteIds: [siteId, otherSiteId] });
    const foreign = await makeGuard(server.owner, tenant, { siteIds: [otherSiteId], first_name: 'Zubin' });
    const shared = await make({ guardIds: [own.id, foreign.id] });
    const elsewhere = await make({ guardIds: [foreign.id] });
    const seen = await read(shared, subAdmin);
    expect(seen.guards.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect(seen.sites.map(({ id }: { id: string }) => id)).toEqual([siteId]);
    expect(await read(elsewhere, subAdmin)).toBeUndefined();
    const hidden: Record<string, string>[] = [{ guard: foreign.id }, { searchText: 'zubin' }];
    for (const query of [...hidden, { site: otherSiteId }]) expect(await idsOf(query, subAdmin)).toEqual([]);
    expect(codeOf(await order(elsewhere, 'revoke', 1, subAdmin))).toBe('notFound');
    const rename = { body: { name: 'Mine', version: 1 } };
    expect(codeOf(await subAdmin('PUT', `/secure/devices/${elsewhere}`, rename))).toBe('notFound');
    expect((await order(shared, 'revoke', 1, subAdmin)).statusCode).toBe(200);
  });

  it('stay invisible to another tenant, and so do their events', async () => {
    const stranger = await makeTenant(server.owner);
    const outsider = await browserOf(server, stranger, (await makeUser(server.owner, stranger)).id);
    const id = await make();
    await order(id, 'wipe');
    expect((await list({}, outsider)).count).toBe(0);
    expect(codeOf(await order(id, 'allow', 2, outsider))).toBe('notFound');
    expect((await tell(id, { cleared: { lost: 0 } }, stranger)).json().word).toBe('goOn');
    expect(await read(id)).toMatchObject({ status: 'wipeAsked' });
  });
});
