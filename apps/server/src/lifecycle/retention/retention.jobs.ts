import { randomUUID } from 'node:crypto';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { archiveMonths } from '../archives/archive-months.ts';
import type { Sealing } from '../../patrol/evidence/sealing.ts';
import { type Everywhere, handleRegularly, type JobHandler } from '../../platform/jobs/job.ts';
import { findRetention, findTenantsWithRetention } from './retention.queries.ts';

interface RetentionJobSettings {
  readonly files: FileStore;
  readonly sealing: Sealing;
  readonly onProblem: (sentence: string) => void;
  readonly now?: () => number;
}

const everyNight = '50 2 * * *';

/** One tenant's trouble holds up no other's; the next night goes on where this one stopped. */
export async function archiveAllMonths(
  { files, sealing, onProblem, now = Date.now }: RetentionJobSettings,
  database: Everywhere,
  stopping?: AbortSignal,
): Promise<void> {
  const worker = randomUUID();
  const lease = () => ({ worker, nowMs: now() });
  for (const tenantId of await findTenantsWithRetention(database)) {
    if (stopping?.aborted) return;
    const db = database.forTenant(tenantId);
    try {
      const work = { db, tenantId, files, sealing, lease, stopping };
      await archiveMonths(work, await findRetention(db, tenantId));
    } catch (error) {
      onProblem(`rounds of tenant ${tenantId} could not be archived: ${String(error)}`);
    }
  }
}

export function retentionJobs(settings: RetentionJobSettings): JobHandler[] {
  return [
    handleRegularly('keepMonths', everyNight, (database, stopping) =>
      archiveAllMonths(settings, database, stopping),
    ),
  ];
}
