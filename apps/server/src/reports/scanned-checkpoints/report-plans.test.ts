// What PostgreSQL reads for a page, as it plans it for the serving role: one plan for all values.
import { type CompiledQuery, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SiteScope } from '../../platform/access/caller.ts';
import { planOf, rowsRead, statementsOf } from '../../testing/read-rows.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { type ReportWorld, arrive, makeReportWorld } from './report.testing.ts';
import type { RoundFilter } from './round-query.queries.ts';
import {
  type PageStart,
  countUnplannedRows,
  findPage,
  findPortion,
  findTotals,
  countNewer,
} from './scanned-checkpoints.queries.ts';

const begin = Date.UTC(2026, 0, 1);
const stepMs = 60_000;
const roundCount = 30_000;
/** The rounds of one quarter of an hour: a deep page reads at most so many before its own. */
const quarterRounds = 15;
const limit = 30;

let server: TestApp;
let world: ReportWorld;

beforeAll(async () => {
  server = await testApp();
  world = await makeReportWorld(server);
  for (let from = 0; from < roundCount; from += 3_000) {
    const rounds = Array.from({ length: 3_000 }, (_, index) => ({
      site: (from + index) % 3,
      guard: (from + index) % 4,
      startedAtMs: begin + (from + index) * stepMs,
    }));
    await arrive(server.owner, world, rounds);
  }
  await sql`ANALYZE rounds, round_counts`.execute(server.owner);
});

const statements = (run: (scope: SiteScope) => Promise<unknown>) =>
  statementsOf(server, world.tenant.id, run);
const plan = (statement: CompiledQuery | undefined) =>
  planOf(server, world.tenant.id, statement ?? sql``.compile(server.owner));

const all: RoundFilter = { siteId: null, guardIds: null, range: null, isAscending: false };
const range = { fromMs: begin + 19_800_000, toMs: begin + 1_500_300_000 };

const filters: [string, () => RoundFilter, guards: number][] = [
  ['no filter', () => all, 1],
  ['a site', () => ({ ...all, siteId: world.siteIds[1] ?? '' }), 1],
  ['dates', () => ({ ...all, range }), 1],
  [
    'a site and dates, oldest first',
    () => ({ ...all, siteId: world.siteIds[1] ?? '', range, isAscending: true }),
    1,
  ],
  ['two guards', () => ({ ...all, guardIds: world.guardIds.slice(0, 2) }), 2],
  ['two guards and dates', () => ({ ...all, guardIds: world.guardIds.slice(0, 2), range }), 2],
];

describe.each(filters)('with %s', (_name, filterOf, guards) => {
  it('[REP-11] the total reads no round at all', async () => {
    const [statement] = await statements((scope) => findTotals(scope, filterOf()));
    const nodes = await plan(statement);
    expect(nodes.some((node) => node['Relation Name'] === 'round_counts')).toBe(true);
    expect(nodes.filter((node) => node['Relation Name'] === 'rounds')).toEqual([]);
  });

  const starts: [string, PageStart, extra: number][] = [
    ['first', { offset: 0 }, 0],
    ['deep', { offset: 4_321 }, quarterRounds],
    ['late', { offset: 14_000 }, quarterRounds],
  ];
  it.each(starts)(
    '[REP-11] the %s page reads no more rounds than it shows, and counters for its total',
    async (_point, start, extra) => {
      const pages: Awaited<ReturnType<typeof findPage>>[] = [];
      const [statement] = await statements(async (scope) => {
        pages.push(await findPage(scope, filterOf(), start, limit));
      });
      const nodes = await plan(statement);
      const shown = pages[0]?.rows.length ?? 0;
      const read = rowsRead(nodes, 'rounds');
      expect(
        nodes.filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'rounds'),
      ).toEqual([]);
      expect(read).toBeGreaterThanOrEqual(shown);
      expect(read).toBeLessThanOrEqual(guards * (limit + extra + quarterRounds));
    },
  );
});

it.each(filters)(
  '[REP-11] with %s counters are read once, not once for each row',
  async (_name, filterOf) => {
    const [statement] = await statements((scope) => findPage(scope, filterOf(), { offset: 4_321 }, limit));
    const nodes = await plan(statement);
    const counters = nodes.filter((node) => node['Relation Name'] === 'round_counts');
    expect(counters.length).toBeGreaterThan(0);
    expect(counters.map((node) => node['Actual Loops'])).toEqual(counters.map(() => 1));
  },
);

