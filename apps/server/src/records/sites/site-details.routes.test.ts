import { roundStatus } from '@watchpost/domain/round-status';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type MadeTenant,
  makeCheckpoint,
  makeGuard,
  makeRound,
  makeRoute,
  makeShift,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const dayMs = 86_400_000;

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;
let otherSite: string;
let guardId: string;

async function makeRounds(site: string): Promise<void> {
  const checkpoint = await makeCheckpoint(server.owner, tenant, site, { name: 'Main Gate' });
  const { versionId } = await makeRoute(server.owner, tenant, site, [checkpoint], { name: 'Night walk' });
  const round = { site_id: site, guard_id: guardId, route_version_id: versionId };
  const now = Date.now();
  for (const [status_code, ago] of [
    [roundStatus.completed, 0],
    [roundStatus.completed, 5],
    [roundStatus.incompleted, 6],
    [roundStatus.inProgress, 0],
    [roundStatus.completed, 40],
  ] as const) {
    await makeRound(server.owner, tenant, { ...round, status_code, started_at_ms: now - ago * dayMs - 1 });
  }
}

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  siteId = await makeSite(server.owner, tenant, { name: 'River Depot' });
  otherSite = await makeSite(server.owner, tenant, { name: 'Empty Yard' });
  guardId = (await makeGuard(server.owner, tenant, { siteIds: [siteId] })).id;
  await makeShift(server.owner, tenant, siteId, { name: 'Early' });
  await makeShift(server.owner, tenant, siteId, { name: 'Gone', activated: false });
  await makeRounds(siteId);
});

const read = (id: string, by = admin) => by('GET', `/secure/sites/${id}/details`);

async function subAdmin(access: object, site = siteId): Promise<Caller> {
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify(access) })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ sub_admin_access: JSON.stringify(access) }),
    )
    .execute();
  return browserOf(server, tenant, (await makeUser(server.owner, tenant, { siteId: site })).id);
}

describe('the page of a site', () => {
  it('[MNG-01] ties together who and what belongs to it', async () => {
    const details = (await read(siteId)).json();
    expect(details).toMatchObject({
      site: { id: siteId, name: 'River Depot', guards: 1, checkpoints: 1 },
      guards: { count: 1, data: [{ id: guardId, isOnDuty: false }] },
      checkpoints: { count: 1, data: [{ name: 'Main Gate', radiusMetres: 30 }] },
      shifts: { count: 1, data: [{ name: 'Early' }] },
      routes: { count: 1, data: [{ name: 'Night walk' }] },
      tours: { count: 0, data: [] },
      incidents: { count: 0, data: [] },
    });
  });

  it('[MNG-01] counts the rounds of the last 30 days as the report does', async () => {
    const { rounds } = (await read(siteId)).json();
    expect(rounds).toMatchObject({ rounds: 4, completed: 2, incompleted: 1, inProgress: 1 });
    expect(rounds.last).toHaveLength(4);
    const { from, to } = rounds;
    const report = await admin('GET', '/secure/scanned-checkpoints', { query: { site: siteId, from, to } });
    expect(report.json().count).toBe(rounds.rounds);
    const times = rounds.last.map(({ startedAtMs }: { startedAtMs: number }) => startedAtMs);
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
  });

  it('[MNG-01] shows nothing where nothing is', async () => {
    const { guards, rounds } = (await read(otherSite)).json();
    expect(guards).toEqual({ count: 0, data: [] });
    expect(rounds).toMatchObject({ rounds: 0, completed: 0, last: [] });
  });

  it('[MENU-06] tells a sub admin of the own site, and only what its rights reach', async () => {
    const sub = await subAdmin({ SITES: ['view'], SCANNED_CHECKPOINTS: [], CHECKPOINTS: ['view'] });
    expect((await read(siteId, sub)).json()).toMatchObject({
      rounds: null,
      incidents: null,
      shifts: null,
      checkpoints: { count: 1 },
    });
    expect((await read(otherSite, sub)).statusCode).toBe(404);
    const without = await subAdmin({ SITES: [] });
    expect((await read(siteId, without)).statusCode).toBe(403);
  });

  it("is no one's of another tenant", async () => {
    const elsewhere = await makeTenant(server.owner);
    const stranger = await browserOf(server, elsewhere, (await makeUser(server.owner, elsewhere)).id);
    expect((await read(siteId, stranger)).statusCode).toBe(404);
  });
});
