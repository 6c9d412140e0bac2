// Phones that a guard signed in with before.
import { CompiledQuery } from 'kysely';
import { keyIdOf } from '@watchpost/domain/evidence/signatures';
import type { Db } from '../../platform/db/database.ts';

interface Phone {
  readonly employeeId: string;
  readonly deviceId: string;
  /** Null for a phone that keeps no keys. */
  readonly publicKey: string | null;
}

/**
 * Whether the key was ever proved, where the guard used the phone with it before; null for any other phone. One that has a key is not
 * found without it. It costs the same statement for a guard who does not exist.
 */
export async function findUsedPhone(
  db: Db,
  tenantId: string,
  { employeeId, deviceId, publicKey }: Phone,
): Promise<{ isProved: boolean } | null> {
  const text = `SELECT coalesce(k.is_proved, false) AS "isProved" FROM guards g
    JOIN device_guards d ON d.tenant_id = g.tenant_id AND d.guard_id = g.id AND d.device_id = $3::uuid
    LEFT JOIN device_keys k ON k.tenant_id = g.tenant_id AND k.guard_id = g.id AND k.device_id = $3::uuid
    WHERE g.tenant_id = $1::uuid AND lower(g.employee_id) = lower($2) AND g.deleted_at IS NULL
      AND encode(k.key, 'hex') IS NOT DISTINCT FROM $4::text LIMIT 1`;
  const keyId = publicKey === null ? null : keyIdOf(publicKey);
  const { rows } = await db.executeQuery<{ isProved: boolean }>(
    CompiledQuery.raw(text, [tenantId, employeeId, deviceId, keyId]),
  );
  return rows[0] ?? null;
}

/** Whether any guard was signed in with the phone, which has not been blocked since. */
export async function isUsedPhone(db: Db, tenantId: string, deviceId: string): Promise<boolean> {
  const text = `SELECT FROM devices d WHERE d.tenant_id = $1::uuid AND d.id = $2::uuid AND d.status = 'active'
    AND EXISTS (SELECT FROM device_guards g WHERE g.tenant_id = $1::uuid AND g.device_id = $2::uuid)`;
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [tenantId, deviceId]));
  return rows.length > 0;
}
