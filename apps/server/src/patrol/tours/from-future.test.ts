// Rounds that a phone dates later than they arrive: taken and flagged, and nothing that is still to come is done by them.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import {
  allOf,
  day,
  differencesOf,
  dueOf,
  exceptionKindsOf,
  judge,
  type LateWorld,
  makeLateWorld,
  makePastDue,
  send,
  untilWorkedOff,
  walkAt,
} from './sent-late.testing.ts';
import { tourJobs } from './tours.jobs.ts';

const minute = 60_000;
const hour = 60 * minute;
let server: TestApp;
let world: LateWorld;

beforeAll(async () => {
  server = await testApp();
  await testJobs(server, tourJobs());
});
beforeEach(async () => {
  world = await makeLateWorld(server);
});

const roundOf = async (roundId: string) =>
  (await world.admin('GET', `/secure/scanned-checkpoints/${roundId}`)).json();
const listed = async (query: Record<string, string> = {}) =>
  (await world.admin('GET', '/secure/scanned-checkpoints', { query, headers: { timezone: 'UTC' } })).json()
    .data;
const today = (): string => new Date().toISOString().slice(0, 10);

describe.each([
  ['tonight', 4 * hour],
  ['next week', 7 * day],
  ['in a year', 365 * day],
  ['in 2099', Date.UTC(2099, 0, 1) - Date.now()],
])('a whole round dated %s by a clock that is right when it sends', (_when, aheadMs) => {
  test('[TRUTH-02] is taken, flagged, dated by its arrival and for somebody to look at', async () => {
    const sentAtMs = Date.now();
    const walk = walkAt(world, sentAtMs + aheadMs);
    await send(world, allOf(walk));
    await untilWorkedOff(server);
    const details = await roundOf(walk.roundId);
    expect(details.round.scannedStartTime).toBeGreaterThanOrEqual(sentAtMs);
    expect(details.round.scannedEndTime).toBeLessThanOrEqual(Date.now());
    expect(details.phoneStartedAtMs).toBe(sentAtMs + aheadMs);
    for (const { scan } of details.points) {
      expect(scan.flags).toContain('fromFuture');
      expect(scan.deviceAtMs).toBeLessThanOrEqual(Date.now());
      expect(scan.phoneAtMs).toBeGreaterThan(sentAtMs + aheadMs);
    }
    expect(await exceptionKindsOf(server, world)).toEqual(['flagged open']);
    expect(await differencesOf(server, world)).toEqual([]);
  });

  test('[TRUTH-02] earns no due round, neither one of then nor one of now', async () => {
    const then = await makePastDue(server, world, -aheadMs, { isJudged: false });
    const now = await makePastDue(server, world, 2 * minute, { isJudged: false });
    await send(world, allOf(walkAt(world, then.dueAtMs + minute)));
    await untilWorkedOff(server);
    await judge(server, world);
    expect(await dueOf(world.admin, then.id)).toMatchObject({ status: 'due', round: null });
    expect(await dueOf(world.admin, now.id)).toMatchObject({ status: 'due', round: null });
    // One that is walked today still is.
    const walk = walkAt(world, Date.now() - minute);
    await send(world, [walk.start]);
    await untilWorkedOff(server);
    expect(await dueOf(world.admin, now.id)).toMatchObject({
      status: 'inProgress',
      round: { id: walk.roundId },
    });
  });

  test('[TRUTH-02] [TRUTH-03] heads no list for longer than its day, which is that of its arrival', async () => {
    const future = walkAt(world, Date.now() + aheadMs);
    await send(world, allOf(future));
    const honest = walkAt(world, Date.now() - minute);
    await send(world, [{ ...honest.start, deviceAtMs: Date.now() }]);
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    expect(ids(await listed())).toEqual([honest.roundId, future.roundId]);
    expect(ids(await listed({ from: today(), to: today() }))).toContain(future.roundId);
    const then = new Date(Date.now() + aheadMs).toISOString().slice(0, 10);
    expect(then === today() ? [] : await listed({ from: then, to: then })).toEqual([]);
  });
});

test('[TRUTH-02] a start of the future alone makes its round one to look at', async () => {
  const due = await makePastDue(server, world, 2 * minute, { isJudged: false });
  const walk = walkAt(world, Date.now() - minute);
  await send(world, [{ ...walk.start, deviceAtMs: Date.now() + 5 * hour }, ...walk.scans]);
  await untilWorkedOff(server);
  expect(await dueOf(world.admin, due.id)).toMatchObject({ status: 'due', round: null });
  expect(await exceptionKindsOf(server, world)).toEqual(['flagged open']);
  const [row] = await listed();
  expect(row).toMatchObject({ id: walk.roundId });
  expect(row.doubts).toContain('fromFuture');
});

test('[TRUTH-02] scans of the future complete no due round that was started in time', async () => {
  const due = await makePastDue(server, world, 2 * minute, { isJudged: false });
  const walk = walkAt(world, Date.now() - minute);
  await send(world, [{ ...walk.start, deviceAtMs: Date.now() }]);
  await untilWorkedOff(server);
  expect((await dueOf(world.admin, due.id)).status).toBe('inProgress');
  const later = walk.scans.map((scan) => ({ ...scan, deviceAtMs: Date.now() + 10 * minute }));
  await send(world, [...later, { ...walk.end, deviceAtMs: Date.now() }]);
  await untilWorkedOff(server);
  expect(await dueOf(world.admin, due.id)).toMatchObject({
    status: 'incompleted',
    round: { id: walk.roundId },
  });
  expect(await differencesOf(server, world)).toEqual([]);
});

test('[TRUTH-02] a phone set ahead that says how long ago its round was walked earns the due round of that time', async () => {
  const due = await makePastDue(server, world, 12 * minute, { isJudged: false });
  const walk = walkAt(world, due.dueAtMs + minute);
  const errorMs = 9 * hour;
  const events = allOf(walk) as { id: string; deviceAtMs: number }[];
  const agesMs = Object.fromEntries(events.map(({ id, deviceAtMs }) => [id, Date.now() - deviceAtMs]));
  const ahead = events.map((event) => ({ ...event, deviceAtMs: event.deviceAtMs + errorMs }));
  const reply = await world.device('POST', '/field/events', {
    body: { sentAtMs: Date.now(), agesMs, events: ahead },
  });
  expect(reply.json().refused).toEqual([]);
  await untilWorkedOff(server);
  expect(await dueOf(world.admin, due.id)).toMatchObject({
    status: 'completed',
    round: { id: walk.roundId },
  });
  const [{ scan }] = (await roundOf(walk.roundId)).points;
  expect(scan.flags).toContain('clockSkew');
  expect(scan.flags).not.toContain('fromFuture');
});
