// Rankings by standings equal those that are added up again, whatever changed in the meantime.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { trendOf } from '@watchpost/domain/dashboard';
import type { SiteScope } from '../../platform/access/caller.ts';
import { planOf, rowsRead, statementsOf } from '../../testing/read-rows.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { type DashboardWorld, drawsOf, makeDashboardWorld } from './dashboard.testing.ts';
import { findBases, keepStanding, reserveStanding } from '../../platform/rollups/standings.queries.ts';
import { inSnapshot } from '../../lifecycle/verification/verification.queries.ts';
import { standingDifferences } from '../../lifecycle/verification/verify-standings.ts';
import { changeRows, changes } from './dashboard-changes.testing.ts';
import { findRanking } from './ranking.ts';
import { type Asked, askedOf, makeStandings, scopeIn, spanDays, zone } from './ranking.testing.ts';
import { findSums } from './ranking.queries.ts';
import { makeStanding } from './standings.jobs.ts';
import { trendOfSpan } from './trend.ts';

let server: TestApp;
let worlds: readonly DashboardWorld[];
beforeAll(async () => {
  server = await testApp();
  worlds = [await makeDashboardWorld(server, 21, 150), await makeDashboardWorld(server, 22, 60)];
});

const world = (): DashboardWorld => {
  const [first] = worlds;
  if (first === undefined) throw new Error('no world was made');
  return first;
};

const scopeOf = (of: DashboardWorld): SiteScope => scopeIn(server, of);
const read = (of: DashboardWorld, asked: Asked) => findRanking(scopeOf(of), asked);

/** Without any standing; those that there were are gone. */
async function countedAgain({ tenant, ...of }: DashboardWorld, asked: Asked) {
  await sql`DELETE FROM standings WHERE tenant_id = ${tenant.id}`.execute(server.owner);
  return read({ tenant, ...of }, asked);
}

const trendBy = (of: DashboardWorld, { siteId, span }: Asked) =>
  trendOfSpan(scopeOf(of), { siteId, span, trend: trendOf(span, zone), timeZone: zone });

const askedNow = (of: DashboardWorld, turn: number): Asked[] =>
  spanDays.flatMap(([, days]) => [null, 1].map((site) => askedOf(of, days, site, turn * 1_800_000)));

async function standingsOf({ tenant }: DashboardWorld): Promise<string[]> {
  const { rows } = await sql<{ standing: string }>`SELECT kind || ' ' || at_ms AS standing FROM standings
    WHERE tenant_id = ${tenant.id} AND body IS NOT NULL ORDER BY 1`.execute(server.owner);
  return rows.map(({ standing }) => standing);
}

/** How many rows it changed. */
const change = ({ tenant }: DashboardWorld, text: string, salt: string) =>
  changeRows(server.owner, { tenantId: tenant.id, text, salt });

interface MadeDue {
  readonly tenantId: string;
  readonly siteId: string | undefined;
  readonly guardId: string | undefined;
  readonly dueAtMs: number;
  readonly status: string;
}

/** Missed an hour after it is due. */
const makeDue = ({ tenantId, siteId, guardId, dueAtMs, status }: MadeDue, db = server.owner) =>
  sql`INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms, late_at_ms,
      missed_at_ms, guard_ids, status)
    SELECT tenant_id, ${randomUUID()}, tour_id, ${siteId}, route_id, '', '', ${dueAtMs}, ${dueAtMs}, ${dueAtMs + 3_600_000},
      ARRAY[${guardId}::uuid], ${status} FROM due_rounds WHERE tenant_id = ${tenantId} LIMIT 1`.execute(db);

it.each(Object.entries(changes))(
  '[DASH-02] rankings by standings and trends are what is added up again after %s',
  async (what, text) => {
    const draw = drawsOf(what.length);
    let changedRows = 0;
    for (let turn = 0; turn < 2; turn += 1) {
      const changed = worlds[turn % 2] ?? world();
      for (const of of worlds) {
        await makeStandings(server, of);
        for (const asked of askedNow(of, turn)) await trendBy(of, asked);
      }
      changedRows += await change(changed, text, `${what}${draw()}`);
      for (const of of worlds) {
        expect(await standingDifferences(server.owner, of.tenant.id)).toEqual([]);
        const every = askedNow(of, turn);
        const found = [];
        for (const asked of every) found.push([await read(of, asked), await trendBy(of, asked)]);
        for (const [at, asked] of every.entries())
          expect(found[at]).toEqual([await countedAgain(of, asked), await trendBy(of, asked)]);
      }
    }
    expect(changedRows).toBeGreaterThan(0);
  },
);

it('[DASH-02] a trend asked for again reads no sum until something in its span changes', async () => {
  await makeStandings(server, world());
  const asked = askedOf(world(), 60, null);
  const tables = ['round_sums', 'rounds'];
  const readNow = async () => {
    const { span, siteId } = asked;
    const statements = await statementsOf(server, world().tenant.id, (scope) =>
      trendOfSpan(scope, { siteId, span, trend: trendOf(span, zone), timeZone: zone }),
    );
    let read = 0;
    for (const statement of statements) {
      const nodes = await planOf(server, world().tenant.id, statement);
      for (const table of tables) read += rowsRead(nodes, table);
    }
    return read;
  };
  await trendBy(world(), asked);
  expect(await readNow()).toBe(0);
  await change(world(), changes['a round is at another time'] ?? '', 'trend');
  expect(await readNow()).toBeGreaterThan(0);
});

