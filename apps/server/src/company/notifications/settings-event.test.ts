// Open consoles hear that their tenant changed its settings, and that guards' phones were heard of or given an order,
// whichever server it came to.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { makeSite, makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { atFileEnd } from '../../testing/file-end.ts';
import { makeDevice } from '../../testing/make-device.ts';
import { sessionHeaders } from '../../testing/made-sessions.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openStream, type SentEvent } from '../../testing/event-stream.ts';
import { type LiveServer, startServer } from '../../testing/live-server.ts';

let store: TestDatabase;
let servers: [LiveServer, LiveServer];

beforeAll(async () => {
  store = await testDatabase();
  // Longer than a test may take: nothing is heard but what is signalled.
  const heartbeatMs = 3_600_000;
  servers = [await startServer(store, heartbeatMs), await startServer(store, heartbeatMs)];
  atFileEnd(async () => {
    for (const server of servers) await server.close();
  });
});

const versions = (events: readonly SentEvent[]) =>
  events.flatMap(({ name, data }) => (name === 'settings' ? [data.version] : []));

async function save(tenant: MadeTenant, headers: Record<string, string>, path: string, body: object) {
  const reply = await fetch(`${servers[0].url}/api/${tenant.slug}/secure/app-settings/${path}`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
}

async function read(tenant: MadeTenant, headers: Record<string, string>, path: string) {
  const reply = await fetch(`${servers[0].url}/api/${tenant.slug}/secure/app-settings/${path}`, { headers });
  return reply.json();
}

it('[MENU-05] [MNG-09] a switch of access, a logo and a setting reach the open consoles of that tenant at once, and no other', async () => {
  const [tenant, other] = [await makeTenant(store.owner), await makeTenant(store.owner)];
  const headersOf = async (of: MadeTenant, siteId?: string) => {
    const user = await makeUser(store.owner, of, siteId === undefined ? {} : { siteId });
    return sessionHeaders(store.owner, of, { userId: user.id });
  };
  const admin = await headersOf(tenant);
  const sub = await headersOf(tenant, await makeSite(store.owner, tenant));
  const follow = async (of: MadeTenant, headers: Record<string, string>) => {
    const stream = await openStream(`${servers[1].url}/api/${of.slug}/secure/events`, headers);
    await stream.until((events) => versions(events).length === 1);
    return stream;
  };
  const own = await follow(tenant, sub);
  const foreign = await follow(other, await headersOf(other));
  await save(tenant, admin, 'access', { version: 0, groups: [{ group: 'SHIFTS', actions: ['view'] }] });
  await own.until((events) => versions(events).includes(1));
  await save(tenant, admin, 'logo', { fileId: null });
  await own.until((events) => versions(events).includes(2));
  const { settings, version } = await read(tenant, admin, 'tenant');
  await save(tenant, admin, 'tenant', { settings: { ...settings, name: 'Renamed' }, version });
  await own.until((events) => versions(events).includes(3));
  expect(versions(own.events)).toEqual([0, 1, 2, 3]);
  expect(versions(foreign.events)).toEqual([0]);
  own.breakOff();
  foreign.breakOff();
});

it('[FIELD-01] a phone that says something, and one that is revoked, reach the consoles of that tenant, and no other', async () => {
  const [tenant, other] = [await makeTenant(store.owner), await makeTenant(store.owner)];
  const siteId = await makeSite(store.owner, tenant);
  const deviceId = await makeDevice(store.owner, tenant, siteId, {});
  const received = (events: readonly SentEvent[]) => events.filter(({ name }) => name === 'devices').length;
  const follow = async (of: MadeTenant) => {
    const headers = await sessionHeaders(store.owner, of, { userId: (await makeUser(store.owner, of)).id });
    const stream = await openStream(`${servers[1].url}/api/${of.slug}/secure/events`, headers);
    await stream.until((events) => received(events) === 1);
    return { stream, headers };
  };
  const [own, foreign] = [await follow(tenant), await follow(other)];
  const post = async (path: string, headers: Record<string, string>, body: object) => {
    const reply = await fetch(`${servers[0].url}/api/${tenant.slug}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(reply.status).toBe(200);
  };
  await post('/field/device', {}, { deviceId, waiting: 3 });
  await own.stream.until((events) => received(events) >= 2);
  await post(`/secure/devices/${deviceId}/orders`, own.headers, { order: 'revoke', version: 1 });
  await own.stream.until((events) => received(events) >= 3);
  // Of a phone that no one knows there is nothing to tell.
  await post('/field/device', {}, { deviceId: randomUUID(), waiting: 3 });
  expect(received(foreign.stream.events)).toBe(1);
  own.stream.breakOff();
  foreign.stream.breakOff();
});
