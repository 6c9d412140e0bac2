// Which rounds count though they arrive late, and which wait for somebody to accept them.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultTrust } from '@watchpost/domain/trust-thresholds';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import {
  accept,
  acceptBody,
  allOf,
  day,
  differencesOf,
  dueOf,
  errorOf,
  exceptionKindsOf,
  historyOf,
  judge,
  type LateWorld,
  makeLateWorld,
  makePastDue,
  send,
  sendAt,
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
  // As on two servers: two work off one queue.
  for (let each = 0; each < 2; each += 1) await testJobs(server, tourJobs());
});
beforeEach(async () => {
  world = await makeLateWorld(server);
});

describe('a round that arrives late', () => {
  it('[TRUTH-04] changes no outcome whether it arrives before or after somebody wrote down that it was missed', async () => {
    const due = await makePastDue(server, world, 29 * day, { isJudged: false });
    await send(world, allOf(walkAt(world, due.dueAtMs)));
    await untilWorkedOff(server);
    expect(await dueOf(world.admin, due.id)).toMatchObject({ status: 'missed', round: null });
    const unwritten = acceptBody(await dueOf(world.admin, due.id));
    await judge(server, world);
    expect(await historyOf(server, due.id)).toEqual(['missed']);
    const other = await makePastDue(server, world, 20 * day, { isJudged: false });
    await send(world, allOf(walkAt(world, other.dueAtMs)));
    await untilWorkedOff(server);
    // Accepted before any job judged it: that it was missed is known all the same.
    expect(
      (await accept(world.admin, other.id, acceptBody(await dueOf(world.admin, other.id)))).statusCode,
    ).toBe(200);
    expect((await historyOf(server, other.id)).toSorted()).toEqual([
      'accepted',
      'completed',
      'inProgress',
      'missed',
    ]);
    expect((await accept(world.admin, due.id, unwritten)).statusCode).toBe(200);
    await untilWorkedOff(server);
    expect(await exceptionKindsOf(server, world)).toEqual([
      'flagged open',
      'flagged open',
      'missed closed',
      'missed closed',
    ]);
    expect(await differencesOf(server, world)).toEqual([]);
  });

  it('[TRUTH-04] turns a missed round into a walked one up to the threshold, and not a millisecond later', async () => {
    const ages = [defaultTrust.sentLateMs, defaultTrust.sentLateMs + 1];
    const statuses = [];
    for (const ageMs of ages) {
      const own = await makeLateWorld(server);
      const due = await makePastDue(server, own, ageMs);
      const startedAtMs = due.dueAtMs + minute;
      const walk = walkAt(own, startedAtMs);
      await sendAt(own, startedAtMs + ageMs, [walk.start]);
      await sendAt(own, startedAtMs + ageMs, [...walk.scans, walk.end]);
      await untilWorkedOff(server);
      statuses.push((await dueOf(own.admin, due.id)).status);
    }
    expect(statuses).toEqual(['completed', 'missed']);
  });

  it('[TRUTH-04] is late by the threshold of its own tenant', async () => {
    const { settings, version } = (await world.admin('GET', '/secure/app-settings/trust')).json();
    const body = { version, settings: { ...settings, sentLateMs: 2 * hour } };
    expect((await world.admin('PUT', '/secure/app-settings/trust', { body })).statusCode).toBe(200);
    const due = await makePastDue(server, world, 3 * hour);
    await send(world, allOf(walkAt(world, due.dueAtMs)));
    const lenient = await makeLateWorld(server);
    const other = await makePastDue(server, lenient, 3 * hour);
    await send(lenient, allOf(walkAt(lenient, other.dueAtMs)));
    await untilWorkedOff(server);
    expect((await dueOf(world.admin, due.id)).status).toBe('missed');
    expect((await dueOf(lenient.admin, other.id)).status).toBe('completed');
  });

  it('[TRUTH-04] is the due round without anybody’s word while that can still be started', async () => {
    const due = await makePastDue(server, world, 18 * hour, { windowMs: 19 * hour });
    await send(world, allOf(walkAt(world, due.dueAtMs)));
    await untilWorkedOff(server);
    expect(await dueOf(world.admin, due.id)).toMatchObject({ status: 'completed', sentLate: [] });
    expect(await differencesOf(server, world)).toEqual([]);
  });

  it('[TRUTH-04] leaves excused what somebody had excused, until it is accepted', async () => {
    const due = await makePastDue(server, world, 29 * day);
    const excuse = { body: { reason: 'Fire drill' } };
    await world.admin('POST', `/secure/due-rounds/${due.id}/excuse`, excuse);
    await send(world, allOf(walkAt(world, due.dueAtMs)));
    await untilWorkedOff(server);
    const seen = await dueOf(world.admin, due.id);
    expect(seen).toMatchObject({ status: 'excused', sentLate: [{ isOpen: true }] });
    expect((await accept(world.admin, due.id, acceptBody(seen))).statusCode).toBe(200);
    expect(await dueOf(world.admin, due.id)).toMatchObject({
      status: 'completed',
      excuse: { reason: 'Fire drill' },
    });
    await untilWorkedOff(server);
    expect(await differencesOf(server, world)).toEqual([]);
  });

  it('[TRUTH-04] is one of several: each is shown, and accepting one leaves the others without effect', async () => {
    const due = await makePastDue(server, world, 29 * day);
    const walks = [3, 1, 2].map((minutes) => walkAt(world, due.dueAtMs + minutes * minute));
    for (const walk of walks) await send(world, allOf(walk));
    await untilWorkedOff(server);
    const seen = await dueOf(world.admin, due.id);
    const started = [1, 2, 0].map((index) => walks[index]?.roundId);
    expect(seen.sentLate.map(({ roundId }) => roundId)).toEqual(started);
    const [, second] = seen.sentLate;
    const body = acceptBody(seen, { roundId: second?.roundId, arrivedAtMs: second?.arrivedAtMs });
    expect((await accept(world.admin, due.id, body)).statusCode).toBe(200);
    const after = await dueOf(world.admin, due.id);
    expect(after.round?.id).toBe(second?.roundId);
    expect(after.sentLate.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
    expect(errorOf(await accept(world.admin, due.id, acceptBody({ ...seen, status: 'completed' })))).toBe(
      'dueRoundChanged',
    );
    await untilWorkedOff(server);
    expect(await differencesOf(server, world)).toEqual([]);
  });

  it('[TRUTH-04] is accepted as what it is: one cut short leaves the round incompleted', async () => {
    const due = await makePastDue(server, world, 29 * day);
    const { start, scans, end } = walkAt(world, due.dueAtMs + 20 * minute);
    await send(world, [start, ...scans.slice(1), end]);
    await untilWorkedOff(server);
    await accept(world.admin, due.id, acceptBody(await dueOf(world.admin, due.id)));
    await untilWorkedOff(server);
    expect((await dueOf(world.admin, due.id)).status).toBe('incompleted');
    expect(await exceptionKindsOf(server, world)).toEqual([
      'flagged open',
      'incomplete open',
      'missed closed',
    ]);
    expect(await differencesOf(server, world)).toEqual([]);
  });
});
