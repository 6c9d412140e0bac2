// What is stored longer than it is kept, tenant by tenant.
import { CompiledQuery } from 'kysely';
import { consentLinkRetentionDays, unusedConsentRetentionDays } from '@watchpost/domain/mail-consents';
import {
  deletedGuardRetentionDays,
  knownDeviceRetentionDays,
  mailRetentionDays,
  notificationRetentionDays,
} from '@watchpost/domain/personal-data';
import { importRetentionDays } from '@watchpost/domain/record-import';
import type { Db } from '../../platform/db/database.ts';

const before = (column: string, days: number) => `${column} < now() - make_interval(days => ${days})`;

/** Of those on no list any more; a no is kept, or they would be asked again. */
const unusedConsent = `state <> 'stopped'
  AND ${before('coalesce(answered_at, invited_at, created_at)', unusedConsentRetentionDays)}
  AND NOT (purpose = 'scheduledReports' AND EXISTS (SELECT FROM scheduled_report_recipients p
    WHERE p.tenant_id = mail_consents.tenant_id AND p.email = mail_consents.address))
  AND NOT (purpose = 'logHeads' AND EXISTS (SELECT FROM head_witnesses w
    WHERE w.tenant_id = mail_consents.tenant_id AND w.address = mail_consents.address))`;

/** Conditions by table: what may go. */
const overdue: readonly (readonly [table: string, condition: string])[] = [
  ['sessions', 'expires_at < now()'],
  ['pending_sign_ins', 'expires_at < now()'],
  ['spent_challenges', 'expires_at < now()'],
  ['password_codes', before('created_at', 1)],
  ['sign_in_failures', before('window_started_at', 1)],
  ['known_devices', before('last_used_at', knownDeviceRetentionDays)],
  ['notifications', before('created_at', notificationRetentionDays)],
  ['mail_messages', `state IN ('sent', 'failed') AND ${before('created_at', mailRetentionDays)}`],
  ['mail_consent_links', before('made_at', consentLinkRetentionDays)],
  ['mail_consents', unusedConsent],
  ['record_imports', `state NOT IN ('queued', 'running') AND ${before('created_at', importRetentionDays)}`],
];

export async function deleteOverdue(db: Db, tenantId: string): Promise<void> {
  for (const [table, condition] of overdue) {
    const text = `DELETE FROM ${table} WHERE tenant_id = $1::uuid AND ${condition}`;
    await db.executeQuery(CompiledQuery.raw(text, [tenantId]));
  }
}

/** Guards whose deletion no one undid in time. */
export async function findDeletedGuards(db: Db, tenantId: string): Promise<string[]> {
  const text = `SELECT id FROM guards WHERE tenant_id = $1::uuid AND erased_at IS NULL
    AND ${before('deleted_at', deletedGuardRetentionDays)} ORDER BY id`;
  const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(text, [tenantId]));
  return rows.map(({ id }) => id);
}
