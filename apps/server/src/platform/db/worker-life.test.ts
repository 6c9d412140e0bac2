// Jobs in the hands of workers that died, and of those that live.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { enqueueJob } from '../jobs/enqueue-job.queries.ts';
import { defineJob, handleJob, type JobHandler, worksOf } from '../jobs/job.ts';
import { makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Db, serveAs } from './database.ts';
import { type JobWorker, startJobWorker } from './job-worker.ts';

let server: TestDatabase;
let tenant: MadeTenant;

beforeAll(async () => {
  server = await testDatabase();
  tenant = await makeTenant(server.owner);
});

const startWorker = async (handlers: readonly JobHandler[]): Promise<JobWorker> =>
  startJobWorker({
    connection: await serveAs(server.owner, server.connection),
    ...worksOf(handlers, server.database),
    onProblem: () => {},
    lookEveryMs: 50,
  });

/** A job of its own for one test, which waits for nothing unless told otherwise. */
function counted(work: () => Promise<void> = async () => {}) {
  const job = defineJob(`test ${randomUUID()}`, z.object({ tenantId: z.string() }));
  const runs = { begun: 0, ended: 0 };
  const handler = handleJob(job, async () => {
    runs.begun += 1;
    await work();
    runs.ended += 1;
  });
  const enqueue = (db: Db = server.database.forTenant(tenant.id)) =>
    enqueueJob(db, job, { tenantId: tenant.id });
  return { handler, runs, enqueue };
}

describe('a job', () => {
  it('in the hands of a worker that died is run by another one', async () => {
    const { handler, runs, enqueue } = counted();
    await enqueue();
    await sql`UPDATE graphile_worker._private_jobs SET locked_by = 'worker-that-died', locked_at = now(), attempts = 1`.execute(
      server.owner,
    );
    const worker = await startWorker([handler]);
    await vi.waitFor(() => expect(runs.ended).toBe(1), 60_000);
    await worker.stop();
  });

  it('in the hands of one that lives is left to it, however long it takes', async () => {
    let finish = () => {};
    const { handler, runs, enqueue } = counted(() => new Promise((resolve) => (finish = resolve)));
    const busy = await startWorker([handler]);
    await enqueue();
    await vi.waitFor(() => expect(runs.begun).toBe(1), 60_000);
    const other = await startWorker([handler]);
    // The other one has looked several times when it has freed what somebody dead held in the meantime.
    const held = counted();
    await held.enqueue();
    await sql`UPDATE graphile_worker._private_jobs SET locked_by = 'another-that-died' WHERE locked_by IS NULL`.execute(
      server.owner,
    );
    await vi.waitFor(async () => expect(await holders()).not.toContain('another-that-died'), 60_000);
    expect(runs.begun).toBe(1);
    finish();
    await vi.waitFor(() => expect(runs.ended).toBe(1), 60_000);
    await other.stop();
    await busy.stop();
  });

  it('that a worker took without hearing of it, because its connection broke, is run all the same', async () => {
    let finish = () => {};
    const long = counted(() => new Promise((resolve) => (finish = resolve)));
    const lost = counted();
    const worker = await startWorker([long.handler, lost.handler]);
    await long.enqueue();
    await vi.waitFor(() => expect(long.runs.begun).toBe(1), 60_000);
    const name = (await holders()).find((by) => by !== null);
    await server.owner.transaction().execute(async (transaction) => {
      await lost.enqueue(transaction);
      await sql`UPDATE graphile_worker._private_jobs SET locked_by = ${name}, locked_at = now() - interval '2 minutes',
        attempts = 1`.execute(transaction);
    });
    await vi.waitFor(() => expect(lost.runs.ended).toBe(1), 60_000);
    expect(long.runs.begun).toBe(1);
    finish();
    await vi.waitFor(() => expect(long.runs.ended).toBe(1), 60_000);
    await worker.stop();
  });
});

async function holders(): Promise<(string | null)[]> {
  const { rows } = await sql<{ by: string | null }>`SELECT locked_by AS by
    FROM graphile_worker._private_jobs`.execute(server.owner);
  return rows.map(({ by }) => by);
}

describe('a worker that could not store the end of a job', () => {
  it('is followed by another one, which stops when it is asked to', async () => {
    // Sequences count on where a transaction fails.
    await sql`CREATE SEQUENCE ends; GRANT USAGE ON ends TO PUBLIC`.execute(server.owner);
    await sql`CREATE FUNCTION fail_first() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('public.ends') = 1 THEN RAISE EXCEPTION 'not stored'; END IF; RETURN OLD; END $$`.execute(
      server.owner,
    );
    await sql`CREATE TRIGGER fail_first BEFORE DELETE ON graphile_worker._private_jobs
      FOR EACH ROW EXECUTE FUNCTION fail_first()`.execute(server.owner);
    const finish: (() => void)[] = [];
    const long = counted(() => new Promise((resolve) => finish.push(resolve)));
    const short = counted();
    const after = counted();
    const worker = await startWorker([long.handler, short.handler, after.handler]);
    for (let begun = 1; begun <= 3; begun += 1) {
      await long.enqueue();
      await vi.waitFor(() => expect(long.runs.begun).toBe(begun), 60_000);
    }
    const left = (await holders()).length;
    await short.enqueue();
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT FROM ends WHERE is_called`.execute(server.owner);
      expect(rows).toHaveLength(1);
    }, 60_000);
    // Each stored before the next one ends; the one whose end was not stored stays.
    for (const [at, end] of finish.entries()) {
      end();
      await vi.waitFor(async () => expect(await holders()).toHaveLength(left - at), 60_000);
    }
    await after.enqueue();
    await vi.waitFor(() => expect(after.runs.ended).toBe(1), 60_000);
    await worker.stop();
    await sql`DROP TRIGGER fail_first ON graphile_worker._private_jobs`.execute(server.owner);
  });
});
