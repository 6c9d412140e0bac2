// Asks people without an account whether to be mailed.
import { openMailConsent } from '@watchpost/contract/mail-consents';
import { endpointAddress } from '../../platform/http/endpoint-address.ts';
import { type JobHandler, handleJob } from '../../platform/jobs/job.ts';
import { invitedToMailsJob } from './invited-to-mails-job.ts';
import { findInvitation, queueInvitation } from './invitations.queries.ts';

export interface ConsentJobSettings {
  /** Address of a tenant's console. */
  readonly consoleUrl: (slug: string) => string;
}

export function mailConsentJobs({ consoleUrl }: ConsentJobSettings): JobHandler[] {
  return [
    handleJob(invitedToMailsJob, async (invited, db) => {
      const invitation = await findInvitation(db, invited);
      // Answered by an earlier mail, or erased.
      if (invitation === null) return;
      const { slug } = invitation;
      const linkOf = (token: string) => endpointAddress(consoleUrl(slug), slug, openMailConsent, { token });
      await queueInvitation(db, invited.tenantId, invitation, linkOf);
    }),
  ];
}
