// Keys that devices sign with: enrolled when a guard signs in, kept for good.
import { CompiledQuery } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { keyIdOf } from '@watchpost/domain/evidence/signatures';
import type { GuardScope } from '../../platform/access/caller.ts';

/** What is known of the keys of a phone and of the guard who signs in with it. */
export interface KeyRecord {
  /** Public keys that the phone holds, as far as the server can know: not those of the person who only claimed it, or of before a wipe. */
  readonly living: readonly string[];
  /** Whether another guard has used the phone. */
  readonly isOfOthers: boolean;
  /** Whether the guard had a key of the phone before, be it wiped since. */
  readonly wasOwn: boolean;
}

/** The phone's row is locked, so that no key is enrolled on it in the meantime. */
export async function findKeyRecord(scope: GuardScope): Promise<KeyRecord> {
  const text = `SELECT
      ARRAY(SELECT k.public_key FROM device_keys k WHERE k.tenant_id = $1::uuid AND k.device_id = $2::uuid
        AND k.is_vouched IS NOT FALSE AND k.enrolled_at_ms > coalesce(d.wiped_at_ms, 0)
        ORDER BY k.enrolled_at_ms, k.id) AS living,
      EXISTS (SELECT FROM device_guards g WHERE g.tenant_id = $1::uuid AND g.device_id = $2::uuid
        AND g.guard_id <> $3::uuid) AS "isOfOthers",
      EXISTS (SELECT FROM device_keys k WHERE k.tenant_id = $1::uuid AND k.device_id = $2::uuid
        AND k.guard_id = $3::uuid AND k.is_vouched IS NOT FALSE) AS "wasOwn"
    FROM devices d WHERE d.tenant_id = $1::uuid AND d.id = $2::uuid`;
  const { db, tenantId, deviceId, guardId } = scope;
  const values = [tenantId, deviceId, guardId];
  const { rows } = await db.executeQuery<KeyRecord>(CompiledQuery.raw(text, values));
  return rows[0] ?? { living: [], isOfOthers: false, wasOwn: false };
}

export interface NewKey {
  readonly publicKey: string;
  /** The phone signed with it. */
  readonly isProved: boolean;
  /** See the migration 0080. */
  readonly isVouched: boolean;
}

/**
 * False, and nothing enrolled, for a key of another guard or phone that was not proved: it may have been copied. The same key
 * again, of the same guard with the same device, is the one that is known.
 */
export async function enrolDeviceKey(scope: GuardScope, key: NewKey): Promise<boolean> {
  const text = `WITH known AS (SELECT guard_id = $4::uuid AND device_id = $5::uuid AS is_same FROM device_keys
      WHERE tenant_id = $1::uuid AND key = decode($3::text, 'hex')),
    made AS (INSERT INTO device_keys (tenant_id, id, key, guard_id, device_id, public_key, enrolled_at_ms, is_proved, is_vouched)
      SELECT $1::uuid, $2::uuid, decode($3::text, 'hex'), $4::uuid, $5::uuid, $6::text, $7::bigint, $8::boolean, $9::boolean
      WHERE $8::boolean OR NOT EXISTS (SELECT FROM known)
      ON CONFLICT DO NOTHING RETURNING id)
    SELECT EXISTS (SELECT FROM made) AS "isNew", EXISTS (SELECT FROM known WHERE is_same) AS "isKnown"`;
  const { db, tenantId, guardId, deviceId } = scope;
  const { publicKey, isProved, isVouched } = key;
  const of = [tenantId, uuidv7(), keyIdOf(publicKey), guardId, deviceId];
  const { rows } = await db.executeQuery<{ isNew: boolean; isKnown: boolean }>(
    CompiledQuery.raw(text, [...of, publicKey, Date.now(), isProved, isVouched]),
  );
  const [{ isNew, isKnown } = { isNew: false, isKnown: false }] = rows;
  if (isNew) await oweSignatures(scope, isVouched);
  return isNew || isKnown;
}

/**
 * Sessions that were opened while neither guard nor phone had a key, in one order, so that two that sign in at once wait for
 * each other. A key that somebody only claims makes no one else's phone owe signatures.
 */
async function oweSignatures({ db, tenantId, guardId, deviceId }: GuardScope, isOfPhone: boolean) {
  const text = `WITH owing AS (SELECT token_hash FROM sessions WHERE tenant_id = $1::uuid AND NOT owes_signature
      AND (guard_id = $2::uuid OR ($4::boolean AND device_id = $3::uuid)) ORDER BY token_hash FOR UPDATE)
    UPDATE sessions s SET owes_signature = true FROM owing
    WHERE s.tenant_id = $1::uuid AND s.token_hash = owing.token_hash`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, guardId, deviceId, isOfPhone]));
}

/** Whether the guard on any phone, or the phone with any guard, ever had a key. */
export async function hasEverSigned({ db, tenantId, guardId, deviceId }: GuardScope): Promise<boolean> {
  const text = `SELECT EXISTS (SELECT FROM device_keys WHERE tenant_id = $1::uuid AND guard_id = $2::uuid)
    OR EXISTS (SELECT FROM device_keys WHERE tenant_id = $1::uuid AND device_id = $3::uuid
      AND is_vouched IS NOT FALSE) AS "hasSigned"`;
  const { rows } = await db.executeQuery<{ hasSigned: boolean }>(
    CompiledQuery.raw(text, [tenantId, guardId, deviceId]),
  );
  return rows[0]?.hasSigned === true;
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
