// Makes one run of each sending that is due, however many servers notice it (MNG-07).
import { latestSending, spanOf } from '@watchpost/domain/scheduled-reports';
import type { Everywhere } from '../../platform/jobs/job.ts';
import { tenantByTenant } from '../../platform/jobs/tenant-by-tenant.ts';
import {
  arm,
  type ArmedReport,
  findArmedReports,
  findTenantsWithReports,
  batchEvents,
  insertRun,
  noteEvents,
  requeueLostRuns,
} from './plan-runs.queries.ts';

type Db = Parameters<typeof findArmedReports>[0];

/** Of every tenant, at a time by the server's clock. */
export async function maintainReports(database: Everywhere, nowMs: number): Promise<void> {
  await tenantByTenant(await findTenantsWithReports(database), (tenantId) =>
    planRuns(database.forTenant(tenantId), tenantId, nowMs),
  );
}

export async function planRuns(db: Db, tenantId: string, nowMs: number): Promise<void> {
  for (const report of await findArmedReports(db, tenantId, nowMs)) {
    // Nor one that was armed by a clock that has been set back since.
    if (report.armedAtMs === null || report.armedAtMs > nowMs) await arm(db, tenantId, report.id, nowMs);
    else await planReport(db, tenantId, report, nowMs);
  }
  await requeueLostRuns(db, tenantId);
}

async function planReport(db: Db, tenantId: string, report: ArmedReport, nowMs: number): Promise<void> {
  const { timing, timeZone, siteId, contents, period, dayStartMinute } = report;
  if (timing.kind === 'event') {
    await noteEvents(db, tenantId, report, timing.event, nowMs);
    await batchEvents(db, tenantId, report, timing.gatherMinutes, nowMs);
    return;
  }
  const sinceMs = Math.max(report.armedAtMs ?? nowMs, report.lastDueAtMs ?? 0);
  const due = latestSending(timing, timeZone, { sinceMs, nowMs });
  if (due === null) return;
  const { sending, skipped } = due;
  const range = spanOf(period, { atMs: sending.atMs, zone: timeZone, dayStartMinute });
  const run = {
    reportId: report.id,
    kind: 'planned',
    occasion: sending.occasion,
    dueAtMs: sending.atMs,
    range,
    timeZone,
    siteId,
    contents,
    skipped,
  } as const;
  await db.transaction().execute((transaction) => insertRun(transaction, tenantId, run));
}
