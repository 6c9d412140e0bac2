// One round as devices sent it and as the details page gets it.
import { randomUUID } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import type { RoundDetails } from '@watchpost/contract/scanned-checkpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { findLiveCodes, issueCodes } from '../../records/checkpoint-codes/checkpoint-codes.queries.ts';
import {
  makeCheckpoint,
  makeGuard,
  makeRound,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const path = '/secure/scanned-checkpoints';
/** One thousandth of a degree of latitude is 111 m. */
const metresPerDegree = 111_195;

let server: TestApp;
let tenant: MadeTenant;
let siteId: string;
let superAdmin: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant, { name: 'Riverside', time_zone: 'Asia/Kolkata' });
  superAdmin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

interface Walked {
  readonly checkpoint: number;
  readonly atMinute: number;
  readonly metresNorth?: number | null;
  readonly method?: 'qr' | 'typed';
}

/** A guard walks a fixed route of four checkpoints over the field API; index 4 is a checkpoint off the route. */
async function walk(scans: readonly Walked[]) {
  const { owner } = server;
  const planned = [];
  for (const name of ['Gate', 'Store', 'Yard', 'Roof']) {
    planned.push(await makeCheckpoint(owner, tenant, siteId, { name }));
  }
  const stray = await makeCheckpoint(owner, tenant, siteId, { name: 'Canteen', activated: false });
  const { routeId, versionId } = await makeRoute(owner, tenant, siteId, planned, { name: 'Night walk' });
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId], secret_hash: null });
  const device = await deviceOf(server, tenant, guard.id);
  const startMs = Date.now() - 3_600_000;
  const roundId = randomUUID();
  const checkpoints = [...planned, stray];
  const checkpointIds = checkpoints.map(({ checkpointId }) => checkpointId);
  await issueCodes(owner, tenant.id, checkpointIds);
  const live = await findLiveCodes(owner, tenant.id, checkpointIds);
  const codes = new Map(live.map(({ checkpointId, code }) => [checkpointId, code]));
  const events: FieldEvent[] = [
    { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: startMs },
    ...scans.map(({ checkpoint, atMinute, metresNorth = 0, method = 'qr' as const }): FieldEvent => {
      const point = checkpoints[checkpoint];
      if (point === undefined) throw new RangeError('no such checkpoint');
      return {
        kind: 'checkpointScanned',
        id: randomUUID(),
        roundId,
        checkpointId: point.checkpointId,
        deviceAtMs: startMs + atMinute * 60_000,
        method,
        position:
          metresNorth === null
            ? null
            : {
                latitude: point.latitude + metresNorth / metresPerDegree,
                longitude: point.longitude,
                accuracyMetres: 5,
              },
        code: codes.get(point.checkpointId),
      };
    }),
    { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: startMs + 3_000_000 },
  ];
  const sent = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });
  expect(sent.json()).toMatchObject({ refused: [] });
  const reply = await superAdmin('GET', `${path}/${roundId}`);
  expect(reply.statusCode).toBe(200);
  const details: RoundDetails = reply.json();
  return { roundId, routeId, checkpoints, startMs, details };
}

