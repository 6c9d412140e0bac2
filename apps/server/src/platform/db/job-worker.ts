// Works off the job queue within the server's process, on connections of its own.
import { EventEmitter } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parseCronItems, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { jobLogger } from './job-tables.ts';
import { type Room, roomElsewhere } from './room.ts';
import { makePool } from './tenant-pool.ts';
import { ServerClock } from './server-clock.ts';
import { putDatesRight } from './wrong-dates.ts';
import { freeJobsOfDead, freeJobsUnheardOf, holdLife } from './worker-life.ts';

/**
 * What runs for each name of a job; rejecting has it run again later. `leaving` aborts when the server leaves: whatever takes long
 * and can go on another time ends at its next halt. `attempt` counts the runs of the job from 1.
 */
export type Tasks = Readonly<
  Record<string, (payload: unknown, leaving: AbortSignal, attempt: number) => Promise<void>>
>;

export interface JobWorkerSettings {
  /** As the serving role. */
  readonly connection: pg.ClientConfig;
  readonly tasks: Tasks;
  /** Names of tasks that run by the clock, each with its cron pattern; one server of several runs each turn. */
  readonly timetable: Readonly<Record<string, string>>;
  /** Nothing is worked off while there is none: what a job does is stored, and that it was done. */
  readonly room?: Room;
  readonly onProblem: (sentence: string) => void;
  /** A clock was set: by how many milliseconds, below 0 for back. It was told by onProblem already. */
  readonly onClockJump?: (jumpMs: number) => void;
  /** How often it looks for workers that died; milliseconds. */
  readonly lookEveryMs?: number;
}

export interface JobWorker {
  /** Takes no new jobs, tells those under way and resolves when they have ended. */
  stop(): Promise<void>;
}

const jobsAtOnce = 4;
const anotherAfterMs = 1_000;
const endArrivesWithinMs = 120_000;
const endIsStoredWithinMs = 5_000;
const lookEveryDefaultMs = 30_000;

/** Rejects when the first worker cannot start. One that ends by itself, as a long silence of the database has it, is followed by another. */
export async function startJobWorker(settings: JobWorkerSettings): Promise<JobWorker> {
  const stopping = new AbortController();
  const clock = new ServerClock(settings);
  const { room = roomElsewhere } = settings;
  const stopped = new Promise((resolve) => stopping.signal.addEventListener('abort', resolve));
  let worker: Worker | null = await startWorker(settings, clock, stopping.signal);
  const live = async () => {
    while (worker !== null) {
      const reason = await Promise.race([
        worker.ended,
        clock.jumped(),
        room.lost().then(() => 'there is no room'),
        stopped,
      ]);
      if (stopping.signal.aborted) return;
      settings.onProblem(`jobs: the worker ended and another one begins: ${String(reason)}`);
      await worker.stop();
      worker = await startAnother(settings, clock, stopping.signal);
      // Stopped while it began.
      if (stopping.signal.aborted) await worker?.stop();
    }
  };
  const life = live();
  return {
    stop: async () => {
      stopping.abort();
      clock.end();
      await worker?.stop();
      await life;
    },
  };
}

