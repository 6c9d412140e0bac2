import { CompiledQuery } from 'kysely';
import type { AuditAction } from '@watchpost/domain/audit-actions';
import { deviceSeenEveryMs, type DeviceStatus, phoneName } from '@watchpost/domain/devices';
import type { SiteScope } from '../../access/caller.ts';
import { insertAuditEntry } from '../../audit/audit.queries.ts';
import type { AuditOrigin } from '../../audit/audit-origin.ts';
import type { Db } from '../../db/database.ts';

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
        ...(status === undefined ? {} : { status, status_since_ms: Date.now() }),
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

interface Contact {
  readonly deviceId: string;
  readonly appVersion: string | undefined;
  readonly waiting: number;
  readonly nowMs: number;
}

/** What a phone said, and what it is to the office; null for one that nobody ever signed in with. */
export async function noteContact(
  db: Db,
  tenantId: string,
  { deviceId, appVersion, waiting, nowMs }: Contact,
): Promise<DeviceStatus | null> {
  const { rows } = await db.executeQuery<{ status: DeviceStatus; isNews: boolean }>(
    CompiledQuery.raw(
      `SELECT status, last_seen_ms < $3::bigint OR waiting IS DISTINCT FROM $4::int
          OR app_version <> coalesce($5::text, app_version) AS "isNews"
        FROM devices WHERE tenant_id = $1::uuid AND id = $2::uuid`,
      [tenantId, deviceId, nowMs - deviceSeenEveryMs, waiting, appVersion ?? null],
    ),
  );
  const [found] = rows;
  if (found === undefined) return null;
  if (found.isNews) {
    const text = `UPDATE devices SET last_seen_ms = greatest(last_seen_ms, $3::bigint), waiting = $4::int,
        waiting_told_ms = $3::bigint, app_version = coalesce($5::text, app_version)
      WHERE tenant_id = $1::uuid AND id = $2::uuid`;
    await db.executeQuery(CompiledQuery.raw(text, [tenantId, deviceId, nowMs, waiting, appVersion ?? null]));
  }
  return found.status;
}

/** That the phone has cleared itself, once, where it was asked to; its sessions are of no more use. */
export async function noteCleared(
  db: Db,
  tenantId: string,
  { deviceId, lost, nowMs }: { readonly deviceId: string; readonly lost: number; readonly nowMs: number },
  origin: AuditOrigin,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const text = `UPDATE devices SET status = 'wiped', status_since_ms = $3::bigint, wiped_at_ms = $3::bigint,
        lost_records = $4::int, waiting = 0, waiting_told_ms = $3::bigint, version = version + 1
      WHERE tenant_id = $1::uuid AND id = $2::uuid AND status = 'wipeAsked' RETURNING name, agent`;
    const { rows } = await transaction.executeQuery<{ name: string; agent: string }>(
      CompiledQuery.raw(text, [tenantId, deviceId, nowMs, lost]),
    );
    const [device] = rows;
    if (device === undefined) return;
    await transaction
      .deleteFrom('sessions')
      .where('tenant_id', '=', tenantId)
      .where('device_id', '=', deviceId)
      .execute();
    await insertAuditEntry(transaction, origin, {
      action: 'device.wiped',
      subject: { id: deviceId, label: phoneName(device) },
      before: { status: 'wipeAsked' },
      after: { status: 'wiped', lostRecords: lost },
    });
  });
}
