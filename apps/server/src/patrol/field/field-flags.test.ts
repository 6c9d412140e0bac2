// From which metre and which millisecond on a scan is doubted: sent by a phone, read in the console, never refused.
import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { roundStatus } from '@watchpost/domain/round-status';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { sendRound } from '../../testing/send-round.ts';
import { type Caller, fieldDevice, testApp, type TestApp } from '../../testing/test-app.ts';
import { randomUUID } from 'node:crypto';
import { storedRows } from './field-rows.testing.ts';
import { type FieldSite, makeFieldSite, roundStarted, scanned, sendBatch } from './field-site.testing.ts';
import { moveGuard, shiftAt } from './moved-guard.testing.ts';

const metresPerDegree = 111_195;
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOfNew(server, tenant);
  siteId = await makeSite(server.owner, tenant);
});

const detailsOf = async (roundId: string): Promise<RoundDetails> =>
  (await admin('GET', `/secure/scanned-checkpoints/${roundId}`)).json();

/** Checkpoints in a row to the north, so many metres from the first, each with a radius of 20 m and a tag. */
async function makeCheckpoints(metresNorth: readonly number[]) {
  const checkpoints = [];
  for (const metres of metresNorth) {
    const latitude = 18.6 + metres / metresPerDegree;
    const nfc_tag_id = randomUUID().replaceAll('-', '').toUpperCase();
    const at = { latitude, longitude: 73.7, radius_metres: 20, nfc_tag_id };
    checkpoints.push({ ...(await makeCheckpoint(server.owner, tenant, siteId, at)), tag: nfc_tag_id });
  }
  return checkpoints;
}

interface Step {
  /** In the planned order, from 0. */
  readonly at?: number;
  readonly afterMs: number;
  /** Off its checkpoint; null without a position. */
  readonly metresAway?: number | null;
  readonly accuracyMetres?: number;
}

interface Walk {
  readonly metresNorth?: readonly number[];
  readonly steps: readonly Step[];
  readonly isFixedOrder?: boolean;
  readonly clockAheadMs?: number;
}

/** What the page of a round says of the last scan of a walk. */
async function flagsOfLast({ metresNorth = [0], steps, isFixedOrder = true, clockAheadMs = 0 }: Walk) {
  const planned = await makeCheckpoints(metresNorth);
  const route = await makeRoute(server.owner, tenant, siteId, planned, { is_fixed_order: isFixedOrder });
  const startedAtMs = Date.now() - 7_200_000;
  const scans = steps.map(({ at = 0, afterMs, metresAway = 0, accuracyMetres = 0 }) => {
    const { checkpointId = '', latitude = 0, longitude = 0, tag } = planned[at] ?? {};
    const moved = { latitude: latitude + (metresAway ?? 0) / metresPerDegree, longitude, accuracyMetres };
    const position = metresAway === null ? null : moved;
    return { checkpointId, deviceAtMs: startedAtMs + afterMs, method: 'nfc' as const, position, code: tag };
  });
  const { versionId } = route;
  const { roundId, flags } = await sendRound(server, tenant, {
    siteId,
    versionId,
    startedAtMs,
    scans,
    clockAheadMs,
  });
  // Each was taken, whatever is doubted.
  expect(flags).toHaveLength(steps.length);
  const { points } = await detailsOf(roundId);
  return points.find(({ checkpointId }) => checkpointId === scans.at(-1)?.checkpointId)?.scan?.flags;
}

const alone = (step: Omit<Step, 'afterMs'>): Walk => ({ steps: [{ afterMs: 60 * second, ...step }] });
const pair = (metresApart: number, elapsedMs: number, accuracyMetres = 0): Walk => ({
  metresNorth: [0, metresApart],
  steps: [{ afterMs: 60 * second }, { at: 1, afterMs: 60 * second + elapsedMs, accuracyMetres }],
});
const backwards = (isFixedOrder: boolean): Walk => ({
  metresNorth: [0, 50],
  isFixedOrder,
  steps: [
    { at: 1, afterMs: 60 * second },
    { at: 0, afterMs: 300 * second },
  ],
});

