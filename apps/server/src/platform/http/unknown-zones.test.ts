// Zones that browsers name and this server does not know: no fault of who asks.
import { beforeAll, describe, expect, it } from 'vitest';
import { makeGuard, makeRound, makeSite, makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { type Caller, fieldDevice, testApp, type TestApp } from '../../testing/test-app.ts';

const names = [
  'Etc/Unknown',
  '',
  'Mars/Olympus',
  'America/Not_Yet_Named',
  '+05:30',
  'Asia/Kolkata, UTC',
  '\u00e9',
  'x'.repeat(5_000),
];

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  const zone = { tenant_id: tenant.id, config_key: 'timeZone', config_value: 'Asia/Tokyo' };
  await server.owner.insertInto('tenant_config').values(zone).execute();
  admin = await browserOfNew(server, tenant);
});

const paths = [
  '/secure/sites',
  '/secure/guards',
  '/secure/checkpoints',
  '/secure/shifts',
  '/secure/incidents',
  '/secure/patrol-routes',
  '/secure/patrol-tours',
  '/secure/devices',
  '/secure/list-preferences/sites',
  '/secure/notification/list',
  '/secure/notification/unreadcount',
  '/secure/dashboard?range=last7Days',
  '/secure/scanned-checkpoints',
  '/secure/user-metadata',
];

describe.each(names)('a browser whose zone is called %j', (timezone) => {
  it.each(paths)(
    '[INPUT-01] is answered at %s by the zone of the company, which the reply names',
    async (path) => {
      const reply = await admin('GET', path, { headers: { timezone } });
      expect([reply.statusCode, reply.headers['x-zone-used']]).toEqual([200, 'Asia/Tokyo']);
    },
  );

  it('[INPUT-01] on a phone of a guard is answered too', async () => {
    const guard = await makeGuard(server.owner, tenant);
    const phone = await fieldDevice(server.app, tenant, guard.employeeId);
    expect((await phone('GET', '/field/plan', { headers: { timezone } })).statusCode).toBe(200);
  });
});

it('[INPUT-01] days are those of the zone that is named in the reply', async () => {
  const siteId = await makeSite(server.owner, tenant);
  const guard = await makeGuard(server.owner, tenant);
  // 00:30 of 2 March in Tokyo, still 1 March in UTC.
  const startedAtMs = Date.parse('2026-03-01T15:30:00Z');
  await makeRound(server.owner, tenant, {
    site_id: siteId,
    guard_id: guard.id,
    started_at_ms: startedAtMs,
  });
  const countOf = async (day: string, timezone: string) => {
    const query = { from: day, to: day };
    return (await admin('GET', '/secure/scanned-checkpoints', { query, headers: { timezone } })).json().count;
  };
  const counts = [await countOf('2026-03-02', 'Etc/Unknown'), await countOf('2026-03-02', 'UTC')];
  expect(counts).toEqual([1, 0]);
});

it('[INPUT-01] a company that has chosen no zone, or one that no server knows, is answered as well', async () => {
  const other = await makeTenant(server.owner);
  const caller = await browserOfNew(server, other);
  const usedOf = async () =>
    (await caller('GET', '/secure/sites', { headers: { timezone: 'Etc/Unknown' } })).headers['x-zone-used'];
  expect(await usedOf()).toBe('Asia/Kolkata');
  const zone = { tenant_id: other.id, config_key: 'timeZone', config_value: 'Mars/Olympus' };
  await server.owner.insertInto('tenant_config').values(zone).execute();
  expect(await usedOf()).toBe('UTC');
});

it('[API-01] a zone that the server knows is gone by, and none is named in the reply', async () => {
  const reply = await admin('GET', '/secure/sites', { headers: { timezone: 'America/Lima' } });
  expect([reply.statusCode, reply.headers['x-zone-used']]).toEqual([200, undefined]);
});
