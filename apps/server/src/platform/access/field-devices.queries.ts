// The phone that a guard signs in with: known from then on, and let in unless an admin has blocked it.
import { CompiledQuery } from 'kysely';
import type { DeviceStatus } from '@watchpost/domain/devices';
import type { GuardScope } from './caller.ts';

/**
 * What an admin has made of the phone, which is known from now on. Holds its row until the transaction ends, so that a session
 * opened in it is one that a revocation at the same moment finds.
 */
export async function meetDevice(scope: GuardScope, agent: string): Promise<DeviceStatus> {
  const { db, tenantId, deviceId } = scope;
  const text = `INSERT INTO devices AS d (tenant_id, id, agent, first_seen_ms, last_seen_ms)
    VALUES ($1::uuid, $2::uuid, $3::text, $4::bigint, $4::bigint)
    ON CONFLICT (tenant_id, id) DO UPDATE SET status = d.status RETURNING d.status`;
  const { rows } = await db.executeQuery<{ status: DeviceStatus }>(
    CompiledQuery.raw(text, [tenantId, deviceId, agent, Date.now()]),
  );
  return rows[0]?.status ?? 'active';
}

export interface DeviceUse {
  readonly agent: string;
  /** One of the keys of the phone signed for anyone who signs in. */
  readonly isProved: boolean;
  /** The phone has keys, none of which signed. */
  readonly isClaim: boolean;
}

/**
 * Notes that the guard uses the phone. Of a guard who is new to it and brings no key of it, that this is a claim: it says
 * nothing of the phone itself.
 */
export async function noteUse(scope: GuardScope, { agent, isProved, isClaim }: DeviceUse): Promise<void> {
  const { db, tenantId, guardId, deviceId } = scope;
  const text = `WITH used AS (INSERT INTO device_guards AS g (tenant_id, device_id, guard_id, last_seen_ms, is_claim)
      VALUES ($1::uuid, $2::uuid, $3::uuid, $4::bigint, $5::boolean)
      ON CONFLICT (tenant_id, device_id, guard_id) DO UPDATE SET
        last_seen_ms = greatest(g.last_seen_ms, excluded.last_seen_ms), is_claim = g.is_claim AND NOT $6::boolean
      RETURNING g.is_claim)
    UPDATE devices d SET agent = $7::text, last_seen_ms = greatest(d.last_seen_ms, $4::bigint)
    FROM used WHERE NOT used.is_claim AND d.tenant_id = $1::uuid AND d.id = $2::uuid`;
  const values = [tenantId, deviceId, guardId, Date.now(), isClaim, isProved, agent];
  await db.executeQuery(CompiledQuery.raw(text, values));
}

/** A request of the phone's; written down only now and then, as the session's last use is. */
export async function noteDeviceSeen(scope: GuardScope): Promise<void> {
  const { db, tenantId, guardId, deviceId } = scope;
  const text = `WITH used AS (UPDATE device_guards SET last_seen_ms = greatest(last_seen_ms, $4::bigint)
      WHERE tenant_id = $1::uuid AND device_id = $2::uuid AND guard_id = $3::uuid RETURNING is_claim)
    UPDATE devices d SET last_seen_ms = greatest(d.last_seen_ms, $4::bigint)
    FROM used WHERE NOT used.is_claim AND d.tenant_id = $1::uuid AND d.id = $2::uuid`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, deviceId, guardId, Date.now()]));
}
