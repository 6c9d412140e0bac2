import { raiseOfRounds } from '../../exceptions/raise-exceptions.queries.ts';
import { handleJob, handleRegularly, type JobHandler } from '../../jobs/job.ts';
import { roundsMovedJob } from '../../jobs/rounds-moved-job.ts';
import { tenantByTenant } from '../../jobs/tenant-by-tenant.ts';
import { alertUnbegun, judgeByClock, moveRounds } from './judge-rounds.queries.ts';
import { makeRounds } from './make-rounds.ts';
import { findTenantsWithTours } from './make-rounds.queries.ts';
import { makeRoundsJob } from './tour-jobs.ts';

type Everywhere = Parameters<typeof findTenantsWithTours>[0];

const everyMinute = '* * * * *';

/** What the clock brings: rounds become due, late and missed, though nobody watches. */
export async function keepDueRounds(database: Everywhere, nowMs: number): Promise<void> {
  await tenantByTenant(await findTenantsWithTours(database), async (id) => {
    const db = database.forTenant(id);
    await makeRounds(db, id, nowMs);
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
    handleRegularly('keepDueRounds', everyMinute, (database) => keepDueRounds(database, Date.now())),
  ];
}
