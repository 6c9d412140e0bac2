// A job worker for tests, on the database of the calling test file.
import { serveAs } from '../platform/db/database.ts';
import { type JobWorker, type JobWorkerSettings, startJobWorker } from '../platform/db/job-worker.ts';
import { type JobHandler, worksOf } from '../platform/jobs/job.ts';
import { atFileEnd } from './file-end.ts';
import type { TestDatabase } from './test-database.ts';

/** Works off the queue as the product does; stopped when the file is done, if not before. */
export async function testJobs(
  server: TestDatabase,
  handlers: readonly JobHandler[],
  more: Partial<JobWorkerSettings> = {},
): Promise<JobWorker> {
  let isStopped = false;
  const worker = await startJobWorker({
    connection: await serveAs(server.owner, server.connection),
    ...worksOf(handlers, server.database),
    onProblem: () => {},
    ...more,
  });
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await worker.stop();
  };
  atFileEnd(stop);
  return { stop };
}
