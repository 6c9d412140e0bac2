import { CompiledQuery } from 'kysely';
import type { DueRoundRow } from '@watchpost/contract/due-rounds';
import { type DueOutcome, judgedOutcomes } from '@watchpost/domain/due-outcomes';
import { gridPageSize } from '@watchpost/domain/limits';
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { DueStatus } from '@watchpost/domain/tours';
import type { SiteScope } from '../../access/caller.ts';
import { insertAuditEntry } from '../../audit/audit.queries.ts';
import type { AuditOrigin } from '../../audit/audit-origin.ts';
import { StatementValues } from '../../db/statement-values.ts';
import { closeExcused } from '../../exceptions/close-excused.queries.ts';

export interface DueFilter {
  readonly id?: string | undefined;
  readonly site?: string | undefined;
  readonly tour?: string | undefined;
  readonly status?: DueStatus | undefined;
  readonly outcome?: DueOutcome | 'judged' | undefined;
  readonly guard?: string | undefined;
  /** Exact to the millisecond, within the range. */
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly range: Partial<TimeRange>;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** What it is at this moment, though nobody has written it down yet; the time is a placeholder. */
const statusAt = (
  now: string,
) => `CASE WHEN d.status IN ('due', 'late') AND d.missed_at_ms <= ${now} THEN 'missed'
  WHEN d.status = 'due' AND d.late_at_ms <= ${now} THEN 'late' ELSE d.status END`;

const personOf = (alias: string) => `trim(${alias}.first_name || ' ' || ${alias}.last_name)`;

const columns = `d.id, d.tour_id AS "tourId", d.tour_name AS "tourName", d.route_name AS "routeName",
  d.site_id AS "siteId", s.name AS "siteName", s.time_zone AS "timeZone", d.due_at_ms AS "dueAtMs",
  d.late_at_ms AS "lateAtMs", d.missed_at_ms AS "missedAtMs",
  (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', ${personOf('g')}) ORDER BY g.sort_name, g.id), '[]')
    FROM guards g WHERE g.tenant_id = d.tenant_id AND g.id = ANY (d.guard_ids)) AS guards,
  (SELECT json_build_object('id', r.id, 'guardName', ${personOf('g')}, 'startedAtMs', r.started_at_ms)
    FROM rounds r JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id
    WHERE r.tenant_id = d.tenant_id AND r.id = d.round_id) AS round,
  CASE WHEN d.excused_at IS NULL THEN NULL ELSE json_build_object('reason', d.excuse, 'by', d.excused_by,
    'atMs', (extract(epoch FROM d.excused_at) * 1000)::bigint) END AS excuse`;

function whereOf(values: StatementValues, scope: SiteScope, filter: DueFilter, nowMs: number): string {
  const { site, tour, status, range } = filter;
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
  if (filter.outcome !== undefined) {
    const wanted = filter.outcome === 'judged' ? judgedOutcomes : [filter.outcome];
    const now = values.add(nowMs, 'bigint');
    conditions.push(`CASE WHEN d.outcome = 'waiting' AND d.missed_at_ms <= ${now} THEN 'missed' ELSE d.outcome END
      = ANY (${values.add(wanted, 'text[]')})`);
  }
  if (status !== undefined) {
    conditions.push(`${statusAt(values.add(nowMs, 'bigint'))} = ${values.add(status, 'text')}`);
  }
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
  const counted = new StatementValues();
  const total = `SELECT count(*)::int AS count FROM due_rounds d
    WHERE ${whereOf(counted, scope, filter, nowMs)}`;
  const values = new StatementValues();
  const now = values.add(nowMs, 'bigint');
  const page = `SELECT ${columns}, ${statusAt(now)} AS status
    FROM (SELECT * FROM due_rounds d WHERE ${whereOf(values, scope, filter, nowMs)}
      ORDER BY d.due_at_ms DESC, d.id DESC
      LIMIT ${values.add(filter.limit ?? gridPageSize, 'int')} OFFSET ${values.add(filter.offset ?? 0, 'int')}) AS d
    JOIN sites s ON s.tenant_id = d.tenant_id AND s.id = d.site_id ORDER BY d.due_at_ms DESC, d.id DESC`;
  const [totals, rows] = await Promise.all([
    scope.db.executeQuery<{ count: number }>(CompiledQuery.raw(total, counted.list)),
    scope.db.executeQuery<DueRoundRow>(CompiledQuery.raw(page, values.list)),
  ]);
  return { count: totals.rows[0]?.count ?? 0, data: rows.rows };
}

export type Excusing = 'excused' | 'begun' | 'unknown';

/** Excuses a round that nobody began; once more with another reason replaces it. */
export async function excuse(
  { db, tenantId, siteId }: SiteScope,
  { id, reason, nowMs }: { readonly id: string; readonly reason: string; readonly nowMs: number },
  origin: AuditOrigin,
): Promise<Excusing> {
  return db.transaction().execute(async (transaction) => {
    const due = await transaction
      .selectFrom('due_rounds')
      .select(['tour_name', 'site_id', 'round_id', 'status', 'excuse'])
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (due === undefined || (siteId !== null && siteId !== due.site_id)) return 'unknown';
    if (due.round_id !== null) return 'begun';
    const text = `WITH excused AS (UPDATE due_rounds SET status = 'excused', excuse = $3, excused_at = now(), excused_by =
        coalesce((SELECT trim(first_name || ' ' || last_name) FROM users WHERE tenant_id = $1::uuid AND id = $4::uuid), '')
      WHERE tenant_id = $1::uuid AND id = $2::uuid)
      INSERT INTO due_round_history (tenant_id, due_round_id, status, at_ms) VALUES ($1::uuid, $2::uuid, 'excused', $5)
      ON CONFLICT DO NOTHING`;
    const actor = origin.actor?.id ?? null;
    await transaction.executeQuery(CompiledQuery.raw(text, [tenantId, id, reason, actor, nowMs]));
    await closeExcused(transaction, { tenantId, dueRoundId: id, reason, userId: actor }, nowMs);
    await insertAuditEntry(transaction, origin, {
      action: 'patrolTour.roundExcused',
      subject: { id, label: due.tour_name },
      before: { status: due.status, reason: due.excuse },
      after: { status: 'excused', reason },
    });
    return 'excused';
  });
}
