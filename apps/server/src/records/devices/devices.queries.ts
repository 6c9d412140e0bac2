import { CompiledQuery } from 'kysely';
import type { AuditAction } from '@watchpost/domain/audit-actions';
import type { DeviceStatus } from '@watchpost/domain/devices';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';

/** What was claimed of an order of before says nothing of the next one. */
const noClaims = { claimed_wipe_ms: null, claimed_lost: null };

interface Edited {
  readonly id: string;
  readonly version: number;
  /** As the entry in the audit log calls the phone. */
  readonly label: string;
}

interface Change {
  readonly action: AuditAction;
  readonly before: Partial<DeviceFields>;
  readonly after: Partial<DeviceFields>;
}

interface DeviceFields {
  readonly name: string;
  readonly status: DeviceStatus;
}

/** The new version; null when somebody else changed the phone since the edited one. Sessions of a phone end when it is blocked. */
export function updateDevice(
  { db, tenantId }: SiteScope,
  { id, version, label }: Edited,
  { action, before, after }: Change,
  origin: AuditOrigin,
): Promise<number | null> {
  const { name, status } = after;
  return db.transaction().execute(async (transaction) => {
    const saved = await transaction
      .updateTable('devices')
      .set({
        version: version + 1,
        ...(name === undefined ? {} : { name }),
        ...(status === undefined ? {} : { status, status_since_ms: Date.now(), ...noClaims }),
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst();
    if (saved === undefined) return null;
    if (status !== undefined && status !== 'active') await revokeSessions(transaction, tenantId, id);
    await insertAuditEntry(transaction, origin, { action, subject: { id, label }, before, after });
    return saved.version;
  });
}

async function revokeSessions(db: Db, tenantId: string, deviceId: string): Promise<void> {
  const text = `UPDATE sessions SET revoked_at = now()
    WHERE tenant_id = $1::uuid AND device_id = $2::uuid AND revoked_at IS NULL`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, deviceId]));
}
