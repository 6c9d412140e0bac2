// Works off the job queue within the server's process, on connections of its own.
import { EventEmitter } from 'node:events';
import { parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { jobLogger } from './job-tables.ts';
import { makePool } from './tenant-pool.ts';
import { freeJobsOfDead, holdLife } from './worker-life.ts';

/** What runs for each name of a job; rejecting has it run again later. */
export type Tasks = Readonly<Record<string, (payload: unknown) => Promise<void>>>;

export interface JobWorkerSettings {
  /** As the serving role. */
  readonly connection: pg.ClientConfig;
  readonly tasks: Tasks;
  /** Names of tasks that run by the clock, each with its cron pattern; one server of several runs each turn. */
  readonly timetable: Readonly<Record<string, string>>;
  readonly onProblem: (sentence: string) => void;
  /** How often it looks for workers that died; milliseconds. */
  readonly lookEveryMs?: number;
}

export interface JobWorker {
  /** Takes no new jobs and resolves when those under way have ended. */
  stop(): Promise<void>;
}

const jobsAtOnce = 4;
const lookEveryDefaultMs = 30_000;

export async function startJobWorker(settings: JobWorkerSettings): Promise<JobWorker> {
  const pool = makePool({
    connection: { ...settings.connection, application_name: 'watchpost jobs' },
    max: jobsAtOnce + 1,
    onError: (error) => settings.onProblem(`jobs: ${error.message}`),
  });
  let name = '';
  const events: WorkerEvents = new EventEmitter();
  events.once('pool:create', ({ workerPool }) => (name = workerPool.id));
  try {
    const runner = await run({
      events,
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
    const letGo = holdLife(settings.connection, name, settings.onProblem);
    const lookAway = lookForDead(pool, name, settings);
    return {
      stop: async () => {
        // At once: what is asked for from now on is somebody else's.
        await Promise.all([runner.stop(), lookAway()]);
        await letGo();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Returns what ends the looking. */
function lookForDead(
  pool: pg.Pool,
  own: string,
  { lookEveryMs = lookEveryDefaultMs, onProblem }: JobWorkerSettings,
): () => Promise<void> {
  let suspected: string[] = [];
  let look = Promise.resolve();
  const timer = setInterval(() => {
    look = look.then(async () => {
      try {
        suspected = await freeJobsOfDead(pool, own, suspected);
      } catch (error) {
        onProblem(`jobs: ${String(error)}`);
      }
    });
  }, lookEveryMs);
  return async () => {
    clearInterval(timer);
    await look;
  };
}
