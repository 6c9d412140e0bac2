// Every job that the server works off; the composition root starts them.
import type { JobHandler } from './jobs/job.ts';
import { type MailSettings, mailJobs } from './mail/mail.jobs.ts';

export interface JobDependencies {
  readonly mail: MailSettings;
}

export function allJobs({ mail }: JobDependencies): JobHandler[] {
  return [...mailJobs(mail)];
}
