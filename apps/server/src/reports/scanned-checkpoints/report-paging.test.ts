// The list against a plain query that counts and sorts everything.
import fc from 'fast-check';
import { sql } from 'kysely';
import { startOfDayMs } from '@watchpost/domain/time-zone';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import {
  arrive,
  idsOf,
  makeReportWorld,
  pageOf,
  type RoundAtTime,
  type ReportWorld,
} from './report.testing.ts';

const zones = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/Santiago',
];
/** Days on which these zones change their clocks, and some on which none does. */
const days = [
  '2025-03-09',
  '2025-04-05',
  '2025-04-06',
  '2025-09-07',
  '2025-09-28',
  '2025-10-05',
  '2025-11-02',
  '2025-06-15',
];
const minute = 60_000;
const day = 1440 * minute;
const dateAfter = (date: string, daysLater: number) =>
  new Date(Date.parse(date) + daysLater * day).toISOString().slice(0, 10);
/** The midnights of those days and of their neighbours in all the zones. */
const midnights = days.flatMap((date) =>
  [-1, 0, 1, 2].flatMap((later) => zones.map((zone) => startOfDayMs(dateAfter(date, later), zone))),
);

let server: TestApp;
let world: ReportWorld;

/** 900 rounds around those days, many on quarter hours, on their edges and at equal times. */
function scatter(): RoundAtTime[] {
  const [rounds = []] = fc.sample(
    fc.array(
      fc.record({
        site: fc.integer({ min: 0, max: 2 }),
        guard: fc.integer({ min: 0, max: 3 }),
        startedAtMs: fc.oneof(
          fc.constantFrom(...midnights),
          fc
            .tuple(
              fc.constantFrom(...days),
              fc.integer({ min: -100, max: 196 }),
              fc.constantFrom(0, -1, 1, 7 * minute),
            )
            .map(([date, quarters, offMs]) => Date.parse(date) + quarters * 15 * minute + offMs),
        ),
        totalCheckPoints: fc.integer({ min: 0, max: 9 }),
        statusCode: fc.constantFrom(1001, 1005, 1010),
      }),
      { minLength: 900, maxLength: 900 },
    ),
    { numRuns: 1, seed: 20_250_309 },
  );
  return rounds;
}

beforeAll(async () => {
  server = await testApp();
  world = await makeReportWorld(server);
  await arrive(server.owner, world, scatter());
  // Another tenant's rounds, which no count may hold.
  const other = await makeReportWorld(server);
  await arrive(server.owner, other, scatter().slice(0, 50));
});

interface Asked {
  readonly site: number | null;
  readonly dates: readonly [string, string] | null;
  readonly zone: string;
  readonly searchText: string | null;
  readonly sortType: 'asc' | 'desc' | null;
  readonly offset: number;
  readonly limit: number;
}

const dates = fc
  .tuple(
    fc.constantFrom(...days),
    fc.integer({ min: -1, max: 1 }),
    fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(250)),
  )
  .map(([date, later, span]) => [dateAfter(date, later), dateAfter(date, later + span)] as const);

const asked: fc.Arbitrary<Asked> = fc.record({
  site: fc.option(fc.integer({ min: 0, max: 2 }), { freq: 1 }),
  dates: fc.option(dates, { freq: 5 }),
  zone: fc.constantFrom(...zones),
  searchText: fc.option(fc.constantFrom('ash', 'ASHA', 'a kale', '%', '_', 'emp', 'nobody', '\\', 'er'), {
    freq: 1,
  }),
  sortType: fc.option(fc.constantFrom('asc', 'desc')),
  offset: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1000 })),
  limit: fc.integer({ min: 1, max: 100 }),
});

function queryOf({ site, dates, searchText, sortType, offset, limit }: Asked): Record<string, string> {
  return {
    offset: String(offset),
    limit: String(limit),
    ...(site === null ? {} : { site: world.siteIds[site] ?? '' }),
    ...(dates === null ? {} : { from: dates[0], to: dates[1] }),
    ...(searchText === null ? {} : { searchText }),
    ...(sortType === null ? {} : { sortType, sortColumn: 'scannedStartTime' }),
  };
}

