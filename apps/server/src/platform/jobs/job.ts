// What a job is: its name, what it carries and the code that does it. Each slice declares its own in *.jobs.ts.
import * as z from 'zod/mini';
import type { Database, Db } from '../db/database.ts';
import type { Tasks } from '../db/job-worker.ts';

/** Every job belongs to a tenant: the queue's row-level security reads this field. */
export interface JobPayload {
  readonly tenantId: string;
}

export interface Job<P extends JobPayload = JobPayload> {
  readonly name: string;
  readonly payload: z.core.$ZodType<P>;
  /** Runs before it is given up, waiting longer after each failure. */
  readonly attemptsMax: number;
}

/** Ties a job to what is done. Throw to have it run again later. */
export interface JobHandler {
  readonly name: string;
  readonly run: (payload: unknown, database: Database, stopping: AbortSignal) => Promise<void>;
  /** Cron pattern in UTC of a job that no one enqueues. */
  readonly timetable?: string;
}

/** What work for all tenants is given. */
export type Everywhere = Database;

const attemptsDefault = 20;

export function defineJob<P extends JobPayload>(
  name: string,
  payload: z.core.$ZodType<P>,
  attemptsMax: number = attemptsDefault,
): Job<P> {
  return { name, payload, attemptsMax };
}

/** The work of a job, with the handle of the tenant that the payload names. */
export function handleJob<P extends JobPayload>(
  job: Job<P>,
  work: (payload: P, db: Db) => Promise<void>,
): JobHandler {
  return {
    name: job.name,
    run: (payload, database) => {
      const parsed = z.parse(job.payload, payload);
      return work(parsed, database.forTenant(parsed.tenantId));
    },
  };
}

/** Work done by the clock for all tenants, on one server of several; `timetable` is a cron pattern in UTC. */
export function handleRegularly(
  name: string,
  timetable: string,
  work: (database: Database, stopping: AbortSignal) => Promise<void>,
): JobHandler {
  return { name, timetable, run: (_payload, database, stopping) => work(database, stopping) };
}

/** The handlers as the worker wants them. */
export function worksOf(
  handlers: readonly JobHandler[],
  database: Database,
): {
  tasks: Tasks;
  timetable: Record<string, string>;
} {
  return {
    tasks: Object.fromEntries(
      handlers.map(({ name, run }) => [name, (payload, stopping) => run(payload, database, stopping)]),
    ),
    timetable: Object.fromEntries(
      handlers.flatMap(({ name, timetable }) => (timetable === undefined ? [] : [[name, timetable]])),
    ),
  };
}
