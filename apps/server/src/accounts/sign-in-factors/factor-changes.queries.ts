// Writes the audit entry and the mail to the owner in the same transaction as each change of a factor.
import type { AuditAction } from '@watchpost/domain/audit-actions';
import type { FactorChange } from '@watchpost/domain/sign-in-factors';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.queries.ts';
import { languageTag } from '../../platform/mail/language-tag.ts';
import { queueMail } from '../../platform/mail/mail.queries.ts';
import { factorChangedJob } from './factor-jobs.ts';

/** Whose factors are changed, by whom, and the language and time zone of the mail to the owner. */
export interface FactorOwner {
  readonly db: Db;
  readonly tenantId: string;
  readonly userId: string;
  readonly email: string;
  readonly origin: AuditOrigin;
  readonly language: string;
  readonly timeZone: string;
}

const actions: Readonly<Record<FactorChange, AuditAction | null>> = {
  authenticatorAdded: 'factor.added',
  passkeyAdded: 'factor.added',
  passkeyRenamed: 'factor.renamed',
  authenticatorRemoved: 'factor.removed',
  passkeyRemoved: 'factor.removed',
  reset: 'factor.removed',
  codesMade: 'factor.codesMade',
  // Told by the entry of the sign-in.
  codeUsed: null,
};

/** Writes the entry and the mail of a change, in its transaction; `formerly` is how the factor was called before it. */
export async function recordFactorChange(
  trx: Db,
  owner: FactorOwner,
  change: FactorChange,
  detail = '',
  formerly = '',
): Promise<void> {
  const { tenantId, userId, email, origin, language, timeZone } = owner;
  const action = actions[change];
  if (action !== null) {
    const fields = { factor: change, ...(detail === '' ? {} : { name: detail }) };
    await insertAuditEntry(trx, origin, {
      action,
      subject: { id: userId, label: email },
      ...(action === 'factor.removed' ? { before: fields } : { after: fields }),
      ...(formerly === '' ? {} : { before: { ...fields, name: formerly } }),
    });
  }
  await enqueueJob(trx, factorChangedJob, {
    tenantId,
    userId,
    change,
    detail,
    atMs: Date.now(),
    language: languageTag(language),
    timeZone,
  });
}

export async function queueFactorChanged(
  db: Db,
  mail: {
    tenantId: string;
    to: { email: string; firstName: string };
    language: string;
    change: FactorChange;
    detail: string;
    at: string;
    signInLink: string;
  },
): Promise<void> {
  const { tenantId, to, language, change, detail, at, signInLink } = mail;
  const values = { firstName: to.firstName, change, detail, at, signInLink };
  await queueMail(db, { tenantId, to: to.email, template: 'signInFactorChanged', language, values });
}
