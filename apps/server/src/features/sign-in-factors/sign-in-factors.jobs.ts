import { languageOf, localeOf } from '@watchpost/domain/languages';
import { defaultLanguage } from '@watchpost/domain/limits';
import { type JobHandler, handleJob } from '../../jobs/job.ts';
import { findMailRecipient, queueFactorChanged } from './factor-changes.queries.ts';
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
      const style = { dateStyle: 'long', timeStyle: 'long', timeZone } as const;
      const language = to.language ?? job.language;
      const at = new Intl.DateTimeFormat(localeOf(languageOf(language) ?? defaultLanguage), style).format(
        atMs,
      );
      const signInLink = `${consoleUrl(to.slug)}#/signin`;
      await queueFactorChanged(db, { tenantId, to, language, change, detail, at, signInLink });
    }),
  ];
}
