// The ranking of a span counted from the rows themselves, slowly: what findRanking has to come to.
import { sql } from 'kysely';
import { dashboardSpan, rankedCheckpointsMax, rankedGuardsMax } from '@watchpost/domain/dashboard';
import { dueOutcomeOf, type DueTally, noDue } from '@watchpost/domain/due-outcomes';
import type { DueStatus } from '@watchpost/domain/tours';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { DashboardWorld } from './dashboard.testing.ts';
import { noRounds } from './figures.queries.ts';
import type { FoundRanking, RankingAsked } from './ranking.queries.ts';

export const spanDays = [
  ['2 days', 2],
  ['60 days', 60],
] as const;

export const zone = 'America/New_York';

/** Whole days of the zone, up to tomorrow. */
export function askedOf({ siteIds, nowMs }: DashboardWorld, days: number, site: number | null, laterMs = 0) {
  const day = (before: number) => new Date(nowMs - before * 86_400_000).toISOString().slice(0, 10);
  const span = dashboardSpan('custom', zone, nowMs, { from: day(days), to: day(-1) });
  const siteId = site === null ? null : (siteIds[site] ?? null);
  return { siteId, span, nowMs: nowMs + laterMs, seesRounds: true, seesDue: true };
}

export const scopeIn = ({ database }: TestApp, { tenant }: DashboardWorld): SiteScope => ({
  db: database.forTenant(tenant.id),
  tenantId: tenant.id,
  siteId: null,
});

interface Due {
  readonly siteId: string;
  readonly guardIds: readonly string[];
  readonly startedBy: string | null;
  readonly startedAtMs: number | null;
  readonly status: DueStatus;
  readonly dueAtMs: number;
  readonly lateAtMs: number;
  readonly missedAtMs: number;
}

/** What a due round counts as at an instant; null where it is not due yet. */
function outcomeAt({ status, startedAtMs, ...due }: Due, nowMs: number): keyof DueTally | null {
  const outcome = dueOutcomeOf({ status, lateAtMs: due.lateAtMs }, startedAtMs);
  if (outcome !== 'waiting') return outcome;
  if (due.dueAtMs > nowMs) return null;
  return due.missedAtMs <= nowMs ? 'missed' : 'waiting';
}

class Tallies<Tally extends object> {
  readonly byId = new Map<string, Tally>();
  readonly #none: Tally;

  constructor(none: Tally) {
    this.#none = none;
  }

  add(id: string, change: (before: Tally) => Partial<Tally>): void {
    const before = this.of(id);
    this.byId.set(id, { ...before, ...change(before) });
  }

  of = (id: string): Tally => this.byId.get(id) ?? this.#none;
}

export async function countedFromRows(
  { owner }: TestApp,
  { tenant }: DashboardWorld,
  { siteId, span, nowMs }: RankingAsked,
): Promise<FoundRanking> {
  const rowsOf = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(owner)).rows;
  const own = sql`tenant_id = ${tenant.id} AND ${siteId === null ? sql`true` : sql`site_id = ${siteId}`}`;
  const within = (at: string) => sql`${sql.ref(at)} >= ${span.fromMs} AND ${sql.ref(at)} < ${span.toMs}`;

  const rounds = new Tallies(noRounds);
  for (const row of await rowsOf(sql<{ siteId: string; status: number; planned: number; scanned: number }>`
      SELECT site_id AS "siteId", status_code AS status, total_check_points AS planned, scanned_check_points AS scanned
      FROM rounds WHERE ${own} AND ${within('started_at_ms')}`))
    rounds.add(row.siteId, (tally) => {
      if (row.status === 1001) return { inProgress: tally.inProgress + 1 };
      const ended = { planned: tally.planned + row.planned, scanned: tally.scanned + row.scanned };
      return row.status === 1005
        ? { ...ended, incompleted: tally.incompleted + 1 }
        : { ...ended, completed: tally.completed + 1 };
    });

  const [dueOfSites, dueOfGuards] = [new Tallies(noDue), new Tallies(noDue)];
  for (const due of await rowsOf(sql<Due>`
      SELECT site_id AS "siteId", guard_ids AS "guardIds", begun_by AS "startedBy", begun_at_ms AS "startedAtMs", status,
        due_at_ms AS "dueAtMs", late_at_ms AS "lateAtMs", missed_at_ms AS "missedAtMs"
      FROM due_rounds WHERE ${own} AND ${within('due_at_ms')}`)) {
    const outcome = outcomeAt(due, nowMs);
    if (outcome === null) continue;
    const one = (tally: DueTally) => ({ [outcome]: tally[outcome] + 1 });
    dueOfSites.add(due.siteId, one);
    for (const guard of new Set(due.startedBy === null ? due.guardIds : [due.startedBy]))
      dueOfGuards.add(guard, one);
  }

  const missed = new Tallies({ times: 0 });
  for (const { id } of await rowsOf(sql<{ id: string }>`SELECT checkpoint_id AS id FROM missed_checkpoints
      WHERE ${own} AND ${within('started_at_ms')}`))
    missed.add(id, ({ times }) => ({ times: times + 1 }));

  const sites = await rowsOf(sql<{ id: string; name: string; isInUse: boolean }>`
    SELECT id, name, deleted_at IS NULL AND activated AS "isInUse" FROM sites WHERE tenant_id = ${tenant.id}
      AND ${siteId === null ? sql`true` : sql`id = ${siteId}`} ORDER BY sort_name, id`);
  const guards = await rowsOf(sql<{ id: string; name: string }>`
    SELECT id, trim(first_name || ' ' || last_name) AS name FROM guards WHERE tenant_id = ${tenant.id}
    ORDER BY sort_name, id`);
  const checkpoints = await rowsOf(sql<{ id: string; name: string; siteName: string }>`
    SELECT c.id, c.name, s.name AS "siteName" FROM checkpoints AS c
    JOIN sites AS s ON s.tenant_id = c.tenant_id AND s.id = c.site_id
    WHERE c.tenant_id = ${tenant.id} ORDER BY c.sort_name, c.id`);
  const wrongIn = ({ doneLate, incomplete, missed: notStarted }: DueTally) =>
    doneLate + incomplete + notStarted;
  // Sorting keeps the order of names among equals.
  return {
    sites: sites
      .filter(({ id, isInUse }) => isInUse || rounds.byId.has(id) || dueOfSites.byId.has(id))
      .map(({ id, name }) => ({ id, name, rounds: rounds.of(id), due: dueOfSites.of(id) })),
    guards: guards
      .map((guard) => ({ ...guard, due: dueOfGuards.of(guard.id) }))
      .filter(({ due }) => wrongIn(due) > 0)
      .toSorted((one, other) => wrongIn(other.due) - wrongIn(one.due) || one.due.onTime - other.due.onTime)
      .slice(0, rankedGuardsMax),
    missed: checkpoints
      .map((checkpoint) => ({ ...checkpoint, missed: missed.of(checkpoint.id).times }))
      .filter(({ missed: times }) => times > 0)
      .toSorted((one, other) => other.missed - one.missed)
      .slice(0, rankedCheckpointsMax),
  };
}
