import { findTenantIds } from '../../platform/jobs/tenant-ids.queries.ts';
import type { Sealing } from './sealing.ts';
import { publishHead, UnfitHead } from './publish-head.ts';
import { type Everywhere, handleRegularly, type JobHandler } from '../../platform/jobs/job.ts';
import { tenantByTenant } from '../../platform/jobs/tenant-by-tenant.ts';
import { mailHead } from './mail-heads.queries.ts';
import { enqueueStamp, type TimeStampSettings, timeStampJobs } from './time-stamps.jobs.ts';

export interface PublishedHeadSettings extends TimeStampSettings {
  readonly sealing: Sealing;
  /** Address of a tenant's console. */
  readonly consoleUrl: (slug: string) => string;
}

/** The first one of a day finds it to be done; others are for a server that was not there. */
const everyHour = '4 * * * *';

export async function publishHeads(
  { sealing, onProblem, timeStamps, consoleUrl }: Omit<PublishedHeadSettings, 'stampDelaysMs'>,
  database: Everywhere,
  nowMs: number,
  leaving?: AbortSignal,
): Promise<void> {
  await tenantByTenant(await findTenantIds(database.shared), async (tenantId) => {
    if (leaving?.aborted) return;
    const db = database.forTenant(tenantId);
    try {
      await publishHead(db, tenantId, {
        sealing,
        nowMs,
        isStamped: timeStamps !== undefined,
        onPublished: async (transaction, { day, head, note, verifierKey, isStamped }) => {
          if (isStamped) await enqueueStamp(transaction, { tenantId, day });
          const mailed = { size: head.size, note, verifierKey };
          await mailHead(transaction, tenantId, { day, head: mailed, isStamped, consoleUrl });
        },
      });
    } catch (error) {
      if (!(error instanceof UnfitHead)) throw error;
      onProblem(
        `the head of the log of tenant ${tenantId} is not published: ${error.message}. Run "npm run verify".`,
      );
    }
  });
}

export function publishedHeadJobs(settings: PublishedHeadSettings): JobHandler[] {
  return [
    handleRegularly('publishHeads', everyHour, (database, leaving) =>
      publishHeads(settings, database, Date.now(), leaving),
    ),
    ...timeStampJobs(settings),
  ];
}
