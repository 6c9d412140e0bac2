import { handleJob, handleRegularly, type JobHandler } from '../../jobs/job.ts';
import { roundsFellShortJob } from './round-notice-jobs.ts';
import { findTenantIds, forgetTold, tellFallenShort, tellLateRounds } from './round-notices.queries.ts';

const everyMinute = '* * * * *';
const everyNight = '17 2 * * *';

export function roundNoticeJobs(): JobHandler[] {
  return [
    handleJob(roundsFellShortJob, (payload, db) => tellFallenShort(db, payload)),
    handleRegularly('tellLateRounds', everyMinute, async (database) => {
      for (const id of await findTenantIds(database)) {
        await tellLateRounds(database.forTenant(id), id, Date.now());
      }
    }),
    handleRegularly('forgetToldNotices', everyNight, async (database) => {
      for (const id of await findTenantIds(database)) await forgetTold(database.forTenant(id), id);
    }),
  ];
}
