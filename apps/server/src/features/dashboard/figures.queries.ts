// The figures of a span as the dashboard shows them first.
import { CompiledQuery } from 'kysely';
import type { Dashboard, RoundTally } from '@watchpost/contract/dashboard';
import type { DueTally } from '@watchpost/domain/due-outcomes';
import { exceptionAges, exceptionSeverities } from '@watchpost/domain/exceptions';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { SiteScope } from '../../access/caller.ts';
import { StatementValues } from '../../db/statement-values.ts';
import { grains } from '../../rollups/count-windows.ts';
import { dueIn, dueTally, roundsIn, roundTally, wholeSubject } from './summed.queries.ts';

async function rowsOf<Row>(scope: SiteScope, text: string, values: StatementValues): Promise<Row[]> {
  const { rows } = await scope.db.executeQuery<Row>(CompiledQuery.raw(text, values.list));
  return rows;
}

const noRounds: RoundTally = { inProgress: 0, incompleted: 0, completed: 0, planned: 0, scanned: 0 };

export async function findRounds(
  scope: SiteScope,
  siteId: string | null,
  range: TimeRange,
): Promise<RoundTally> {
  const values = new StatementValues();
  const subject = wholeSubject(values, values.add(scope.tenantId, 'uuid'), siteId);
  const rounds = roundsIn(values, subject, range, [grains.day, grains.quarter]);
  const [found] = await rowsOf<RoundTally>(scope, `SELECT ${roundTally} FROM (${rounds}) AS r`, values);
  return found ?? noRounds;
}

export async function findDue(
  scope: SiteScope,
  siteId: string | null,
  range: TimeRange,
  nowMs: number,
): Promise<DueTally> {
  const values = new StatementValues();
  const subject = wholeSubject(values, values.add(scope.tenantId, 'uuid'), siteId);
  const due = dueIn(values, subject, range, nowMs);
  const [found] = await rowsOf<DueTally>(scope, `SELECT ${dueTally} FROM (${due}) AS d`, values);
  if (found === undefined) throw new Error('a sum always has a row');
  return found;
}

/** SQL that a row is of the site asked for. */
const atSite = (values: StatementValues, siteId: string | null) =>
  siteId === null ? '' : `AND site_id = ${values.add(siteId, 'uuid')}`;

export async function countOnDuty(scope: SiteScope, siteId: string | null): Promise<number> {
  const values = new StatementValues();
  const text = `SELECT count(*)::int AS count FROM duty_sessions WHERE tenant_id = ${values.add(scope.tenantId, 'uuid')}
    AND ended_at_ms IS NULL AND at_ms > 0 ${atSite(values, siteId)}`;
  const [found] = await rowsOf<{ count: number }>(scope, text, values);
  return found?.count ?? 0;
}

const medianOf = (column: string) =>
  `percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM ${column} - reported_at) * 1000)::bigint`;

interface FoundIncidents {
  readonly reported: number;
  readonly attended: number;
  readonly attendedMs: number | null;
  readonly closed: number;
  readonly closedMs: number | null;
}

async function findReported(
  scope: SiteScope,
  siteId: string | null,
  range: TimeRange,
): Promise<FoundIncidents> {
  const values = new StatementValues();
  const at = (ms: number) => values.add(new Date(ms).toISOString(), 'timestamptz');
  const text = `SELECT count(*)::int AS reported, count(attended_at)::int AS attended,
      ${medianOf('attended_at')} AS "attendedMs", count(closed_at)::int AS closed, ${medianOf('closed_at')} AS "closedMs"
    FROM incidents WHERE tenant_id = ${values.add(scope.tenantId, 'uuid')} ${atSite(values, siteId)}
      AND reported_at >= ${at(range.fromMs)} AND reported_at < ${at(range.toMs)}`;
  const [found] = await rowsOf<FoundIncidents>(scope, text, values);
  return found ?? { reported: 0, attended: 0, attendedMs: null, closed: 0, closedMs: null };
}

