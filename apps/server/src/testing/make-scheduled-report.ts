// A report of rounds, mailed every day at seven to one client.
import { createHash, randomUUID } from 'node:crypto';
import type { ConsentState } from '@watchpost/domain/mail-consents';
import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../platform/db/database.ts';
import type { Tables } from '../platform/db/tables.ts';
import type { MadeTenant } from './factories.ts';

interface ReportValues extends Partial<Insertable<Tables['scheduled_reports']>> {
  readonly recipients?: readonly string[];
}

/** Somebody without an account who agreed to be mailed reports. */
export async function makeConsent(
  owner: Db,
  tenant: MadeTenant,
  email: string,
  state: ConsentState = 'agreed',
): Promise<void> {
  const address = email.toLowerCase();
  await owner
    .insertInto('mail_consents')
    .values({
      tenant_id: tenant.id,
      id: uuidv7(),
      purpose: 'scheduledReports',
      address_hash: createHash('sha256').update(address).digest(),
      address,
      state,
      language: 'en',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Its recipients have agreed to be mailed. */
export async function makeScheduledReport(
  owner: Db,
  tenant: MadeTenant,
  siteId: string | null,
  { recipients = ['client@example.com'], ...values }: ReportValues = {},
): Promise<string> {
  const id = uuidv7();
  await owner
    .insertInto('scheduled_reports')
    .values({
      tenant_id: tenant.id,
      id,
      name: `Report ${id.slice(-6)}`,
      site_id: siteId,
      timing: JSON.stringify({ kind: 'daily', minute: 420 }),
      contents: ['scannedCheckpoints'],
      period: 'day',
      formats: ['pdf'],
      language: 'en',
      owner_id: null,
      ...values,
    })
    .execute();
  const rows = recipients.map((email, checkpoint) => ({
    tenant_id: tenant.id,
    report_id: id,
    email,
    place: checkpoint,
    unsubscribe_token: randomUUID(),
  }));
  if (rows.length > 0) await owner.insertInto('scheduled_report_recipients').values(rows).execute();
  for (const email of recipients) await makeConsent(owner, tenant, email);
  return id;
}
