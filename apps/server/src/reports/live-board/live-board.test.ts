import { beforeEach, describe, expect, it } from 'vitest';
import { makeDuty, makeGuard, makeIncident, makeSite } from '../../testing/factories.ts';
import { makeDueRound } from '../../testing/make-tour.ts';
import { deviceOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';
import {
  type BoardWorld,
  dutyStarted,
  makeBoardWorld,
  raise,
  roundStarted,
  scanned,
  sendEvents,
  sosOf,
} from './live-board.testing.ts';

const server = await testApp();
let world: BoardWorld;

beforeEach(async () => {
  world = await makeBoardWorld(server);
});

const board = async (by: Caller = world.admin, query: Record<string, string> = {}) =>
  (await by('GET', '/secure/live-board', { query })).json();

async function switchAccess(groups: object): Promise<void> {
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: world.tenant.id, sub_admin_access: JSON.stringify(groups) })
    .execute();
}

describe('the live board', () => {
  it('[DASH-03] shows who is on duty since when, the last scan, the round and how far it is', async () => {
    await server.owner
      .insertInto('patrol_route_checkpoints')
      .values({
        tenant_id: world.tenant.id,
        route_id: world.routeId,
        position: 1,
        checkpoint_id: world.checkpointIds[0] ?? '',
        expected_minutes: 5,
      })
      .execute();
    const round = roundStarted(world.versionId);
    const scan = scanned(round.id, world.checkpointIds[0]);
    const before = Date.now();
    await sendEvents(world.device, [dutyStarted(world.siteId), round, scan]);
    const seen = await board();
    expect(seen.guards).toMatchObject({ count: 1, quiet: 0, silent: 0 });
    expect(seen.guards.data).toMatchObject([
      {
        guardName: 'Meera Rao',
        siteName: 'River Depot',
        siteTimeZone: 'Asia/Kolkata',
        lastScan: { checkpointName: 'North gate' },
        position: { latitude: 18.52, longitude: 73.85 },
      },
    ]);
    const [guard] = seen.guards.data;
    expect(Math.abs(before - guard.sinceMs - 40 * 60_000)).toBeLessThan(5_000);
    expect(Math.abs(before - guard.lastSignMs - 5 * 60_000)).toBeLessThan(5_000);
    // Twenty minutes for five, with a grace of ten: late.
    expect(seen.rounds).toMatchObject({ count: 1, late: 1 });
    expect(seen.rounds.data).toMatchObject([
      {
        routeName: 'Outer ring',
        siteTimeZone: 'Asia/Kolkata',
        scanned: 1,
        total: 2,
        nextCheckpoint: 'Loading dock',
      },
    ]);
    expect(seen.scans).toMatchObject([
      { id: scan.id, checkpointName: 'North gate', guardName: 'Meera Rao', siteName: 'River Depot' },
    ]);
    const parameters = seen.sites.map(({ name, onDuty }: { name: string; onDuty: number }) => [name, onDuty]);
    expect(parameters).toEqual([
      ['Hill Store', 0],
      ['River Depot', 1],
    ]);
  });

  it('[DASH-03] takes off who left and what ended, and names what is open', async () => {
    const duty = dutyStarted(world.siteId);
    const round = roundStarted(world.versionId);
    const ids = world.checkpointIds.map((id) => scanned(round.id, id));
    await sendEvents(world.device, [duty, round, ...ids]);
    const sos = sosOf();
    await raise(world.device, sos);
    await makeIncident(server.owner, world.tenant, world.siteId);
    await makeIncident(server.owner, world.tenant, world.siteId, { status: 'Closed' });
    const first = await board();
    expect(first.rounds.data).toMatchObject([{ nextCheckpoint: null, scanned: 2 }]);
    expect(first.sos).toMatchObject({
      count: 1,
      data: [{ id: sos.id, guardPhone: '+91 9800000001', siteTimeZone: 'Asia/Kolkata' }],
    });
    expect(first.incidents).toMatchObject({ count: 1, data: [{ siteName: 'River Depot', status: 'New' }] });
    const nowMs = Date.now();
    await sendEvents(world.device, [
      { kind: 'roundEnded', id: crypto.randomUUID(), roundId: round.id, deviceAtMs: nowMs },
      { kind: 'dutyEnded', id: crypto.randomUUID(), dutyId: duty.id, deviceAtMs: nowMs },
    ]);
    const later = await board();
    expect([later.guards.count, later.rounds.count, later.scans.length]).toEqual([0, 0, 2]);
  });

  it('[DASH-03] knows how long somebody is silent by the latest sign, in whatever order signs arrive', async () => {
    const round = roundStarted(world.versionId, 170);
    const late = scanned(round.id, world.checkpointIds[1], 65);
    await sendEvents(world.device, [dutyStarted(world.siteId, 180), late]);
    await sendEvents(world.device, [scanned(round.id, world.checkpointIds[0], 150), round]);
    const { guards, rounds, scans } = await board();
    expect(guards).toMatchObject({ quiet: 1, silent: 0 });
    expect(guards.data[0].lastScan.checkpointName).toBe('Loading dock');
    expect(rounds.count).toBe(1);
    // As they arrived.
    expect(scans.map((scan: { checkpointName: string }) => scan.checkpointName)).toEqual([
      'North gate',
      'Loading dock',
    ]);
  });

  it('[DASH-03] puts first of whom nothing was heard longest, and forgets who forgot to log out', async () => {
    const { owner } = server;
    const unheardFor = [
      ['Heard', 59],
      ['Silent', 121],
      ['Quiet', 61],
      ['Gone', 1_441],
    ] as const;
    for (const [first_name, minutes] of unheardFor) {
      const { id } = await makeGuard(owner, world.tenant, { first_name, last_name: '' });
      const started_at_ms = Date.now() - minutes * 60_000;
      await makeDuty(owner, world.tenant, { guard_id: id, site_id: world.siteId, started_at_ms });
    }
    await makeSite(owner, world.tenant, { name: 'Closed down', activated: false });
    const { guards, sites } = await board();
    expect(guards).toMatchObject({ count: 3, quiet: 1, silent: 1 });
    expect(guards.data.map(({ guardName }: { guardName: string }) => guardName)).toEqual([
      'Silent',
      'Quiet',
      'Heard',
    ]);
    expect(sites).toMatchObject([{ name: 'Hill Store' }, { name: 'River Depot', onDuty: 3, silent: 1 }]);
  });

  it('[DASH-03] puts new and grave incidents first, and the rounds that are late, not those that were missed', async () => {
    const { owner } = server;
    for (const [severity, status] of [
      ['critical', 'Attended'],
      ['low', 'New'],
      ['critical', 'New'],
      ['medium', 'New'],
    ] as const) {
      await makeIncident(owner, world.tenant, world.siteId, { severity, status });
    }
    // Late from the fifteenth minute on, missed from the twenty-fifth.
    const dueSince = (minutes: number) =>
      makeDueRound(owner, world.tenant, world.siteId, { dueAtMs: Date.now() - minutes * 60_000 });
    const [, late, later] = [await dueSince(14), await dueSince(16), await dueSince(24), await dueSince(26)];
    const { incidents, lateStarts } = await board();
    const grave = incidents.data.map((one: Record<string, string>) => [one['status'], one['severity']]);
    expect(grave).toEqual([
      ['New', 'critical'],
      ['New', 'medium'],
      ['New', 'low'],
      ['Attended', 'critical'],
    ]);
    expect(lateStarts).toMatchObject({ count: 2, data: [{ id: later }, { id: late }] });
  });

  it('[DASH-03] of a sub admin, and of one site, has nothing of other sites', async () => {
    const { owner } = server;
    const guard = await makeGuard(owner, world.tenant, { siteIds: [world.otherSiteId] });
    await makeDuty(owner, world.tenant, { guard_id: guard.id, site_id: world.otherSiteId });
    await makeIncident(owner, world.tenant, world.otherSiteId);
    const dueAtMs = Date.now() - 20 * 60_000;
    await makeDueRound(owner, world.tenant, world.otherSiteId, { dueAtMs });
    await raise(await deviceOf(server, world.tenant, guard.id), sosOf());
    await switchAccess({ INCIDENTS: ['view'], PATROL_TOURS: ['view'] });
    const own = await board(world.subAdmin);
    expect(own).toMatchObject({
      sos: { count: 0 },
      guards: { count: 0 },
      rounds: { count: 0 },
      scans: [],
      incidents: { count: 0 },
      lateStarts: { count: 0 },
      sites: [{ name: 'River Depot' }],
    });
    expect(own).toMatchObject({ ...(await board(world.admin, { site: world.siteId })), atMs: own.atMs });
    const other = await board(world.otherSubAdmin);
    expect([other.sos.count, other.guards.count, other.incidents.count]).toEqual([1, 1, 1]);
    expect(other.lateStarts.count).toBe(1);
    expect((await board(world.subAdmin, { site: world.otherSiteId })).general[0].code).toBe('notFound');
  });

  it('[DASH-03] shows no rounds and scans of a guard of two sites to the sub admin of the other one', async () => {
    const posted = { tenant_id: world.tenant.id, guard_id: world.guardId, site_id: world.otherSiteId };
    await server.owner.insertInto('guard_sites').values(posted).execute();
    const start = roundStarted(world.versionId);
    const scan = scanned(start.id, world.checkpointIds[0]);
    await sendEvents(world.device, [dutyStarted(world.siteId), start, scan]);
    const shown = async (by: Caller, site?: string) => {
      const { guards, rounds, scans } = await board(by, site === undefined ? {} : { site });
      return [guards.count, rounds.count, rounds.data.length, scans.length];
    };
    expect(await shown(world.subAdmin)).toEqual([1, 1, 1, 1]);
    expect(await shown(world.admin, world.siteId)).toEqual([1, 1, 1, 1]);
    expect(await shown(world.otherSubAdmin)).toEqual([0, 0, 0, 0]);
    expect(await shown(world.admin, world.otherSiteId)).toEqual([0, 0, 0, 0]);
  });

  it('[DASH-03] [REP-07] tells the site of a duty nothing of what its guard scans at another site', async () => {
    const posted = { tenant_id: world.tenant.id, guard_id: world.guardId, site_id: world.otherSiteId };
    await server.owner.insertInto('guard_sites').values(posted).execute();
    const start = roundStarted(world.versionId);
    const scan = scanned(start.id, world.checkpointIds[0]);
    await sendEvents(world.device, [dutyStarted(world.otherSiteId), start, scan]);
    const guardsOf = async (by: Caller, query: Record<string, string> = {}) =>
      (await board(by, query)).guards.data;
    const nothing = [{ guardName: 'Meera Rao', lastScan: null, position: null }];
    expect(await guardsOf(world.otherSubAdmin)).toMatchObject(nothing);
    expect(await guardsOf(world.admin, { site: world.otherSiteId })).toMatchObject(nothing);
    expect(await guardsOf(world.admin)).toMatchObject([{ lastScan: { checkpointName: 'North gate' } }]);
  });

  it('[DASH-03] counts a guard who forgot to log out at one site only at that of the later duty', async () => {
    const { id: guardId } = await makeGuard(server.owner, world.tenant, {
      siteIds: [world.siteId, world.otherSiteId],
    });
    const open = (siteId: string, hoursAgo: number) =>
      makeDuty(server.owner, world.tenant, {
        guard_id: guardId,
        site_id: siteId,
        started_at_ms: Date.now() - hoursAgo * 3_600_000,
      });
    await open(world.siteId, 7);
    await open(world.otherSiteId, 1);
    const countOf = async (by: Caller, query: Record<string, string> = {}) =>
      (await board(by, query)).guards.count;
    expect([await countOf(world.subAdmin), await countOf(world.admin, { site: world.siteId })]).toEqual([
      0, 0,
    ]);
    expect([await countOf(world.otherSubAdmin), await countOf(world.admin)]).toEqual([1, 1]);
  });

  it('[DASH-03] puts only sites in use on the map', async () => {
    await makeSite(server.owner, world.tenant, { name: 'Closed yard', activated: false });
    const deleted = { activated: false, deleted_at: new Date() };
    await makeSite(server.owner, world.tenant, { name: 'Gone yard', ...deleted });
    const names = (await board()).sites.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['Hill Store', 'River Depot']);
  });

  it('[DASH-03] leaves out the parts whose modules the viewer has no access to', async () => {
    await sendEvents(world.device, [dutyStarted(world.siteId)]);
    await switchAccess({ GUARDS: [], SCANNED_CHECKPOINTS: [] });
    expect(await board(world.subAdmin)).toMatchObject({
      guards: null,
      rounds: null,
      scans: null,
      lateStarts: null,
      incidents: null,
      sites: [{ onDuty: 0 }],
    });
  });

  it('is the same for several who ask at once, and none of them misses what was there before', async () => {
    await board();
    const asked = [board(), board(world.admin)];
    await sendEvents(world.device, [dutyStarted(world.siteId)]);
    const after = await Promise.all([board(), board(), board(world.admin)]);
    await Promise.all(asked);
    expect(after.map(({ guards }) => guards.count)).toEqual([1, 1, 1]);
  });
});
