// Sites, guards and checkpoints of a span, by how much they need a look, in one statement.
import { CompiledQuery } from 'kysely';
import type { DashboardRanking } from '@watchpost/contract/dashboard';
import { rankedCheckpointsMax, rankedGuardsMax, rankedSitesMax } from '@watchpost/domain/dashboard';
import { dueOutcomes } from '@watchpost/domain/due-outcomes';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../access/caller.ts';
import { StatementValues } from '../../db/statement-values.ts';
import { type CountWindow, grains, splitBy } from '../../rollups/count-windows.ts';
import { packedParts, packs, touched, within } from '../../rollups/packed-sums.ts';
import {
  asJson,
  askedTables,
  columnsOf,
  dueFigures,
  dueIn,
  dueTally,
  nil,
  objectOf,
  packedDue,
  roundsIn,
  roundTally,
  siteSubjects,
  type Subject,
  unpackedDue,
} from './summed.queries.ts';

export interface RankingAsked {
  readonly siteId: string | null;
  readonly span: TimeRange;
  readonly nowMs: number;
  readonly seesRounds: boolean;
  readonly seesDue: boolean;
}

/** With the placeholder of the time. */
type Settled = RankingAsked & { readonly now: string };

type Ranking = Pick<DashboardRanking, 'sites' | 'guards' | 'missed'>;

/** Sites by name, with null where nothing is told; the worst guards and checkpoints, null for what is not seen. */
export async function findRanking(scope: SiteScope, asked: RankingAsked): Promise<Ranking> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const { siteId, span, seesRounds, seesDue } = asked;
  const subject = siteSubjects(values, tenant, siteId);
  const site = siteId === null ? null : values.add(siteId, 'uuid');
  const own = site === null ? '' : `AND site_id = ${site}`;
  const settled = { ...asked, now: values.add(asked.nowMs, 'bigint') };
  const text = `WITH ${askedTables(values, [span], [settled.now, ...subject.mentioned])}
    SELECT ${asJson(sites(subject, settled, site === null ? '' : `AND s.id = ${site}`))} AS sites,
      ${seesDue ? asJson(guards(values, subject, own, settled)) : 'NULL::json'} AS guards,
      ${seesRounds ? asJson(missed(tenant, own)) : 'NULL::json'} AS missed`;
  const { rows } = await scope.db.executeQuery<Ranking>(CompiledQuery.raw(text, values.list));
  return rows[0] ?? { sites: [], guards: null, missed: null };
}

/** Sites that are not deleted, and deleted ones of which the span still tells. */
function sites(subject: Subject, { seesRounds, seesDue, now }: Settled, own: string): string {
  const rounds = `SELECT site_id, ${objectOf(roundTally)} AS tally FROM (${roundsIn(subject)}) AS r GROUP BY site_id
    HAVING sum(begun) > 0`;
  const due = `SELECT site_id, ${objectOf(dueTally)} AS tally FROM (${dueIn(subject, now)}) AS d GROUP BY site_id
    HAVING sum(${[...dueFigures, 'waiting'].join(' + ')}) > 0`;
  return `SELECT s.id, s.name, ${seesRounds ? 'r.tally' : 'NULL::json'} AS rounds, ${seesDue ? 'd.tally' : 'NULL::json'} AS due
    FROM sites AS s
    ${seesRounds ? `LEFT JOIN (${rounds}) AS r ON r.site_id = s.id` : ''}
    ${seesDue ? `LEFT JOIN (${due}) AS d ON d.site_id = s.id` : ''}
    WHERE s.tenant_id = ${subject.tenant} ${own}
      AND ((s.deleted_at IS NULL AND s.activated) ${seesRounds ? 'OR r.site_id IS NOT NULL' : ''}
        ${seesDue ? 'OR d.site_id IS NOT NULL' : ''})
    ORDER BY s.sort_name, s.id LIMIT ${10 * rankedSitesMax}`;
}

