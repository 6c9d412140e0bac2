// Every job that the server works off; the composition root starts them.
import { type AccountJobSettings, accountJobs } from './accounts/users/accounts.jobs.ts';
import { checkpointImport } from './records/checkpoint-imports/checkpoint-import-kind.ts';
import { type EvidenceJobSettings, evidenceJobs } from './patrol/evidence/evidence.jobs.ts';
import { type PublishedHeadSettings, publishedHeadJobs } from './patrol/evidence/published-heads.jobs.ts';
import { roundNoticeJobs } from './patrol/field/round-notices.jobs.ts';
import { guardImport } from './records/guard-imports/guard-import-kind.ts';
import { incidentJobs } from './patrol/incidents/incidents.jobs.ts';
import { loginLogoutJobs } from './reports/login-logout/login-logout.jobs.ts';
import { personalDataJobs } from './lifecycle/personal-data/personal-data.jobs.ts';
import { profileJobs } from './accounts/profile/profile.jobs.ts';
import { type PushJobSettings, pushJobs } from './company/push/push.jobs.ts';
import { retentionJobs } from './lifecycle/retention/retention.jobs.ts';
import { scheduledReportJobs } from './reports/scheduled-reports/scheduled-reports.jobs.ts';
import { signInFactorJobs } from './accounts/sign-in-factors/sign-in-factors.jobs.ts';
import { tourJobs } from './patrol/tours/tours.jobs.ts';
import type { JobHandler } from './platform/jobs/job.ts';
import { mailConsentJobs } from './company/mail-consents/mail-consents.jobs.ts';
import { type MailSettings, mailJobs } from './platform/mail/mail.jobs.ts';
import { importJobs } from './records/record-imports/record-imports.jobs.ts';

export interface JobDependencies
  extends AccountJobSettings,
    PushJobSettings,
    EvidenceJobSettings,
    PublishedHeadSettings {
  readonly mail: MailSettings;
}

/** Jobs that a server of the version before may still queue or leave behind: nothing is left to do, and none may wait for ever. */
export const formerJobs: readonly JobHandler[] = [{ name: 'keepStandings', run: () => Promise.resolve() }];

export function allJobs(dependencies: JobDependencies): JobHandler[] {
  return [
    ...mailJobs(dependencies.mail),
    ...accountJobs(dependencies),
    ...signInFactorJobs(dependencies),
    ...profileJobs(),
    ...pushJobs(dependencies),
    ...roundNoticeJobs(),
    ...importJobs([guardImport, checkpointImport]),
    ...tourJobs(),
    ...scheduledReportJobs({ ...dependencies, files: dependencies.mail.files }),
    ...mailConsentJobs(dependencies),
    ...loginLogoutJobs(),
    ...incidentJobs(),
    ...evidenceJobs(dependencies),
    ...publishedHeadJobs(dependencies),
    ...retentionJobs({ ...dependencies, files: dependencies.mail.files }),
    ...personalDataJobs({ ...dependencies, files: dependencies.mail.files }),
    ...formerJobs,
  ];
}
