import { CompiledQuery, sql } from 'kysely';
import type { DeviceStatus } from '@watchpost/domain/devices';
import { type AccessSwitches, readSwitches, type Role } from '@watchpost/domain/permissions';
import type { Database, Db } from '../db/database.ts';
import { readBriefly } from '../db/shared-reads/brief-reads.ts';
import type { Tenant } from './caller.ts';

export interface ConsoleSession {
  readonly userId: string;
  readonly role: Role | null;
  readonly activated: boolean;
  readonly siteId: string | null;
  readonly switches: AccessSwitches;
  readonly settingsVersion: number;
  readonly isStale: boolean;
}

/** A session that no one used for this long has ended. */
export const idleLimit = `interval '24 hours'`;
/** Last use is written at most this often. */
const seenEvery = `interval '5 minutes'`;

interface StoredSession extends Omit<ConsoleSession, 'switches' | 'settingsVersion'> {
  readonly stored: unknown;
  readonly settingsVersion: number | null;
}

// The switches are part of it because they hold from the very next request on.
const consoleSession = `SELECT u.id AS "userId", u.role, u.activated, a.site_id AS "siteId",
    t.sub_admin_access AS stored, t.version AS "settingsVersion", s.last_seen_at < now() - ${seenEvery} AS "isStale"
  FROM sessions s
  JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
  LEFT JOIN sub_admins a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
  LEFT JOIN tenant_settings t ON t.tenant_id = s.tenant_id
  WHERE s.tenant_id = $1::uuid AND s.token_hash = $2::bytea AND s.expires_at > now()
    AND s.last_seen_at > now() - ${idleLimit}`;

/** The live console session of a credential; null when there is none. */
export async function findConsoleSession(
  db: Db,
  tenantId: string,
  tokenHash: Buffer,
): Promise<ConsoleSession | null> {
  const { rows } = await readBriefly<StoredSession>(
    db,
    CompiledQuery.raw(consoleSession, [tenantId, tokenHash]),
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { stored, settingsVersion, ...session } = row;
  return { ...session, switches: readSwitches(stored), settingsVersion: settingsVersion ?? 0 };
}

export interface FieldSession {
  readonly guardId: string;
  readonly deviceId: string;
  readonly publicKey: string | null;
  readonly owesSignature: boolean;
  readonly deviceStatus: DeviceStatus;
  /** It ended when its device was blocked, whatever became of the device since. */
  readonly isRevoked: boolean;
  readonly activated: boolean;
  readonly isStale: boolean;
}

const fieldSession = `SELECT s.guard_id AS "guardId", s.device_id AS "deviceId",
    s.public_key AS "publicKey", s.owes_signature AS "owesSignature", g.activated, s.revoked_at IS NOT NULL AS "isRevoked",
    coalesce(d.status, 'active') AS "deviceStatus", s.last_seen_at < now() - ${seenEvery} AS "isStale"
  FROM sessions s
  JOIN guards g ON g.tenant_id = s.tenant_id AND g.id = s.guard_id
  LEFT JOIN devices d ON d.tenant_id = s.tenant_id AND d.id = s.device_id
  WHERE s.tenant_id = $1::uuid AND s.token_hash = $2::bytea AND s.expires_at > now() AND s.device_id IS NOT NULL`;

/**
 * The live session of a guard's device; null when there is none. It ends by sign-out, expiry or deactivation.
 */
export async function findFieldSession(
  db: Db,
  tenantId: string,
  tokenHash: Buffer,
): Promise<FieldSession | null> {
  const { rows } = await readBriefly<FieldSession>(
    db,
    CompiledQuery.raw(fieldSession, [tenantId, tokenHash]),
  );
  return rows[0] ?? null;
}

export async function updateLastSeen(db: Db, tenantId: string, tokenHash: Buffer): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: sql`now()` })
    .where('tenant_id', '=', tenantId)
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function findTenant(database: Database, slug: string): Promise<Tenant | null> {
  const row = await database.shared
    .selectFrom('tenants')
    .select(['tenant_id as id', 'slug', 'name', 'is_demo as isDemo'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  return row ?? null;
}
