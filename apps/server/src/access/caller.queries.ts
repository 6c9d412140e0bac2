import { CompiledQuery, sql } from 'kysely';
import type { Role } from '@watchpost/domain/permissions';
import type { Database, Db } from '../db/database.ts';
import type { Tenant } from './caller.ts';

export interface ConsoleSession {
  readonly userId: string;
  readonly role: Role | null;
  readonly activated: boolean;
  readonly siteId: string | null;
  readonly isStale: boolean;
}

/** A session that nobody used for this long has ended. */
const idleLimit = sql`interval '24 hours'`;
/** Last use is written at most this often. */
const seenEvery = sql`interval '5 minutes'`;

/** The live console session of a credential; null when there is none. One indexed look-up. */
export async function findConsoleSession(
  db: Db,
  tenantId: string,
  tokenHash: Buffer,
): Promise<ConsoleSession | null> {
  const row = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'),
    )
    .leftJoin('sub_admins as a', (join) =>
      join.onRef('a.tenant_id', '=', 's.tenant_id').onRef('a.user_id', '=', 's.user_id'),
    )
    .select(['u.id as userId', 'u.role', 'u.activated', 'a.site_id as siteId'])
    .select(sql<boolean>`s.last_seen_at < now() - ${seenEvery}`.as('isStale'))
    .where('s.tenant_id', '=', tenantId)
    .where('s.token_hash', '=', tokenHash)
    .where(sql<boolean>`s.expires_at > now() AND s.last_seen_at > now() - ${idleLimit}`)
    .executeTakeFirst();
  return row ?? null;
}

export interface FieldSession {
  readonly guardId: string;
  readonly deviceId: string;
  readonly activated: boolean;
  readonly isStale: boolean;
}

/** The live session of a guard's device; null when there is none. It ends by sign-out, expiry or deactivation. */
export async function findFieldSession(
  db: Db,
  tenantId: string,
  tokenHash: Buffer,
): Promise<FieldSession | null> {
  // Written out, since every event of the field passes here: building the text anew costs more than running it.
  const text = `SELECT s.guard_id AS "guardId", s.device_id AS "deviceId", g.activated,
      s.last_seen_at < now() - interval '5 minutes' AS "isStale"
    FROM sessions s CROSS JOIN LATERAL
      (SELECT activated FROM guards WHERE tenant_id = $1::uuid AND id = s.guard_id LIMIT 1) AS g
    WHERE s.tenant_id = $1::uuid AND s.token_hash = $2::bytea AND s.expires_at > now()`;
  const { rows } = await db.executeQuery<Omit<FieldSession, 'deviceId'> & { deviceId: string | null }>(
    CompiledQuery.raw(text, [tenantId, tokenHash]),
  );
  const [row] = rows;
  if (row === undefined || row.deviceId === null) return null;
  return { ...row, deviceId: row.deviceId };
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
