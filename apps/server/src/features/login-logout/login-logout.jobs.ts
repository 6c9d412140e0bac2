import { closeForgottenDuties, type ForgottenDuties } from '../../duties/close-forgotten.queries.ts';
import type { Database } from '../../db/database.ts';
import { handleRegularly, type JobHandler } from '../../jobs/job.ts';
import { findTenantIds } from './login-logout.queries.ts';

const everyFiveMinutes = '*/5 * * * *';
const everyNight = '47 2 * * *';

/** One server of several takes each turn; a turn that was missed or cut off is made good by the next. */
export function loginLogoutJobs(): JobHandler[] {
  return [
    handleRegularly('closeForgottenDuties', everyFiveMinutes, (database) => closeAll(database, 'open')),
    // Phones may send what they kept for weeks: ends that were reckoned without it are reckoned again.
    handleRegularly('recheckClosedDuties', everyNight, (database) => closeAll(database, 'closed')),
  ];
}

async function closeAll(database: Database, which: ForgottenDuties): Promise<void> {
  for (const id of await findTenantIds(database)) {
    await closeForgottenDuties(database.forTenant(id), id, which, Date.now());
  }
}
