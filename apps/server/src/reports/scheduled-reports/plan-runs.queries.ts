import { CompiledQuery, sql } from 'kysely';
import {
  eventLookbackMs,
  eventAgeMaxMs,
  type PauseReason,
  pauseReasonOf,
  type ReportContent,
  type ReportEvent,
  type ReportPeriod,
  type ReportTiming,
} from '@watchpost/domain/scheduled-reports';
import { readSwitches, type Role } from '@watchpost/domain/permissions';
import { roundStatus } from '@watchpost/domain/round-status';
import type { TimeRange } from '@watchpost/domain/time-zone';
import { uuidv7 } from 'uuidv7';
import type { Database, Db } from '../../platform/db/database.ts';
import { findTenantIds } from '../../platform/jobs/tenant-ids.queries.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { makeReportJob } from './report-jobs.ts';
import { zoneOfReport } from './report-table.ts';
import { isOfWrongClock } from './runs.queries.ts';

/** An active report as the clock sees it. */
export interface ArmedReport {
  readonly id: string;
  readonly name: string;
  readonly siteId: string | null;
  readonly timeZone: string;
  readonly timing: ReportTiming;
  readonly contents: readonly ReportContent[];
  readonly period: ReportPeriod;
  readonly dayStartMinute: number;
  /** Null before the clock has seen it. */
  readonly armedAtMs: number | null;
  /** When the latest of its planned runs until now was due; null without one. */
  readonly lastDueAtMs: number | null;
  readonly eventsCheckedAtMs: number | null;
}

