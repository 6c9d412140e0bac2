// Phones that a guard signed in with before: strangers cannot use up their tries.
import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { keyIdOf } from '@watchpost/domain/evidence/signatures';
import type { Db } from '../../db/database.ts';

interface Phone {
  readonly employeeId: string;
  readonly deviceId: string;
  /** Null for a phone that keeps no keys. */
  readonly publicKey: string | null;
}

/**
 * A digest of the phone where the guard used it before, with the key that it sends; null for any other. A phone that has a key is not known
 * without it. It costs the same statement for a guard who does not exist.
 */
export async function findKnownPhone(
  db: Db,
  tenantId: string,
  { employeeId, deviceId, publicKey }: Phone,
): Promise<Buffer | null> {
  const text = `SELECT FROM guards g
    JOIN device_guards d ON d.tenant_id = g.tenant_id AND d.guard_id = g.id AND d.device_id = $3::uuid
    WHERE g.tenant_id = $1::uuid AND lower(g.employee_id) = lower($2) AND g.deleted_at IS NULL
      AND $4::text IS NOT DISTINCT FROM (SELECT encode(k.key, 'hex') FROM device_keys k
        WHERE k.tenant_id = g.tenant_id AND k.guard_id = g.id AND k.device_id = $3::uuid
        ORDER BY (encode(k.key, 'hex') = $4::text) DESC NULLS LAST LIMIT 1)`;
  const keyId = publicKey === null ? null : keyIdOf(publicKey);
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [tenantId, employeeId, deviceId, keyId]));
  return rows.length === 0 ? null : createHash('sha256').update(`phone ${deviceId}`).digest();
}
