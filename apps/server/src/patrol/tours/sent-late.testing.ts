// A site whose rounds were due some days ago, and what a guard's phone sends for them: on time, late, or in parts.
import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import type { DueRoundRow } from '@watchpost/contract/due-rounds';
import { sql } from 'kysely';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { browserOf, deviceOf } from '../../testing/made-sessions.ts';
import { roundsMovedJob } from '../../platform/jobs/rounds-moved-job.ts';
import { makeDueRound, makeTour } from '../../testing/make-tour.ts';
import { exceptionsOf } from '../../testing/read-exceptions.ts';
import type { Caller, TestApp } from '../../testing/test-app.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { judgeByClock } from './judge-rounds.queries.ts';

const minute = 60_000;
const hour = 60 * minute;
export const day = 24 * hour;

export interface LateWorld {
  readonly tenant: MadeTenant;
  readonly siteId: string;
  readonly guardId: string;
  readonly checkpointIds: readonly string[];
  readonly versionId: string;
  readonly tourId: string;
  readonly admin: Caller;
  /** Of the site, where sub admins may see to tours, rounds and exceptions. */
  readonly subAdmin: Caller;
  readonly otherSubAdmin: Caller;
  readonly device: Caller;
}

const everything = ['view', 'add', 'edit', 'delete', 'status', 'details', 'export'];

export async function makeLateWorld(server: TestApp): Promise<LateWorld> {
  const { owner } = server;
  const tenant = await makeTenant(owner);
  const siteId = await makeSite(owner, tenant);
  const access = Object.fromEntries(
    ['PATROL_TOURS', 'EXCEPTIONS', 'SCANNED_CHECKPOINTS', 'DASHBOARD'].map((group) => [group, everything]),
  );
  await owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access: JSON.stringify(access) })
    .execute();
  const guard = await makeGuard(owner, tenant, { siteIds: [siteId], first_name: 'Asha', last_name: 'Kale' });
  const checkpoints = [
    await makeCheckpoint(owner, tenant, siteId),
    await makeCheckpoint(owner, tenant, siteId),
  ];
  const { routeId, versionId } = await makeRoute(owner, tenant, siteId, checkpoints);
  const browser = async (of?: string, name = 'Meera') => {
    const { id } = await makeUser(owner, tenant, {
      first_name: name,
      last_name: 'Joshi',
      ...(of === undefined ? {} : { siteId: of }),
    });
    return browserOf(server, tenant, id);
  };
  return {
    tenant,
    siteId,
    guardId: guard.id,
    checkpointIds: checkpoints.map(({ checkpointId }) => checkpointId),
    versionId,
    tourId: await makeTour(owner, tenant, siteId, { routeId }),
    admin: await browser(),
    subAdmin: await browser(siteId, 'Rohan'),
    otherSubAdmin: await browser(await makeSite(owner, tenant), 'Sunil'),
    device: await deviceOf(server, tenant, guard.id),
  };
}

/** A round of the site that was due so long ago, and judged by now unless the job has not run. */
export async function makePastDue(
  server: TestApp,
  world: LateWorld,
  agoMs: number,
  { isJudged = true, windowMs = 15 * minute } = {},
): Promise<{ readonly id: string; readonly dueAtMs: number }> {
  const dueAtMs = Math.floor((Date.now() - agoMs) / minute) * minute;
  const { tenant, siteId, tourId } = world;
  const id = await makeDueRound(server.owner, tenant, siteId, { tourId, dueAtMs, windowMs });
  if (isJudged) await judge(server, world);
  return { id, dueAtMs };
}

export const judge = (server: TestApp, { tenant }: LateWorld): Promise<void> =>
  judgeByClock(server.database.forTenant(tenant.id), tenant.id, Date.now());

interface Walk {
  readonly roundId: string;
  readonly start: object;
  readonly scans: readonly object[];
  readonly end: object;
}

/** The events of a whole round that the phone says was started then. */
export function walkAt({ versionId, checkpointIds }: LateWorld, startedAtMs: number): Walk {
  const roundId = randomUUID();
  const at = (minutes: number) => startedAtMs + minutes * minute;
  return {
    roundId,
    start: { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: startedAtMs },
    scans: checkpointIds.map((checkpointId, index) => ({
      kind: 'checkpointScanned',
      id: randomUUID(),
      roundId,
      checkpointId,
      deviceAtMs: at(index + 1),
      method: 'typed',
      position: null,
    })),
    end: { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: at(10) },
  };
}

export const allOf = ({ start, scans, end }: Walk): object[] => [start, ...scans, end];

export async function send({ device }: LateWorld, events: readonly object[]): Promise<void> {
  const reply = await device('POST', '/field/events', { body: { sentAtMs: Date.now(), events } });
  expect(reply.json().refused).toEqual([]);
}

/** As if these had been sent so much earlier: what arrives is not known to be late. */
export const sendEarlier = (world: LateWorld, agoMs: number, events: readonly object[]): Promise<void> =>
  sendAt(world, Date.now() - agoMs, events);

/** As if the clocks of phone and server said so. */
export async function sendAt(world: LateWorld, atMs: number, events: readonly object[]): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: atMs });
  try {
    await send(world, events);
  } finally {
    vi.useRealTimers();
  }
}

/** Until nothing that moved rounds waits any more. */
export async function untilWorkedOff(server: TestApp): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ jobs: number }>`SELECT count(*)::int AS jobs
        FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
        WHERE t.identifier = ${roundsMovedJob.name}`.execute(server.owner);
      expect(rows[0]?.jobs).toBe(0);
    },
    { timeout: 60_000, interval: 50 },
  );
}

export async function dueOf(by: Caller, id: string): Promise<DueRoundRow> {
  const { data } = (await by('GET', '/secure/due-rounds', { query: { id } })).json();
  return data[0];
}

/** What somebody who looks at the row sends to accept its first round, with changes. */
export function acceptBody(due: DueRoundRow, changes: object = {}): object {
  const [first] = due.sentLate;
  const { roundId, arrivedAtMs } = first ?? {};
  return { roundId, arrivedAtMs, status: due.status, reason: 'The phone was found in the boat', ...changes };
}

export const accept = (by: Caller, id: string, body: object) =>
  by('POST', `/secure/due-rounds/${id}/accept-late`, { body });

/** What npm run verify says of the tenant. */
export async function differencesOf(server: TestApp, { tenant }: LateWorld): Promise<readonly string[]> {
  for await (const { slug, differences } of verifyAll(server.owner)) {
    if (slug === tenant.slug) return differences;
  }
  throw new Error(`nothing was said of ${tenant.slug}`);
}

export const errorOf = (reply: { json(): { general: { code: string }[] } }): string | undefined =>
  reply.json().general[0]?.code;

/** What was noted of a due round, in the order in which it became known. */
export async function historyOf(server: TestApp, id: string): Promise<string[]> {
  const rows = await server.owner
    .selectFrom('due_round_history')
    .select('status')
    .where('due_round_id', '=', id)
    .orderBy('known_at')
    .orderBy('at_ms')
    .execute();
  return rows.map(({ status }) => status);
}

/** Kind and status of each exception of the tenant. */
export async function exceptionKindsOf(server: TestApp, { tenant }: LateWorld): Promise<string[]> {
  const items = await exceptionsOf(server.owner, tenant);
  return items.map(({ kind, status }) => `${kind} ${status}`).toSorted();
}
