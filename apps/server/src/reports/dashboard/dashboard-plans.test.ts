// What PostgreSQL reads for the dashboard does not grow with the rounds, only with the days, sites and guards.
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { dashboardSpan, offsetParts, trendOf } from '@watchpost/domain/dashboard';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../platform/access/caller.ts';
import { planOf, rowsRead, statementsOf } from '../../testing/read-rows.ts';
import { testApp, type TestApp } from '../../testing/test-app.ts';
import { arrive, makeReportWorld, type ReportWorld } from '../scanned-checkpoints/report.testing.ts';
import { findFieldCounts } from './field-counts.queries.ts';
import { findFigures } from './figures.queries.ts';
import { rollupParts } from '../../platform/rollups/rollup-parts.ts';
import { findRanking } from './ranking.queries.ts';
import { findTrend } from './trend.queries.ts';
import { trendParts } from './trend-steps.ts';

const begin = Date.UTC(2025, 0, 1);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const days = 400;
const siteCount = 3;
const roundsADay = 40;

let server: TestApp;
let world: ReportWorld;

beforeAll(async () => {
  server = await testApp();
  world = await makeReportWorld(server);
  for (let from = 0; from < days; from += 50) {
    const rounds = Array.from({ length: 50 * roundsADay }, (_, index) => ({
      site: index % siteCount,
      guard: index % 4,
      startedAtMs: begin + from * dayMs + (index * dayMs) / roundsADay,
      statusCode: 1010,
    }));
    await arrive(server.owner, world, rounds);
  }
  await sql`ANALYZE`.execute(server.owner);
});

const nowMs = begin + days * dayMs;
const zones = ['Asia/Kolkata', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'];
const spans = [
  ['a day', '2025-11-20', '2025-11-20'],
  ['a month', '2025-10-28', '2025-11-27'],
  ['a year', '2025-01-05', '2026-01-05'],
] as const;
const cases = spans.flatMap(([what, from, to]) => zones.map((zone) => ({ what, from, to, zone })));
type Case = (typeof cases)[number];

const spanOf = ({ from, to, zone }: Case) => dashboardSpan('custom', zone, nowMs, { from, to });
const all = { rounds: true, due: true, onDuty: true, incidents: true, exceptions: true };

/** Rows of a rollup that a span of one site is made of. */
const intervalsIn = (span: TimeRange) =>
  rollupParts(span).reduce(
    (sum, { hours, fromMs, toMs }) => sum + (hours === 0 ? 0 : (toMs - fromMs) / (hours * hourMs)),
    0,
  );
/** Rounds of the half hours that are cut at the ends of a span, of any zone. */
const cutRoundsMax = 2 * Math.ceil(roundsADay / 48);

/** Rows read by the one statement that a request makes. */
async function readBy(run: (scope: SiteScope) => Promise<unknown>) {
  const statements = await statementsOf(server, world.tenant.id, run);
  expect(statements).toHaveLength(1);
  const nodes = await planOf(server, world.tenant.id, statements[0] ?? sql``.compile(server.owner));
  return {
    sums: rowsRead(nodes, 'round_sums'),
    rollups: rowsRead(nodes, 'site_round_rollups'),
    rounds: rowsRead(nodes, 'rounds'),
    all: rowsRead(nodes),
  };
}

describe.each(cases)('$what in $zone', (one) => {
  const span = spanOf(one);

  it('[DASH-02] the figures read a few rollups a site, and only rounds of half an hour at each end', async () => {
    const { previous } = span;
    const read = await readBy((scope) =>
      findFigures(scope, { siteId: null, span, previous, nowMs, seen: all }),
    );
    expect(read.rollups).toBeGreaterThan(0);
    expect(read.rollups).toBeLessThanOrEqual(siteCount * (intervalsIn(span) + intervalsIn(previous)));
    expect(read.rounds).toBeLessThanOrEqual(2 * cutRoundsMax);
  });

  it('[DASH-02] the trend reads a row a day, and no round', async () => {
    const trend = trendOf(span, one.zone);
    const parts = trendParts(span, trend, offsetParts(span, one.zone));
    const read = await readBy((scope) => findTrend(scope, null, parts));
    expect(read.sums).toBeGreaterThan(0);
    expect(read.sums).toBeLessThanOrEqual((span.toMs - span.fromMs) / dayMs + 2);
    expect(read.rounds).toBe(0);
  });

  it('[DASH-02] a ranking reads a few rollups a site, and only rounds of half an hour at each end', async () => {
    const asked = { siteId: null, span, nowMs, seesRounds: true, seesDue: true };
    const read = await readBy((scope) => findRanking(scope, asked));
    expect(read.rollups).toBeGreaterThan(0);
    expect(read.rollups).toBeLessThanOrEqual(siteCount * intervalsIn(span));
    expect(read.rounds).toBeLessThanOrEqual(cutRoundsMax);
  });
});

it('[DASH-02] a span that follows the clock reads rollups, and rounds of a few hours at most', async () => {
  const at = begin + 300 * dayMs + 12_345_678;
  const span = dashboardSpan('last4Hours', 'UTC', at);
  const { previous } = span;
  const read = await readBy((scope) =>
    findFigures(scope, { siteId: null, span, previous, nowMs: at, seen: all }),
  );
  expect(read.rounds).toBeLessThanOrEqual(2 * Math.ceil((4 * roundsADay) / 24) + 2);
});

it('[DASH-02] what is silent and what is late reads a few rows a guard, however many rounds and duties there are', async () => {
  const { tenant, guardIds, siteIds } = world;
  await sql`INSERT INTO duty_sessions (tenant_id, id, guard_id, site_id, started_at_ms, ended_at_ms)
    SELECT ${tenant.id}, gen_random_uuid(), ${guardIds[0]}, ${siteIds[0]}, ${nowMs}::bigint - n * 60000 - 60000,
      CASE WHEN n > 2 THEN ${nowMs}::bigint - n * 60000 END FROM generate_series(1, 3000) AS n`.execute(
    server.owner,
  );
  await sql`ANALYZE`.execute(server.owner);
  const asked = { siteId: null, nowMs, seesGuards: true, seesRounds: true };
  const read = await readBy((scope) => findFieldCounts(scope, asked));
  expect(read.rounds).toBeLessThanOrEqual(guardIds.length);
  expect(read.all).toBeLessThan(30);
});
