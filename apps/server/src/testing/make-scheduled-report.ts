// A report of rounds, mailed every day at seven to one client.
import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { MadeTenant } from './factories.ts';

interface ReportValues extends Partial<Insertable<Tables['scheduled_reports']>> {
  readonly recipients?: readonly string[];
}

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
  const rows = recipients.map((email, place) => ({
    tenant_id: tenant.id,
    report_id: id,
    email,
    place,
    unsubscribe_token: randomUUID(),
  }));
  if (rows.length > 0) await owner.insertInto('scheduled_report_recipients').values(rows).execute();
  return id;
}
