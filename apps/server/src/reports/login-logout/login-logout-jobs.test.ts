import { expect, it } from 'vitest';
import { makeDuty, makeGuard, makeTenant } from '../../testing/factories.ts';
import { testDatabase } from '../../testing/test-database.ts';
import { loginLogoutJobs } from './login-logout.jobs.ts';

const hour = 3_600_000;

it('[LOGIO-02] the clock closes forgotten sessions of every tenant once, whichever servers do it', async () => {
  const { owner, database } = await testDatabase();
  const forgotten: string[] = [];
  for (let each = 0; each < 2; each += 1) {
    const tenant = await makeTenant(owner);
    const guard = await makeGuard(owner, tenant, { secret_hash: null });
    const startedAgo = (hours: number) =>
      makeDuty(owner, tenant, { guard_id: guard.id, started_at_ms: Date.now() - hours * hour });
    forgotten.push(await startedAgo(40));
    await startedAgo(2);
  }
  const servers = [loginLogoutJobs(), loginLogoutJobs()];
  expect(servers[0]?.map(({ timetable }) => timetable)).toEqual(['*/5 * * * *', '47 2 * * *']);
  const stopping = new AbortController().signal;
  await Promise.all(servers.flat().map(({ run }) => run(null, database, stopping)));
  const sessions = owner.selectFrom('duty_sessions').select('id').where('is_closed_by_system', '=', true);
  expect((await sessions.execute()).map(({ id }) => id).toSorted()).toEqual(forgotten.toSorted());
  const entries = await owner.selectFrom('audit_entries').select('action').execute();
  expect(entries).toEqual([{ action: 'guard.dutyClosed' }, { action: 'guard.dutyClosed' }]);
});
