import type { Db } from '../../platform/db/database.ts';
import { findMailRecipient } from '../../platform/mail/mail-recipient.queries.ts';
import { queueMail } from '../../platform/mail/mail.queries.ts';
import type { InvitedToMails } from './invited-to-mails-job.ts';
import { type Consent, findConsentById, insertConsentLink } from './mail-consents.queries.ts';

export interface MailInvitation extends Consent {
  readonly slug: string;
  /** Name and address of who asks; empty where that account is gone. */
  readonly inviter: string;
}

/** Null for who is not waiting for the question any more. */
export async function findInvitation(
  db: Db,
  { tenantId, consentId, inviterId }: InvitedToMails,
): Promise<MailInvitation | null> {
  const consent = await findConsentById(db, tenantId, consentId);
  if (consent?.state !== 'invited') return null;
  const { slug } = await db
    .selectFrom('tenants')
    .select('slug')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const by = inviterId === null ? null : await findMailRecipient(db, tenantId, inviterId);
  const inviter = by === null ? '' : `${by.firstName} (${by.email})`.trim();
  return { ...consent, slug, inviter };
}

/** The link is stored if and only if the mail leaves. */
export async function queueInvitation(
  db: Db,
  tenantId: string,
  { id, purpose, address, language, inviter }: MailInvitation,
  linkOf: (token: string) => string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const link = linkOf(await insertConsentLink(transaction, tenantId, id));
    await queueMail(transaction, {
      tenantId,
      to: address,
      template: 'mailsOffered',
      language,
      values: { purpose, inviter, link },
      unsubscribeUrl: link,
    });
  });
}
