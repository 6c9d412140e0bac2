// Rankings equal those that are counted from the rows, whatever changed before.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { statementsOf } from '../../testing/read-rows.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { changeRows, changes } from './dashboard-changes.testing.ts';
import { type DashboardWorld, drawsOf, makeDashboardWorld } from './dashboard.testing.ts';
import { findRanking } from './ranking.queries.ts';
import { askedOf, countedFromRows, scopeIn, spanDays } from './ranking.testing.ts';

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

it.each(Object.entries(changes))(
  '[DASH-02] rankings are what the rows come to after %s',
  async (what, text) => {
    const draw = drawsOf(what.length);
    let changedRows = 0;
    for (const [turn, { tenant }] of worlds.entries()) {
      changedRows += await changeRows(server.owner, {
        tenantId: tenant.id,
        text,
        salt: `${what}${draw()}`,
      });
      for (const of of worlds)
        for (const [, days] of spanDays)
          for (const site of [null, 1]) {
            const asked = askedOf(of, days, site, turn * 1_800_000);
            expect(await findRanking(scopeIn(server, of), asked)).toEqual(
              await countedFromRows(server, of, asked),
            );
          }
    }
    expect(changedRows).toBeGreaterThan(0);
  },
);

it('[DASH-02] a ranking of any span is what its rows come to, to the millisecond', async () => {
  const of = world();
  const back = fc.integer({ min: 0, max: 80 * 86_400_000 });
  const step = fc.constantFrom(1, 900_000, 3_600_000, 86_400_000);
  await fc.assert(
    fc.asyncProperty(back, back, step, fc.constantFrom(null, 0, 2), async (one, other, unit, site) => {
      const [early, late] = [Math.max(one, other), Math.min(one, other)];
      const start = of.nowMs - (of.nowMs % unit);
      const span = { fromMs: start - (early - (early % unit)), toMs: start - (late - (late % unit)) };
      const asked = { ...askedOf(of, 2, site), span };
      expect(await findRanking(scopeIn(server, of), asked)).toEqual(await countedFromRows(server, of, asked));
    }),
    { numRuns: 40 },
  );
});

it('[DASH-02] a ranking is one statement, and has nothing of what the caller may not see', async () => {
  const { tenant } = world();
  const asked = { ...askedOf(world(), 60, null), seesRounds: false };
  const whole = await findRanking(scopeIn(server, world()), askedOf(world(), 60, null));
  const sent = await statementsOf(server, tenant.id, (scope) => findRanking(scope, asked));
  expect(sent).toHaveLength(1);
  const withoutRounds = await findRanking(scopeIn(server, world()), asked);
  expect(withoutRounds.missed).toBeNull();
  expect(withoutRounds.sites.map(({ rounds }) => rounds)).toEqual(withoutRounds.sites.map(() => null));
  expect(withoutRounds.guards).toEqual(whole.guards);
  const withoutDue = await findRanking(scopeIn(server, world()), {
    ...asked,
    seesRounds: true,
    seesDue: false,
  });
  expect(withoutDue.guards).toBeNull();
  expect(withoutDue.sites.map(({ due }) => due)).toEqual(withoutDue.sites.map(() => null));
  expect(withoutDue.missed).toEqual(whole.missed);
});

/** Missed an hour after it is due. */
const makeDue = (
  { tenant, siteIds }: DashboardWorld,
  { guardId, dueAtMs, status }: { guardId: string | undefined; dueAtMs: number; status: string },
) =>
  sql`INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms, late_at_ms,
      missed_at_ms, guard_ids, status)
    SELECT tenant_id, ${randomUUID()}, tour_id, ${siteIds[0]}, route_id, '', '', ${dueAtMs}, ${dueAtMs}, ${dueAtMs + 3_600_000},
      ARRAY[${guardId}::uuid], ${status} FROM due_rounds WHERE tenant_id = ${tenant.id} LIMIT 1`.execute(
    server.owner,
  );

it('[DASH-02] a ranking counts the rounds that the clock alone makes missed', async () => {
  const [guardId, dueAtMs] = [world().guardIds[0], world().nowMs - 60_000];
  await makeDue(world(), { guardId, dueAtMs, status: 'due' });
  const missedAt = async (laterMs: number) => {
    const { sites } = await findRanking(scopeIn(server, world()), askedOf(world(), 60, null, laterMs));
    return sites.reduce((sum, { due }) => sum + (due?.missed ?? 0), 0);
  };
  const [before, after] = [await missedAt(0), await missedAt(7_200_000)];
  expect(after).toBeGreaterThan(before);
});

it('[DASH-02] a request while rounds change has all that was changed before, and nothing that comes after', async () => {
  const of = world();
  const missedNow = async () => {
    const { sites } = await findRanking(scopeIn(server, of), askedOf(of, 60, null));
    return sites.reduce((sum, { due }) => sum + (due?.missed ?? 0), 0);
  };
  const before = await missedNow();
  const made = { started: 0, done: 0 };
  const write = async () => {
    for (let number = 0; number < 40; number += 1) {
      made.started += 1;
      const dueAtMs = of.nowMs - 4 * 86_400_000 - number;
      await makeDue(of, { guardId: of.guardIds[0], dueAtMs, status: 'missed' });
      made.done += 1;
    }
  };
  const look = async () => {
    while (made.done < 40) {
      const least = made.done;
      const found = (await missedNow()) - before;
      expect(found).toBeGreaterThanOrEqual(least);
      expect(found).toBeLessThanOrEqual(made.started);
    }
  };
  await Promise.all([write(), look(), look()]);
  expect((await missedNow()) - before).toBe(40);
});
