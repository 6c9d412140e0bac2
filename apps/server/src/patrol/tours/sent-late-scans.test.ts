// Scans that arrive long after their round, and the check that finds what was healed behind the product's back.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import {
  accept,
  acceptBody,
  allOf,
  day,
  differencesOf,
  dueOf,
  exceptionKindsOf,
  type LateWorld,
  makeLateWorld,
  makePastDue,
  send,
  sendEarlier,
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

describe('scans that arrive a month after their round was started', () => {
  it('[TRUTH-04] do not complete a round that had ended too short, until they are accepted', async () => {
    const due = await makePastDue(server, world, 29 * day, { isJudged: false });
    const { start, scans, end, roundId } = walkAt(world, due.dueAtMs);
    await sendEarlier(world, 29 * day - hour, [start, ...scans.slice(0, 1), end]);
    await untilWorkedOff(server);
    expect((await dueOf(world.admin, due.id)).status).toBe('incompleted');
    await send(world, scans.slice(1));
    await untilWorkedOff(server);
    const seen = await dueOf(world.admin, due.id);
    expect(seen).toMatchObject({ status: 'incompleted', round: { id: roundId } });
    expect(seen.sentLate).toMatchObject([{ roundId, isOpen: true, scannedCheckPoints: 2 }]);
    expect(await differencesOf(server, world)).toEqual([]);
    expect((await accept(world.admin, due.id, acceptBody(seen))).statusCode).toBe(200);
    await untilWorkedOff(server);
    expect((await dueOf(world.admin, due.id)).status).toBe('completed');
    expect(await exceptionKindsOf(server, world)).toEqual(['flagged open', 'incomplete closed']);
    expect(await differencesOf(server, world)).toEqual([]);
  });

  it('[TRUTH-04] leave a round incompleted of which only the start was sent in time', async () => {
    const due = await makePastDue(server, world, 29 * day, { isJudged: false });
    const { start, scans, end } = walkAt(world, due.dueAtMs);
    await sendEarlier(world, 29 * day - minute, [start]);
    await untilWorkedOff(server);
    expect((await dueOf(world.admin, due.id)).status).toBe('inProgress');
    await send(world, [...scans, end]);
    await untilWorkedOff(server);
    expect(await dueOf(world.admin, due.id)).toMatchObject({
      status: 'incompleted',
      sentLate: [{ isOpen: true }],
    });
    expect(await differencesOf(server, world)).toEqual([]);
  });

  it('[TRUTH-04] are accepted as they are then: what comes later waits for another word', async () => {
    const due = await makePastDue(server, world, 29 * day);
    const { start, scans, end } = walkAt(world, due.dueAtMs);
    await send(world, [start, ...scans.slice(0, 1), end]);
    await untilWorkedOff(server);
    await accept(world.admin, due.id, acceptBody(await dueOf(world.admin, due.id)));
    await untilWorkedOff(server);
    expect((await dueOf(world.admin, due.id)).status).toBe('incompleted');
    await send(world, scans.slice(1));
    await untilWorkedOff(server);
    const seen = await dueOf(world.admin, due.id);
    expect(seen).toMatchObject({ status: 'incompleted', sentLate: [{ isOpen: true }] });
    expect(await differencesOf(server, world)).toEqual([]);
    await accept(world.subAdmin, due.id, acceptBody(seen, { reason: 'And the rest' }));
    await untilWorkedOff(server);
    expect(await dueOf(world.admin, due.id)).toMatchObject({
      status: 'completed',
      sentLate: [{ isOpen: false, acceptance: { reason: 'And the rest' } }],
    });
    expect(await differencesOf(server, world)).toEqual([]);
  });

  it('[TRUTH-04] are flagged on the round though only its start was sent late', async () => {
    const due = await makePastDue(server, world, 29 * day);
    const { start, roundId } = walkAt(world, due.dueAtMs);
    await send(world, [
      start,
      ...walkAt(world, Date.now() - hour).scans.map((scan) => ({ ...scan, roundId })),
    ]);
    await untilWorkedOff(server);
    expect((await dueOf(world.admin, due.id)).status).toBe('missed');
    const { data } = (await world.admin('GET', '/secure/scanned-checkpoints', { query: {} })).json();
    expect(data).toMatchObject([{ id: roundId, doubts: expect.arrayContaining(['sentLate']) }]);
  });
});

describe('the check of what is stored', () => {
  it('[TRUTH-04] names a missed round that was turned into a walked one by what no one accepted', async () => {
    const due = await makePastDue(server, world, 29 * day);
    const walk = walkAt(world, due.dueAtMs);
    await send(world, allOf(walk));
    const other = await makePastDue(server, world, 20 * day, { isJudged: false });
    const { start, scans, end } = walkAt(world, other.dueAtMs);
    await sendEarlier(world, 20 * day - hour, [start, end]);
    await send(world, scans);
    await untilWorkedOff(server);
    expect(await differencesOf(server, world)).toEqual([]);
    const forge = (id: string, values: object) =>
      server.owner.updateTable('due_rounds').set(values).where('id', '=', id).execute();
    await forge(due.id, { round_id: walk.roundId, status: 'completed' });
    await forge(other.id, { status: 'completed' });
    const found = (await differencesOf(server, world)).join('\n');
    expect(found).toContain(`due round ${due.id} was missed when round ${walk.roundId} was sent`);
    expect(found).toContain(`due round ${other.id} is completed, should be incompleted`);
  });
});
