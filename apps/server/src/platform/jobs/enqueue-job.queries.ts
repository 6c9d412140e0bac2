import { CompiledQuery } from 'kysely';
import type { Statements } from '../db/statements.ts';
import { carriedTrace } from '../tracing/spans.ts';
import type { Job, JobPayload } from './job.ts';

export interface JobTiming {
  /** Not before this; at once when left out. */
  readonly runAt?: Date;
  /** While a job of this key waits, adding it again replaces it. Unique within the tenant. */
  readonly key?: string;
  /** Those of a lower one run first; 0 when left out. */
  readonly priority?: number;
}

/** Adds a job within the transaction of `db`: it runs if and only if that commits. */
export async function enqueueJob<P extends JobPayload>(
  db: Statements,
  job: Job<P>,
  payload: P,
  { runAt, key, priority }: JobTiming = {},
): Promise<void> {
  const text = `SELECT 1 FROM graphile_worker.add_job($1::text, payload := $2::json,
    run_at := $3::timestamptz, max_attempts := $4::int, job_key := $5::text, priority := $6::int)`;
  await db.executeQuery(
    CompiledQuery.raw(text, [
      job.name,
      // The trace of who queues it goes along, if there is one (tracing/trace-tasks.ts).
      JSON.stringify({ ...payload, ...carriedTrace() }),
      runAt ?? null,
      job.attemptsMax,
      key === undefined ? null : `${payload.tenantId}:${job.name}:${key}`,
      priority ?? null,
    ]),
  );
}
