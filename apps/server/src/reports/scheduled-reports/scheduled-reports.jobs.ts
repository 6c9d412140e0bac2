import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { type Everywhere, handleJob, handleRegularly, type JobHandler } from '../../platform/jobs/job.ts';
import { maintainReports } from './plan-runs.ts';
import { findTenantsWithReports } from './plan-runs.queries.ts';
import { makeReportJob } from './report-jobs.ts';
import { findOldFiles, markDeleted, oldFilesAtOnce } from './run-history.queries.ts';
import { makeRun, type ReportJobSettings } from './send-report.ts';

const everyMinute = '* * * * *';
const everyNight = '20 3 * * *';

type Db = Parameters<typeof findOldFiles>[0];

interface OldFileSettings {
  readonly files: FileStore;
  readonly onProblem: (sentence: string) => void;
}

/** One tenant's trouble holds up no other's; the next night goes on where this one stopped. */
export async function deleteOldFiles(
  { files, onProblem }: OldFileSettings,
  database: Everywhere,
  stopping?: AbortSignal,
): Promise<void> {
  for (const tenantId of await findTenantsWithReports(database)) {
    if (stopping?.aborted) return;
    const db = database.forTenant(tenantId);
    try {
      let hasMore = true;
      while (hasMore) hasMore = await deletePortion(files, db, tenantId, stopping);
    } catch (error) {
      onProblem(
        `files of reports of tenant ${tenantId} are kept longer than they should be: ${String(error)}`,
      );
    }
  }
}

/**
 * Whether there may be more. Files go first: a kill in between leaves a file that is known as kept and gone, which the next
 * night mends. One that cannot be deleted holds up none of its portion; its error is thrown after that.
 */
async function deletePortion(
  files: FileStore,
  db: Db,
  tenantId: string,
  stopping: AbortSignal | undefined,
): Promise<boolean> {
  const portion = await findOldFiles(db, tenantId);
  const errors: unknown[] = [];
  for (const { id, storageKey } of portion) {
    if (stopping?.aborted) return false;
    try {
      await files.delete(storageKey);
      await markDeleted(db, tenantId, id);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return portion.length === oldFilesAtOnce;
}

export function scheduledReportJobs(settings: ReportJobSettings & OldFileSettings): JobHandler[] {
  return [
    handleJob(makeReportJob, ({ tenantId, runId }, db) => makeRun(settings, db, tenantId, runId)),
    handleRegularly('keepScheduledReports', everyMinute, (database) => maintainReports(database, Date.now())),
    handleRegularly('deleteOldReportFiles', everyNight, (database, stopping) =>
      deleteOldFiles(settings, database, stopping),
    ),
  ];
}
