import { findTimeText } from '../../platform/branding/mail-time.queries.ts';
import { type JobHandler, handleJob } from '../../platform/jobs/job.ts';
import { findMailRecipient } from '../../platform/mail/mail-recipient.queries.ts';
import { queueMail } from '../../platform/mail/mail.queries.ts';
import { emailChangedJob } from './profile-jobs.ts';

export function profileJobs(): JobHandler[] {
  return [
    handleJob(emailChangedJob, async (change, db) => {
      const { tenantId, userId, formerEmail, newEmail, atMs, timeZone } = change;
      const owner = await findMailRecipient(db, tenantId, userId);
      if (owner === null) return;
      const language = owner.language ?? change.language;
      const at = await findTimeText(db, tenantId, atMs, { language, timeZone });
      const values = { firstName: owner.firstName, at, newEmail };
      await queueMail(db, { tenantId, to: formerEmail, template: 'emailChanged', language, values });
    }),
  ];
}