it.each(filters)(
  '[EXP-01] with %s rows without a plan are counted without reading the others',
  async (_name, filterOf) => {
    const [statement] = await statements((scope) => countUnplannedRows(scope, filterOf()));
    const nodes = await plan(statement);
    expect(nodes.some((node) => node['Index Name'] === 'rounds_without_plan')).toBe(true);
    expect(rowsRead(nodes, 'rounds')).toBe(0);
  },
);

it('[REP-11] a page behind a cursor reads no more rounds than it shows', async () => {
  const cursor = {
    side: 'after',
    startedAtMs: begin + 9_999 * stepMs,
    id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    offset: 20_000,
    asOf: roundCount,
  } as const;
  const [statement] = await statements((scope) => findPage(scope, all, cursor, limit));
  const nodes = await plan(statement);
  expect(rowsRead(nodes, 'rounds')).toBe(limit);
});

it.each(filters)(
  '[EXP-01] with %s a portion of an export holds the rounds of a page, reads no more and adds up nothing',
  async (_name, filterOf, guards) => {
    const cursor = {
      side: 'after',
      startedAtMs: begin + 9_999 * stepMs,
      id: '00000000-0000-0000-0000-000000000000',
      offset: 0,
      asOf: roundCount,
    } as const;
    const portions: Awaited<ReturnType<typeof findPortion>>[] = [];
    const pages: Awaited<ReturnType<typeof findPage>>[] = [];
    const [statement] = await statements(async (scope) => {
      portions.push(await findPortion(scope, filterOf(), cursor, limit));
      pages.push(await findPage(scope, filterOf(), cursor, limit));
    });
    const nodes = await plan(statement);
    expect(portions[0]).toHaveLength(limit);
    expect(portions[0]?.map(({ id }) => id)).toEqual(pages[0]?.rows.map(({ id }) => id));
    expect(rowsRead(nodes, 'rounds')).toBeLessThanOrEqual(guards * limit);
    expect(nodes.filter((node) => node['Relation Name'] === 'round_counts')).toEqual([]);
  },
);

const cursor = {
  startedAtMs: begin,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  offset: 40,
  asOf: 9,
} as const;
const hour = { fromMs: begin, toMs: begin + 3_600_000 };
/** A statement of each kind; `npx vitest run report-plans --update` writes them. */
const kinds: [string, (scope: SiteScope, siteId: string) => Promise<unknown>][] = [
  ['First page', (scope) => findPage(scope, all, { offset: 0 }, limit)],
  [
    'Page after a cursor, of a site and dates',
    (scope, siteId) => findPage(scope, { ...all, siteId, range }, { side: 'after', ...cursor }, limit),
  ],
  ['Page 1,000, found in sums', (scope) => findPage(scope, all, { offset: 30_000 }, limit)],
  [
    'Page 1,000 of guards that a search matched, found in counters',
    (scope) => findPage(scope, { ...all, guardIds: [cursor.id], range }, { offset: 30_000 }, limit),
  ],
  [
    'Page of a status and hours of the week',
    (scope) => findPage(scope, { ...all, statusCodes: [1010], windows: [hour] }, { offset: 0 }, limit),
  ],
  ['Page of a flag', (scope) => findPage(scope, { ...all, doubt: 'burst' }, { offset: 0 }, limit)],
  ['Totals', (scope) => findTotals(scope, all)],
  ['Newer rounds', (scope) => countNewer(scope, all, 1, 2)],
  ['Portion of a file', (scope) => findPortion(scope, all, { side: 'after', ...cursor }, limit)],
  ['Rows of rounds without a plan', (scope) => countUnplannedRows(scope, all)],
];

it('[REP-11] the statements of the list are those that list-statements.sql shows', async () => {
  const texts: string[] = [];
  for (const [kind, run] of kinds) {
    const [statement] = await statements((scope) => run(scope, world.siteIds[1] ?? ''));
    const lines = statement?.sql.split('\n').map((line) => line.trimEnd()) ?? [];
    texts.push(`-- ${kind}\n${lines.join('\n')};\n`);
  }
  await expect(texts.join('\n')).toMatchFileSnapshot('./list-statements.sql');
});
