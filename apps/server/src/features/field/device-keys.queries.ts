// Keys that devices sign with: enrolled when a guard signs in, kept for good.
import { CompiledQuery } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { keyIdOf } from '@watchpost/domain/evidence/signatures';
import type { GuardScope } from '../../access/caller.ts';

/** The same key again, of the same guard with the same device, is the one that is known. */
export async function enrolDeviceKey(scope: GuardScope, publicKey: string): Promise<void> {
  const text = `INSERT INTO device_keys (tenant_id, id, key, guard_id, device_id, public_key, enrolled_at_ms)
    VALUES ($1::uuid, $2::uuid, decode($3::text, 'hex'), $4::uuid, $5::uuid, $6::text, $7::bigint) ON CONFLICT DO NOTHING`;
  const { db, tenantId, guardId, deviceId } = scope;
  const values = [tenantId, uuidv7(), keyIdOf(publicKey), guardId, deviceId, publicKey, Date.now()];
  await db.executeQuery(CompiledQuery.raw(text, values));
}

/** Those of the keys that this guard's device enrolled at some time: key id -> public key. */
export async function findDeviceKeys(
  scope: GuardScope,
  keyIds: readonly string[],
): Promise<Map<string, string>> {
  const text = `SELECT found.public_key AS "publicKey" FROM unnest($4::text[]) AS sent (key)
    CROSS JOIN LATERAL (SELECT k.public_key FROM device_keys k WHERE k.tenant_id = $1::uuid
      AND k.key = decode(sent.key, 'hex') AND k.guard_id = $2::uuid AND k.device_id = $3::uuid LIMIT 1) AS found`;
  const { rows } = await scope.db.executeQuery<{ publicKey: string }>(
    CompiledQuery.raw(text, [scope.tenantId, scope.guardId, scope.deviceId, keyIds]),
  );
  return new Map(rows.map(({ publicKey }) => [keyIdOf(publicKey), publicKey]));
}
