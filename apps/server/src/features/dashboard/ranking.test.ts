// Kept rankings equal those that are added up anew, whatever changed meanwhile.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { dashboardSpan } from '@watchpost/domain/dashboard';
import type { SiteScope } from '../../access/caller.ts';
import { statementsOf } from '../../testing/read-rows.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { type DashboardWorld, drawsOf, makeDashboardWorld } from './dashboard.testing.ts';
import { findRanking, keptRankings, type KeptRankings } from './ranking.ts';

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

const spanDays = [
  ['2 days', 2],
  ['60 days', 60],
] as const;

function askedOf({ siteIds, nowMs }: DashboardWorld, days: number, site: number | null, laterMs = 0) {
  const zone = 'America/New_York';
  const day = (before: number) => new Date(nowMs - before * 86_400_000).toISOString().slice(0, 10);
  const span = dashboardSpan('custom', zone, nowMs, { from: day(days), to: day(-1) });
  const siteId = site === null ? null : (siteIds[site] ?? null);
  return {
    siteId,
    span,
    isSliding: false,
    nowMs: nowMs + laterMs,
    seesRounds: true,
    seesDue: true,
  };
}

type Asked = ReturnType<typeof askedOf>;

const scopeOf = ({ tenant }: DashboardWorld): SiteScope => ({
  db: server.database.forTenant(tenant.id),
  tenantId: tenant.id,
  siteId: null,
});
const read = (of: DashboardWorld, kept: KeptRankings, asked: Asked) => findRanking(scopeOf(of), kept, asked);
/** Nothing is kept of it. */
const anew = (of: DashboardWorld, asked: Asked) => read(of, keptRankings(0), asked);

const one = (table: string, condition: string) =>
  `id = (SELECT id FROM ${table} WHERE tenant_id = $1 AND ${condition} ORDER BY md5(id::text || $2) LIMIT 1) AND tenant_id = $1`;
const otherGuard = `(SELECT id FROM guards WHERE tenant_id = $1 ORDER BY md5(id::text || $2) LIMIT 1)`;
const late = `(SELECT m FROM missed_checkpoints AS m WHERE tenant_id = $1 ORDER BY md5(round_id::text || $2) LIMIT 1)`;

/** All that can change an answer; among them changes after which the tenant's figures are what they were. */
const changes: Readonly<Record<string, string>> = {
  'a round ends': `UPDATE rounds SET status_code = 1010, ended_at_ms = started_at_ms + 1,
    scanned_check_points = total_check_points WHERE ${one('rounds', 'status_code = 1001')}`,
  'a round ends short': `UPDATE rounds SET status_code = 1005, ended_at_ms = started_at_ms + 1
    WHERE ${one('rounds', 'status_code = 1001')}`,
  'a round is taken away': `DELETE FROM rounds WHERE ${one(
    'rounds',
    `id NOT IN (SELECT round_id FROM due_rounds WHERE round_id IS NOT NULL)
    AND id NOT IN (SELECT round_id FROM scans)`,
  )}`,
  'a round was another guard’s': `UPDATE rounds SET guard_id = ${otherGuard} WHERE ${one('rounds', 'true')}`,
  'a round is at another time': `UPDATE rounds SET started_at_ms = started_at_ms - 259200000 WHERE ${one('rounds', 'true')}`,
  'a scan comes late': `INSERT INTO scans (tenant_id, id, round_id, checkpoint_id, guard_id, device_id, device_at_ms,
      received_at_ms, clock_skew_ms, method, body_hash)
    SELECT $1, md5($2)::uuid, (${late}).round_id, (${late}).checkpoint_id, (${late}).guard_id, md5($2)::uuid, 1, 1, 0, 'qr', ''
    WHERE (${late}).round_id IS NOT NULL`,
  'a due round is excused': `UPDATE due_rounds SET status = 'excused' WHERE ${one('due_rounds', "status IN ('due', 'missed')")}`,
  'a due round is missed': `UPDATE due_rounds SET status = 'missed' WHERE ${one('due_rounds', "status IN ('due', 'excused')")}`,
  'a due round was another guard’s': `UPDATE due_rounds SET guard_ids = ARRAY[${otherGuard}] WHERE ${one('due_rounds', "status = 'missed'")}`,
  'a due round nobody has begun is another guard’s': `UPDATE due_rounds SET guard_ids = ARRAY[${otherGuard}]
    WHERE ${one('due_rounds', "status IN ('due', 'late')")}`,
  'a due round is called off': `DELETE FROM due_rounds WHERE ${one('due_rounds', 'true')}`,
  'a guard has another name': `UPDATE guards SET first_name = 'A' || md5($2) WHERE ${one('guards', 'true')}`,
  'a site has another name': `UPDATE sites SET name = 'A' || md5($2) WHERE ${one('sites', 'true')}`,
  'a checkpoint has another name': `UPDATE checkpoints SET name = 'A' || md5($2) WHERE ${one('checkpoints', 'true')}`,
  'a site is not in use': `UPDATE sites SET activated = NOT activated WHERE ${one('sites', 'true')}`,
};