/** The same by PostgreSQL's own calendar, a whole count and a plain sort. */
async function plainly({ site, dates, zone, searchText, sortType, offset, limit }: Asked) {
  const localDay = sql`(to_timestamp(r.started_at_ms / 1000.0) AT TIME ZONE ${zone})::date`;
  const conditions = sql.join(
    [
      sql`r.tenant_id = ${world.tenant.id}`,
      ...(site === null ? [] : [sql`r.site_id = ${world.siteIds[site]}`]),
      ...(dates === null ? [] : [sql`${localDay} BETWEEN ${dates[0]}::date AND ${dates[1]}::date`]),
      ...(searchText === null
        ? []
        : [
            sql`strpos(lower(concat_ws(' ', g.employee_id, g.first_name, g.last_name)), lower(${searchText})) > 0`,
          ]),
    ],
    sql` AND `,
  );
  const from = sql`FROM rounds r JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id WHERE ${conditions}`;
  const order = sql.raw(sortType === 'asc' ? 'ASC' : 'DESC');
  const rows = await sql<{ id: string }>`SELECT r.id ${from}
    ORDER BY r.started_at_ms ${order}, r.id ${order} OFFSET ${offset} LIMIT ${limit}`.execute(server.owner);
  const totals = await sql<{ rounds: number; checkpoints: number }>`
    SELECT count(*) AS rounds, coalesce(sum(total_check_points), 0)::bigint AS checkpoints ${from}`.execute(
    server.owner,
  );
  return { ids: rows.rows.map((row) => row.id), ...totals.rows[0] };
}

describe('a page of the report', () => {
  it('[REP-05] [REP-11] [GRID-06] holds the rows and the exact total of a plain query, whatever is asked in whatever zone', async () => {
    let nonEmpty = 0;
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const page = await pageOf(world.superAdmin, queryOf(one), one.zone);
        const plain = await plainly(one);
        expect([idsOf(page), page.count, page.exportRows]).toEqual([
          plain.ids,
          plain.rounds,
          plain.checkpoints,
        ]);
        expect(page.offset).toBe(one.offset);
        nonEmpty += page.data.length > 0 ? 1 : 0;
      }),
      { numRuns: 250 },
    );
    expect(nonEmpty).toBeGreaterThan(50);
  });

  it('[REP-07] is for a sub admin the plain query of its own site, whatever site is asked for', async () => {
    const user = await makeUser(server.owner, world.tenant, { siteId: world.siteIds[1] ?? '' });
    const subAdmin = await browserOf(server, world.tenant, user.id);
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const page = await pageOf(subAdmin, queryOf(one), one.zone);
        const isForeign = one.site !== null && one.site !== 1;
        const plain = await plainly({ ...one, site: 1 });
        expect(page.data.every((row) => row.subAdminId === world.siteIds[1])).toBe(true);
        const expected = isForeign ? [[], 0, 0] : [plain.ids, plain.rounds, plain.checkpoints];
        expect([idsOf(page), page.count, page.exportRows]).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('[REP-05] starts with the newest round and holds 30 rounds unless told otherwise', async () => {
    const page = await pageOf(world.superAdmin, {});
    const plain = await plainly({
      site: null,
      dates: null,
      zone: 'UTC',
      searchText: null,
      sortType: null,
      offset: 0,
      limit: 30,
    });
    expect(idsOf(page)).toEqual(plain.ids);
    expect(page.data).toHaveLength(30);
  });

  it('[REP-05] a day begins and ends by the clock of the person who asks, to the millisecond', async () => {
    const edges = await makeReportWorld(server);
    const midnight = Date.parse('2025-06-14T18:15:00Z'); // 2025-06-15 00:00 in Kathmandu
    const at = (startedAtMs: number) => ({ site: 0, guard: 0, startedAtMs });
    const [, first, last] = await arrive(server.owner, edges, [
      at(midnight - 1),
      at(midnight),
      at(midnight + day - 1),
      at(midnight + day),
    ]);
    const page = await pageOf(
      edges.superAdmin,
      { from: '2025-06-15', to: '2025-06-15', sortType: 'asc' },
      'Asia/Kathmandu',
    );
    expect([idsOf(page), page.count]).toEqual([[first, last], 2]);
  });

  it('[GRID-06] takes searchText, offset, limit, sortColumn and sortType, answers count and data, and refuses what it does not know', async () => {
    const query = {
      searchText: 'Asha',
      offset: '15',
      limit: '15',
      sortColumn: 'scannedStartTime',
      sortType: 'desc',
    };
    const page = await pageOf(world.superAdmin, query);
    expect(page.count).toBeGreaterThan(30);
    expect(page.data).toHaveLength(15);
    expect(new Set(page.data.map((row) => row.scannedBy))).toEqual(new Set(['Asha']));
    const refused = await world.superAdmin('GET', '/secure/scanned-checkpoints', {
      query: { ...query, sortColumn: 'employeeId' },
    });
    expect([refused.statusCode, Object.keys(refused.json())]).toEqual([400, ['sortColumn']]);
  });
});
