import type { FileStore } from '../../adapters/files/file-store.ts';
import { systemOrigin } from '../../audit/audit-origin.ts';
import { eraseGuard } from '../../erasures/erase-guard.ts';
import type { LogSecrets } from '../../evidence/log-keys.ts';
import { handleRegularly, type JobHandler } from '../../jobs/job.ts';
import { deleteOverdue, findDeletedGuards, findTenantIds } from './periods.queries.ts';

interface PeriodJobSettings {
  readonly files: FileStore;
  readonly logSecrets: LogSecrets;
  readonly onProblem: (sentence: string) => void;
}

const everyNight = '10 3 * * *';

type Everywhere = Parameters<typeof findTenantIds>[0];

/** Keeps to the periods of docs/security/personal-data.md. One tenant's trouble holds up no other's. */
export async function keepPeriods(
  { files, logSecrets, onProblem }: PeriodJobSettings,
  database: Everywhere,
): Promise<void> {
  for (const tenantId of await findTenantIds(database)) {
    const db = database.forTenant(tenantId);
    try {
      await deleteOverdue(db, tenantId);
      for (const guardId of await findDeletedGuards(db, tenantId)) {
        const place = { db, tenantId, files, secrets: logSecrets };
        await eraseGuard(place, { guardId, version: null }, systemOrigin(tenantId));
      }
    } catch (error) {
      onProblem(`personal data of tenant ${tenantId} is kept longer than it should be: ${String(error)}`);
    }
  }
}

export function personalDataJobs(settings: PeriodJobSettings): JobHandler[] {
  return [handleRegularly('keepPeriods', everyNight, (database) => keepPeriods(settings, database))];
}