/** Parts of days of guards are not packed: those that do anything then are few. */
function guardCounters(values: StatementValues, tenant: string, own: string, span: TimeRange): string {
  const { windows } = packedParts(span);
  const parts = windows
    .filter(({ grain }) => grain === packs.quarters)
    .flatMap((window) => splitBy(window, [grains.sixHours, grains.quarter]).counters);
  const list = (of: (window: CountWindow) => number, type: string) => values.add(parts.map(of), `${type}[]`);
  return `SELECT 0, guard_id, site_id, ${dueFigures.join(', ')}, 0
    FROM unnest(${list(({ grain }) => grain, 'smallint')}, ${list(({ fromMs }) => fromMs, 'bigint')},
      ${list(({ toMs }) => toMs, 'bigint')}) AS part (grain, from_ms, to_ms)
    CROSS JOIN LATERAL (SELECT * FROM due_counts WHERE tenant_id = ${tenant} AND guard_id <> '${nil}' ${own}
      AND grain = part.grain AND bucket_ms >= part.from_ms AND bucket_ms < part.to_ms OFFSET 0) AS counted`;
}

/** Those with the most rounds that were not done on time come first. */
function guards(values: StatementValues, { tenant, rows }: Subject, own: string, asked: Settled): string {
  const { span, now } = asked;
  const due = [
    packedDue(`tenant_id = ${tenant} AND guard_id <> '${nil}' ${own}`),
    guardCounters(values, tenant, own, span),
    unpackedDue(rows, now, {
      from: `due_rounds CROSS JOIN LATERAL (SELECT DISTINCT whose FROM
        unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose) AS w`,
      guard: 'whose',
    }),
  ].join(' UNION ALL ');
  const wrong = '"doneLate" + incomplete + missed';
  return `SELECT id, name, ${objectOf(dueOutcomes.map((outcome) => [outcome, `"${outcome}"`]))} AS due
    FROM (SELECT g.id, trim(g.first_name || ' ' || g.last_name) AS name, t.*
      FROM (SELECT guard_id, ${columnsOf(dueTally)} FROM (${due}) AS d GROUP BY guard_id) AS t
      JOIN guards AS g ON g.tenant_id = ${tenant} AND g.id = t.guard_id
      WHERE ${wrong} + "onTime" > 0
      ORDER BY ${wrong} DESC, "onTime", g.sort_name, g.id LIMIT ${rankedGuardsMax}) AS worst`;
}

function missed(tenant: string, own: string): string {
  const rowsIn = (stretches: string) => `SELECT checkpoint_id, 1 FROM ${stretches} AS part
    JOIN LATERAL (SELECT checkpoint_id FROM missed_checkpoints WHERE tenant_id = ${tenant} ${own}
      AND started_at_ms >= part.from_ms AND started_at_ms < part.to_ms OFFSET 0) AS m ON true`;
  // Names are looked up of those alone that can be among the first.
  return `SELECT m.id, c.name, s.name AS "siteName", m.missed
    FROM (SELECT *, nth_value(missed, ${rankedCheckpointsMax}) OVER (ORDER BY missed DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS least
      FROM (SELECT checkpoint_id AS id, sum(missed)::bigint AS missed FROM (
        SELECT checkpoint_id, ${within('missed')} AS missed
        FROM ${touched('missed_sums', 'checkpoint_id, missed', `tenant_id = ${tenant} ${own}`)} AS packed
        UNION ALL ${rowsIn(`(SELECT * FROM asked WHERE grain = ${packs.quarters})`)}
        UNION ALL ${rowsIn('cut')}) AS every GROUP BY 1 HAVING sum(missed) > 0) AS counted) AS m
    JOIN checkpoints AS c ON c.tenant_id = ${tenant} AND c.id = m.id
    JOIN sites AS s ON s.tenant_id = ${tenant} AND s.id = c.site_id
    WHERE m.missed >= coalesce(m.least, 0)
    ORDER BY m.missed DESC, c.sort_name, m.id LIMIT ${rankedCheckpointsMax}`;
}