describe('the details of a round', () => {
  it('[RDET-03] give planned checkpoints in their order, then unplanned ones, each with order, distance and repeats', async () => {
    const { routeId, details, checkpoints, startMs } = await walk([
      { checkpoint: 0, atMinute: 2 },
      { checkpoint: 2, atMinute: 9, metresNorth: 12 },
      { checkpoint: 4, atMinute: 15 },
      { checkpoint: 1, atMinute: 22 },
      { checkpoint: 1, atMinute: 30, metresNorth: 3 },
    ]);
    const { points } = details;
    expect(details).toMatchObject({ routeId, routeName: 'Night walk', isFixedOrder: true });
    expect(points.map((point) => [point.name, point.expectedOrder, point.actualOrder])).toEqual([
      ['Gate', 1, 1],
      ['Store', 2, 4],
      ['Yard', 3, 2],
      ['Roof', 4, null],
      ['Canteen', null, 3],
    ]);
    expect(points.map((point) => point.checkpointId)).toEqual(
      checkpoints.map((checkpoint) => checkpoint.checkpointId),
    );
    expect(points.map((point) => point.scan?.repeats.length)).toEqual([0, 1, 0, undefined, 0]);
    const [again] = points[1]?.scan?.repeats ?? [];
    expect(again).toMatchObject({ deviceAtMs: startMs + 30 * 60_000, accuracyMetres: 5 });
    expect(again?.distanceMetres).toBeCloseTo(3, 0);
    expect(points.map((point) => point.scan?.deviceAtMs)).toEqual(
      [2, 22, 9, null, 15].map((minute) => (minute === null ? undefined : startMs + minute * 60_000)),
    );
    expect(points[2]?.scan?.distanceMetres).toBeCloseTo(12, 0);
    expect(points[2]?.scan?.latitude).toBeCloseTo((checkpoints[2]?.latitude ?? 0) + 12 / metresPerDegree, 9);
    expect(points[0]?.scan).toMatchObject({ distanceMetres: 0, accuracyMetres: 5, method: 'qr' });
    expect(points[0]?.scan?.receivedAtMs).toBeGreaterThan(startMs + 3_000_000);
    expect(details.round).toMatchObject({
      totalCheckPoints: 4,
      scannedCheckPoints: 3,
      statusCode: 1005,
      status: 'Incompleted',
      siteName: 'Riverside',
      siteTimeZone: 'Asia/Kolkata',
    });
  });

  it('[RDET-03] give each reason to doubt a scan, of the scan itself and of its place among the others', async () => {
    const { details } = await walk([
      { checkpoint: 1, atMinute: 2, metresNorth: 400 },
      { checkpoint: 0, atMinute: 2.02, metresNorth: null },
      { checkpoint: 2, atMinute: 12, method: 'typed' },
      { checkpoint: 4, atMinute: 20 },
      { checkpoint: 3, atMinute: 20.2, metresNorth: 3_000 },
    ]);
    expect(
      Object.fromEntries(details.points.map(({ name, scan }) => [name, scan?.flags.toSorted()])),
    ).toEqual({
      Gate: ['burst', 'noPosition', 'outOfOrder'],
      Store: ['outsideRadius'],
      Yard: ['typedCode'],
      Roof: ['outsideRadius', 'teleport'],
      Canteen: ['unplanned'],
    });
    const scores = details.points.map(({ name, scan }) => [name, scan?.score]);
    expect(Object.fromEntries(scores)).toMatchObject({ Store: 60, Yard: 90, Canteen: 90 });
    expect(details.score).toBe(0);
  });

  it('[RDET-03] give a clean round no doubts and call it completed', async () => {
    const { details } = await walk(
      [0, 1, 2, 3].map((checkpoint) => ({ checkpoint, atMinute: 5 * checkpoint + 1 })),
    );
    expect(details.points.map((point) => point.scan?.flags)).toEqual([[], [], [], []]);
    expect(details.round).toMatchObject({ status: 'Completed', percentage: 100 });
    expect(details.score).toBe(100);
  });

  it('[RDET-01] list the planned checkpoints by id, each scanned with place and time or missed with neither', async () => {
    const { roundId, checkpoints, startMs } = await walk([
      { checkpoint: 0, atMinute: 2, metresNorth: 20 },
      { checkpoint: 3, atMinute: 9, metresNorth: null },
      { checkpoint: 4, atMinute: 15 },
    ]);
    const reply = await superAdmin('GET', `${path}/${roundId}/checkpoints`);
    const planned = checkpoints.slice(0, 4);
    const [gate, , , roof] = planned;
    const nearGate = expect.closeTo((gate?.latitude ?? 0) + 20 / metresPerDegree, 9);
    const row = (checkpoint: (typeof planned)[number]) => ({
      id: checkpoint.checkpointId,
      checkPointName: checkpoint.name,
      checkPointLatitude: checkpoint.latitude,
      checkPointLongitude: checkpoint.longitude,
      scannedPointLatitude: checkpoint === gate ? nearGate : null,
      scannedPointLongitude: checkpoint === gate ? checkpoint.longitude : null,
      scannedTime: checkpoint === gate ? startMs + 120_000 : checkpoint === roof ? startMs + 540_000 : null,
      checked: checkpoint === gate || checkpoint === roof,
      activated: true,
    });
    expect(reply.json()).toEqual({
      count: 4,
      data: planned.toSorted((a, b) => (a.checkpointId < b.checkpointId ? -1 : 1)).map(row),
    });
  });

  it('[RDET-02] page the checkpoints by id, 30 at once, with the exact total on each page', async () => {
    const { owner } = server;
    const planned = [];
    for (let each = 0; each < 67; each += 1) planned.push(await makeCheckpoint(owner, tenant, siteId));
    const { versionId } = await makeRoute(owner, tenant, siteId, planned);
    const guard = await makeGuard(owner, tenant, { secret_hash: null });
    const roundId = await makeRound(owner, tenant, {
      site_id: siteId,
      guard_id: guard.id,
      route_version_id: versionId,
      total_check_points: 67,
      scanned_check_points: 0,
    });
    const pages = [];
    const queries: Record<string, string>[] = [{}, { offset: '30' }, { offset: '60' }, { offset: '90' }];
    for (const query of queries) {
      pages.push((await superAdmin('GET', `${path}/${roundId}/checkpoints`, { query })).json());
    }
    expect(pages.map((page) => [page.count, page.data.length])).toEqual([
      [67, 30],
      [67, 30],
      [67, 7],
      [67, 0],
    ]);
    const ids = pages.flatMap((page) => page.data.map((row: { id: string }) => row.id));
    expect(ids).toEqual(planned.map((checkpoint) => checkpoint.checkpointId).toSorted());
  });

  it('[RDET-03] of a round whose start never arrived show its scans as unplanned', async () => {
    const { owner } = server;
    const checkpoint = await makeCheckpoint(owner, tenant, siteId, {
      name: 'Alone',
      scan_methods: ['position'],
    });
    const guard = await makeGuard(owner, tenant, { siteIds: [siteId], secret_hash: null });
    const device = await deviceOf(server, tenant, guard.id);
    const roundId = randomUUID();
    const event: FieldEvent = {
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId,
      checkpointId: checkpoint.checkpointId,
      deviceAtMs: Date.now(),
      method: 'position',
      dwellMs: 10_000,
      position: { latitude: checkpoint.latitude, longitude: checkpoint.longitude, accuracyMetres: 5 },
    };
    const sent = await device('POST', '/field/event', { body: { sentAtMs: Date.now(), event } });
    expect(sent.statusCode).toBe(200);
    const details: RoundDetails = (await superAdmin('GET', `${path}/${roundId}`)).json();
    expect(details).toMatchObject({ routeId: null, routeName: '' });
    expect(details.points).toMatchObject([
      { name: 'Alone', expectedOrder: null, scan: { flags: ['unplanned'] } },
    ]);
    expect(details.round).toMatchObject({
      totalCheckPoints: null,
      scannedCheckPoints: 1,
      percentage: null,
      status: 'Inprogress',
    });
  });
});
