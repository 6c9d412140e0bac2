import { CompiledQuery, sql } from 'kysely';
import type { DeviceStatus } from '@watchpost/domain/devices';
import { type AccessSwitches, readSwitches, type Role } from '@watchpost/domain/permissions';
import type { Database, Db } from '../db/database.ts';
import { Gatherer } from '../db/gatherer.ts';
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

/** A session that nobody used for this long has ended. */
const idleLimit = `interval '24 hours'`;
/** Last use is written at most this often. */
const seenEvery = `interval '5 minutes'`;

interface StoredSession extends Omit<ConsoleSession, 'switches' | 'settingsVersion'> {
  readonly stored: unknown;
  readonly settingsVersion: number | null;
}

/** The live console session of a credential; null when there is none. One indexed look-up. */
export async function findConsoleSession(
  db: Db,
  tenantId: string,
  tokenHash: Buffer,
): Promise<ConsoleSession | null> {
  // Written out, since every request of the console passes here: building the text anew costs more than running it.
  // The switches are part of it because they hold from the very next request on, at no further round trip.
  const text = `SELECT u.id AS "userId", u.role, u.activated, a.site_id AS "siteId", t.sub_admin_access AS stored,
      t.version AS "settingsVersion", s.last_seen_at < now() - ${seenEvery} AS "isStale"
    FROM sessions s JOIN users u ON u.tenant_id = s.tenant_id AND u.id = s.user_id
    LEFT JOIN sub_admins a ON a.tenant_id = s.tenant_id AND a.user_id = s.user_id
    LEFT JOIN tenant_settings t ON t.tenant_id = s.tenant_id
    WHERE s.tenant_id = $1::uuid AND s.token_hash = $2::bytea AND s.expires_at > now()
      AND s.last_seen_at > now() - ${idleLimit}`;
  const { rows } = await db.executeQuery<StoredSession>(CompiledQuery.raw(text, [tenantId, tokenHash]));
  const [row] = rows;
  if (row === undefined) return null;
  const { stored, settingsVersion, ...session } = row;
  return { ...session, switches: readSwitches(stored), settingsVersion: settingsVersion ?? 0 };
}

export interface FieldSession {
  readonly guardId: string;
  readonly deviceId: string;
  readonly publicKey: string | null;
  readonly deviceStatus: DeviceStatus;
  /** It ended when its device was blocked, whatever became of the device since. */
  readonly isRevoked: boolean;
  readonly activated: boolean;
  readonly isStale: boolean;
}

/** One for each tenant's handle. */
const gatherers = new WeakMap<Db, Gatherer<Buffer, FieldSession | null>>();

/**
 * The live session of a guard's device; null when there is none. It ends by sign-out, expiry or deactivation.
 * Every event of the field passes here, so those that come together are looked up together.
 */
export async function findFieldSession(
  db: Db,
  tenantId: string,
  tokenHash: Buffer,
): Promise<FieldSession | null> {
  let gatherer = gatherers.get(db);
  if (gatherer === undefined) {
    gatherer = new Gatherer((hashes) => findFieldSessions(db, tenantId, hashes));
    gatherers.set(db, gatherer);
  }
  return gatherer.ask(tokenHash);
}

async function findFieldSessions(
  db: Db,
  tenantId: string,
  tokenHashes: readonly Buffer[],
): Promise<(FieldSession | null)[]> {
  const text = `SELECT asked.position::int AS position, s.guard_id AS "guardId", s.device_id AS "deviceId",
      s.public_key AS "publicKey", g.activated, s.revoked_at IS NOT NULL AS "isRevoked",
      coalesce(d.status, 'active') AS "deviceStatus", s.last_seen_at < now() - ${seenEvery} AS "isStale"
    FROM unnest($2::bytea[]) WITH ORDINALITY AS asked (token_hash, position)
    CROSS JOIN LATERAL (SELECT guard_id, device_id, public_key, last_seen_at, revoked_at FROM sessions
      WHERE tenant_id = $1::uuid AND token_hash = asked.token_hash AND expires_at > now() LIMIT 1) AS s
    CROSS JOIN LATERAL (SELECT activated FROM guards WHERE tenant_id = $1::uuid AND id = s.guard_id LIMIT 1) AS g
    LEFT JOIN LATERAL (SELECT status FROM devices WHERE tenant_id = $1::uuid AND id = s.device_id LIMIT 1) AS d ON true
    WHERE s.device_id IS NOT NULL`;
  const { rows } = await db.executeQuery<FieldSession & { readonly position: number }>(
    CompiledQuery.raw(text, [tenantId, tokenHashes]),
  );
  const found = new Map(rows.map(({ position, ...session }) => [position, session]));
  return tokenHashes.map((_, index) => found.get(index + 1) ?? null);
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
