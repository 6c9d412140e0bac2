import { findTenantIds } from '../../platform/jobs/tenant-ids.queries.ts';
import { handleJob, handleRegularly, type JobHandler } from '../../platform/jobs/job.ts';
import { tenantByTenant } from '../../platform/jobs/tenant-by-tenant.ts';
import { roundsFellShortJob } from './round-notice-jobs.ts';
import { deleteOldNotices, notifyIncomplete, notifyLateRounds } from './round-notices.queries.ts';

const everyMinute = '* * * * *';
const everyNight = '17 2 * * *';

export function roundNoticeJobs(): JobHandler[] {
  return [
    handleJob(roundsFellShortJob, (payload, db) => notifyIncomplete(db, payload)),
    handleRegularly('tellLateRounds', everyMinute, async (database) =>
      tenantByTenant(await findTenantIds(database.shared), (id) =>
        notifyLateRounds(database.forTenant(id), id, Date.now()),
      ),
    ),
    handleRegularly('forgetToldNotices', everyNight, async (database) =>
      tenantByTenant(await findTenantIds(database.shared), (id) =>
        deleteOldNotices(database.forTenant(id), id),
      ),
    ),
  ];
}
