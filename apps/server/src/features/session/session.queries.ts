import { sql } from 'kysely';
import { type AccessSwitches, readSwitches, type Role } from '@watchpost/domain/permissions';
import type { SiteScope } from '../../access/caller.ts';
import { insertAuditEntry } from '../../audit/audit.queries.ts';
import type { AuditOrigin } from '../../audit/audit-origin.ts';
import type { Db } from '../../db/database.ts';

export interface FoundUser {
  readonly id: string;
  readonly role: Role | null;
  readonly activated: boolean;
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly countryCode: string;
  readonly profileImage: string;
  readonly siteId: string | null;
  readonly siteName: string | null;
}

function userQuery(db: Db, tenantId: string) {
  return db
    .selectFrom('users as u')
    .leftJoin('sub_admins as a', (join) =>
      join.onRef('a.tenant_id', '=', 'u.tenant_id').onRef('a.user_id', '=', 'u.id'),
    )
    .leftJoin('sites as s', (join) =>
      join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.site_id'),
    )
    .select([
      'u.id',
      'u.role',
      'u.activated',
      'u.password_hash as passwordHash',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.email',
      'u.phone_number as phoneNumber',
      'u.country_code as countryCode',
      'u.profile_image as profileImage',
      's.id as siteId',
      's.name as siteName',
    ])
    .where('u.tenant_id', '=', tenantId);
}

export async function findUserByEmail(db: Db, tenantId: string, email: string): Promise<FoundUser | null> {
  const row = await userQuery(db, tenantId)
    .where(sql<boolean>`lower(u.email) = lower(${email})`)
    .executeTakeFirst();
  return row ?? null;
}

export async function findUserById(db: Db, tenantId: string, id: string): Promise<FoundUser | null> {
  const row = await userQuery(db, tenantId).where('u.id', '=', id).executeTakeFirst();
  return row ?? null;
}

export interface FoundSite {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
}

/** Sites that the scope allows, by name without regard to case (SIGN-10). */
export async function findSites(scope: SiteScope): Promise<FoundSite[]> {
  return scope.db
    .selectFrom('sites')
    .select(['id', 'name', 'latitude', 'longitude', 'time_zone as timeZone'])
    .where('tenant_id', '=', scope.tenantId)
    .$if(scope.siteId !== null, (query) => query.where('id', '=', scope.siteId))
    .orderBy(sql`lower(name)`)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** As stored now: what an address is resolved by may be half a minute older. */
export async function findTenantName(db: Db, tenantId: string): Promise<string> {
  const row = await db
    .selectFrom('tenants')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return row.name;
}

export async function findTenantConfig(
  db: Db,
  tenantId: string,
): Promise<{ configKey: string; configValue: string }[]> {
  return db
    .selectFrom('tenant_config')
    .select(['config_key as configKey', 'config_value as configValue'])
    .where('tenant_id', '=', tenantId)
    .orderBy('config_key')
    .execute();
}

/** What the tenant's sub admins have, and the version of all its settings (MENU-05). */
export async function findAccessSwitches(
  db: Db,
  tenantId: string,
): Promise<{ switches: AccessSwitches; settingsVersion: number }> {
  const row = await db
    .selectFrom('tenant_settings')
    .select(['sub_admin_access as stored', 'version'])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return { switches: readSwitches(row?.stored), settingsVersion: row?.version ?? 0 };
}

export interface NewSession {
  readonly tenantId: string;
  readonly tokenHash: Buffer;
  readonly userId: string;
  readonly address: string;
  readonly agent: string;
}

/** However busy, a console session ends after this. */
const sessionLifetime = sql<Date>`now() + interval '30 days'`;

export async function insertSession(db: Db, session: NewSession, origin: AuditOrigin): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('sessions')
      .values({
        tenant_id: session.tenantId,
        token_hash: session.tokenHash,
        user_id: session.userId,
        address: session.address,
        agent: session.agent,
        expires_at: sessionLifetime,
      })
      .execute();
    await insertAuditEntry(transaction, origin, { action: 'session.signedIn' });
  });
}

export async function deleteSession(db: Db, tokenHash: Buffer, origin: AuditOrigin): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('sessions')
      .where('tenant_id', '=', origin.tenantId)
      .where('token_hash', '=', tokenHash)
      .execute();
    await insertAuditEntry(transaction, origin, { action: 'session.signedOut' });
  });
}

export async function deleteExpiredSessions(db: Db, tenantId: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`expires_at < now()`)
    .execute();
}
