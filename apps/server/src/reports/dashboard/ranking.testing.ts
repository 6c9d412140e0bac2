// Rankings as they are asked for in tests: of whole days up to tomorrow, with standings wherever they may begin.
import { dashboardSpan } from '@watchpost/domain/dashboard';
import type { SiteScope } from '../../platform/access/caller.ts';
import { allStandingKinds } from '../../platform/rollups/standings.queries.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { DashboardWorld } from './dashboard.testing.ts';
import { makeStanding } from './standings.jobs.ts';

export const spanDays = [
  ['2 days', 2],
  ['60 days', 60],
] as const;

export const zone = 'America/New_York';

export function askedOf({ siteIds, nowMs }: DashboardWorld, days: number, site: number | null, laterMs = 0) {
  const day = (before: number) => new Date(nowMs - before * 86_400_000).toISOString().slice(0, 10);
  const span = dashboardSpan('custom', zone, nowMs, { from: day(days), to: day(-1) });
  const siteId = site === null ? null : (siteIds[site] ?? null);
  return {
    siteId,
    span,
    nowMs: nowMs + laterMs,
    seesRounds: true,
    seesDue: true,
  };
}

export type Asked = ReturnType<typeof askedOf>;

export const scopeIn = ({ database }: TestApp, { tenant }: DashboardWorld): SiteScope => ({
  db: database.forTenant(tenant.id),
  tenantId: tenant.id,
  siteId: null,
});

/** Both ends of the spans, what lies beside them, and what they are made from. */
export async function makeStandings(server: TestApp, of: DashboardWorld): Promise<void> {
  const ends = spanDays.map(([, days]) => askedOf(of, days, null).span);
  const instants = [
    0,
    ...ends.flatMap(({ fromMs, toMs }) => [fromMs - 40 * 86_400_000, fromMs, toMs - 86_400_000, toMs]),
  ];
  for (const name of allStandingKinds)
    for (const atMs of instants.toSorted((one, other) => one - other))
      await makeStanding(scopeIn(server, of), name, atMs);
}
