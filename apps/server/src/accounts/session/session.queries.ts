import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import type { Db } from '../../platform/db/database.ts';

export interface FoundSite {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
}

/** Sites that the scope allows, in the order of names (SIGN-10). */
export async function findSites(scope: SiteScope): Promise<FoundSite[]> {
  return scope.db
    .selectFrom('sites')
    .select(['id', 'name', 'latitude', 'longitude', 'time_zone as timeZone'])
    .where('tenant_id', '=', scope.tenantId)
    .where('deleted_at', 'is', null)
    .$if(scope.siteId !== null, (query) => query.where('id', '=', scope.siteId))
    .orderBy('sort_name')
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

/** What the button says that leads to the tenant's sign-in provider; null when there is no such way in. */
export async function findSignInProvider(db: Db, tenantId: string): Promise<{ label: string } | null> {
  const row = await db
    .selectFrom('sign_in_providers')
    .select('label')
    .where('tenant_id', '=', tenantId)
    .where('is_on', '=', true)
    .executeTakeFirst();
  return row ?? null;
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
