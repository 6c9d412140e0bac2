import { randomUUID } from 'node:crypto';
import type { FileStore } from '../../platform/adapters/files/file-store.ts';
import { keepMonths } from '../archives/keep-months.ts';
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
export async function keepAllMonths(
  { files, sealing, onProblem, now = Date.now }: RetentionJobSettings,
  database: Everywhere,
  leaving?: AbortSignal,
): Promise<void> {
  const worker = randomUUID();
  const turn = () => ({ worker, nowMs: now() });
  for (const tenantId of await findTenantsWithRetention(database)) {
    if (leaving?.aborted) return;
    const db = database.forTenant(tenantId);
    try {
      const work = { db, tenantId, files, sealing, turn, leaving };
      await keepMonths(work, await findRetention(db, tenantId));
    } catch (error) {
      onProblem(`rounds of tenant ${tenantId} could not be archived: ${String(error)}`);
    }
  }
}

export function retentionJobs(settings: RetentionJobSettings): JobHandler[] {
  return [
    handleRegularly('keepMonths', everyNight, (database, leaving) =>
      keepAllMonths(settings, database, leaving),
    ),
  ];
}
