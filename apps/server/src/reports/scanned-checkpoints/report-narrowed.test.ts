// Pages of the report by filters that whole counters do not answer.
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import {
  arrive,
  idsOf,
  makeReportWorld,
  pageOf,
  type ReportQuery,
  type ReportWorld,
} from './report.testing.ts';

let server: TestApp;
let world: ReportWorld;
const begin = Date.UTC(2026, 9, 20);
const stepMs = 4_321_000;
const rounds = Array.from({ length: 400 }, (_, index) => ({
  site: index % 3,
  guard: (index * 7) % 4,
  startedAtMs: begin + index * stepMs,
  statusCode: [1010, 1010, 1005, 1001][(index * 11) % 4] ?? 1010,
}));
let ids: string[];
const flagsOf = (index: number): string[] => [
  ...(index % 9 === 0 ? ['burst'] : []),
  ...(index % 12 === 0 ? ['typedCode'] : []),
];
const rowOf = (index: number) => ({
  tenant_id: world.tenant.id,
  scans: 1 + (index % 2),
  started_at_ms: begin + index * stepMs,
});
const indexOf = ({ startedAtMs }: { readonly startedAtMs: number }) => (startedAtMs - begin) / stepMs;

beforeAll(async () => {
  server = await testApp();
  world = await makeReportWorld(server);
  ids = await arrive(server.owner, world, rounds);
  await server.owner
    .insertInto('round_doubts')
    .values(
      ids.flatMap((round_id, index) => flagsOf(index).map((flag) => ({ ...rowOf(index), round_id, flag }))),
    )
    .execute();
});

type Round = (typeof rounds)[number];
const hourIn = (zone: string, { startedAtMs }: Round) =>
  Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(
      startedAtMs,
    ),
  );

const isTuesday = ({ startedAtMs }: Round) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'America/New_York' }).format(startedAtMs) ===
  'Tue';

const days = { from: '2026-10-20', to: '2026-11-12' };
const cases: [string, ReportQuery, (round: Round) => boolean][] = [
  ['a status', { status: 'incompleted' }, ({ statusCode }) => statusCode === 1005],
  ['ended ones', { status: 'ended' }, ({ statusCode }) => statusCode !== 1001],
  [
    'a window to the millisecond',
    { fromMs: String(begin + 50 * stepMs), toMs: String(begin + 250 * stepMs) },
    ({ startedAtMs }) => startedAtMs >= begin + 50 * stepMs && startedAtMs < begin + 250 * stepMs,
  ],
  ['a doubt', { doubt: 'burst' }, (round) => indexOf(round) % 9 === 0],
  [
    'any doubt, of a status',
    { doubt: 'any', status: 'completed' },
    (round) => flagsOf(indexOf(round)).length > 0 && round.statusCode === 1010,
  ],
  ['an hour of the day', { ...days, hour: '5' }, (round) => hourIn('America/New_York', round) === 5],
  [
    'a status on a weekday',
    { ...days, weekday: '3', status: 'completed' },
    (round) => isTuesday(round) && round.statusCode === 1010,
  ],
];

describe.each(cases)('[DASH-02] [REP-11] rounds of %s', (_name, query, isExpected) => {
  const expected = () => ids.filter((_id, index) => rounds[index] !== undefined && isExpected(rounds[index]));
  const zone = 'America/New_York';

  it.each(['asc', 'desc'])('come once each, %s, by page, by cursor and back', async (sortType) => {
    const all = sortType === 'asc' ? expected() : expected().toReversed();
    expect(all.length).toBeGreaterThan(5);
    const ask = (more: ReportQuery) =>
      pageOf(world.superAdmin, { ...query, sortType, limit: '7', ...more }, zone);
    let page = await ask({});
    const seen = idsOf(page);
    for (let offset = 7; page.next !== null; offset += 7) {
      const byOffset = await ask({ offset: String(offset) });
      page = await ask({ cursor: page.next });
      expect(idsOf(page)).toEqual(idsOf(byOffset));
      expect(page.count).toBe(all.length);
      seen.push(...idsOf(page));
    }
    expect(seen).toEqual(all);
    const before = await ask({ cursor: page.previous ?? '' });
    expect(idsOf(before)).toEqual(all.slice(before.offset, before.offset + 7));
  });
});

it('[FIELD-03] rounds are listed with their score and reasons to check, each of the tenant alone', async () => {
  const { data } = await pageOf(world.superAdmin, { sortType: 'asc', limit: '13' });
  expect(data.map(({ score, doubts }) => [score, doubts]).slice(8, 13)).toEqual([
    [100, []],
    [62, ['burst']],
    [100, []],
    [100, []],
    [90, ['typedCode']],
  ]);
  const other = await makeReportWorld(server);
  await arrive(server.owner, other, rounds.slice(0, 3));
  expect((await pageOf(other.superAdmin, { doubt: 'any' })).count).toBe(0);
});

it('[DASH-02] hours of the week need a span of time', async () => {
  const reply = await world.superAdmin('GET', '/secure/scanned-checkpoints', { query: { hour: '5' } });
  expect(reply.statusCode).toBe(400);
});
