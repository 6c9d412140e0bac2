// What somebody without an account answered to the question whether to be mailed.
import { sql } from 'kysely';
import type { ConsentPurpose } from '@watchpost/domain/mail-consents';
import { uuidv7 } from 'uuidv7';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';
import type { MailTemplate } from '../../platform/mail/mail-content.ts';
import { hashAddress, normalAddress } from './mail-consents.queries.ts';

/** What is mailed for each purpose: a no takes back what still waits to be sent. */
const templatesOf: Readonly<Record<ConsentPurpose, readonly MailTemplate[]>> = {
  scheduledReports: ['scheduledReport'],
  logHeads: ['logHead'],
};

interface Answer {
  readonly purpose: ConsentPurpose;
  readonly address: string;
  readonly language: string;
  readonly state: 'agreed' | 'stopped';
}

/** Notes what somebody said by a mailed link; doing it twice is doing it once. What waits to be sent is not, after a no. */
export async function saveAnswer(
  db: Db,
  origin: AuditOrigin,
  { purpose, address, language, state }: Answer,
): Promise<void> {
  const { tenantId } = origin;
  await db.transaction().execute(async (transaction) => {
    const saved = await transaction
      .insertInto('mail_consents')
      .values({
        tenant_id: tenantId,
        id: uuidv7(),
        purpose,
        address_hash: hashAddress(address),
        address: normalAddress(address),
        state,
        language,
        answered_at: sql<Date>`now()`,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'purpose', 'address_hash'])
          .doUpdateSet({ state, answered_at: sql<Date>`now()` })
          .where('mail_consents.state', '<>', state),
      )
      .returning('id')
      .executeTakeFirst();
    if (saved === undefined) return;
    if (state === 'stopped') await cancelWaiting(transaction, tenantId, purpose, address);
    await insertAuditEntry(transaction, origin, {
      action: state === 'agreed' ? 'mailConsent.agreed' : 'mailConsent.stopped',
      subject: { id: tenantId, label: 'Mail consents' },
      after: { purpose, email: normalAddress(address) },
    });
  });
}

async function cancelWaiting(
  transaction: Db,
  tenantId: string,
  purpose: ConsentPurpose,
  address: string,
): Promise<void> {
  const templates = templatesOf[purpose];
  if (templates.length === 0) return;
  await transaction
    .updateTable('mail_messages')
    .set({
      state: 'failed',
      reason: 'The recipient asked to be mailed no more.',
      text_part: null,
      html_part: null,
    })
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`lower(recipient) = ${normalAddress(address)}`)
    .where('template', 'in', [...templates])
    .where('state', 'in', ['queued', 'failed'])
    .execute();
}
