// Every job that the server works off; the composition root starts them.
import { type AccountJobSettings, accountJobs } from './features/accounts/accounts.jobs.ts';
import { checkpointImport } from './features/checkpoint-imports/checkpoint-import-kind.ts';
import { standingJobs } from './features/dashboard/standings.jobs.ts';
import { type EvidenceJobSettings, evidenceJobs } from './features/evidence/evidence.jobs.ts';
import { type PublishedHeadSettings, publishedHeadJobs } from './features/evidence/published-heads.jobs.ts';
import { roundNoticeJobs } from './features/field/round-notices.jobs.ts';
import { guardImport } from './features/guard-imports/guard-import-kind.ts';
import { incidentJobs } from './features/incidents/incidents.jobs.ts';
import { loginLogoutJobs } from './features/login-logout/login-logout.jobs.ts';
import { personalDataJobs } from './features/personal-data/personal-data.jobs.ts';
import { profileJobs } from './features/profile/profile.jobs.ts';
import { type PushJobSettings, pushJobs } from './features/push/push.jobs.ts';
import { retentionJobs } from './features/retention/retention.jobs.ts';
import { scheduledReportJobs } from './features/scheduled-reports/scheduled-reports.jobs.ts';
import { signInFactorJobs } from './features/sign-in-factors/sign-in-factors.jobs.ts';
import { tourJobs } from './features/tours/tours.jobs.ts';
import type { JobHandler } from './jobs/job.ts';
import { mailConsentJobs } from './mail-consents/mail-consents.jobs.ts';
import { type MailSettings, mailJobs } from './mail/mail.jobs.ts';
import { importJobs } from './record-imports/record-imports.jobs.ts';

export interface JobDependencies
  extends AccountJobSettings,
    PushJobSettings,
    EvidenceJobSettings,
    PublishedHeadSettings {
  readonly mail: MailSettings;
}

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
    ...standingJobs(),
    ...retentionJobs({ ...dependencies, files: dependencies.mail.files }),
    ...personalDataJobs({ ...dependencies, files: dependencies.mail.files }),
  ];
}
