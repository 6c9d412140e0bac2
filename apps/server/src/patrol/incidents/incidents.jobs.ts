import { answersToldJob } from '../../platform/jobs/answers-told-job.ts';
import { handleJob, type JobHandler } from '../../platform/jobs/job.ts';
import { openAnsweredIncidents } from './answered-incidents.queries.ts';

export function incidentJobs(): JobHandler[] {
  return [handleJob(answersToldJob, (payload, db) => openAnsweredIncidents(db, payload))];
}
