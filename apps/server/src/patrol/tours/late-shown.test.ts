// Where it is said that something was sent late, and when that arrived: lists, pages, files.
import { parseCsv } from 'hucre/csv';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DueRoundRow } from '@watchpost/contract/due-rounds';
import type { ExceptionDetails } from '@watchpost/contract/exceptions';
import type { RoundDetails, ScannedCheckpointsPage } from '@watchpost/contract/scanned-checkpoints';
import { buildTestApp, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import {
  accept,
  acceptBody,
  allOf,
  day,
  dueOf,
  type LateWorld,
  makeLateWorld,
  makePastDue,
  send,
  untilWorkedOff,
  walkAt,
} from './sent-late.testing.ts';
import { tourJobs } from './tours.jobs.ts';

const hour = 3_600_000;
let server: TestApp;
let world: LateWorld;
/** Due 29 days ago, walked then as the phone says, and sent now. */
let due: { readonly id: string; readonly dueAtMs: number };
let roundId: string;
let sentAtMs: number;

beforeAll(async () => {
  server = await testApp();
  await testJobs(server, tourJobs());
  world = await makeLateWorld(server);
  due = await makePastDue(server, world, 29 * day);
  await makePastDue(server, world, 20 * day);
  const walk = walkAt(world, due.dueAtMs);
  ({ roundId } = walk);
  sentAtMs = Date.now();
  await send(world, [...allOf(walk), ...allOf(walkAt(world, Date.now() - hour))]);
  await untilWorkedOff(server);
});

const openOf = async (by: Caller): Promise<DueRoundRow[]> =>
  (await by('GET', '/secure/due-rounds', { query: { sentLate: 'open' } })).json().data;
const roundsOf = async (by: Caller): Promise<ScannedCheckpointsPage> =>
  (await by('GET', '/secure/scanned-checkpoints')).json();
const csvOf = async (by: Caller, path: string, query: Record<string, string> = {}) => {
  const reply = await by('GET', path, { query: { format: 'csv', ...query } });
  return reply.statusCode === 200 ? parseCsv(reply.body) : reply.statusCode;
};
const isRecent = (ms: unknown) => typeof ms === 'number' && ms >= sentAtMs && ms <= Date.now();

describe('what was sent late', () => {
  it('[TRUTH-04] is found among the due rounds of all days by who sees their site, as long as no one accepted it', async () => {
    for (const by of [world.admin, world.subAdmin])
      expect((await openOf(by)).map(({ id }) => id)).toEqual([due.id]);
    expect(await openOf(world.otherSubAdmin)).toEqual([]);
    expect(await openOf((await makeLateWorld(server)).admin)).toEqual([]);
  });

  it('[TRUTH-04] says in the report and on the page of its round when it arrived, and what it was sent for', async () => {
    const { data } = await roundsOf(world.subAdmin);
    expect(data.map((row) => [row.id === roundId, isRecent(row.lateArrivalAtMs)])).toEqual([
      [false, false],
      [true, true],
    ]);
    const details: RoundDetails = (
      await world.subAdmin('GET', `/secure/scanned-checkpoints/${roundId}`)
    ).json();
    expect(isRecent(details.sentLate?.arrivedAtMs)).toBe(true);
    expect(details.sentLate?.due).toEqual({ id: due.id, isOpen: true });
    const lateFlag = details.points[0]?.scan?.doubts.find(({ flag }) => flag === 'sentLate');
    expect(lateFlag?.limit).toBe(16 * hour);
    expect(lateFlag?.elapsedMs).toBeGreaterThan(28 * day);
    const [other] = data.filter(({ id }) => id !== roundId);
    const onTime = (await world.admin('GET', `/secure/scanned-checkpoints/${other?.id ?? ''}`)).json();
    expect(onTime.sentLate).toBeNull();
  });

  it('[TRUTH-04] is shown on the pages of both exceptions, that of the missed round and that of the flags', async () => {
    const { data } = (await world.subAdmin('GET', '/secure/exceptions')).json();
    const history: (readonly [string, string | undefined, boolean])[] = [];
    for (const { id, kind, lateArrivalAtMs } of data) {
      const { lateDue }: ExceptionDetails = (await world.subAdmin('GET', `/secure/exceptions/${id}`)).json();
      history.push([kind, lateDue?.sentLate[0]?.roundId, isRecent(lateArrivalAtMs)]);
    }
    expect(history.map(String).toSorted()).toEqual(
      [
        ['flagged', roundId, true],
        ['flagged', undefined, false],
        ['missed', roundId, true],
        ['missed', undefined, false],
      ]
        .map(String)
        .toSorted(),
    );
  });

  it('[TRUTH-04] is a file of its own beside the report’s, whose 18 columns stay', async () => {
    const path = '/secure/scanned-checkpoints/late/export';
    const file = await csvOf(world.subAdmin, path);
    expect(file).toMatchObject([
      expect.arrayContaining(['Patrolling ID', 'Sent Late, Arrived', 'Due Round', 'Accepted By']),
      expect.arrayContaining([roundId, 'Asha Kale', 'Tour', 'Missed']),
    ]);
    expect(await csvOf(world.otherSubAdmin, path)).toBe(409);
    expect(await csvOf(world.device, path)).toBe(401);
    expect(await csvOf(world.admin, path, { doubt: 'teleport' })).toBe(409);
    const report = await csvOf(world.admin, '/secure/scanned-checkpoints/export');
    expect([report].flat()[0]).toHaveLength(18);
  });
});

it('[TRUTH-04] two servers that are asked at once accept it once, and both say so afterwards', async () => {
  const second = await buildTestApp(server.database);
  await second.ready();
  const { id } = await makeUser(server.owner, world.tenant, { first_name: 'Meera', last_name: 'Joshi' });
  const callers = await Promise.all(
    [server.app, second].map((app) => browserOf({ app, owner: server.owner }, world.tenant, id)),
  );
  const body = acceptBody(await dueOf(world.admin, due.id));
  const replies = await Promise.all(callers.map((by) => accept(by, due.id, body)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  for (const by of callers) {
    expect(await dueOf(by, due.id)).toMatchObject({ status: 'completed', round: { id: roundId } });
    expect(await openOf(by)).toEqual([]);
  }
  await untilWorkedOff(server);
  const entries = (await world.admin('GET', '/secure/audit-log')).json().data;
  const accepted = entries.filter(
    ({ action }: { action: string }) => action === 'patrolTour.lateRoundAccepted',
  );
  expect(accepted).toHaveLength(1);
  const [, row] = [await csvOf(world.admin, '/secure/scanned-checkpoints/late/export')].flat();
  expect(row).toEqual(
    expect.arrayContaining(['Completed', 'Meera Joshi', 'The phone was found in the boat']),
  );
  await second.close();
});
