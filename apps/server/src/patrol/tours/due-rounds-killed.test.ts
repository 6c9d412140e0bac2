// Due rounds through kills of real server processes, through several of them at once, and through clocks that jump.
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, type Db, openDatabase, serveAs } from '../../platform/db/database.ts';
import { type MadeTenant, makeRoute, makeSite, makeTenant, makeUser } from '../../testing/factories.ts';
import { makeTour } from '../../testing/make-tour.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type DueServer, startDueServer } from './due-rounds-servers.testing.ts';
import { maintainDueRounds } from './tours.jobs.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Noon at the site. */
const noon = Date.UTC(2026, 2, 16, 6, 30);
const toursMade = 4;

let store: TestDatabase;
let tenant: MadeTenant;
let userId: string;

beforeAll(async () => {
  store = await testDatabase();
});

/** Tours of a round every twenty minutes, late after a quarter of an hour and missed ten minutes later. */
beforeEach(async () => {
  if (tenant !== undefined) await store.owner.deleteFrom('due_rounds').execute();
  tenant = await makeTenant(store.owner);
  const siteId = await makeSite(store.owner, tenant, { time_zone: 'Asia/Kolkata' });
  userId = (await makeUser(store.owner, tenant)).id;
  const schedule = JSON.stringify({ kind: 'interval', fromMinute: 0, toMinute: 0, everyMinutes: 20 });
  for (let each = 0; each < toursMade; each += 1) {
    const { routeId } = await makeRoute(store.owner, tenant, siteId, []);
    const id = await makeTour(store.owner, tenant, siteId, { routeId });
    await store.owner.updateTable('patrol_tours').set({ schedule }).where('id', '=', id).execute();
  }
});

const dueLink = '/manage-patrol-tours/due-rounds?id=';

interface Due {
  readonly tour: string;
  readonly at: number;
  readonly missedAt: number;
  readonly status: string;
  readonly history: readonly string[];
  readonly notices: readonly string[];
}

async function dues(): Promise<Due[]> {
  const { rows } =
    await sql<Due>`SELECT d.tour_id AS tour, d.due_at_ms AS at, d.missed_at_ms AS "missedAt", d.status,
      ARRAY(SELECT h.status FROM due_round_history h WHERE h.tenant_id = d.tenant_id AND h.due_round_id = d.id
        ORDER BY h.status) AS history,
      ARRAY(SELECT n.kind FROM notifications n WHERE n.tenant_id = d.tenant_id AND n.link = ${dueLink} || d.id
        ORDER BY n.kind) AS notices
    FROM due_rounds d WHERE d.tenant_id = ${tenant.id} ORDER BY d.due_at_ms, d.tour_id`.execute(store.owner);
  return rows;
}

/** That each tour has one round for every twenty minutes of the time, and no other. */
function expectAllMade(all: readonly Due[], fromMs: number, untilMs: number): void {
  const within = all.filter(({ at }) => at > fromMs && at <= untilMs);
  const times = new Set(within.map(({ tour, at }) => `${tour} ${at}`));
  expect(times.size).toBe(within.length);
  expect(within).toHaveLength(toursMade * Math.floor((untilMs - fromMs) / (20 * minute)));
}

/** What a round is, told and remembered as, that no one begins while servers look at it every five minutes. */
const wholeLife = {
  status: 'missed',
  history: ['late', 'missed'],
  notices: ['roundMissed', 'roundNotBegun'],
};
const lifeOf = ({ status, history, notices }: Due) => ({ status, history, notices });

