import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { migrate } from '../db/migrate.ts';
import { makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { testJobs } from '../../testing/test-jobs.ts';
import { enqueueJob } from './enqueue-job.queries.ts';
import { defineJob, handleJob, type JobHandler } from './job.ts';

let server: TestDatabase;
let tenant: MadeTenant;
let other: MadeTenant;

beforeAll(async () => {
  server = await testDatabase();
  tenant = await makeTenant(server.owner);
  other = await makeTenant(server.owner);
});

const payload = z.object({ tenantId: z.string(), mark: z.string() });

/** A job of its own for one test, which notes what it was run with. */
function noting(work: (mark: string) => Promise<void> = async () => {}) {
  const job = defineJob(`test ${randomUUID()}`, payload);
  const ran: string[] = [];
  const handler: JobHandler = handleJob(job, async ({ mark }) => {
    await work(mark);
    ran.push(mark);
  });
  return { job, ran, handler };
}

const dbOf = ({ id }: MadeTenant) => server.database.forTenant(id);
const waiting = async (name: string) => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM graphile_worker.jobs
    WHERE task_identifier = ${name}`.execute(server.owner);
  return rows[0]?.n;
};

const workersAlive = async () => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'watchpost jobs life'`.execute(server.owner);
  return rows[0]?.n ?? 0;
};

describe('a job', () => {
  it('runs once its transaction commits, and not when it is rolled back', async () => {
    const { job, ran, handler } = noting();
    await testJobs(server, [handler]);
    const rolledBack = dbOf(tenant)
      .transaction()
      .execute(async (trx) => {
        await enqueueJob(trx, job, { tenantId: tenant.id, mark: 'rolled back' });
        throw new Error('no');
      });
    await expect(rolledBack).rejects.toThrow('no');
    await dbOf(tenant)
      .transaction()
      .execute((trx) => enqueueJob(trx, job, { tenantId: tenant.id, mark: 'committed' }));
    await vi.waitFor(() => expect(ran).toEqual(['committed']), { timeout: 60_000 });
    await vi.waitFor(async () => expect(await waiting(job.name)).toBe(0), { timeout: 60_000 });
  });

  it('that fails is run again', async () => {
    let failures = 1;
    const { job, ran, handler } = noting(async () => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('not yet');
      }
    });
    await testJobs(server, [handler]);
    await enqueueJob(dbOf(tenant), job, { tenantId: tenant.id, mark: 'again' });
    await vi.waitFor(() => expect(ran).toEqual(['again']), { timeout: 60_000 });
  });

  it('of one key waits once', async () => {
    const { job } = noting();
    const runAt = new Date(Date.now() + 3_600_000);
    for (const mark of ['a', 'b']) {
      await enqueueJob(dbOf(tenant), job, { tenantId: tenant.id, mark }, { runAt, key: 'same' });
    }
    expect(await waiting(job.name)).toBe(1);
    await enqueueJob(dbOf(other), job, { tenantId: other.id, mark: 'c' }, { runAt, key: 'same' });
    expect(await waiting(job.name)).toBe(2);
  });
});

describe('two servers', () => {
  it('share the queue: each job runs on one of them', async () => {
    const { job, ran, handler } = noting();
    await Promise.all([testJobs(server, [handler]), testJobs(server, [handler])]);
    const marks = Array.from({ length: 40 }, (_, index) => String(index).padStart(2, '0'));
    await Promise.all(marks.map((mark) => enqueueJob(dbOf(tenant), job, { tenantId: tenant.id, mark })));
    await vi.waitFor(() => expect(ran.toSorted()).toEqual(marks), { timeout: 60_000 });
  });

  it('may migrate at the same time', async () => {
    await expect(Promise.all([migrate(server.owner), migrate(server.owner)])).resolves.toBeDefined();
  });
});

it('stopping waits for the job under way and leaves the others to anyone who comes next', async () => {
  const started = vi.fn<() => void>();
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { job, ran, handler } = noting(async () => {
    started();
    await finished;
  });
  const worker = await testJobs(server, [handler]);
  await enqueueJob(dbOf(tenant), job, { tenantId: tenant.id, mark: 'under way' });
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce(), { timeout: 60_000 });
  const stopped = worker.stop();
  const later = Array.from({ length: 10 }, (_, index) => `later ${index}`);
  for (const mark of later) await enqueueJob(dbOf(tenant), job, { tenantId: tenant.id, mark });
  finish();
  await stopped;
  // Each of the other three may have been asking for a job at that moment, and does the one that it is given.
  expect(ran).toContain('under way');
  expect(ran.length).toBeLessThanOrEqual(4);
  expect(await waiting(job.name)).toBe(1 + later.length - ran.length);
});

it('a running job is notified when the server shuts down, and ends by itself', async () => {
  const started = vi.fn<() => void>();
  const { job } = noting();
  const handler: JobHandler = {
    name: job.name,
    run: (_payload, _database, stopping) =>
      new Promise((resolve) => {
        stopping.addEventListener('abort', () => resolve());
        started();
      }),
  };
  const worker = await testJobs(server, [handler]);
  await enqueueJob(dbOf(tenant), job, { tenantId: tenant.id, mark: 'long' });
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce(), { timeout: 60_000 });
  expect(await waiting(job.name)).toBe(1);
  await worker.stop();
  expect(await waiting(job.name)).toBe(0);
});

it("one tenant's handle neither sees nor adds jobs of another", async () => {
  const { job } = noting();
  const runAt = new Date(Date.now() + 3_600_000);
  await enqueueJob(dbOf(tenant), job, { tenantId: tenant.id, mark: 'own' }, { runAt });
  await expect(
    enqueueJob(dbOf(other), job, { tenantId: tenant.id, mark: 'foreign' }, { runAt }),
  ).rejects.toThrow(/row-level security/);
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM graphile_worker._private_jobs
    WHERE payload->>'tenantId' = ${tenant.id}`.execute(dbOf(other));
  expect(rows).toEqual([{ n: 0 }]);
});

it('waits while there is no room, and runs once there is some again', async () => {
  const { job, ran, handler } = noting();
  let hasRoom = true;
  let lose = () => {};
  const nextLoss = () =>
    new Promise<void>((resolve) => {
      lose = resolve;
    });
  let loss = nextLoss();
  const room = { hasRoom: () => hasRoom, lost: () => (hasRoom ? loss : Promise.resolve()) };
  const told: string[] = [];
  const others = await workersAlive();
  await testJobs(server, [handler], { room, onProblem: (sentence) => told.push(sentence) });
  await vi.waitFor(async () => expect(await workersAlive()).toBe(others + 1), { timeout: 60_000 });
  hasRoom = false;
  lose();
  // Until it has stopped it may still be asking for a job.
  await vi.waitFor(async () => expect(await workersAlive()).toBe(others), { timeout: 60_000 });
  expect(told).toHaveLength(1);
  await enqueueJob(dbOf(tenant), job, { tenantId: tenant.id, mark: 'later' });
  await sleep(1_500);
  expect(ran).toEqual([]);
  loss = nextLoss();
  hasRoom = true;
  await vi.waitFor(() => expect(ran).toEqual(['later']), { timeout: 60_000 });
  expect(told).toEqual([expect.stringContaining('no room')]);
});
