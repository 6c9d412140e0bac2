import { CompiledQuery, sql } from 'kysely';
import type { DeviceStatus } from '@watchpost/domain/devices';
import { type AccessSwitches, readSwitches, type Role } from '@watchpost/domain/permissions';
import { readBriefly } from '../db/brief-reads.ts';
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
export const idleLimit = `interval '24 hours'`;
/** Last use is written at most this often. */
const seenEvery = `interval '5 minutes'`;

interface StoredSession extends Positioned, Omit<ConsoleSession, 'switches' | 'settingsVersion'> {
  readonly stored: unknown;
  readonly settingsVersion: number | null;
}

const consoleGatherer = gathererOf(findConsoleSessions);

/**
 * The live console session of a credential; null when there is none. One indexed look-up. Every request of the console
 * passes here, so those that come together are looked up together.
 */
export const findConsoleSession = (
  db: Db,
  tenantId: string,
  tokenHash: Buffer,
): Promise<ConsoleSession | null> => consoleGatherer(db, tenantId).ask(tokenHash);

// Written out, and once: building a text anew costs more than running it. The switches are part of it because they hold
// from the very next request on, at no further round trip.
const consoleSessions = `SELECT asked.position::int AS position, u.id AS "userId", u.role, u.activated, a.site_id AS "siteId",
    t.sub_admin_access AS stored, t.version AS "settingsVersion", s.last_seen_at < now() - ${seenEvery} AS "isStale"
  FROM unnest($2::bytea[]) WITH ORDINALITY AS asked (token_hash, position)
  CROSS JOIN LATERAL (SELECT user_id, last_seen_at FROM sessions
    WHERE tenant_id = $1::uuid AND token_hash = asked.token_hash AND expires_at > now()
      AND last_seen_at > now() - ${idleLimit} LIMIT 1) AS s
  CROSS JOIN LATERAL (SELECT id, role, activated FROM users
    WHERE tenant_id = $1::uuid AND id = s.user_id LIMIT 1) AS u
  LEFT JOIN LATERAL (SELECT site_id FROM sub_admins
    WHERE tenant_id = $1::uuid AND user_id = u.id LIMIT 1) AS a ON true
  LEFT JOIN tenant_settings AS t ON t.tenant_id = $1::uuid`;

async function findConsoleSessions(
  db: Db,
  tenantId: string,
  tokenHashes: readonly Buffer[],
): Promise<(ConsoleSession | null)[]> {
  const { rows } = await readBriefly<StoredSession>(
    db,
    CompiledQuery.raw(consoleSessions, [tenantId, tokenHashes]),
  );
  return inOrder(tokenHashes, rows).map((row) => {
    if (row === null) return null;
    const { stored, settingsVersion, position: _position, ...session } = row;
    return { ...session, switches: readSwitches(stored), settingsVersion: settingsVersion ?? 0 };
  });
}

/** Rows by the number of what was asked, from 1 on. */
interface Positioned {
  readonly position: number;
}

function inOrder<Row extends Positioned>(asked: readonly unknown[], rows: readonly Row[]): (Row | null)[] {
  const found = new Map(rows.map((row) => [row.position, row]));
  return asked.map((_, index) => found.get(index + 1) ?? null);
}

type FindAll<Found> = (db: Db, tenantId: string, hashes: readonly Buffer[]) => Promise<(Found | null)[]>;

/** One for each tenant's handle. */
function gathererOf<Found>(findAll: FindAll<Found>) {
  const gatherers = new WeakMap<Db, Gatherer<Buffer, Found | null>>();
  return (db: Db, tenantId: string): Gatherer<Buffer, Found | null> => {
    const known = gatherers.get(db);
    if (known !== undefined) return known;
    const made = new Gatherer<Buffer, Found | null>((hashes) => findAll(db, tenantId, hashes));
    gatherers.set(db, made);
    return made;
  };
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

const fieldGatherer = gathererOf(findFieldSessions);

/**
 * The live session of a guard's device; null when there is none. It ends by sign-out, expiry or deactivation.
 * Every event of the field passes here, so those that come together are looked up together.
 */
export const findFieldSession = (db: Db, tenantId: string, tokenHash: Buffer): Promise<FieldSession | null> =>
  fieldGatherer(db, tenantId).ask(tokenHash);

const fieldSessions = `SELECT asked.position::int AS position, s.guard_id AS "guardId", s.device_id AS "deviceId",
    s.public_key AS "publicKey", s.owes_signature AS "owesSignature", g.activated, s.revoked_at IS NOT NULL AS "isRevoked",
    coalesce(d.status, 'active') AS "deviceStatus", s.last_seen_at < now() - ${seenEvery} AS "isStale"
  FROM unnest($2::bytea[]) WITH ORDINALITY AS asked (token_hash, position)
  CROSS JOIN LATERAL (SELECT guard_id, device_id, public_key, owes_signature, last_seen_at, revoked_at FROM sessions
    WHERE tenant_id = $1::uuid AND token_hash = asked.token_hash AND expires_at > now() LIMIT 1) AS s
  CROSS JOIN LATERAL (SELECT activated FROM guards WHERE tenant_id = $1::uuid AND id = s.guard_id LIMIT 1) AS g
  LEFT JOIN LATERAL (SELECT status FROM devices WHERE tenant_id = $1::uuid AND id = s.device_id LIMIT 1) AS d ON true
  WHERE s.device_id IS NOT NULL`;

async function findFieldSessions(
  db: Db,
  tenantId: string,
  tokenHashes: readonly Buffer[],
): Promise<(FieldSession | null)[]> {
  const { rows } = await readBriefly<FieldSession & Positioned>(
    db,
    CompiledQuery.raw(fieldSessions, [tenantId, tokenHashes]),
  );
  return inOrder(tokenHashes, rows);
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
