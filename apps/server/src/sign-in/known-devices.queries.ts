import { CompiledQuery } from 'kysely';
import { deviceName } from '@watchpost/domain/browser-name';
import type { Db } from '../db/database.ts';
import { notify } from '../notices/notify.queries.ts';

interface SignInFrom {
  readonly tenantId: string;
  readonly userId: string;
  readonly deviceHash: Buffer;
  readonly address: string;
  readonly agent: string;
}

/** Devices of one account that are remembered, the latest used. */
const devicesKept = 50;

/**
 * Remembers the device within the transaction of a sign-in, at its end, and tells the account of one that it was
 * never opened on before; not of its very first (NOTIF-05).
 */
export async function meetDevice(db: Db, from: SignInFrom): Promise<void> {
  const { tenantId, userId, deviceHash, address, agent } = from;
  const text = `INSERT INTO known_devices AS d (tenant_id, user_id, device_hash)
    VALUES ($1::uuid, $2::uuid, $3::bytea)
    ON CONFLICT (tenant_id, user_id, device_hash) DO UPDATE SET last_used_at = now()
    RETURNING d.xmax = 0 AND EXISTS (SELECT FROM known_devices o
      WHERE o.tenant_id = $1::uuid AND o.user_id = $2::uuid AND o.device_hash <> $3::bytea) AS "isNew"`;
  const { rows } = await db.executeQuery<{ isNew: boolean }>(
    CompiledQuery.raw(text, [tenantId, userId, deviceHash]),
  );
  if (rows[0]?.isNew !== true) return;
  await forgetOldest(db, tenantId, userId);
  const params = { device: deviceName(agent), address };
  await notify(db, { tenantId, kind: 'newSignIn', siteId: null, userId, params, link: null });
}

async function forgetOldest(db: Db, tenantId: string, userId: string): Promise<void> {
  const text = `DELETE FROM known_devices WHERE tenant_id = $1::uuid AND user_id = $2::uuid
    AND device_hash IN (SELECT device_hash FROM known_devices WHERE tenant_id = $1::uuid AND user_id = $2::uuid
      ORDER BY last_used_at DESC, device_hash OFFSET ${devicesKept})`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, userId]));
}
