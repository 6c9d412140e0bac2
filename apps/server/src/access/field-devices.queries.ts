// The phone that a guard signs in with: known from then on, and let in unless an admin has blocked it.
import { CompiledQuery } from 'kysely';
import type { DeviceStatus } from '@watchpost/domain/devices';
import type { GuardScope } from './caller.ts';

/**
 * Notes that the guard uses the phone; what an admin has made of it. Holds the phone's row until the transaction ends, so
 * that a session opened in it is one that a revocation at the same moment finds.
 */
export async function meetDevice(scope: GuardScope, agent: string): Promise<DeviceStatus> {
  const { db, tenantId, guardId, deviceId } = scope;
  const nowMs = Date.now();
  const text = `INSERT INTO devices AS d (tenant_id, id, agent, first_seen_ms, last_seen_ms)
    VALUES ($1::uuid, $2::uuid, $3::text, $4::bigint, $4::bigint)
    ON CONFLICT (tenant_id, id) DO UPDATE SET agent = excluded.agent,
      last_seen_ms = greatest(d.last_seen_ms, excluded.last_seen_ms)
    RETURNING d.status`;
  const { rows } = await db.executeQuery<{ status: DeviceStatus }>(
    CompiledQuery.raw(text, [tenantId, deviceId, agent, nowMs]),
  );
  await db.executeQuery(
    CompiledQuery.raw(
      `INSERT INTO device_guards AS g (tenant_id, device_id, guard_id, last_seen_ms)
        VALUES ($1::uuid, $2::uuid, $3::uuid, $4::bigint)
        ON CONFLICT (tenant_id, device_id, guard_id) DO UPDATE SET
          last_seen_ms = greatest(g.last_seen_ms, excluded.last_seen_ms)`,
      [tenantId, deviceId, guardId, nowMs],
    ),
  );
  return rows[0]?.status ?? 'active';
}

/** A request of the phone's; written down only now and then, as the session's last use is. */
export async function noteDeviceSeen(scope: GuardScope): Promise<void> {
  const { db, tenantId, guardId, deviceId } = scope;
  const text = `WITH seen AS (UPDATE devices SET last_seen_ms = greatest(last_seen_ms, $4::bigint)
      WHERE tenant_id = $1::uuid AND id = $2::uuid)
    UPDATE device_guards SET last_seen_ms = greatest(last_seen_ms, $4::bigint)
    WHERE tenant_id = $1::uuid AND device_id = $2::uuid AND guard_id = $3::uuid`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, deviceId, guardId, Date.now()]));
}