describe('[MNG-07] due rounds outlive their server', () => {
  it('killed between making and judging: the next one judges what the first one made', async () => {
    const first = await startDueServer(store, tenant.id);
    await first.obey('make', noon);
    const made = await dues();
    await first.kill();
    const second = await startDueServer(store, tenant.id);
    for (let at = noon; at <= noon + 2 * hour; at += 5 * minute) await second.obey('work', at);
    const all = await dues();
    expectAllMade(all, noon, noon + 2 * hour);
    expect(all.slice(0, made.length).map(({ tour, at }) => [tour, at])).toEqual(
      made.map(({ tour, at }) => [tour, at]),
    );
    const over = all.filter(({ missedAt }) => missedAt <= noon + 2 * hour);
    expect(over.length).toBeGreaterThan(toursMade);
    for (const due of over) expect(lifeOf(due)).toEqual(wholeLife);
  });

  it('killed in the midst of judging: nothing is half written, and the next one does it all once', async () => {
    const first = await startDueServer(store, tenant.id);
    for (let at = noon; at <= noon + 40 * minute; at += 5 * minute) await first.obey('work', at);
    const before = await dues();
    // Anyone who holds an inbox holds up the server that tells somebody of a missed round, within its transaction.
    await store.owner.transaction().execute(async (transaction) => {
      await sql`SELECT FROM notification_inboxes WHERE tenant_id = ${tenant.id} AND user_id = ${userId}
        FOR UPDATE`.execute(transaction);
      const ended = first.obey('work', noon + 45 * minute).then(() => 'done', String);
      await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), 60_000);
      await first.kill();
      expect(await ended).toContain('the server said');
    });
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(0), 60_000);
    const second = await startDueServer(store, tenant.id);
    // What is made ahead while it starts stands after those.
    expect((await dues()).slice(0, before.length).map(lifeOf)).toEqual(before.map(lifeOf));
    for (let at = noon + 45 * minute; at <= noon + 2 * hour; at += 5 * minute) await second.obey('work', at);
    for (const due of (await dues()).filter(({ missedAt }) => missedAt <= noon + 2 * hour)) {
      expect(lifeOf(due)).toEqual(wholeLife);
    }
  });

  it('two at once, of which now and then one is killed, do everything once', async () => {
    let servers: DueServer[] = await Promise.all([1, 2].map(() => startDueServer(store, tenant.id)));
    let attempt = 0;
    for (let at = noon; at <= noon + 2 * hour; at += 5 * minute) {
      const working = Promise.allSettled(servers.map((server) => server.obey('work', at)));
      attempt += 1;
      if (attempt % 8 === 0) {
        await servers[0]?.kill();
        await working;
        servers = [...servers.slice(1), await startDueServer(store, tenant.id)];
      }
      expect((await working).filter(({ status }) => status === 'rejected').length).toBeLessThanOrEqual(
        attempt % 8 === 0 ? 1 : 0,
      );
    }
    const all = await dues();
    expectAllMade(all, noon, noon + 2 * hour);
    for (const due of all.filter(({ missedAt }) => missedAt <= noon + 2 * hour)) {
      expect(lifeOf(due)).toEqual(wholeLife);
    }
  });
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND usename = 'watchpost_app'`.execute(
    store.owner,
  );
  return rows[0]?.waiting ?? 0;
}

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('pass'), minutes: fc.integer({ min: 1, max: 15 }) }),
    fc.record({ kind: fc.constant('jump'), minutes: fc.integer({ min: -600, max: 600 }) }),
    fc.record({ kind: fc.constant('both'), minutes: fc.integer({ min: 1, max: 10 }) }),
  ),
  { minLength: 5, maxLength: 15 },
);

describe('[MNG-07] due rounds and a clock that jumps by hours', () => {
  it('there and back: none is lost or doubled, and what it called missed too early waits again', async () => {
    const servers = await Promise.all([1, 2].map(() => openServer()));
    const [one, other] = servers;
    if (one === undefined || other === undefined) throw new Error('two servers were started');
    try {
      await fc.assert(
        fc.asyncProperty(steps, (all) => liveThrough(one, other, all)),
        { numRuns: 8 },
      );
    } finally {
      for (const server of servers) await server.close();
    }
  }, 120_000);
});

async function openServer(): Promise<Database> {
  const connection = await serveAs(store.owner, store.connection);
  return openDatabase({ connection, poolSize: 2, onError: () => {} });
}

interface Step {
  readonly kind: string;
  readonly minutes: number;
}

async function liveThrough(one: Database, other: Database, all: readonly Step[]): Promise<void> {
  await forget(store.owner);
  let nowMs = noon;
  let latestMs = nowMs;
  let setBack = 0;
  const seen = new Map<string, string>();
  await maintainDueRounds(one, nowMs);
  for (const { kind, minutes } of all) {
    nowMs += minutes * minute;
    if (minutes < 0) setBack += 1;
    // A clock before the first making would have made other rounds first.
    if (nowMs < noon) nowMs = noon;
    latestMs = Math.max(latestMs, nowMs);
    await Promise.all([
      maintainDueRounds(one, nowMs),
      ...(kind === 'both' ? [maintainDueRounds(other, nowMs)] : []),
    ]);
    for (const { tour, at, missedAt, status } of await dues()) {
      const key = `${tour} ${at}`;
      // What was missed stays missed, unless the clock goes back to before that.
      const wasMissed = seen.get(key) === 'missed' && missedAt <= nowMs;
      expect(wasMissed && status !== 'missed').toBe(false);
      seen.set(key, status);
    }
  }
  await maintainDueRounds(one, latestMs);
  const found = await dues();
  expectAllMade(found, noon, latestMs);
  for (const due of found) {
    const { status, history, notices, missedAt } = due;
    expect(status === 'missed').toBe(missedAt <= latestMs);
    expect(new Set(history).size).toBe(history.length);
    // Told again after the clock went back, and no oftener.
    expect(notices.length).toBeLessThanOrEqual(new Set(notices).size * (1 + setBack));
    expect(history.includes('missed')).toBe(status === 'missed');
  }
}

/** Back to tours that no round was made of. */
async function forget(owner: Db): Promise<void> {
  await owner.deleteFrom('notifications').where('tenant_id', '=', tenant.id).execute();
  await owner.deleteFrom('due_rounds').where('tenant_id', '=', tenant.id).execute();
  await owner
    .updateTable('patrol_tours')
    .set({ made_plan: null, made_until_ms: null })
    .where('tenant_id', '=', tenant.id)
    .execute();
}
