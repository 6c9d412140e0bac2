import { findTenantIds } from '../../platform/jobs/tenant-ids.queries.ts';
import { raiseOfRounds } from '../exceptions/raise-exceptions.queries.ts';
import { type Everywhere, handleJob, handleRegularly, type JobHandler } from '../../platform/jobs/job.ts';
import { roundsMovedJob } from '../../platform/jobs/rounds-moved-job.ts';
import { tenantByTenant } from '../../platform/jobs/tenant-by-tenant.ts';
import { judgeAgain } from './judge-again.queries.ts';
import { alertUnbegun, judgeByClock, moveRounds } from './judge-rounds.queries.ts';
import { makeRounds } from './make-rounds.ts';
import { makeRoundsJob } from './tour-jobs.ts';

const everyMinute = '* * * * *';

/** What the clock brings: rounds become due, late and missed, though no one watches. */
export async function maintainDueRounds(database: Everywhere, nowMs: number): Promise<void> {
  await tenantByTenant(await findTenantIds(database.shared), async (id) => {
    const db = database.forTenant(id);
    await makeRounds(db, id, nowMs);
    await judgeAgain(db, id, nowMs);
    await alertUnbegun(db, id, nowMs);
    await judgeByClock(db, id, nowMs);
  });
}

export function tourJobs(): JobHandler[] {
  return [
    handleJob(makeRoundsJob, ({ tenantId }, db) => makeRounds(db, tenantId, Date.now())),
    handleJob(roundsMovedJob, async ({ tenantId, roundIds }, db) => {
      await moveRounds(db, tenantId, roundIds);
      await raiseOfRounds(db, tenantId, roundIds);
    }),
    handleRegularly('keepDueRounds', everyMinute, (database) => maintainDueRounds(database, Date.now())),
  ];
}
