// Sites, guards and checkpoints of a span, by how much they need a look.
import { CompiledQuery } from 'kysely';
import type { DashboardRanking, RoundTally } from '@watchpost/contract/dashboard';
import { rankedCheckpointsMax, rankedGuardsMax, rankedSitesMax } from '@watchpost/domain/dashboard';
import type { DueTally } from '@watchpost/domain/due-outcomes';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../access/caller.ts';
import { StatementValues } from '../../db/statement-values.ts';
import { grains, splitBy } from '../../rollups/count-windows.ts';
import { dueIn, dueTally, nil, roundsIn, roundTally, siteSubjects } from './summed.queries.ts';

async function rowsOf<Row>(scope: SiteScope, text: string, values: StatementValues): Promise<Row[]> {
  const { rows } = await scope.db.executeQuery<Row>(CompiledQuery.raw(text, values.list));
  return rows;
}

export async function findSiteRounds(
  scope: SiteScope,
  siteId: string | null,
  range: TimeRange,
): Promise<(RoundTally & { readonly id: string })[]> {
  const values = new StatementValues();
  const subject = siteSubjects(values, values.add(scope.tenantId, 'uuid'), siteId);
  const rounds = roundsIn(values, subject, range, [grains.day, grains.quarter]);
  return rowsOf(scope, `SELECT site_id AS id, ${roundTally} FROM (${rounds}) AS r GROUP BY site_id`, values);
}

export async function findSiteDue(
  scope: SiteScope,
  siteId: string | null,
  range: TimeRange,
  nowMs: number,
): Promise<(DueTally & { readonly id: string })[]> {
  const values = new StatementValues();
  const subject = siteSubjects(values, values.add(scope.tenantId, 'uuid'), siteId);
  const due = dueIn(values, subject, range, nowMs);
  return rowsOf(scope, `SELECT site_id AS id, ${dueTally} FROM (${due}) AS d GROUP BY site_id`, values);
}

/** Sites that are not deleted, and deleted ones of which the span still tells. */
export async function findSiteNames(
  scope: SiteScope,
  siteId: string | null,
  told: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const only = siteId === null ? '' : `AND id = ${values.add(siteId, 'uuid')}`;
  const text = `SELECT id, name FROM sites WHERE tenant_id = ${tenant}
    AND ((deleted_at IS NULL AND activated) OR id = ANY (${values.add(told, 'uuid[]')})) ${only}
    ORDER BY sort_name, id LIMIT ${10 * rankedSitesMax}`;
  return rowsOf(scope, text, values);
}

/** Those with the most rounds that were not done on time come first. */
export async function findGuardDue(
  scope: SiteScope,
  siteId: string | null,
  range: TimeRange,
  nowMs: number,
): Promise<NonNullable<DashboardRanking['guards']>> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const site = siteId === null ? '' : `AND site_id = ${values.add(siteId, 'uuid')}`;
  const counters = `guard_id <> '${nil}' ${site}`;
  const rows = siteId === null ? 'true' : site.slice('AND '.length);
  const due = guardDueIn(values, { tenant, counters, rows }, range, nowMs);
  const text = `WITH tallies AS (SELECT guard_id, ${dueTally} FROM (${due}) AS d GROUP BY guard_id)
    SELECT g.id, trim(g.first_name || ' ' || g.last_name) AS name, to_jsonb(t) - 'guard_id' AS due
    FROM tallies t JOIN guards g ON g.tenant_id = ${tenant} AND g.id = t.guard_id
    WHERE "onTime" + "doneLate" + incomplete + missed > 0
    ORDER BY "doneLate" + incomplete + missed DESC, "onTime", g.sort_name, g.id LIMIT ${rankedGuardsMax}`;
  return rowsOf(scope, text, values);
}

/** As dueIn, with the guards of the rows that no counter tells of. */
function guardDueIn(
  values: StatementValues,
  subject: Parameters<typeof dueIn>[1],
  range: TimeRange,
  nowMs: number,
): string {
  return dueIn(values, subject, range, nowMs, {
    from: `due_rounds CROSS JOIN LATERAL (SELECT DISTINCT whose FROM
      unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose) AS w`,
    guard: 'whose',
  });
}

export async function findMissed(
  scope: SiteScope,
  siteId: string | null,
  range: TimeRange,
): Promise<NonNullable<DashboardRanking['missed']>> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const site = siteId === null ? '' : `AND site_id = ${values.add(siteId, 'uuid')}`;
  const { counters, cuts } = splitBy(range, [grains.block, grains.day]);
  const ends = ({ fromMs, toMs }: TimeRange) => [values.add(fromMs, 'bigint'), values.add(toMs, 'bigint')];
  const parts = [
    ...counters.map((window) => {
      const [from, to] = ends(window);
      return `SELECT checkpoint_id, missed FROM missed_counts WHERE tenant_id = ${tenant}
        AND grain = ${window.grain} AND bucket_ms >= ${from} AND bucket_ms < ${to} ${site}`;
    }),
    ...cuts.map((window) => {
      const [from, to] = ends(window);
      return `SELECT checkpoint_id, count(*) FROM missed_checkpoints WHERE tenant_id = ${tenant}
        AND started_at_ms >= ${from} AND started_at_ms < ${to} ${site} GROUP BY 1`;
    }),
    'SELECT NULL::uuid, 0::bigint WHERE false',
  ];
  const text = `WITH missed AS (SELECT checkpoint_id AS id, sum(missed)::int AS missed
      FROM (${parts.join(' UNION ALL ')}) AS m (checkpoint_id, missed) GROUP BY checkpoint_id HAVING sum(missed) > 0)
    SELECT m.id, c.name, s.name AS "siteName", m.missed
    FROM missed m JOIN checkpoints c ON c.tenant_id = ${tenant} AND c.id = m.id
    JOIN sites s ON s.tenant_id = ${tenant} AND s.id = c.site_id
    ORDER BY m.missed DESC, c.sort_name, m.id LIMIT ${rankedCheckpointsMax}`;
  return rowsOf(scope, text, values);
}
