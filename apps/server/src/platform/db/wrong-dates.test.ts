import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { enqueueJob } from '../jobs/enqueue-job.queries.ts';
import { defineJob, handleJob, handleRegularly, type JobHandler } from '../jobs/job.ts';
import { makeTenant } from '../../testing/factories.ts';
import { rightNow, setClock } from '../../testing/shimmed-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import type { JobWorker } from './job-worker.ts';

const dayMs = 86_400_000;
/** By how much to set the clock so that its next minute begins in so many milliseconds; 0 to a minute. */
const beforeMinute = (ms: number): number => 60_000 - ((rightNow() + ms) % 60_000);

let server: TestDatabase;
let tenantId: string;
let worker: JobWorker | null = null;
beforeEach(async () => {
  server = await testDatabase();
  tenantId = (await makeTenant(server.owner)).id;
});
afterEach(async () => {
  setClock(0);
  await worker?.stop();
});

const payload = z.object({ tenantId: z.string() });

function noting() {
  const job = defineJob(`noted ${randomUUID()}`, payload);
  let runs = 0;
  const handler: JobHandler = handleJob(job, async () => {
    runs += 1;
  });
  return { job, handler, runs: () => runs };
}

/** As a server leaves it that ran with its clock so far ahead. */
const aheadBy = (ms: number) =>
  sql.raw(`UPDATE graphile_worker._private_jobs SET created_at = created_at + interval '${ms} ms',
      updated_at = updated_at + interval '${ms} ms', run_at = run_at + interval '${ms} ms'`);

describe('[TRUTH-07] what a clock ahead by two days left behind', () => {
  it('a job runs at the next start, and the start says why', async () => {
    const { job, handler, runs } = noting();
    await enqueueJob(server.database.forTenant(tenantId), job, { tenantId });
    await aheadBy(2 * dayMs).execute(server.owner);
    const said: string[] = [];
    const jumps: number[] = [];
    worker = await testJobs(server, [handler], {
      onProblem: (sentence) => said.push(sentence),
      onClockJump: (ms) => jumps.push(ms),
    });
    await expect.poll(runs, { timeout: 20_000 }).toBe(1);
    expect(said.join()).toMatch(/clock: A clock was 48 h ahead/);
    expect(jumps[0]).toBeLessThan(-1.9 * dayMs);
  });

  it('a job that was to wait an hour waits an hour, and one of a right clock stays as it is', async () => {
    const { job, handler } = noting();
    const db = server.database.forTenant(tenantId);
    const inAnHour = new Date(Date.now() + 3_600_000);
    await enqueueJob(db, job, { tenantId }, { runAt: inAnHour, key: 'ahead' });
    await aheadBy(2 * dayMs).execute(server.owner);
    await enqueueJob(db, job, { tenantId }, { runAt: new Date(Date.now() + 3 * dayMs), key: 'right' });
    worker = await testJobs(server, [handler]);
    const { rows } = await sql<{ key: string; hours: number }>`SELECT split_part(key, ':', 3) AS key,
        round(extract(epoch FROM run_at - now()) / 3600)::int AS hours FROM graphile_worker._private_jobs ORDER BY 1`.execute(
      server.owner,
    );
    expect(rows).toEqual([
      { key: 'ahead', hours: 1 },
      { key: 'right', hours: 72 },
    ]);
  });

  it('work by the clock goes on with the next minute after a start', async () => {
    setClock(beforeMinute(2_000) - 60_000);
    let runs = 0;
    const handler = handleRegularly('minutely', '* * * * *', async () => void (runs += 1));
    await sql`INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
      VALUES ('minutely', now() - interval '9 days', now() + interval '2 days')`.execute(server.owner);
    worker = await testJobs(server, [handler]);
    await expect.poll(() => runs, { timeout: 30_000 }).toBeGreaterThan(0);
  });
});

it('[TRUTH-07] a clock that is corrected while the server runs delays nothing and is logged', async () => {
  setClock(2 * dayMs + beforeMinute(2_000));
  const runs: number[] = [];
  const said: string[] = [];
  const handler = handleRegularly('minutely', '* * * * *', async () => void runs.push(Date.now()));
  worker = await testJobs(server, [handler], {
    onProblem: (sentence) => said.push(sentence),
    lookEveryMs: 500,
  });
  await expect.poll(() => runs.length, { timeout: 30_000 }).toBe(1);
  // Right again. The worker begins again within some seconds, and then comes the next minute.
  setClock(beforeMinute(15_000) - 60_000);
  await expect.poll(() => runs.length, { timeout: 60_000, interval: 200 }).toBe(2);
  expect((runs[0] ?? 0) - (runs[1] ?? 0)).toBeGreaterThan(1.9 * dayMs);
  expect(said.join()).toMatch(/clock: The clock of this server was set 48 h back/);
});
