import { answersToldJob } from '../../jobs/answers-told-job.ts';
import { handleJob, type JobHandler } from '../../jobs/job.ts';
import { openAnsweredIncidents } from './answered-incidents.queries.ts';

export function incidentJobs(): JobHandler[] {
  return [handleJob(answersToldJob, (payload, db) => openAnsweredIncidents(db, payload))];
}
