import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { deviceName } from '@watchpost/domain/browser-name';
import type { Db } from '../../platform/db/database.ts';
import { notify } from '../../platform/notify/notify.queries.ts';

interface SignInFrom {
  readonly tenantId: string;
  readonly userId: string;
  readonly deviceHash: Buffer;
  readonly address: string;
  readonly agent: string;
}

/** Tells notices about a browser from those about others; opens nothing, and says nothing of its cookie. */
export const deviceMark = (deviceHash: Buffer): string =>
  createHash('sha256').update('device mark').update(deviceHash).digest('hex').slice(0, 16);

/** Devices of one account that are remembered, the latest used. */
const devicesMax = 50;

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
  const params = { device: deviceName(agent), address, mark: deviceMark(deviceHash) };
  await notify(db, { tenantId, kind: 'newSignIn', siteId: null, userId, params, link: null });
}

async function forgetOldest(db: Db, tenantId: string, userId: string): Promise<void> {
  const text = `DELETE FROM known_devices WHERE tenant_id = $1::uuid AND user_id = $2::uuid
    AND device_hash IN (SELECT device_hash FROM known_devices WHERE tenant_id = $1::uuid AND user_id = $2::uuid
      ORDER BY last_used_at DESC, device_hash OFFSET ${devicesMax})`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, userId]));
}

/** An account by its e-mail address or id; any of the tenant where somebody is recognised later. */
export type KnownAccount = { readonly email: string } | { readonly userId: string } | 'any';

/** Whether the account was opened with the device before. */
export async function isKnownDevice(
  db: Db,
  tenantId: string,
  deviceHash: Buffer,
  account: KnownAccount,
): Promise<boolean> {
  const ofTenant = `SELECT FROM known_devices d
    JOIN users u ON u.tenant_id = d.tenant_id AND u.id = d.user_id
    WHERE u.tenant_id = $1::uuid AND d.tenant_id = $1::uuid AND d.device_hash = $2::bytea`;
  const [condition, values] =
    account === 'any'
      ? ['', []]
      : 'email' in account
        ? ['AND lower(u.email) = lower($3)', [account.email]]
        : ['AND u.id = $3::uuid', [account.userId]];
  const text = `${ofTenant} ${condition} LIMIT 1`;
  const { rows } = await db.executeQuery(CompiledQuery.raw(text, [tenantId, deviceHash, ...values]));
  return rows.length > 0;
}

export async function insertKnownDevice(
  db: Db,
  tenantId: string,
  userId: string,
  deviceHash: Buffer,
): Promise<void> {
  const text = `INSERT INTO known_devices (tenant_id, user_id, device_hash)
    VALUES ($1::uuid, $2::uuid, $3::bytea) ON CONFLICT DO NOTHING`;
  await db.executeQuery(CompiledQuery.raw(text, [tenantId, userId, deviceHash]));
  await forgetOldest(db, tenantId, userId);
}