async function startAnother(
  settings: JobWorkerSettings,
  clock: ServerClock,
  signal: AbortSignal,
): Promise<Worker | null> {
  const { room = roomElsewhere } = settings;
  for (;;) {
    await delay(anotherAfterMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return null;
    if (!room.hasRoom()) continue;
    try {
      return await startWorker(settings, clock, signal);
    } catch (error) {
      settings.onProblem(`jobs: ${String(error)}`);
    }
  }
}

interface Worker {
  /** Resolves with the reason once the worker has stopped, whether it failed or was asked to. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

async function startWorker(
  settings: JobWorkerSettings,
  clock: ServerClock,
  leaving: AbortSignal,
): Promise<Worker> {
  const pool = makePool({
    connection: { ...settings.connection, application_name: 'watchpost jobs' },
    max: jobsAtOnce + 1,
    onError: (error) => settings.onProblem(`jobs: ${error.message}`),
  });
  let name = '';
  const events: WorkerEvents = new EventEmitter();
  events.once('pool:create', ({ workerPool }) => (name = workerPool.id));
  const failure = firstFailure(events);
  const allEnded = jobsUnderWay(events);
  try {
    clock.tellDates(await putDatesRight(pool));
    const runner = await run({
      events,
      pgPool: pool,
      logger: jobLogger(settings.onProblem),
      concurrency: jobsAtOnce,
      noHandleSignals: true,
      // Gathered, ends of jobs are waited for when stopping; sent one by one they would not be.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList: tasksUntil(leaving, settings.tasks),
      parsedCronItems: parseCronItems(
        Object.entries(settings.timetable).map(([task, match]) => ({ task, match })),
      ),
    });
    const ended = Promise.race([failure.told, runner.promise.then(() => 'stopped').catch(String)]);
    const letGo = holdLife(settings.connection, name, settings.onProblem);
    const lookAway = lookAround(pool, { own: name, inHand: jobsInHand(events), clock }, settings);
    const end = async () => {
      // At once: what is asked for from now on is somebody else's. One that ended by itself says that it has.
      const stopped = runner.stop().catch(() => {});
      await Promise.all([failure.isTold() ? allEnded() : Promise.race([stopped, allEnded()]), lookAway()]);
      await letGo();
      await pool.end();
    };
    let ending: Promise<void> | null = null;
    return { ended, stop: () => (ending ??= end()) };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

function tasksUntil(leaving: AbortSignal, tasks: Tasks): TaskList {
  return Object.fromEntries(
    Object.entries(tasks).map(([name, run]) => [
      name,
      (payload, { job }) => run(payload, leaving, job.attempts),
    ]),
  );
}

/** Of storing what became of a job. */
function firstFailure(events: WorkerEvents) {
  let isTold = false;
  const told = new Promise<unknown>((resolve) => {
    events.once('pool:fatalError', ({ error }) => {
      isTold = true;
      resolve(error);
    });
  });
  return { told, isTold: () => isTold };
}

/**
 * Returns what resolves when none has been under way for some seconds. One whose end could not be stored leaves its runner
 * counting others' ends below none, and then it waits for ever (graphile-worker 0.17, batch()).
 */
function jobsUnderWay(events: WorkerEvents): () => Promise<void> {
  const underWay = new Set<string>();
  events.on('job:start', ({ job }) => underWay.add(String(job.id)));
  events.on('job:complete', ({ job }) => underWay.delete(String(job.id)));
  return async () => {
    do await delay(endIsStoredWithinMs, undefined, { ref: false });
    while (underWay.size > 0);
  };
}

/** The ids of jobs under way, and of those that ended lately, whose end may still be on its way to the database. */
function jobsInHand(events: WorkerEvents): () => readonly string[] {
  const untilMs = new Map<string, number>();
  events.on('job:start', ({ job }) => untilMs.set(String(job.id), Number.POSITIVE_INFINITY));
  events.on('job:complete', ({ job }) => untilMs.set(String(job.id), Date.now() + endArrivesWithinMs));
  return () => {
    for (const [id, endMs] of untilMs) if (endMs < Date.now()) untilMs.delete(id);
    return [...untilMs.keys()];
  };
}

interface LookedAfter {
  /** The name of this worker. */
  readonly own: string;
  readonly inHand: () => readonly string[];
  readonly clock: ServerClock;
}

/** Returns what ends the looking. */
function lookAround(
  pool: pg.Pool,
  { own, inHand, clock }: LookedAfter,
  { lookEveryMs = lookEveryDefaultMs, onProblem }: JobWorkerSettings,
): () => Promise<void> {
  let suspected: string[] = [];
  let look = Promise.resolve();
  const timer = setInterval(() => {
    look = look.then(async () => {
      try {
        suspected = await freeJobsOfDead(pool, own, suspected);
        await freeJobsUnheardOf(pool, own, inHand());
        clock.tellDates(await putDatesRight(pool));
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
