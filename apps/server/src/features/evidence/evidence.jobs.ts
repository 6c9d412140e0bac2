import type { LogSecrets } from '../../evidence/log-keys.ts';
import { sealLogs } from '../../evidence/seal-log.queries.ts';
import { handleRegularly, type JobHandler } from '../../jobs/job.ts';

export interface EvidenceJobSettings {
  readonly logSecrets: LogSecrets;
  readonly onProblem: (sentence: string) => void;
}

const everyMinute = '* * * * *';

export function evidenceJobs({ logSecrets, onProblem }: EvidenceJobSettings): JobHandler[] {
  return [
    handleRegularly('sealLogs', everyMinute, (database, leaving) =>
      sealLogs(database, logSecrets, onProblem, leaving),
    ),
  ];
}
