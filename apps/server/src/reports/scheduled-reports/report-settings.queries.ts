import { defaultTenantSettings, fromConfig, settingKeys } from '@watchpost/domain/tenant-settings';
import type { Db } from '../../platform/db/database.ts';

export interface TenantLook {
  readonly name: string;
  readonly slug: string;
  readonly timeZone: string;
  /** #rrggbb; empty for the product's own. */
  readonly accent: string;
}

/** What a report takes from the tenant. */
export async function findTenantLook(db: Db, tenantId: string): Promise<TenantLook> {
  const [tenant, rows] = await Promise.all([
    db
      .selectFrom('tenants')
      .select(['name', 'slug'])
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('tenant_config')
      .select(['config_key', 'config_value'])
      .where('tenant_id', '=', tenantId)
      .where('config_key', 'in', settingKeys)
      .execute(),
  ]);
  const config = new Map(rows.map((row): [string, string] => [row.config_key, row.config_value]));
  const { timeZone, accentColour } = fromConfig((key) => config.get(key));
  return { ...tenant, timeZone: timeZone || defaultTenantSettings.timeZone, accent: accentColour ?? '' };
}

export interface ReportSite {
  readonly name: string;
  readonly timeZone: string;
  readonly isGone: boolean;
}

export async function findReportSite(db: Db, tenantId: string, siteId: string): Promise<ReportSite | null> {
  const row = await db
    .selectFrom('sites')
    .select(['name', 'time_zone', 'deleted_at'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', siteId)
    .executeTakeFirst();
  return row === undefined
    ? null
    : { name: row.name, timeZone: row.time_zone, isGone: row.deleted_at !== null };
}
