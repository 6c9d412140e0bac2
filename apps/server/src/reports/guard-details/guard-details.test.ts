import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { roundStatus } from '@watchpost/domain/round-status';
import {
  type MadeTenant,
  makeCheckpoint,
  makeGuard,
  makeRound,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const hour = 3_600_000;
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let sub: Caller;
let mill: string;
let yard: string;
let guardId: string;
let flagged: string;

const details = async (caller: Caller) => (await caller('GET', `/secure/guards/${guardId}/details`)).json();

async function addScan(roundId: string, checkpointId: string, atMs: number, flags: string[]): Promise<void> {
  await server.owner
    .insertInto('scans')
    .values({
      tenant_id: tenant.id,
      id: randomUUID(),
      round_id: roundId,
      checkpoint_id: checkpointId,
      guard_id: guardId,
      device_id: randomUUID(),
      device_at_ms: atMs,
      received_at_ms: atMs,
      latitude: null,
      longitude: null,
      accuracy_metres: null,
      distance_metres: null,
      clock_skew_ms: 0,
      method: 'qr',
      flags,
      body_hash: Buffer.alloc(32),
    })
    .execute();
}

async function addShift(values: { readonly name: string; activated?: boolean; deleted_at?: Date }) {
  const id = randomUUID();
  const hours = { weekdays: [1, 7], from_minute: 1_320, to_minute: 360 };
  await server.owner
    .insertInto('shifts')
    .values({ tenant_id: tenant.id, id, site_id: mill, ...hours, ...values })
    .execute();
  await server.owner
    .insertInto('shift_guards')
    .values({ tenant_id: tenant.id, shift_id: id, guard_id: guardId })
    .execute();
}

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  mill = await makeSite(server.owner, tenant, { name: 'Mill' });
  yard = await makeSite(server.owner, tenant, { name: 'Yard' });
  sub = await browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId: mill })).id);
  guardId = (await makeGuard(server.owner, tenant, { siteIds: [mill, yard] })).id;
  const checkpoints = [
    await makeCheckpoint(server.owner, tenant, mill),
    await makeCheckpoint(server.owner, tenant, mill),
  ];
  const { versionId } = await makeRoute(server.owner, tenant, mill, checkpoints);
  const now = Date.now();
  const round = { guard_id: guardId, route_version_id: versionId };
  flagged = await makeRound(server.owner, tenant, { ...round, site_id: mill, started_at_ms: now - hour });
  await makeRound(server.owner, tenant, {
    ...round,
    site_id: yard,
    started_at_ms: now - 2 * hour,
    status_code: roundStatus.incompleted,
  });
  await makeRound(server.owner, tenant, { ...round, site_id: mill, started_at_ms: now - 40 * 24 * hour });
  const [first, second] = checkpoints;
  // Two seconds apart, the later one first on a route of fixed order.
  await addScan(flagged, second?.checkpointId ?? '', now - hour, ['noPosition']);
  await addScan(flagged, first?.checkpointId ?? '', now - hour + 2_000, ['noPosition', 'typedCode']);
  await server.owner
    .insertInto('duty_sessions')
    .values({
      tenant_id: tenant.id,
      id: randomUUID(),
      guard_id: guardId,
      site_id: yard,
      started_at_ms: now - hour,
    })
    .execute();
  await addShift({ name: 'Night' });
  await addShift({ name: 'Switched off', activated: false });
  await addShift({ name: 'Deleted', activated: false, deleted_at: new Date() });
});

describe("a guard's details", () => {
  it('[MNG-01] tell of duty, rounds of the last days and the shifts that go on', async () => {
    const { guard, duty, rounds, shifts, incidents } = await details(admin);
    expect(guard.id).toBe(guardId);
    expect(duty).toMatchObject({ siteName: 'Yard', endedAtMs: null });
    expect(rounds.list.map(({ siteName }: { siteName: string }) => siteName)).toEqual(['Mill', 'Yard']);
    expect(shifts).toMatchObject([{ name: 'Night', siteName: 'Mill', fromMinute: 1_320, weekdays: [1, 7] }]);
    expect(incidents).toEqual([]);
  });

  it('[FIELD-03] count doubts by kind with the rounds behind them, those between scans among them', async () => {
    const { rounds } = await details(admin);
    const roundIds = [flagged];
    expect(rounds.doubts).toEqual([
      { flag: 'noPosition', scans: 2, roundIds },
      { flag: 'typedCode', scans: 1, roundIds },
      { flag: 'outOfOrder', scans: 1, roundIds },
      { flag: 'burst', scans: 1, roundIds },
    ]);
  });

  it('tell a sub admin of the own site alone, and nothing that the role may not see', async () => {
    const { guard, duty, rounds, shifts, incidents } = await details(sub);
    expect(guard.sites.map(({ name }: { name: string }) => name)).toEqual(['Mill']);
    expect(duty).toBe(null);
    expect(rounds.list.map(({ id }: { id: string }) => id)).toEqual([flagged]);
    expect([shifts, incidents]).toEqual([null, null]);
  });
});
