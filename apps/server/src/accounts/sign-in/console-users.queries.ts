// Accounts of the console as sign-in needs them, whichever way somebody comes in.
import { sql } from 'kysely';
import { type AccessSwitches, readSwitches, type Role } from '@watchpost/domain/permissions';
import type { Db } from '../../platform/db/database.ts';

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
  /** Null while none was chosen. */
  readonly language: string | null;
  readonly siteId: string | null;
  readonly siteName: string | null;
}

/** The accounts (u) of a tenant with the sites (s) of those that are tied to one. */
export const accountsWithSites = (db: Db, tenantId: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('sub_admins as a', (join) =>
      join.onRef('a.tenant_id', '=', 'u.tenant_id').onRef('a.user_id', '=', 'u.id'),
    )
    .leftJoin('sites as s', (join) =>
      join.onRef('s.tenant_id', '=', 'a.tenant_id').onRef('s.id', '=', 'a.site_id'),
    )
    .where('u.tenant_id', '=', tenantId);

const userQuery = (db: Db, tenantId: string) =>
  accountsWithSites(db, tenantId).select([
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
    'u.language',
    's.id as siteId',
    's.name as siteName',
  ]);

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
