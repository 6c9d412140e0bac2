// What the dashboard says of the field is what the live board says, of all and of each site.
import { getDashboard } from '@watchpost/contract/dashboard';
import { getLiveBoard, type LiveBoard } from '@watchpost/contract/live-board';
import { roundStatus } from '@watchpost/domain/round-status';
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeDuty,
  makeGuard,
  makeRound,
  makeRoute,
  makeSite,
  makeTenant,
  type MadeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { makeDueRound } from '../../testing/make-tour.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { fieldCountsOf } from './field-counts.ts';

const minuteMs = 60_000;
const ago = (minutes: number) => Date.now() - minutes * minuteMs;

let server: TestApp;
let tenant: MadeTenant;
let sites: readonly string[];
beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  sites = [await makeSite(server.owner, tenant), await makeSite(server.owner, tenant)];
  for (const site of sites) await fill(site);
  const [first = ''] = sites;
  await walk(first, 200, 200);
  await call(first);
});

/** One of each that is marked, and one of each that is not. */
async function fill(site: string): Promise<void> {
  await walk(site, 125, 119);
  await walk(site, 180, 121);
  // A forgotten logout, and a round that was never ended.
  await walk(site, 25 * 60, 25 * 60);
  await call(site);
  await call(site, Date.now());
  for (const minutes of [14, 16, 26])
    await makeDueRound(server.owner, tenant, site, { dueAtMs: ago(minutes) });
}

/** A guard on duty and on a round of five minutes, of which something was heard last so many minutes ago. */
async function walk(site_id: string, sinceMinutes: number, heardMinutes: number): Promise<void> {
  const { owner } = server;
  const { id: guard_id } = await makeGuard(owner, tenant, { siteIds: [site_id] });
  const gate = await makeCheckpoint(owner, tenant, site_id);
  const { routeId, versionId } = await makeRoute(owner, tenant, site_id, [gate]);
  const stop = { route_id: routeId, position: 1, checkpoint_id: gate.checkpointId, expected_minutes: 5 };
  if (heardMinutes !== 119)
    await owner
      .insertInto('patrol_route_checkpoints')
      .values({ tenant_id: tenant.id, ...stop })
      .execute();
  await makeDuty(owner, tenant, { guard_id, site_id, started_at_ms: ago(sinceMinutes) });
  const round_id = await makeRound(owner, tenant, {
    site_id,
    guard_id,
    route_version_id: versionId,
    started_at_ms: ago(sinceMinutes),
    status_code: roundStatus.inProgress,
  });
  const sign = { at_ms: ago(heardMinutes), round_id, round_at_ms: ago(heardMinutes) };
  await owner
    .insertInto('guard_signs')
    .values({ tenant_id: tenant.id, guard_id, ...sign })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'guard_id']).doUpdateSet(sign))
    .execute();
}

async function call(site_id: string, resolved_at_ms: number | null = null): Promise<void> {
  const { id: guard_id } = await makeGuard(server.owner, tenant, { siteIds: [site_id] });
  const atMs = Date.now();
  await server.owner
    .insertInto('sos_calls')
    .values({
      tenant_id: tenant.id,
      id: randomUUID(),
      guard_id,
      device_id: randomUUID(),
      site_id,
      device_at_ms: atMs,
      received_at_ms: atMs,
      clock_skew_ms: 0,
      body_hash: '',
      resolved_at_ms,
    })
    .execute();
}

async function both(caller: Caller, site?: string) {
  const query: Record<string, string> = site === undefined ? {} : { site };
  const { field } = (
    await caller('GET', getDashboard.path, { query: { range: 'lastHour', ...query } })
  ).json();
  const board: LiveBoard = (await caller('GET', getLiveBoard.path, { query })).json();
  const { sos, guards, rounds, lateStarts } = board;
  const marked = {
    sos: sos.count,
    silent: guards?.silent ?? null,
    late: rounds?.late ?? null,
    lateStarts: lateStarts?.count ?? null,
  };
  return [field, marked];
}

const caller = async (siteId?: string) => {
  const user = await makeUser(server.owner, tenant, siteId === undefined ? {} : { siteId });
  return browserOf(server, tenant, user.id);
};

it('[DASH-02] [DASH-03] calls for help, silent guards and late rounds are those of the live board, of all and of a site', async () => {
  const admin = await caller();
  const [first, second] = sites;
  const all = { sos: 3, silent: 3, late: 3, lateStarts: 2 };
  expect(await both(admin)).toEqual([all, all]);
  const ofFirst = { sos: 2, silent: 2, late: 2, lateStarts: 1 };
  expect(await both(admin, first)).toEqual([ofFirst, ofFirst]);
  const ofSecond = { sos: 1, silent: 1, late: 1, lateStarts: 1 };
  expect(await both(admin, second)).toEqual([ofSecond, ofSecond]);
});

it('[DASH-02] [DASH-03] a sub admin hears of the own site and of modules with access alone', async () => {
  const subAdmin = await caller(sites[1]);
  const seen = { sos: 1, silent: 1, late: 1, lateStarts: null };
  expect(await both(subAdmin)).toEqual([seen, seen]);
  const foreign = await subAdmin('GET', getDashboard.path, {
    query: { range: 'lastHour', site: sites[0] ?? '' },
  });
  expect(foreign.json().field).toEqual({ sos: 0, silent: 0, late: 0, lateStarts: null });
  await server.owner
    .insertInto('tenant_settings')
    .values({
      tenant_id: tenant.id,
      sub_admin_access: JSON.stringify({ GUARDS: [], SCANNED_CHECKPOINTS: [] }),
    })
    .execute();
  const less = { sos: 1, silent: null, late: null, lateStarts: null };
  expect(await both(await caller(sites[1]))).toEqual([less, less]);
});

it('[DASH-02] counts of guards and rounds are found once in ten seconds, for each right to see them', async () => {
  const scope = { db: server.database.forTenant(tenant.id), tenantId: tenant.id, siteId: null };
  const nowMs = Date.now() + 3_600_000;
  const asked = { siteId: null, nowMs, seesGuards: true, seesRounds: true };
  const counts = fieldCountsOf(scope, asked);
  expect(fieldCountsOf(scope, { ...asked, nowMs: nowMs + 9_999 })).toBe(counts);
  expect(fieldCountsOf(scope, { ...asked, seesGuards: false })).not.toBe(counts);
  expect(fieldCountsOf(scope, { ...asked, siteId: sites[0] ?? '' })).not.toBe(counts);
  expect(fieldCountsOf(scope, { ...asked, nowMs: nowMs + 10_000 })).not.toBe(counts);
});
