import { handleRegularly, type JobHandler } from '../../platform/jobs/job.ts';
import { closeForgottenOfAll } from './forgotten-duties.queries.ts';

const everyFiveMinutes = '*/5 * * * *';
const everyNight = '47 2 * * *';

/** One server of several takes each turn; a turn that was missed or cut off is made good by the next. */
export function loginLogoutJobs(): JobHandler[] {
  return [
    handleRegularly('closeForgottenDuties', everyFiveMinutes, (database) =>
      closeForgottenOfAll(database, 'open', Date.now()),
    ),
    // Phones may send what they kept for weeks: ends that were reckoned without it are reckoned again.
    handleRegularly('recheckClosedDuties', everyNight, (database) =>
      closeForgottenOfAll(database, 'closed', Date.now()),
    ),
  ];
}