it('[DASH-02] a ranking of whole days reads no sum, and counts the rounds that the clock makes missed', async () => {
  const { tenant, siteIds, guardIds, nowMs } = world();
  await makeDue({
    tenantId: tenant.id,
    siteId: siteIds[0],
    guardId: guardIds[0],
    dueAtMs: nowMs - 60_000,
    status: 'due',
  });
  await makeStandings(server, world());
  const asked = askedOf(world(), 60, null);
  const later = askedOf(world(), 60, null, 7_200_000);
  const missedOf = ({ sites }: Awaited<ReturnType<typeof read>>) =>
    sites.reduce((sum, { due }) => sum + (due?.missed ?? 0), 0);
  const first = await read(world(), asked);
  const statements = await statementsOf(server, tenant.id, (scope) => findRanking(scope, later));
  const found = await read(world(), later);
  expect(missedOf(found)).toBeGreaterThan(missedOf(first));
  for (const statement of statements) {
    const nodes = await planOf(server, tenant.id, statement);
    for (const table of [
      'round_sums',
      'missed_sums',
      'due_sums',
      'due_counts',
      'missed_checkpoints',
      'rounds',
    ])
      expect(rowsRead(nodes, table)).toBe(0);
  }
  expect(found).toEqual(await countedAgain(world(), later));
});

it('[DASH-02] a change takes away the standings after it, those alone, and of its tenant and its kind', async () => {
  const [changed = world(), other = world()] = worlds;
  for (const of of worlds) await makeStandings(server, of);
  const [before, untouched] = [await standingsOf(changed), await standingsOf(other)];
  const { fromMs } = askedOf(changed, 2, null).span;
  await makeDue({
    tenantId: changed.tenant.id,
    siteId: changed.siteIds[0],
    guardId: changed.guardIds[0],
    dueAtMs: fromMs,
    status: 'missed',
  });
  const isAfter = (standing: string) => {
    const [kind, atMs] = standing.split(' ').map(Number);
    return kind === 2 && Number(atMs) > fromMs;
  };
  expect(before.filter(isAfter).length).toBeGreaterThan(0);
  expect(await standingsOf(changed)).toEqual(before.filter((standing) => !isAfter(standing)));
  expect(await standingsOf(other)).toEqual(untouched);
});

it('[DASH-02] a standing waits for changes under way, and is not kept when one comes while it is added up', async () => {
  const { tenant, siteIds, guardIds, nowMs } = world();
  const scope = scopeOf(world());
  const atMs = nowMs - 3 * 86_400_000;
  const due = { tenantId: tenant.id, siteId: siteIds[0], guardId: guardIds[0], status: 'missed' };
  await sql`DELETE FROM standings WHERE tenant_id = ${tenant.id}`.execute(server.owner);
  await makeStanding(scope, 'due', 0);

  let making: Promise<unknown> = Promise.resolve();
  await server.owner.transaction().execute(async (transaction) => {
    await makeDue({ ...due, dueAtMs: atMs - 5 }, transaction);
    making = makeStanding(scope, 'due', atMs);
    await sql`SELECT pg_sleep(0.2)`.execute(transaction);
    expect(await standingsOf(world())).toEqual(['2 0']);
  });
  await making;
  expect(await standingsOf(world())).toEqual(['2 0', `2 ${atMs}`]);
  expect(await standingDifferences(server.owner, tenant.id)).toEqual([]);

  const laterMs = atMs + 1_000;
  const id = await reserveStanding(scope, 'due', laterMs);
  const span = { fromMs: 0, toMs: laterMs };
  const found = await findSums(
    scope,
    { siteId: null, kinds: ['due'], nowMs: null, span },
    { due: [0, atMs] },
  );
  const sums = await found?.read();
  await makeDue({ ...due, dueAtMs: laterMs - 5 });
  if (id === null || sums?.due === undefined) throw new Error('nothing was added up');
  await keepStanding(scope, { id, name: 'due', atMs: laterMs }, sums.due);
  expect(await findBases(scope, ['due'], [laterMs])).toEqual([[atMs]]);
});

it('[DASH-02] whoever asks while rounds change and standings are made gets all that was changed before, and nothing that comes after', async () => {
  const { tenant, siteIds, guardIds, nowMs } = world();
  const asked = askedOf(world(), 60, null);
  const missedOf = async () =>
    (await read(world(), asked)).sites.reduce((sum, { due }) => sum + (due?.missed ?? 0), 0);
  await makeStandings(server, world());
  const before = await missedOf();
  const made = { begun: 0, done: 0 };
  const write = async () => {
    for (let number = 0; number < 40; number += 1) {
      made.begun += 1;
      const dueAtMs = nowMs - 4 * 86_400_000 - number;
      await makeDue({
        tenantId: tenant.id,
        siteId: siteIds[0],
        guardId: guardIds[0],
        dueAtMs,
        status: 'missed',
      });
      made.done += 1;
    }
  };
  const look = async () => {
    while (made.done < 40) {
      const least = made.done;
      const found = (await missedOf()) - before;
      expect(found).toBeGreaterThanOrEqual(least);
      expect(found).toBeLessThanOrEqual(made.begun);
    }
  };
  const make = async () => {
    while (made.done < 40) {
      await makeStandings(server, world());
      expect(await inSnapshot(server.owner, (db) => standingDifferences(db, tenant.id))).toEqual([]);
    }
  };
  await Promise.all([write(), look(), look(), make(), make()]);
  expect((await missedOf()) - before).toBe(40);
});
