import { sealLogs } from './seal-logs.queries.ts';
import type { Sealing } from './sealing.ts';
import { handleRegularly, type JobHandler } from '../../platform/jobs/job.ts';

export interface EvidenceJobSettings {
  readonly sealing: Sealing;
}

const everyMinute = '* * * * *';

export function evidenceJobs({ sealing }: EvidenceJobSettings): JobHandler[] {
  return [
    handleRegularly('sealLogs', everyMinute, (database, stopping) => sealLogs(database, sealing, stopping)),
  ];
}