export async function findIncidents(
  scope: SiteScope,
  siteId: string | null,
  span: { readonly now: TimeRange; readonly before: TimeRange },
): Promise<NonNullable<Dashboard['incidents']>> {
  const values = new StatementValues();
  const text = `SELECT count(*) FILTER (WHERE status = 'New')::int AS "New",
      count(*) FILTER (WHERE status = 'Attended')::int AS "Attended",
      count(*) FILTER (WHERE severity = 'critical')::int AS critical
    FROM incidents WHERE tenant_id = ${values.add(scope.tenantId, 'uuid')} AND status IN ('New', 'Attended')
      ${atSite(values, siteId)}`;
  const [[open], now, before] = await Promise.all([
    rowsOf<{ New: number; Attended: number; critical: number }>(scope, text, values),
    findReported(scope, siteId, span.now),
    findReported(scope, siteId, span.before),
  ]);
  return {
    ...(open ?? { New: 0, Attended: 0, critical: 0 }),
    reported: now.reported,
    reportedBefore: before.reported,
    attended: { count: now.attended, medianMs: now.attendedMs },
    closed: { count: now.closed, medianMs: now.closedMs },
  };
}

export async function findExceptions(
  scope: SiteScope,
  siteId: string | null,
  range: TimeRange,
  nowMs: number,
): Promise<NonNullable<Dashboard['exceptions']>> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const site = atSite(values, siteId);
  const openedBy = exceptionSeverities.map((severity) => nowMs - exceptionAges[severity].overdueMs);
  const overdue = `opened_at_ms <= (${values.add(openedBy, 'bigint[]')})[severity]`;
  const text = `SELECT waiting.*, closed.* FROM (
      SELECT count(*)::int AS unsettled, count(*) FILTER (WHERE ${overdue})::int AS overdue
      FROM exceptions WHERE tenant_id = ${tenant} AND status <> 'closed' ${site}) AS waiting,
    (SELECT count(*)::int AS closed,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY closed_at_ms - opened_at_ms)::bigint AS "closedMs"
      FROM exceptions WHERE tenant_id = ${tenant} AND status = 'closed' ${site}
        AND closed_at_ms >= ${values.add(range.fromMs, 'bigint')}
        AND closed_at_ms < ${values.add(range.toMs, 'bigint')}) AS closed`;
  const [found] = await rowsOf<{
    unsettled: number;
    overdue: number;
    closed: number;
    closedMs: number | null;
  }>(scope, text, values);
  const { unsettled = 0, overdue: late = 0, closed = 0, closedMs = null } = found ?? {};
  return { unsettled, overdue: late, closed: { count: closed, medianMs: closedMs } };
}

/** What there is, to know whether anything can be expected at all. */
export async function countPlaces(scope: SiteScope): Promise<Dashboard['places']> {
  const values = new StatementValues();
  const tenant = values.add(scope.tenantId, 'uuid');
  const own = scope.siteId === null ? null : values.add(scope.siteId, 'uuid');
  const some = (from: string, site: string) =>
    `(SELECT count(*)::int FROM (SELECT FROM ${from} WHERE ${from.slice(-1)}.tenant_id = ${tenant}
      AND ${from.slice(-1)}.deleted_at IS NULL ${own === null ? '' : `AND ${site}`} LIMIT 1) AS found)`;
  const guardSite = `EXISTS (SELECT FROM guard_sites gs WHERE gs.tenant_id = ${tenant} AND gs.guard_id = g.id AND gs.site_id = ${own})`;
  const tourSite = `EXISTS (SELECT FROM patrol_routes o WHERE o.tenant_id = ${tenant} AND o.id = t.route_id AND o.site_id = ${own})`;
  const text = `SELECT ${some('sites s', `s.id = ${own}`)} AS sites, ${some('guards g', guardSite)} AS guards,
    ${some('checkpoints c', `c.site_id = ${own}`)} AS checkpoints, ${some('patrol_tours t', tourSite)} AS tours`;
  const [found] = await rowsOf<Dashboard['places']>(scope, text, values);
  return found ?? { sites: 0, guards: 0, checkpoints: 0, tours: 0 };
}