const epochMs = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`;

/** `nowMs` may be before what a clock that ran ahead has left. */
export async function findArmedReports(db: Db, tenantId: string, nowMs: number): Promise<ArmedReport[]> {
  const text = `SELECT r.id, r.name, r.site_id AS "siteId", ${zoneOfReport} AS "timeZone", r.timing, r.contents, r.period,
      r.day_start_minute AS "dayStartMinute", ${epochMs('r.armed_at')} AS "armedAtMs",
      ${epochMs('r.events_checked_at')} AS "eventsCheckedAtMs",
      (SELECT max(n.due_at_ms)::float8 FROM scheduled_report_runs n
        WHERE n.tenant_id = r.tenant_id AND n.report_id = r.id AND n.kind = 'planned'
          AND n.due_at_ms <= $2::bigint) AS "lastDueAtMs"
    FROM scheduled_reports r WHERE r.tenant_id = $1::uuid AND r.activated AND r.deleted_at IS NULL ORDER BY r.id`;
  const { rows } = await db.executeQuery<ArmedReport>(CompiledQuery.raw(text, [tenantId, nowMs]));
  return rows;
}

/** Tenants that have an active report. */
export async function findTenantsWithReports(database: Database): Promise<string[]> {
  const found: string[] = [];
  for (const id of await findTenantIds(database.shared)) {
    const row = await database
      .forTenant(id)
      .selectFrom('scheduled_reports')
      .select('id')
      .where('tenant_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) found.push(id);
  }
  return found;
}

export async function arm(db: Db, tenantId: string, id: string, nowMs: number): Promise<void> {
  await db
    .updateTable('scheduled_reports')
    .set({ armed_at: new Date(nowMs) })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('armed_at', 'is', null), eb('armed_at', '>', new Date(nowMs))]))
    .where('activated', '=', true)
    .execute();
}

export interface NewRun {
  readonly reportId: string;
  readonly kind: 'planned' | 'event' | 'test';
  readonly occasion: string;
  readonly dueAtMs: number;
  readonly range: TimeRange;
  readonly timeZone: string;
  /** As the report has them now; what it has when the run is made counts. */
  readonly siteId: string | null;
  readonly contents: readonly ReportContent[];
  readonly skipped: number;
  readonly testEmail?: string;
}

/** Its id; null when there is a run of this occasion already. It is made once the transaction of `db` commits. */
export async function insertRun(db: Db, tenantId: string, run: NewRun): Promise<string | null> {
  const id = uuidv7();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('scheduled_report_runs')
    .values({
      tenant_id: tenantId,
      id,
      report_id: run.reportId,
      kind: run.kind,
      occasion: run.occasion,
      due_at_ms: run.dueAtMs,
      from_ms: run.range.fromMs,
      to_ms: run.range.toMs,
      time_zone: run.timeZone,
      site_id: run.siteId,
      contents: [...run.contents],
      skipped: run.skipped,
      test_email: run.testEmail ?? null,
      row_count: null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'report_id', 'occasion']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return null;
  await enqueueJob(db, makeReportJob, { tenantId, runId: id }, { key: id });
  return id;
}

interface EventSource {
  readonly subject: string;
  readonly from: string;
  /** SQL of when it happened, in milliseconds. */
  readonly at: string;
  readonly where: string;
  readonly site: string;
}

/** `$3` is since when, in milliseconds: what else is in the conditions lets an index find the rows. */
const eventSources: Readonly<Record<ReportEvent, EventSource>> = {
  incidentClosed: {
    subject: 'e.id',
    from: 'incidents e',
    at: 'floor(extract(epoch FROM e.status_at) * 1000)::bigint',
    where: `e.status = 'Closed' AND e.status_at >= to_timestamp($3::float8 / 1000)`,
    site: 'e.site_id',
  },
  roundMissed: {
    subject: 'e.id',
    from: 'due_rounds e',
    at: 'e.missed_at_ms',
    where: `e.status = 'missed' AND e.due_at_ms >= $3::bigint - ${eventLookbackMs} AND e.missed_at_ms >= $3::bigint`,
    site: 'e.site_id',
  },
  roundIncompleted: {
    subject: 'e.id',
    from: 'rounds e',
    at: 'e.ended_at_ms',
    where: `e.status_code = ${roundStatus.incompleted} AND e.started_at_ms >= $3::bigint - ${eventLookbackMs}
      AND e.ended_at_ms >= $3::bigint`,
    site: 'e.site_id',
  },
};

/** Notes what happened since, each once however often it is looked for. */
export async function noteEvents(
  db: Db,
  tenantId: string,
  report: ArmedReport,
  event: ReportEvent,
  nowMs: number,
): Promise<void> {
  const { armedAtMs, eventsCheckedAtMs, siteId } = report;
  const checkedMs = (eventsCheckedAtMs ?? armedAtMs ?? nowMs) - eventLookbackMs;
  const sinceMs = Math.max(armedAtMs ?? nowMs, checkedMs, nowMs - eventAgeMaxMs);
  const source = eventSources[event];
  const text = `WITH noted AS (INSERT INTO scheduled_report_events (tenant_id, report_id, subject_id, at_ms, noted_at)
      SELECT $1::uuid, $2::uuid, ${source.subject}, ${source.at}, $5::timestamptz FROM ${source.from}
      WHERE e.tenant_id = $1::uuid AND ${source.where} AND ($4::uuid IS NULL OR ${source.site} = $4::uuid)
      ON CONFLICT DO NOTHING)
    UPDATE scheduled_reports SET events_checked_at = $5::timestamptz
    WHERE tenant_id = $1::uuid AND id = $2::uuid AND activated`;
  const values = [tenantId, report.id, sinceMs, siteId, new Date(nowMs)];
  await db.executeQuery(CompiledQuery.raw(text, values));
}

/** Of the events that no run has yet: when the first became known, and when the first and the last happened. */
function findWaiting(db: Db, tenantId: string, reportId: string) {
  return db
    .selectFrom('scheduled_report_events')
    .select(({ fn }) => [
      fn.min('noted_at').as('first'),
      sql<string | null>`min(subject_id::text)`.as('mark'),
      fn.min<number | null>('at_ms').as('from_ms'),
      fn.max<number | null>('at_ms').as('to_ms'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('report_id', '=', reportId)
    .where('run_id', 'is', null)
    .executeTakeFirst();
}

/** Gives the events that have waited long enough a run of their own, together with all that came since. */
export async function batchEvents(
  db: Db,
  tenantId: string,
  report: ArmedReport,
  batchMinutes: number,
  nowMs: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    // One server gathers at a time; and none for a report that was paused in the meantime.
    const locked = await transaction
      .selectFrom('scheduled_reports')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', report.id)
      .where('activated', '=', true)
      .forUpdate()
      .executeTakeFirst();
    if (locked === undefined) return;
    const waiting = await findWaiting(transaction, tenantId, report.id);
    const first = waiting?.first;
    if (waiting === undefined || !(first instanceof Date)) return;
    if (first.getTime() + batchMinutes * 60_000 > nowMs) return;
    const { from_ms, to_ms, mark } = waiting;
    const range = { fromMs: Number(from_ms), toMs: Number(to_ms) };
    const runId = await insertRun(transaction, tenantId, {
      reportId: report.id,
      kind: 'event',
      occasion: `event ${first.getTime()} ${mark ?? ''}`,
      dueAtMs: nowMs,
      range,
      timeZone: report.timeZone,
      siteId: report.siteId,
      contents: report.contents,
      skipped: 0,
    });
    if (runId === null) return;
    await transaction
      .updateTable('scheduled_report_events')
      .set({ run_id: runId })
      .where('tenant_id', '=', tenantId)
      .where('report_id', '=', report.id)
      .where('run_id', 'is', null)
      .execute();
  });
}

/** Queues again what a killed server left behind; harmless for what is merely waiting its turn. */
export async function requeueLostRuns(db: Db, tenantId: string): Promise<void> {
  const lost = await db
    .selectFrom('scheduled_report_runs')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('state', 'in', ['queued', 'making'])
    .where(
      sql<boolean>`(next_try_at < now() - interval '1 minute' OR ${sql.raw(isOfWrongClock('scheduled_report_runs'))})`,
    )
    .limit(100)
    .execute();
  for (const { id } of lost) await enqueueJob(db, makeReportJob, { tenantId, runId: id }, { key: id });
}

/**
 * Why nothing may be sent on behalf of the report's owner at this very moment, or of who asked for a test, by their address; ''
 * when it may.
 */
export async function findPauseReason(
  db: Db,
  tenantId: string,
  reportId: string,
  testEmail: string | null,
): Promise<PauseReason> {
  const text = `SELECT u.role, u.activated, a.site_id AS "ownerSiteId", t.sub_admin_access AS stored,
      u.id AS "userId", r.site_id AS "siteId", s.deleted_at IS NOT NULL AS "isSiteGone", r.contents
    FROM scheduled_reports r LEFT JOIN users u ON u.tenant_id = r.tenant_id
      AND CASE WHEN $3::text IS NULL THEN u.id = r.owner_id ELSE lower(u.email) = lower($3::text) END
    LEFT JOIN sub_admins a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
    LEFT JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.site_id
    LEFT JOIN tenant_settings t ON t.tenant_id = r.tenant_id
    WHERE r.tenant_id = $1::uuid AND r.id = $2::uuid`;
  const { rows } = await db.executeQuery<{
    role: Role | null;
    activated: boolean | null;
    ownerSiteId: string | null;
    stored: unknown;
    userId: string | null;
    siteId: string | null;
    isSiteGone: boolean;
    contents: ReportContent[];
  }>(CompiledQuery.raw(text, [tenantId, reportId, testEmail]));
  const [row] = rows;
  if (row === undefined) return 'ownerGone';
  const { role, siteId, isSiteGone, contents } = row;
  const owner =
    row.userId === null
      ? null
      : {
          role,
          activated: row.activated === true,
          siteId: row.ownerSiteId,
          switches: readSwitches(row.stored),
        };
  return pauseReasonOf(owner, { siteId, isSiteGone, contents });
}
