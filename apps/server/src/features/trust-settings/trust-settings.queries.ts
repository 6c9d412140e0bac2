import type { TrustSettings } from '@watchpost/domain/trust-thresholds';
import type { SiteScope } from '../../access/caller.ts';
import { insertAuditEntry } from '../../audit/audit.queries.ts';
import type { AuditOrigin } from '../../audit/audit-origin.ts';
import type { ChangedFields } from '../../audit/changed-fields.ts';
import { insertTrustSettings } from '../../trust/trust-settings.queries.ts';

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
