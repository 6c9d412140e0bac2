import { randomUUID } from 'node:crypto';
import type { CheckpointDetails } from '@watchpost/contract/checkpoints';
import { checkpointHistoryDays } from '@watchpost/domain/checkpoints';
import { addDays, calendarDate, startOfDayMs } from '@watchpost/domain/time-zone';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type MadeTenant,
  makeCheckpoint,
  makeGuard,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const hourMs = 3_600_000;
const zone = 'America/New_York';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;
let guardId: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  siteId = await makeSite(server.owner, tenant, { time_zone: zone });
  guardId = (await makeGuard(server.owner, tenant, { siteIds: [siteId], first_name: 'Ravi' })).id;
});

const old = { created_at: new Date(Date.now() - 400 * 24 * hourMs) };
const make = async () => (await makeCheckpoint(server.owner, tenant, siteId, old)).checkpointId;

async function scan(checkpointId: string, atMs: number, flags: string[] = []): Promise<void> {
  const ids = { tenant_id: tenant.id, id: randomUUID(), round_id: randomUUID(), checkpoint_id: checkpointId };
  const by = { guard_id: guardId, device_id: randomUUID(), method: 'qr', body_hash: Buffer.alloc(1) };
  const times = { device_at_ms: atMs, received_at_ms: atMs, clock_skew_ms: 0 };
  await server.owner
    .insertInto('scans')
    .values({ ...ids, ...by, ...times, flags })
    .execute();
}

async function details(id: string, caller = admin): Promise<CheckpointDetails> {
  const reply = await caller('GET', `/secure/checkpoints/${id}/details`);
  expect(reply.statusCode).toBe(200);
  return reply.json();
}

describe('the page of a checkpoint', () => {
  it("[MNG-04] counts the scans of each of the site's days, and no others", async () => {
    const id = await make();
    const nowMs = Date.now();
    const today = calendarDate(nowMs, zone);
    const firstDay = addDays(today, 1 - checkpointHistoryDays);
    const firstMs = startOfDayMs(firstDay, zone);
    const yesterday = addDays(today, -1);
    const midnightMs = startOfDayMs(today, zone);
    await scan(id, firstMs - 1);
    await scan(id, firstMs);
    await scan(id, midnightMs - 1, ['outsideRadius']);
    await scan(id, midnightMs - 2);
    await scan(id, midnightMs);
    await scan(id, nowMs + hourMs);
    await scan(await make(), midnightMs);
    const { history } = await details(id);
    expect(history).toMatchObject({ fromMs: firstMs, scans: 4, flagged: 1 });
    expect(history?.days).toHaveLength(checkpointHistoryDays);
    const counted = history?.days.filter(({ scans }) => scans > 0);
    expect(counted).toEqual([
      { day: firstDay, scans: 1 },
      { day: yesterday, scans: 2 },
      { day: today, scans: 1 },
    ]);
    expect(history?.last.map(({ deviceAtMs }) => deviceAtMs)).toEqual([
      midnightMs,
      midnightMs - 1,
      midnightMs - 2,
      firstMs,
    ]);
    expect(history?.last[1]).toMatchObject({
      guardName: 'Ravi Patil',
      method: 'qr',
      flags: ['outsideRadius'],
    });
  });

  it('[MNG-04] tells the longest times without a scan, the last of which reaches to now', async () => {
    const id = await make();
    const nowMs = Date.now();
    const [early, late] = [nowMs - 10 * 24 * hourMs, nowMs - 3 * 24 * hourMs];
    await scan(id, early);
    await scan(id, late);
    const { history } = await details(id);
    const [first, second, third, ...more] = history?.gaps ?? [];
    expect(more).toEqual([]);
    expect(first).toEqual({ fromMs: history?.fromMs, toMs: early });
    expect(second).toEqual({ fromMs: early, toMs: late });
    expect([third?.fromMs, third?.toMs]).toEqual([late, history?.toMs]);
    // A new checkpoint has no gap from before it was there.
    const fresh = (await makeCheckpoint(server.owner, tenant, siteId)).checkpointId;
    const [only] = (await details(fresh)).history?.gaps ?? [];
    expect(only?.fromMs).toBeGreaterThan(nowMs - hourMs);
  });

  it('[MNG-04] has the longest of them first, whenever they were, and of equal ones the earlier', async () => {
    const id = await make();
    const startMs = Date.now() - 20 * 24 * hourMs;
    // Hours between each scan and the next; what lies before and after them is longer.
    const hours = [2, 5, 3, 5, 2, 9, 1, 3, 2, 1, 1];
    let atMs = startMs;
    const begins = [startMs];
    for (const each of hours) begins.push((atMs += each * hourMs));
    for (const begin of begins.toReversed()) await scan(id, begin);
    const { history } = await details(id);
    const between = (place: number) => ({ fromMs: begins[place], toMs: begins[place + 1] });
    expect(history?.gaps).toEqual([
      { fromMs: atMs, toMs: history?.toMs },
      { fromMs: history?.fromMs, toMs: startMs },
      ...[5, 1, 3, 2, 7, 0, 4, 8].map(between),
    ]);
  });

  it('[MNG-04] shows the valid code alone, and of the retired ones when they were', async () => {
    const id = await make();
    const bodies = { ids: [id] };
    await admin('POST', '/secure/checkpoints/codes', { body: bodies });
    await admin('POST', '/secure/checkpoints/codes', { body: bodies });
    const { codes } = await details(id);
    expect(codes).toMatchObject([
      { serial: 2, text: expect.stringMatching(/^WP1/), isSigned: true, retiredAtMs: null },
      { serial: 1, text: null, isSigned: true, retiredAtMs: codes[0]?.issuedAtMs },
    ]);
    const other = await make();
    const row = { tenant_id: tenant.id, id: randomUUID(), checkpoint_id: other, code: 'gate/1' };
    await server.owner.insertInto('qr_codes').values(row).execute();
    expect((await details(other)).codes).toMatchObject([{ serial: 1, text: 'gate/1', isSigned: false }]);
  });

  it('[MNG-04] names the routes past it', async () => {
    const id = await make();
    const stops = [{ checkpointId: id, expectedMinutes: 0 }];
    const body = { siteId, name: 'Past', isFixedOrder: true, stops };
    const routeId = (await admin('POST', '/secure/patrol-routes', { body })).json().id;
    expect((await details(id)).routes).toEqual([{ id: routeId, name: 'Past', activated: true }]);
    await admin('DELETE', `/secure/patrol-routes/${routeId}`);
    expect((await details(id)).routes).toEqual([]);
  });

  it('[MENU-05] shows a sub admin no more than the rights reach, and nothing of another site', async () => {
    const id = await make();
    const access = JSON.stringify({ CHECKPOINTS: ['view'] });
    await server.owner
      .insertInto('tenant_settings')
      .values({ tenant_id: tenant.id, sub_admin_access: access })
      .execute();
    const own = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId })).id);
    expect(await details(id, own)).toMatchObject({ checkpoint: { id }, routes: null });
    const elsewhere = await makeSite(server.owner, tenant);
    const sub = await browserOf(
      server,
      tenant,
      (await makeUser(server.owner, tenant, { siteId: elsewhere })).id,
    );
    const stranger = await makeTenant(server.owner);
    const other = await browserOf(server, stranger, (await makeUser(server.owner, stranger)).id);
    for (const caller of [sub, other])
      expect((await caller('GET', `/secure/checkpoints/${id}/details`)).statusCode).toBe(404);
  });
});
