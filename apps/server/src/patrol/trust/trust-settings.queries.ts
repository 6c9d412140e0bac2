import type { TrustSettings } from '@watchpost/domain/trust-thresholds';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { ChangedFields } from '../../platform/audit/changed-fields.ts';
import { insertTrustSettings } from './find-trust-settings.queries.ts';

interface NewTrustSettings {
  /** That was edited. */
  readonly version: number;
  readonly settings: TrustSettings;
  readonly changes: ChangedFields;
}

/** False, and nothing stored, when somebody else saved since the edited version. */
export async function saveSettings(
  { db, tenantId }: SiteScope,
  { version, settings, changes }: NewTrustSettings,
  origin: AuditOrigin,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await insertTrustSettings(transaction, tenantId, version, settings, Date.now()))) return false;
    await insertAuditEntry(transaction, origin, {
      action: 'settings.changed',
      subject: { id: tenantId, label: 'Trust of scans' },
      ...changes,
    });
    return true;
  });
}
