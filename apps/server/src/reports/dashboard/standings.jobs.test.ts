import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { addDays, calendarDate, startOfDayMs } from '@watchpost/domain/time-zone';
import { onSentStatement } from '../../testing/sent-statements.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { type DashboardWorld, makeDashboardWorld } from './dashboard.testing.ts';
import { keepStandings } from './standings.jobs.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

let server: TestApp;
let world: DashboardWorld;
beforeAll(async () => {
  server = await testApp();
  world = await makeDashboardWorld(server, 31, 40);
  await sql`UPDATE sites SET time_zone = 'Asia/Kathmandu' WHERE tenant_id = ${world.tenant.id}`.execute(
    server.owner,
  );
});

async function kept(): Promise<Map<number, string>> {
  const { rows } = await sql<{
    at: number;
    ids: string;
  }>`SELECT at_ms AS at, string_agg(id::text, ' ' ORDER BY kind) AS ids
    FROM standings WHERE tenant_id = ${world.tenant.id} AND body IS NOT NULL GROUP BY 1 HAVING count(*) = 3`.execute(
    server.owner,
  );
  return new Map(rows.map(({ at, ids }) => [at, ids]));
}

it('[DASH-02] standings are kept of the midnights of the sites’ zone and of the last days’ quarters, and are made once', async () => {
  const { nowMs } = world;
  await keepStandings(server.database, nowMs);
  const first = await kept();
  const zone = 'Asia/Kathmandu';
  const today = calendarDate(nowMs - 2 * hourMs, zone);
  for (let day = 0; day < 75; day += 1)
    expect(first.has(startOfDayMs(addDays(today, -day), zone))).toBe(true);
  const quarter = nowMs - (nowMs % (6 * hourMs));
  expect(first.has(quarter - 6 * hourMs)).toBe(true);
  expect(first.has(quarter - 60 * hourMs)).toBe(false);
  expect(Math.max(...first.keys())).toBeLessThanOrEqual(nowMs - 2 * hourMs);

  await keepStandings(server.database, nowMs);
  expect(await kept()).toEqual(first);

  const changedMs = startOfDayMs(addDays(today, -3), zone) + 1;
  await sql`INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, due_at_ms, late_at_ms,
      missed_at_ms, guard_ids, status) SELECT tenant_id, gen_random_uuid(), tour_id, site_id, route_id, '', '', ${changedMs},
      ${changedMs}, ${changedMs}, guard_ids, 'missed' FROM due_rounds WHERE tenant_id = ${world.tenant.id} LIMIT 1`.execute(
    server.owner,
  );
  await keepStandings(server.database, nowMs);
  const mended = await kept();
  expect([...mended.keys()].toSorted()).toEqual([...first.keys()].toSorted());
  expect(
    [...mended.keys()]
      .filter((atMs) => mended.get(atMs) !== first.get(atMs))
      .every((atMs) => atMs > changedMs),
  ).toBe(true);

  await keepStandings(server.database, nowMs + 2 * dayMs);
  const later = await kept();
  expect(later.has(quarter - 6 * hourMs)).toBe(
    startOfDayMs(calendarDate(quarter - 6 * hourMs, zone), zone) === quarter - 6 * hourMs,
  );
  const lasting = [...mended.keys()].filter((atMs) => atMs % (6 * hourMs) !== 0 || atMs === 0);
  expect(lasting.map((atMs) => later.get(atMs))).toEqual(lasting.map((atMs) => mended.get(atMs)));
});

it('[DASH-02] a run that is ended early leaves the rest to the next, which comes to the same', async () => {
  const nowMs = world.nowMs + 2 * dayMs;
  const whole = [...(await kept()).keys()].toSorted();
  await sql`DELETE FROM standings WHERE tenant_id = ${world.tenant.id}`.execute(server.owner);
  let left = 12;
  const goesOn = () => left-- > 0;
  await keepStandings(server.database, nowMs, goesOn);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM standings
    WHERE tenant_id = ${world.tenant.id}`.execute(server.owner);
  expect(rows[0]?.n).toBeGreaterThan(0);
  expect((await kept()).size).toBeLessThan(whole.length);
  await keepStandings(server.database, nowMs);
  expect([...(await kept()).keys()].toSorted()).toEqual(whole);
});

it('a minute in which nothing came asks a few things of a tenant, be it one whose rounds were never due', async () => {
  const nowMs = world.nowMs + 2 * dayMs;
  const other = await makeDashboardWorld(server, 32, 40);
  for (const table of ['due_rounds', 'due_counts', 'due_sums'])
    await sql`DELETE FROM ${sql.table(table)} WHERE tenant_id = ${other.tenant.id}`.execute(server.owner);
  await keepStandings(server.database, nowMs);
  let sent = 0;
  onSentStatement(() => (sent += 1));
  await keepStandings(server.database, nowMs);
  // Of two tenants, with what opens and ends a transaction.
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThan(40);
});

it('[DASH-02] the check finds a standing that is not what the rows come to', async () => {
  const ofStandings = async () => {
    const found: string[] = [];
    for await (const { differences } of verifyAll(server.owner)) found.push(...differences);
    return found.filter((sentence) => sentence.startsWith('standing'));
  };
  expect(await ofStandings()).toEqual([]);
  await sql`UPDATE standings SET body = set_byte(body, 16, get_byte(body, 16) + 1) WHERE tenant_id = ${world.tenant.id}
    AND kind = 2 AND at_ms = (SELECT max(at_ms) FROM standings WHERE tenant_id = ${world.tenant.id})`.execute(
    server.owner,
  );
  expect(await ofStandings()).toEqual([
    expect.stringMatching(
      /^standing of due before .*Z: of 0{8}-.* at site .* it says 1 0 0 0 0 0 0 too many$/,
    ),
  ]);
});
