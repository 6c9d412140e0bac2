// A span for each run of a job.
import type { Tasks } from '../db/job-worker.ts';
import { inSpan, traceOf } from './spans.ts';

/** The same tasks. A run belongs to the trace of the request that queued its job, if one did. */
export function traceTasks(tasks: Tasks): Tasks {
  const traced =
    (name: string, run: Tasks[string]): Tasks[string] =>
    (payload, stopping, attempt) => {
      const attributes = { 'watchpost.job.name': name, 'watchpost.job.attempt': attempt };
      const settings = { kind: 'consumer', attributes, parent: traceOf(payload) } as const;
      return inSpan(`job ${name}`, settings, () => run(payload, stopping, attempt));
    };
  return Object.fromEntries(Object.entries(tasks).map(([name, run]) => [name, traced(name, run)]));
}