describe('a scan', () => {
  it.each<[string, Walk, string[]]>([
    ['within the radius', alone({ metresAway: 19 }), []],
    ['beyond the radius', alone({ metresAway: 21 }), ['outsideRadius']],
    ['beyond it by less than its accuracy', alone({ metresAway: 44, accuracyMetres: 25 }), []],
    ['beyond it by more', alone({ metresAway: 46, accuracyMetres: 25 }), ['outsideRadius']],
    ['as accurate as it has to be', alone({ accuracyMetres: 50 }), []],
    ['that is vague', alone({ accuracyMetres: 51 }), ['poorAccuracy']],
    ['without a position', alone({ metresAway: null }), ['noPosition']],
    ['by a clock 110 s ahead', { ...alone({}), clockAheadMs: 110 * second }, []],
    ['by a clock 125 s ahead', { ...alone({}), clockAheadMs: 125 * second }, ['clockSkew']],
    ['by a clock 125 s behind', { ...alone({}), clockAheadMs: -125 * second }, ['clockSkew']],
  ])('[FIELD-03] %s', async (_what, walk, flags) => expect(await flagsOfLast(walk)).toEqual(flags));
});

it.each<[string, Walk, string[]]>([
  [
    'lies 90 km away',
    alone({ metresAway: 90_000, accuracyMetres: 100_000 }),
    ['outsideRadius', 'poorAccuracy'],
  ],
  ['excuses 50 m', alone({ metresAway: 69, accuracyMetres: 100_000 }), ['poorAccuracy']],
  ['excuses no leap', pair(90_000, 100 * second, 100_000), ['poorAccuracy', 'teleport']],
])('[TRUTH-10] a position of an accuracy of 100 km %s', async (_what, walk, flags) => {
  expect(await flagsOfLast(walk)).toEqual(flags);
});

describe('a scan after another', () => {
  it.each<[string, Walk, string[]]>([
    ['at 6.9 metres a second', pair(690, 100 * second), []],
    ['at 7.1 metres a second', pair(710, 100 * second), ['tooFast']],
    ['at 7.1 metres a second, were its position exact', pair(710, 100 * second, 20), []],
    ['at 84 metres a second', pair(8_400, 100 * second), ['tooFast']],
    ['at 86 metres a second', pair(8_600, 100 * second), ['teleport']],
    ['close by, after 5 seconds', pair(20, 5 * second), []],
    ['close by, sooner', pair(20, 5 * second - 1), ['burst']],
    ['of a checkpoint before it, in fixed order', backwards(true), ['outOfOrder']],
    ['of a checkpoint before it, in free order', backwards(false), []],
  ])('[FIELD-03] %s', async (_what, walk, flags) => expect(await flagsOfLast(walk)).toEqual(flags));

  it.each([
    [599_999, ['sharedDevice']],
    [600_000, []],
  ])('[FIELD-03] of another guard with one device %i ms before', async (apartMs, flags) => {
    const [at] = await makeCheckpoints([0]);
    const { checkpointId = '', latitude = 0, longitude = 0, tag: code } = at ?? {};
    const { versionId } = await makeRoute(server.owner, tenant, siteId, at === undefined ? [] : [at]);
    const deviceId = randomUUID();
    const startedAtMs = Date.now() - 7_200_000;
    const rounds = [];
    for (const deviceAtMs of [startedAtMs, startedAtMs + apartMs]) {
      const guard = await makeGuard(server.owner, tenant, { siteIds: [siteId] });
      const device = await fieldDevice(server.app, tenant, guard.employeeId, deviceId);
      const roundId = randomUUID();
      const position = { latitude, longitude, accuracyMetres: 0 };
      const scan = {
        kind: 'checkpointScanned',
        id: randomUUID(),
        roundId,
        checkpointId,
        method: 'nfc',
        code,
      };
      const events = [
        { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs },
        { ...scan, deviceAtMs, position },
      ];
      const reply = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });
      expect(reply.json()).toMatchObject({ refused: [] });
      rounds.push(roundId);
    }
    for (const roundId of rounds) expect((await detailsOf(roundId)).points[0]?.scan?.flags).toEqual(flags);
  });
});

