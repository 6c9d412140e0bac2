// Works off the job queue within the server's process, on connections of its own.
import { parseCronItems, run } from 'graphile-worker';
import type pg from 'pg';
import { jobLogger } from './job-tables.ts';
import { makePool } from './tenant-pool.ts';

/** What runs for each name of a job; rejecting has it run again later. */
export type Tasks = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

export interface JobWorkerSettings {
  /** As the serving role. */
  readonly connection: pg.ClientConfig;
  readonly tasks: Tasks;
  /** Names of tasks that run by the clock, each with its cron pattern; one server of several runs each turn. */
  readonly timetable: Readonly<Record<string, string>>;
  readonly onProblem: (sentence: string) => void;
}

export interface JobWorker {
  /** Takes no new jobs and resolves when those under way have ended. */
  stop(): Promise<void>;
}

const jobsAtOnce = 4;

export async function startJobWorker(settings: JobWorkerSettings): Promise<JobWorker> {
  const pool = makePool({
    connection: { ...settings.connection, application_name: 'watchpost jobs' },
    max: jobsAtOnce + 1,
    onError: (error) => settings.onProblem(`jobs: ${error.message}`),
  });
  try {
    const runner = await run({
      pgPool: pool,
      logger: jobLogger(settings.onProblem),
      concurrency: jobsAtOnce,
      noHandleSignals: true,
      // Gathered, ends of jobs are waited for when stopping; sent one by one they would not be.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: { ...settings.tasks },
      parsedCronItems: parseCronItems(
        Object.entries(settings.timetable).map(([task, match]) => ({ task, match })),
      ),
    });
    return {
      stop: async () => {
        await runner.stop();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
