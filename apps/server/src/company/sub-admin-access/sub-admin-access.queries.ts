import { sql } from 'kysely';
import { type AccessSwitches, readSwitches } from '@watchpost/domain/permissions';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { ChangedFields } from '../../platform/audit/changed-fields.ts';
import { wakeTenant } from '../notifications/notice-signals.queries.ts';

export interface StoredSwitches {
  readonly switches: AccessSwitches;
  /** Of the last save of the switches; 0 when there was none. */
  readonly version: number;
}

export async function findSwitches({ db, tenantId }: SiteScope): Promise<StoredSwitches> {
  const row = await db
    .selectFrom('tenant_settings')
    .select(['sub_admin_access as stored', 'access_version as version'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return { switches: readSwitches(row?.stored), version: row?.version ?? 0 };
}

export interface NewSwitches {
  readonly switches: AccessSwitches;
  /** The version that was edited. */
  readonly editedVersion: number;
  readonly changes: ChangedFields;
  readonly tenantName: string;
}

/** False, and nothing stored, when somebody else switched since the edited version. */
export async function updateSwitches(
  { db, tenantId }: SiteScope,
  { switches, editedVersion, changes, tenantName }: NewSwitches,
  origin: AuditOrigin,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('tenant_settings')
      .values({ tenant_id: tenantId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const saved = await transaction
      .updateTable('tenant_settings')
      .set({
        version: sql`version + 1`,
        access_version: sql`version + 1`,
        sub_admin_access: JSON.stringify(switches),
      })
      .where('tenant_id', '=', tenantId)
      .where('access_version', '=', editedVersion)
      .returning('version')
      .executeTakeFirst();
    if (saved === undefined) return false;
    await wakeTenant(transaction, tenantId);
    const subject = { id: tenantId, label: tenantName };
    await insertAuditEntry(transaction, origin, { action: 'access.changed', subject, ...changes });
    return true;
  });
}
