import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { systemOrigin } from '../../platform/audit/audit-origin.ts';
import { findTenantIds } from '../../platform/jobs/tenant-ids.queries.ts';
import { eraseGuard, type ErasureContext } from '../erasures/erase-guard.ts';
import { photoReplacedJob } from '../../platform/jobs/photo-replaced-job.ts';
import { removeUnusedPhoto, removeUnusedPhotos } from '../../company/files/unused-photos.ts';
import type { Sealing } from '../../patrol/evidence/sealing.ts';
import { type Everywhere, handleJob, handleRegularly, type JobHandler } from '../../platform/jobs/job.ts';
import { deleteOverdue, findDeletedGuards } from './periods.queries.ts';

interface PeriodJobSettings {
  readonly files: FileStore;
  readonly sealing: Sealing;
  readonly onProblem: (sentence: string) => void;
}

const everyNight = '10 3 * * *';

/** Keeps to the periods of docs/security/personal-data.md. One tenant's trouble holds up no other's. */
export async function applyPeriods(
  { files, sealing, onProblem }: PeriodJobSettings,
  database: Everywhere,
  stopping?: AbortSignal,
): Promise<void> {
  for (const tenantId of await findTenantIds(database.shared)) {
    if (stopping?.aborted) return;
    const context = { db: database.forTenant(tenantId), tenantId, files };
    const onError = (error: unknown) =>
      onProblem(`personal data of tenant ${tenantId} is kept longer than it should be: ${String(error)}`);
    await applyPeriodsOf({ ...context, sealing }).catch(onError);
    for (const purpose of ['profileImage', 'image'] as const)
      await removeUnusedPhotos(context, { purpose, stopping }).catch(onError);
  }
}

async function applyPeriodsOf(context: ErasureContext): Promise<void> {
  const { db, tenantId } = context;
  await deleteOverdue(db, tenantId);
  for (const guardId of await findDeletedGuards(db, tenantId)) {
    await eraseGuard(context, { guardId, version: null }, systemOrigin(tenantId));
  }
}

export function personalDataJobs(settings: PeriodJobSettings): JobHandler[] {
  const { files } = settings;
  return [
    handleRegularly('keepPeriods', everyNight, (database, stopping) =>
      applyPeriods(settings, database, stopping),
    ),
    handleJob(photoReplacedJob, ({ tenantId, fileId }, db) =>
      removeUnusedPhoto({ db, tenantId, files }, fileId),
    ),
  ];
}
