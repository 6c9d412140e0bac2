import { handleJob, handleRegularly, type JobHandler } from '../../jobs/job.ts';
import { keepReports } from './plan-runs.ts';
import { findTenantsWithReports } from './plan-runs.queries.ts';
import { makeReportJob } from './report-jobs.ts';
import { findOldFiles, markDeleted } from './run-history.queries.ts';
import { makeRun, type ReportJobSettings } from './send-report.ts';

const everyMinute = '* * * * *';
const everyNight = '20 3 * * *';

type Everywhere = Parameters<typeof findTenantsWithReports>[0];

/** Files go first: a kill in between leaves a file that is known as kept and gone, which the next night mends. */
export async function deleteOldFiles({ files }: ReportJobSettings, database: Everywhere): Promise<void> {
  for (const tenantId of await findTenantsWithReports(database)) {
    const db = database.forTenant(tenantId);
    for (const { id, storageKey } of await findOldFiles(db, tenantId)) {
      await files.delete(storageKey);
      await markDeleted(db, tenantId, id);
    }
  }
}

export function scheduledReportJobs(settings: ReportJobSettings): JobHandler[] {
  return [
    handleJob(makeReportJob, ({ tenantId, runId }, db) => makeRun(settings, db, tenantId, runId)),
    handleRegularly('keepScheduledReports', everyMinute, (database) => keepReports(database, Date.now())),
    handleRegularly('deleteOldReportFiles', everyNight, (database) => deleteOldFiles(settings, database)),
  ];
}
