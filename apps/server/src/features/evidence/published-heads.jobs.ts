import { findTenantIds } from '../../jobs/tenant-ids.queries.ts';
import type { LogSecrets } from '../../evidence/log-keys.ts';
import { publishHead, UnfitHead } from '../../evidence/publish-head.ts';
import { type Everywhere, handleRegularly, type JobHandler } from '../../jobs/job.ts';
import { tenantByTenant } from '../../jobs/tenant-by-tenant.ts';
import { enqueueStamp, type TimeStampSettings, timeStampJobs } from './time-stamps.jobs.ts';

export interface PublishedHeadSettings extends TimeStampSettings {
  readonly logSecrets: LogSecrets;
}

/** The first one of a day finds it to be done; others are for a server that was not there. */
const everyHour = '4 * * * *';

export async function publishHeads(
  { logSecrets, onProblem, timeStamps }: Omit<PublishedHeadSettings, 'stampDelaysMs'>,
  database: Everywhere,
  nowMs: number,
  leaving?: AbortSignal,
): Promise<void> {
  await tenantByTenant(await findTenantIds(database.shared), async (tenantId) => {
    if (leaving?.aborted) return;
    const db = database.forTenant(tenantId);
    try {
      await publishHead(db, tenantId, {
        secrets: logSecrets,
        nowMs,
        isStamped: timeStamps !== undefined,
        onPublished: async (transaction, { day, stampState }) => {
          if (stampState === 'waiting') await enqueueStamp(transaction, { tenantId, day });
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