/** How many rows it changed. */
async function change({ tenant }: DashboardWorld, text: string, salt: string): Promise<number> {
  const { rows } = await server.owner.executeQuery(
    sql
      .raw(`${text} RETURNING 1`.replaceAll('$1', `'${tenant.id}'::uuid`).replaceAll('$2', `'${salt}'`))
      .compile(server.owner),
  );
  return rows.length;
}

interface MadeDue {
  readonly tenantId: string;
  readonly siteId: string | undefined;
  readonly guardId: string | undefined;
  readonly dueAtMs: number;
  readonly status: string;
}

/** Missed an hour after it is due. */
const makeDue = ({ tenantId, siteId, guardId, dueAtMs, status }: MadeDue) =>
  sql`INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms, late_at_ms,
      missed_at_ms, guard_ids, status)
    SELECT tenant_id, ${randomUUID()}, tour_id, ${siteId}, route_id, '', '', ${dueAtMs}, ${dueAtMs}, ${dueAtMs + 3_600_000},
      ARRAY[${guardId}::uuid], ${status} FROM due_rounds WHERE tenant_id = ${tenantId} LIMIT 1`.execute(
    server.owner,
  );

it.each(Object.entries(changes))(
  '[DASH-02] kept rankings of two servers are what is counted anew after %s',
  async (what, text) => {
    const draw = drawsOf(what.length);
    const servers = [keptRankings(), keptRankings()];
    let changedRows = 0;
    for (let turn = 0; turn < 3; turn += 1) {
      const changed = worlds[turn % 2] ?? world();
      for (const [, days] of spanDays)
        for (const kept of servers) await read(world(), kept, askedOf(world(), days, null));
      changedRows += await change(changed, text, `${what}${draw()}`);
      for (const of of worlds) {
        for (const [, days] of spanDays) {
          for (const site of [null, 1]) {
            const asked = askedOf(of, days, site, turn * 1_800_000);
            const expected = await anew(of, asked);
            for (const kept of servers) expect(await read(of, kept, asked)).toEqual(expected);
          }
        }
      }
    }
    expect(changedRows).toBeGreaterThan(0);
  },
);

it('[DASH-02] a kept ranking is told without adding up, and the rounds that the clock makes missed are counted', async () => {
  const { tenant, siteIds, guardIds, nowMs } = world();
  await makeDue({
    tenantId: tenant.id,
    siteId: siteIds[0],
    guardId: guardIds[0],
    dueAtMs: nowMs - 60_000,
    status: 'due',
  });
  const kept = keptRankings();
  const first = await read(world(), kept, askedOf(world(), 60, null));
  const later = askedOf(world(), 60, null, 7_200_000);
  const statements = await statementsOf(server, world().tenant.id, async (scope) => {
    const found = await findRanking(scope, kept, later);
    expect(found).toEqual(await anew(world(), later));
    const missedOf = ({ sites }: typeof found) => sites.reduce((sum, { due }) => sum + (due?.missed ?? 0), 0);
    expect(missedOf(found)).toBeGreaterThan(missedOf(first));
  });
  expect(statements).toHaveLength(2);
  expect(statements.filter(({ sql: text }) => /due_sums|round_sums|missed_sums/.test(text))).toEqual([]);
});

it('[DASH-02] whoever asks while rounds change gets all that was changed before, and nothing that comes after', async () => {
  const { tenant, siteIds, guardIds, nowMs } = world();
  const asked = askedOf(world(), 60, null);
  const missedOf = async (kept: KeptRankings) =>
    (await read(world(), kept, asked)).sites.reduce((sum, { due }) => sum + (due?.missed ?? 0), 0);
  const before = await missedOf(keptRankings(0));
  const made = { begun: 0, done: 0 };
  const write = async () => {
    for (let number = 0; number < 40; number += 1) {
      made.begun += 1;
      const dueAtMs = nowMs - 86_400_000 - number;
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
  const look = async (kept: KeptRankings) => {
    while (made.done < 40) {
      const least = made.done;
      const found = (await missedOf(kept)) - before;
      expect(found).toBeGreaterThanOrEqual(least);
      expect(found).toBeLessThanOrEqual(made.begun);
    }
  };
  const servers = [keptRankings(), keptRankings()];
  await Promise.all([write(), ...servers.flatMap((kept) => [look(kept), look(kept), look(kept)])]);
  for (const kept of servers) expect((await missedOf(kept)) - before).toBe(40);
});
