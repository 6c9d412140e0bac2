import { CompiledQuery } from 'kysely';
import type { DueRoundRow } from '@watchpost/contract/due-rounds';
import { type DueOutcome, judgedOutcomes } from '@watchpost/domain/due-outcomes';
import { gridPageSize } from '@watchpost/domain/limits';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { DueStatus } from '@watchpost/domain/tours';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { dueStatusAt } from '../../platform/db/due-status.ts';
import { StatementValues } from '../../platform/db/statement-values.ts';
import { closeExcused } from '../exceptions/close-excused.queries.ts';
import type { Condition } from '../../platform/managed-records/record-list.queries.ts';
import { hasOpenArrival, lateArrivalsOf } from '../trust/late-arrivals.queries.ts';
import { noteDueSteps } from './due-history.queries.ts';
import { guardNameAt, nameAt } from '../../records/past-names/past-names.ts';

export interface DueFilter {
  readonly id?: string | undefined;
  readonly site?: string | undefined;
  readonly tour?: string | undefined;
  readonly status?: DueStatus | undefined;
  readonly outcome?: DueOutcome | 'judged' | undefined;
  readonly guard?: string | undefined;
  readonly sentLate?: 'open' | undefined;
  /** Exact to the millisecond, within the range. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly range: Partial<TimeRange>;
  /** Days of each site's own. */
  readonly days?: readonly Condition[];
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

const columns = `d.id, d.tour_id AS "tourId", d.tour_name AS "tourName", d.route_name AS "routeName",
  d.site_id AS "siteId", ${nameAt('s', 'd.due_at_ms')} AS "siteName", s.time_zone AS "timeZone", d.due_at_ms AS "dueAtMs",
  d.late_at_ms AS "lateAtMs", d.missed_at_ms AS "missedAtMs",
  (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', ${guardNameAt('g', 'd.due_at_ms')}) ORDER BY g.sort_name, g.id), '[]')
    FROM unnest(d.guard_ids) AS whose JOIN guards g ON g.tenant_id = d.tenant_id AND g.id = whose) AS guards,
  (SELECT json_build_object('id', r.id, 'guardName', ${guardNameAt('g', 'r.started_at_ms')}, 'begunAtMs', d.begun_at_ms)
    FROM rounds r JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id
    WHERE r.tenant_id = d.tenant_id AND r.id = d.round_id) AS round,
  CASE WHEN d.excused_at IS NULL THEN NULL ELSE json_build_object('reason', d.excuse, 'by', d.excused_by,
    'atMs', (extract(epoch FROM d.excused_at) * 1000)::bigint) END AS excuse,
  (${lateArrivalsOf('d')}) AS "sentLate"`;

/** What is neither started nor judged has an index of its own, in these words. */
const isWaiting = `d.status IN ('due', 'late')`;
const isOf = (outcome: DueOutcome) => `d.outcome = '${outcome}'`;
type Moment = () => string;
const isPast = (now: Moment) => `d.missed_at_ms <= ${now()}`;

/**
 * SQL of what belongs to a status at a moment, in parts that have nothing in common and are found in an index each;
 * what the clock has brought but no one has written down yet is a part of its own.
 */
const statusParts: Readonly<Record<DueStatus, (now: Moment) => readonly string[]>> = {
  due: (now) => [`${isWaiting} AND d.status = 'due' AND d.late_at_ms > ${now()} AND NOT ${isPast(now)}`],
  late: (now) => [`${isWaiting} AND (d.status = 'late' OR d.late_at_ms <= ${now()}) AND NOT ${isPast(now)}`],
  missed: (now) => [isOf('missed'), `${isWaiting} AND ${isPast(now)}`],
  inProgress: () => [isOf('underWay')],
  completed: () => [isOf('onTime'), isOf('doneLate')],
  incompleted: () => [isOf('incomplete')],
  excused: () => [isOf('excused')],
};

function outcomeParts(outcome: DueOutcome, now: Moment): readonly string[] {
  if (outcome === 'missed') return statusParts.missed(now);
  return outcome === 'waiting' ? [`${isWaiting} AND NOT ${isPast(now)}`] : [isOf(outcome)];
}

/** Of both a status and an outcome: the outcome's parts, narrowed by the status. */
function partsOf(values: StatementValues, { status, outcome }: DueFilter, nowMs: number): readonly string[] {
  let index: string | undefined;
  // Added where it is used alone: PostgreSQL refuses values that a statement does not name.
  const now = () => (index ??= values.add(nowMs, 'bigint'));
  if (outcome === undefined) return status === undefined ? ['true'] : statusParts[status](now);
  const outcomes = outcome === 'judged' ? judgedOutcomes : [outcome];
  const parts = outcomes.flatMap((each) => outcomeParts(each, now));
  if (status === undefined) return parts;
  const narrowed = `${dueStatusAt(now())} = ${values.add(status, 'text')}`;
  return parts.map((part) => `${part} AND ${narrowed}`);
}

function whereOf(values: StatementValues, scope: SiteScope, filter: DueFilter): string {
  const { site, tour, range, days = [] } = filter;
  const conditions = [`d.tenant_id = ${values.add(scope.tenantId, 'uuid')}`];
  for (const id of [scope.siteId, site]) {
    if (typeof id === 'string') conditions.push(`d.site_id = ${values.add(id, 'uuid')}`);
  }
  if (filter.id !== undefined) conditions.push(`d.id = ${values.add(filter.id, 'uuid')}`);
  if (tour !== undefined) conditions.push(`d.tour_id = ${values.add(tour, 'uuid')}`);
  if (range.fromMs !== undefined) conditions.push(`d.due_at_ms >= ${values.add(range.fromMs, 'bigint')}`);
  if (range.toMs !== undefined) conditions.push(`d.due_at_ms < ${values.add(range.toMs, 'bigint')}`);
  if (filter.fromMs !== undefined) conditions.push(`d.due_at_ms >= ${values.add(filter.fromMs, 'bigint')}`);
  if (filter.toMs !== undefined) conditions.push(`d.due_at_ms < ${values.add(filter.toMs, 'bigint')}`);
  if (filter.guard !== undefined) {
    const guard = values.add(filter.guard, 'uuid');
    conditions.push(`(d.begun_by = ${guard} OR (d.begun_by IS NULL AND ${guard} = ANY (d.guard_ids)))`);
  }
  conditions.push(...days.map((condition) => condition(values)));
  if (filter.sentLate === 'open') conditions.push(hasOpenArrival('d'));
  return conditions.join(' AND ');
}

/** The zone of a site; null when it is not the caller's. */
export async function findZone({ db, tenantId, siteId }: SiteScope, id: string): Promise<string | null> {
  if (siteId !== null && siteId !== id) return null;
  const site = await db
    .selectFrom('sites')
    .select('time_zone')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  return site?.time_zone ?? null;
}

/** Latest first, with how many there are of them in all. */
export async function findDueRounds(
  scope: SiteScope,
  filter: DueFilter,
  nowMs: number,
): Promise<{ count: number; data: DueRoundRow[] }> {
  const [count, rows] = await Promise.all([
    countDueRounds(scope, filter, nowMs),
    scope.db.executeQuery<DueRoundRow>(pageOf(scope, filter, nowMs)),
  ]);
  return { count, data: rows.rows };
}

async function countDueRounds(scope: SiteScope, filter: DueFilter, nowMs: number): Promise<number> {
  const values = new StatementValues();
  const where = whereOf(values, scope, filter);
  const counts = partsOf(values, filter, nowMs).map(
    (part) => `(SELECT count(*) FROM due_rounds d WHERE ${where} AND ${part})`,
  );
  const text = `SELECT (${counts.join(' + ')})::int AS count`;
  const { rows } = await scope.db.executeQuery<{ count: number }>(CompiledQuery.raw(text, values.list));
  return rows[0]?.count ?? 0;
}

/** What is skipped is read from the index alone; whole rows are those of the page. */
function pageOf(scope: SiteScope, filter: DueFilter, nowMs: number): CompiledQuery {
  const values = new StatementValues();
  const where = whereOf(values, scope, filter);
  const [skip, take] = [
    values.add(filter.offset ?? 0, 'int'),
    values.add(filter.limit ?? gridPageSize, 'int'),
  ];
  const found = partsOf(values, filter, nowMs).map(
    (part) => `(SELECT d.id, d.due_at_ms FROM due_rounds d WHERE ${where} AND ${part}
      ORDER BY d.due_at_ms DESC, d.id DESC LIMIT ${skip} + ${take})`,
  );
  return CompiledQuery.raw(
    `WITH page AS MATERIALIZED (
      SELECT id FROM (${found.join(' UNION ALL ')}) AS found ORDER BY due_at_ms DESC, id DESC LIMIT ${take} OFFSET ${skip})
    SELECT ${columns}, ${dueStatusAt(values.add(nowMs, 'bigint'))} AS status FROM page
    JOIN due_rounds d ON d.tenant_id = ${values.add(scope.tenantId, 'uuid')} AND d.id = page.id
    JOIN sites s ON s.tenant_id = d.tenant_id AND s.id = d.site_id ORDER BY d.due_at_ms DESC, d.id DESC`,
    values.list,
  );
}

export type Excusing = 'excused' | 'begun' | 'unknown';

/** Excuses a round that no one began; once more with another reason replaces it. */
export async function excuse(
  { db, tenantId, siteId }: SiteScope,
  { id, reason, nowMs }: { readonly id: string; readonly reason: string; readonly nowMs: number },
  origin: AuditOrigin,
): Promise<Excusing> {
  return db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('due_rounds')
      .select(['tour_name', 'due_at_ms', 'site_id', 'round_id', 'status', 'excuse'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (due === undefined || (siteId !== null && siteId !== due.site_id)) return 'unknown';
    if (due.round_id !== null) return 'begun';
    const text = `UPDATE due_rounds SET status = 'excused', excuse = $3, excused_at = now(), excused_by =
        coalesce((SELECT trim(first_name || ' ' || last_name) FROM users WHERE tenant_id = $1::uuid AND id = $4::uuid), '')
      WHERE tenant_id = $1::uuid AND id = $2::uuid`;
    const actor = origin.actor?.id ?? null;
    await transaction.executeQuery(CompiledQuery.raw(text, [tenantId, id, reason, actor]));
    await noteDueSteps(transaction, tenantId, [{ dueId: id, status: 'excused', atMs: nowMs }]);
    await closeExcused(transaction, { tenantId, dueRoundId: id, reason, userId: actor }, nowMs);
    await insertAuditEntry(transaction, origin, {
      action: 'patrolTour.roundExcused',
      subject: { id, label: due.tour_name },
      before: { status: due.status, reason: due.excuse },
      after: { status: 'excused', reason, dueAt: new Date(due.due_at_ms).toISOString() },
    });
    return 'excused';
  });
}
