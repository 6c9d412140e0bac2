// Rounds that were missed do not heal by themselves when somebody sends them a month later: a person accepts them.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exceptionsOf } from '../../testing/read-exceptions.ts';
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

/** Of the days around the due round, as the dashboard counts them. */
const tallyOf = async ({ dueAtMs }: { readonly dueAtMs: number }) => {
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const query = { range: 'custom', from: dayAt(dueAtMs - day), to: dayAt(dueAtMs + day) };
  const { onTime, missed } = (await world.admin('GET', '/secure/dashboard', { query })).json().due.now;
  return { onTime, missed };
};

describe('a round that was missed 29 days ago', () => {
  it('[TRUTH-04] stays missed after one backdated upload, which is flagged, shown and noted', async () => {
    const due = await makePastDue(server, world, 29 * day);
    expect(await tallyOf(due)).toEqual({ onTime: 0, missed: 1 });
    const walk = walkAt(world, due.dueAtMs + 2 * minute);
    await send(world, allOf(walk));
    await untilWorkedOff(server);
    expect(await tallyOf(due)).toEqual({ onTime: 0, missed: 1 });
    const row = await dueOf(world.admin, due.id);
    expect(row).toMatchObject({ status: 'missed', round: null, excuse: null });
    expect(row.sentLate).toEqual([
      {
        roundId: walk.roundId,
        guardName: 'Asha Kale',
        startedAtMs: due.dueAtMs + 2 * minute,
        arrivedAtMs: expect.any(Number),
        scannedCheckPoints: 2,
        totalCheckPoints: 2,
        isOpen: true,
        acceptance: null,
      },
    ]);
    expect(Date.now() - (row.sentLate[0]?.arrivedAtMs ?? 0)).toBeLessThan(hour);
    expect(await historyOf(server, due.id)).toEqual(['missed']);
    expect(await exceptionKindsOf(server, world)).toEqual(['flagged open', 'missed open']);
    const [flagged] = (await exceptionsOf(server.owner, world.tenant)).filter(
      ({ kind }) => kind === 'flagged',
    );
    expect(flagged?.reasons).toContain('sentLate');
    expect(await differencesOf(server, world)).toEqual([]);
  });

  it.each(['admin', 'subAdmin'] as const)(
    '[TRUTH-04] is completed once the %s accepts it with a reason, which its history, exception and audit log tell',
    async (who) => {
      const due = await makePastDue(server, world, 29 * day);
      const walk = walkAt(world, due.dueAtMs + 2 * minute);
      await send(world, allOf(walk));
      await untilWorkedOff(server);
      const by = world[who];
      const seen = await dueOf(by, due.id);
      expect((await accept(by, due.id, acceptBody(seen))).json()).toEqual({ ids: [due.id] });
      await untilWorkedOff(server);
      const row = await dueOf(by, due.id);
      expect(row).toMatchObject({ status: 'completed', round: { id: walk.roundId, guardName: 'Asha Kale' } });
      expect(await tallyOf(due)).toEqual({ onTime: 1, missed: 0 });
      expect(row.sentLate).toMatchObject([
        {
          isOpen: false,
          acceptance: {
            reason: 'The phone was found in the boat',
            by: who === 'admin' ? 'Meera Joshi' : 'Rohan Joshi',
            atMs: expect.any(Number),
          },
        },
      ]);
      expect((await historyOf(server, due.id)).toSorted()).toEqual([
        'accepted',
        'completed',
        'inProgress',
        'missed',
      ]);
      const items = await exceptionsOf(server.owner, world.tenant);
      expect(items.find(({ kind }) => kind === 'missed')).toMatchObject({
        status: 'closed',
        outcome: 'justified',
        closing_reason: 'The phone was found in the boat',
        round_id: walk.roundId,
      });
      expect(items.find(({ kind }) => kind === 'flagged')).toMatchObject({
        status: 'open',
        due_round_id: due.id,
      });
      const { data } = (await world.admin('GET', '/secure/audit-log')).json();
      expect(data).toContainEqual(
        expect.objectContaining({ action: 'patrolTour.lateRoundAccepted', subjectId: due.id }),
      );
      expect(await differencesOf(server, world)).toEqual([]);
    },
  );

  it('[TRUTH-04] is not accepted without a reason, by another site, by a stranger, nor by what is not its round', async () => {
    const due = await makePastDue(server, world, 29 * day);
    await send(world, allOf(walkAt(world, due.dueAtMs)));
    await untilWorkedOff(server);
    const seen = await dueOf(world.admin, due.id);
    const body = acceptBody(seen);
    const empty = await accept(world.admin, due.id, { ...body, reason: '  ' });
    expect([empty.statusCode, empty.json().reason[0].message]).toEqual([400, 'accept_reason_required']);
    const long = await accept(world.admin, due.id, { ...body, reason: 'x'.repeat(501) });
    expect(long.statusCode).toBe(400);
    expect((await accept(world.otherSubAdmin, due.id, body)).statusCode).toBe(404);
    const elsewhere = await makeLateWorld(server);
    expect((await accept(elsewhere.admin, due.id, body)).statusCode).toBe(404);
    const other = await makePastDue(server, world, 3 * day);
    expect((await accept(world.admin, other.id, body)).statusCode).toBe(404);
    expect((await accept(world.device, due.id, body)).statusCode).toBe(401);
    expect((await dueOf(world.admin, due.id)).status).toBe('missed');
  });

  it('[TRUTH-04] is decided about once: who looked before answers 409', async () => {
    const due = await makePastDue(server, world, 29 * day);
    const walk = walkAt(world, due.dueAtMs);
    await send(world, [walk.start, ...walk.scans]);
    await untilWorkedOff(server);
    const early = acceptBody(await dueOf(world.admin, due.id));
    await sendEarlier(world, -minute, [walk.end, walkAgain(walk.scans[0])]);
    await untilWorkedOff(server);
    // More has arrived than was seen.
    expect(errorOf(await accept(world.admin, due.id, early))).toBe('dueRoundChanged');
    const body = acceptBody(await dueOf(world.admin, due.id));
    const replies = await Promise.all([1, 2, 3].map(() => accept(world.admin, due.id, body)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
    const excused = await makePastDue(server, world, 9 * day);
    await send(world, allOf(walkAt(world, excused.dueAtMs)));
    await untilWorkedOff(server);
    const before = acceptBody(await dueOf(world.admin, excused.id));
    const excuse = { body: { reason: 'Fire drill' } };
    await world.subAdmin('POST', `/secure/due-rounds/${excused.id}/excuse`, excuse);
    expect(errorOf(await accept(world.admin, excused.id, before))).toBe('dueRoundChanged');
    expect((await dueOf(world.admin, excused.id)).status).toBe('excused');
  });
});

/** Another scan of the same checkpoint. */
const walkAgain = (scan: object | undefined): object => ({ ...scan, id: crypto.randomUUID() });
