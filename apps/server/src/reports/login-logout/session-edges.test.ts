// Where a duty session and a day of the report begin and end, to the millisecond.
import { randomUUID } from 'node:crypto';
import type { DutySessionDetails } from '@watchpost/contract/login-logout';
import { beforeAll, expect, it } from 'vitest';
import { closeForgottenDuties } from '../../patrol/duties/close-forgotten.queries.ts';
import {
  makeDuty,
  makeGuard,
  makeRound,
  makeSite,
  makeTenant,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOfNew, deviceOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { hour, list, path, start } from './login-logout.testing.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let site_id: string;
let guard_id: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOfNew(server, tenant);
  site_id = await makeSite(server.owner, tenant);
  guard_id = (await makeGuard(server.owner, tenant)).id;
});

const duty = (started_at_ms: number, ended_at_ms: number | null) =>
  makeDuty(server.owner, tenant, { guard_id, site_id, started_at_ms, ended_at_ms });
const details = async (id: string): Promise<DutySessionDetails> =>
  (await admin('GET', `${path}/${id}`)).json();

it('[LOGIO-01] [LOGIO-03] the rounds of a session are those started from its login to its logout, oldest first', async () => {
  const dutyId = await duty(start, start + 8 * hour);
  const times = [start + 8 * hour + 1, start + 8 * hour, start + hour, start, start - 1];
  const ids = [];
  for (const [index, started_at_ms] of times.entries()) {
    // In the order of ids they stand the other way round.
    const id = `0000000${index}${randomUUID().slice(8)}`;
    const counts = { total_check_points: 3, scanned_check_points: 2, id };
    ids.push(await makeRound(server.owner, tenant, { guard_id, site_id, started_at_ms, ...counts }));
  }
  const { session, rounds } = await details(dutyId);
  expect(rounds.map((round) => round.id)).toEqual(ids.slice(1, 4).toReversed());
  const counted = { rounds: 3, scannedCheckPoints: 6, totalCheckPoints: 9, scannedStartTime: start };
  expect(session).toMatchObject(counted);
  expect((await list(admin)).data.find((row) => row.id === dutyId)).toMatchObject(counted);
});

it('[LOGIO-01] a day holds the sessions that began in it, from its first millisecond to its last', async () => {
  const [midnight, nextMidnight] = [Date.UTC(2026, 2, 4), Date.UTC(2026, 2, 5)];
  const ids = [];
  for (const atMs of [midnight - 1, midnight, nextMidnight - 1, nextMidnight]) {
    ids.push(await duty(atMs, atMs + 1));
  }
  const { count, data } = await list(admin, { from: '2026-03-04', to: '2026-03-04' });
  expect([count, data.map((row) => row.id)]).toEqual([2, [ids[2], ids[1]]]);
});

it('[LOGIO-03] a session that the system closed says after how many hours without a sign it did', async () => {
  const config = { tenant_id: tenant.id, config_key: 'dutyLimitHours', config_value: '9' };
  await server.owner.insertInto('tenant_config').values(config).execute();
  const started = start + 100 * hour;
  const id = await duty(started, null);
  expect(await details(id)).toMatchObject({ closedBySystemAtMs: null, closedAfterHours: null });
  const nowMs = started + 20 * hour;
  await closeForgottenDuties(server.database.forTenant(tenant.id), tenant.id, 'open', nowMs);
  expect(await details(id)).toMatchObject({
    session: { status: 'closedBySystem', logoutTime: started + 9 * hour },
    closedBySystemAtMs: nowMs,
    closedAfterHours: 9,
  });
});

it('[TRUTH-04] a login or logout that arrived after the tenant’s threshold says so, and when', async () => {
  const worker = await makeGuard(server.owner, tenant, { siteIds: [site_id] });
  const device = await deviceOf(server, tenant, worker.id);
  const send = async (event: object) => {
    const body = { sentAtMs: Date.now(), event };
    expect((await device('POST', '/field/event', { body })).statusCode).toBe(200);
  };
  const dutyId = randomUUID();
  const startedAtMs = Date.now() - 20 * hour;
  await send({ kind: 'dutyStarted', id: dutyId, siteId: site_id, deviceAtMs: startedAtMs });
  await send({ kind: 'dutyEnded', id: randomUUID(), dutyId, deviceAtMs: startedAtMs + 8 * hour });
  const { loginReceivedAtMs, ...late } = await details(dutyId);
  expect([late.isLoginSentLate, late.isLogoutSentLate]).toEqual([true, false]);
  expect(Date.now() - (loginReceivedAtMs ?? 0)).toBeLessThan(hour);
});
