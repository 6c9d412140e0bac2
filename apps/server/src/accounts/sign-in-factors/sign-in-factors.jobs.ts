import { findTimeText } from '../../platform/branding/mail-time.queries.ts';
import { type JobHandler, handleJob } from '../../platform/jobs/job.ts';
import { findMailRecipient } from '../../platform/mail/mail-recipient.queries.ts';
import { queueFactorChanged } from './factor-changes.queries.ts';
import { factorChangedJob } from './factor-jobs.ts';

export interface FactorJobSettings {
  /** Address of a tenant's console, ending in a slash. */
  readonly consoleUrl: (slug: string) => string;
}

export function signInFactorJobs({ consoleUrl }: FactorJobSettings): JobHandler[] {
  return [
    handleJob(factorChangedJob, async (job, db) => {
      const { tenantId, userId, change, detail, atMs, timeZone } = job;
      const to = await findMailRecipient(db, tenantId, userId);
      if (to === null) return;
      const language = to.language ?? job.language;
      const at = await findTimeText(db, tenantId, atMs, { language, timeZone });
      const signInLink = `${consoleUrl(to.slug)}#/signin`;
      await queueFactorChanged(db, { tenantId, to, language, change, detail, at, signInLink });
    }),
  ];
}
