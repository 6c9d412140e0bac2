// Notifications about rounds, from the device's upload to the consoles of those who see the site.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FieldEvent } from '@watchpost/contract/field';
import { roundLateGraceMinutes } from '@watchpost/domain/notice-kinds';
import { roundStatus } from '@watchpost/domain/round-status';
import { serveAs } from '../../platform/db/database.ts';
import { startJobWorker } from '../../platform/db/job-worker.ts';
import { worksOf } from '../../platform/jobs/job.ts';
import { makeRound, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import {
  type FieldSite,
  makeFieldSite,
  roundEnded,
  roundStarted,
  scanned,
  sendBatch,
} from './field-site.testing.ts';
import { roundNoticeJobs } from './round-notices.jobs.ts';

const minute = 60_000;

let server: TestApp;
let site: FieldSite;
let admin: Caller;
let ofSite: Caller;
let ofOtherSite: Caller;
let ofOtherTenant: Caller;

beforeAll(async () => {
  server = await testApp();
  await testJobs(server, roundNoticeJobs());
});
beforeEach(async () => {
  site = await makeFieldSite(server);
  const { tenant, siteId, otherSiteId } = site;
  const callerOf = async (at: typeof tenant, values: { siteId?: string } = {}) =>
    browserOf(server, at, (await makeUser(server.owner, at, values)).id);
  admin = await callerOf(tenant);
  ofSite = await callerOf(tenant, { siteId });
  ofOtherSite = await callerOf(tenant, { siteId: otherSiteId });
  ofOtherTenant = await callerOf(await makeTenant(server.owner));
});

interface SentNotice {
  readonly kind: string;
  readonly message: string;
  readonly link: string;
}
const noticesOf = async (caller: Caller): Promise<SentNotice[]> =>
  (await caller('GET', '/secure/notification/list')).json().data;

const names = roundNoticeJobs().map(({ name }) => name);
/** Resolves when no job of these waits that could run by now. */
const idle = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM graphile_worker.jobs
        WHERE run_at <= now() AND task_identifier = ANY (${names})`.execute(server.owner);
      if (Number(rows[0]?.n) > 0) throw new Error('jobs are waiting');
    },
    { timeout: 60_000, interval: 20 },
  );

/** A round that began so many minutes ago, with scans of the first checkpoints of its route. */
function walk(
  scans: number,
  beganMinutesAgo = 40,
): { roundId: string; events: FieldEvent[]; end: FieldEvent } {
  const deviceAtMs = Date.now() - beganMinutesAgo * minute;
  const start = roundStarted(site, { deviceAtMs });
  const walked = Array.from({ length: scans }, (_, index) =>
    scanned(site, start.id, index, { deviceAtMs: deviceAtMs + (index + 1) * minute }),
  );
  const end = roundEnded(start.id, { deviceAtMs: deviceAtMs + 30 * minute });
  return { roundId: start.id, events: [start, ...walked], end };
}

describe('a round that ends incompleted', () => {
  it('[NOTIF-05] notifies super admins and the sub admins of its site, never another site or tenant', async () => {
    const { roundId, events, end } = walk(3);
    await sendBatch(site.device, [...events, end]);
    await idle();
    for (const caller of [admin, ofSite]) {
      expect(await noticesOf(caller)).toMatchObject([
        {
          kind: 'roundIncompleted',
          message: expect.stringMatching(
            /^Ravi Patil ended Route \d+ at Site \d+ with 3 of 4 checkpoints scanned\.$/,
          ),
          link: `/patrolling-reports/scanned-checkpoints-details?id=${roundId}`,
        },
      ]);
    }
    expect(await noticesOf(ofOtherSite)).toEqual([]);
    expect(await noticesOf(ofOtherTenant)).toEqual([]);
  });

  it('notifies once, however often its events are sent and in any order', async () => {
    const { events, end } = walk(2);
    await sendBatch(site.device, [end]);
    await sendBatch(site.device, events.slice(1));
    await sendBatch(site.secondDevice, events.slice(0, 1));
    await Promise.all([site.device, site.secondDevice].map((device) => sendBatch(device, [...events, end])));
    await idle();
    expect((await noticesOf(admin)).length).toBe(1);
  });

  it('notifies once though its job runs again', async () => {
    const { roundId, events, end } = walk(1);
    await sendBatch(site.device, [...events, end]);
    await idle();
    const payload = JSON.stringify({ tenantId: site.tenant.id, roundIds: [roundId] });
    await sql`SELECT graphile_worker.add_job('roundsFellShort', ${payload}::json)`.execute(server.owner);
    await idle();
    expect((await noticesOf(admin)).length).toBe(1);
  });

  it('sends nothing for a completed one, one without a start, or one that ended long ago', async () => {
    const whole = walk(4);
    const unstarted = walk(2);
    const old = walk(1, 3 * 24 * 60);
    await sendBatch(site.device, [...whole.events, whole.end]);
    await sendBatch(site.device, [...unstarted.events.slice(1), unstarted.end]);
    await sendBatch(site.device, [...old.events, old.end]);
    await idle();
    expect(await noticesOf(admin)).toEqual([]);
  });

  it('many in one upload are each told', async () => {
    const rounds = Array.from({ length: 12 }, (_, at) => walk(at % 3));
    await sendBatch(
      site.device,
      rounds.flatMap(({ events, end }) => [...events, end]),
    );
    await idle();
    const list = (await ofSite('GET', '/secure/notification/list', { query: { limit: '50' } })).json().data;
    expect(new Set(list.map(({ link }: SentNotice) => link)).size).toBe(12);
    expect(list.length).toBe(12);
  });
});

/** The route of the site's version expects so many minutes from one checkpoint to the next. */
async function expectMinutes(between: number): Promise<void> {
  const { tenant, versionId, planned } = site;
  const { route_id } = await server.owner
    .selectFrom('route_versions')
    .select('route_id')
    .where('id', '=', versionId)
    .executeTakeFirstOrThrow();
  const rows = planned.map(({ checkpointId }, index) => ({
    tenant_id: tenant.id,
    route_id,
    position: index + 1,
    checkpoint_id: checkpointId,
    expected_minutes: index === 0 ? 0 : between,
  }));
  await server.owner.insertInto('patrol_route_checkpoints').values(rows).execute();
}

/** As the clock does every minute. */
async function aMinutePasses(): Promise<void> {
  await sql`SELECT graphile_worker.add_job('tellLateRounds')`.execute(server.owner);
  await idle();
}

/** A round that no one ended, started so many minutes ago. */
const underWay = (minutesAgo: number, changes: object = {}) =>
  makeRound(server.owner, site.tenant, {
    site_id: site.siteId,
    guard_id: site.guard.id,
    route_version_id: site.versionId,
    started_at_ms: Date.now() - minutesAgo * minute,
    ended_at_ms: null,
    status_code: roundStatus.inProgress,
    ...changes,
  });

/** When a round should have ended that expects so many minutes, by the clock of a site in India. */
async function clockOfEnd(id: string, minutes: number): Promise<string> {
  const { started_at_ms } = await server.owner
    .selectFrom('rounds')
    .select('started_at_ms')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const end = new Date(started_at_ms + minutes * minute);
  const inIndia = { timeZone: 'Asia/Kolkata' } as const;
  const time = end.toLocaleTimeString('en-US', { ...inIndia, hour: '2-digit', minute: '2-digit' });
  return `${time.replace(/\s/, ' ')}, ${end.toLocaleDateString('en-US', { ...inIndia, day: 'numeric', month: 'short' })}`;
}

describe('a round that takes too long', () => {
  const expected = 3 * 5;

  it('[NOTIF-05] notifies those who see its site once, when its time and the grace are over', async () => {
    await expectMinutes(5);
    await underWay(expected + roundLateGraceMinutes - 2);
    const late = await underWay(expected + roundLateGraceMinutes + 2);
    await aMinutePasses();
    await aMinutePasses();
    const due = await clockOfEnd(late, expected);
    for (const caller of [admin, ofSite]) {
      expect((await noticesOf(caller))[0]?.message).toContain(` was to end by ${due} (site time)`);
      expect(await noticesOf(caller)).toMatchObject([
        {
          kind: 'roundLate',
          message: expect.stringMatching(
            /^The round of Route \d+ at Site \d+ was to end by .+ and is late; minutes since it began: 27\.$/,
          ),
          link: `/patrolling-reports/scanned-checkpoints-details?id=${late}`,
        },
      ]);
    }
    expect([await noticesOf(ofOtherSite), await noticesOf(ofOtherTenant)]).toEqual([[], []]);
  });

  it('sends nothing for one that has ended, or one late for hours', async () => {
    await expectMinutes(5);
    await underWay(60, { ended_at_ms: Date.now(), status_code: roundStatus.completed });
    await underWay(300);
    await aMinutePasses();
    expect(await noticesOf(admin)).toEqual([]);
  });

  it('sends nothing where the route expects no time', async () => {
    await underWay(60);
    await aMinutePasses();
    expect(await noticesOf(admin)).toEqual([]);
  });

  it('two servers that look at the same time tell of it once', async () => {
    await expectMinutes(5);
    await underWay(40);
    const second = await startJobWorker({
      connection: await serveAs(server.owner, server.connection),
      ...worksOf(roundNoticeJobs(), server.database),
      onProblem: () => {},
    });
    const look = () => sql`SELECT graphile_worker.add_job('tellLateRounds')`.execute(server.owner);
    await Promise.all(Array.from({ length: 8 }, look));
    await idle();
    await second.stop();
    expect((await noticesOf(admin)).length).toBe(1);
  });
});
