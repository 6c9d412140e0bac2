import { answersReportedJob } from '../../platform/jobs/answers-reported-job.ts';
import { handleJob, type JobHandler } from '../../platform/jobs/job.ts';
import { openAnsweredIncidents } from './answered-incidents.queries.ts';

export function incidentJobs(): JobHandler[] {
  return [handleJob(answersReportedJob, (payload, db) => openAnsweredIncidents(db, payload))];
}
