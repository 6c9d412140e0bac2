import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { formerJobs } from './all-jobs.ts';
import { testDatabase } from './testing/test-database.ts';
import { testJobs } from './testing/test-jobs.ts';

it.each(formerJobs.map(({ name }) => [name]))(
  'a job %s that a server of the version before left is worked off, also after it failed there',
  async (name) => {
    const server = await testDatabase();
    await sql`SELECT graphile_worker.add_job(${name}, '{}')`.execute(server.owner);
    await sql`UPDATE graphile_worker._private_jobs SET attempts = 3, last_error = 'relation "standings" does not exist'`.execute(
      server.owner,
    );
    await testJobs(server, formerJobs);
    await vi.waitFor(
      async () => {
        const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = ${name}`.execute(
          server.owner,
        );
        expect(rows).toHaveLength(0);
      },
      { timeout: 30_000 },
    );
  },
);