describe('what a guard did at a site and sent after being taken from it', () => {
  const movedAtMs = Date.now() - hour;
  let site: FieldSite;
  const owner = () => server.owner;
  const shiftUntil = (untilMs: number) =>
    owner()
      .updateTable('past_postings')
      .set({ until: new Date(untilMs) })
      .where('guard_id', '=', site.guard.id);

  /** Posted for three hours, until an hour ago; the phone knows nothing of it. */
  beforeAll(async () => {
    site = await makeFieldSite(server);
    const since = new Date(movedAtMs - 2 * hour);
    await owner().updateTable('guard_sites').set({ since }).where('guard_id', '=', site.guard.id).execute();
    await moveGuard(await browserOfNew(server, site.tenant), site.guard.id, site.otherSiteId);
    await shiftUntil(movedAtMs).execute();
    const stored = await owner()
      .selectFrom('past_postings')
      .selectAll()
      .where('guard_id', '=', site.guard.id)
      .execute();
    expect(stored).toEqual([
      {
        tenant_id: site.tenant.id,
        guard_id: site.guard.id,
        site_id: site.siteId,
        since,
        until: new Date(movedAtMs),
      },
    ]);
  });

  it('[FIELD-02] [FIELD-03] is taken once with its reason, and the office of the site sees it', async () => {
    const { round, events } = shiftAt(site, movedAtMs - hour);
    const first = await sendBatch(site.device, events);
    expect(first.refused).toEqual([]);
    expect(first.accepted.map(({ flags }) => flags)).toEqual(
      events.map(({ kind }) => (kind === 'checkpointScanned' ? ['formerSite'] : [])),
    );
    expect(await sendBatch(site.secondDevice, events)).toEqual(first);
    const { rounds, duties, events: others } = await storedRows(owner(), site.tenant.id);
    expect(duties).toMatchObject([{ site_id: site.siteId, ended_at_ms: movedAtMs - hour + 10 * minute }]);
    expect(rounds).toMatchObject([
      { id: round.id, site_id: site.siteId, status_code: roundStatus.completed, scanned_check_points: 4 },
    ]);
    const flagged = others.filter(({ flags }) => JSON.stringify(flags) === '["formerSite"]');
    expect(flagged.map(({ kind }) => kind).toSorted()).toEqual([
      'checkpointAnswered',
      'dutyStarted',
      'handoverNoted',
      'roundStarted',
    ]);
    const office = await browserOfNew(server, site.tenant, site.siteId);
    const details: RoundDetails = (await office('GET', `/secure/scanned-checkpoints/${round.id}`)).json();
    for (const { scan } of details.points) expect(scan?.doubts).toEqual([{ flag: 'formerSite' }]);
    const elsewhere = await browserOfNew(server, site.tenant, site.otherSiteId);
    expect((await elsewhere('GET', `/secure/scanned-checkpoints/${round.id}`)).statusCode).toBe(404);
  });

  it('[FIELD-02] goes on while the phone cannot know of it, and no longer; never at a site that was not the guard’s', async () => {
    const { tenant } = site;
    const strangeSite = await makeSite(owner(), tenant);
    const strange = await makeCheckpoint(owner(), tenant, strangeSite);
    const foreign = await makeFieldSite(server);
    const scan = (deviceAtMs: number, checkpointId = site.planned[0]?.checkpointId) =>
      scanned(site, randomUUID(), 0, { deviceAtMs, checkpointId, code: undefined, method: 'position' });
    const fresh = scan(Date.now() - 30 * minute);
    const here = scanned(site, randomUUID(), 9, { deviceAtMs: Date.now() });
    const refusedNow = [
      scan(Date.now() - 3 * hour - minute),
      scan(Date.now() - 2 * hour, strange.checkpointId),
      scan(Date.now() - 2 * hour, foreign.planned[0]?.checkpointId),
    ];
    const now = await sendBatch(site.device, [fresh, here, ...refusedNow]);
    expect(now.accepted.map(({ id, flags }) => [id, flags])).toEqual([
      [fresh.id, ['formerSite']],
      [here.id, []],
    ]);
    expect(now.refused.map(({ id, code }) => [id, code])).toEqual(
      refusedNow.map(({ id }) => [id, 'notFound']),
    );
    await shiftUntil(Date.now() - 17 * hour).execute();
    const late = scan(Date.now() - 30 * minute);
    expect((await sendBatch(site.device, [late])).refused).toMatchObject([{ id: late.id, code: 'notFound' }]);
    await shiftUntil(movedAtMs).execute();
  });

  it('[FIELD-02] counts by the server’s clock, whatever the phone’s says', async () => {
    const events = [scanned(site, randomUUID(), 0, { deviceAtMs: Date.now() + 23 * hour })];
    const ahead = await site.device('POST', '/field/events', {
      body: { sentAtMs: Date.now() + 24 * hour, events },
    });
    expect(ahead.json().accepted).toMatchObject([{ flags: ['clockSkew', 'formerSite'] }]);
  });
});

it('[FIELD-02] what was switched off or deleted in the meantime keeps what was done there before', async () => {
  const site = await makeFieldSite(server);
  const round = roundStarted(site);
  await sendBatch(site.device, [round]);
  const off = { activated: false, deleted_at: new Date() };
  for (const table of ['checkpoints', 'patrol_routes', 'sites'] as const) {
    await server.owner.updateTable(table).set(off).where('tenant_id', '=', site.tenant.id).execute();
  }
  const other = roundStarted(site);
  const scans = [round, other].map(({ id }) => scanned(site, id, 1));
  const { accepted, refused } = await sendBatch(site.device, [other, ...scans]);
  expect(refused).toEqual([]);
  expect(accepted.flatMap(({ flags }) => flags)).toEqual([]);
});
