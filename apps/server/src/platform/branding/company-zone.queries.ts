import { isTimeZone } from '@watchpost/domain/time-zone';
import { defaultTimeZone } from '@watchpost/domain/zone-names';
import type { Db } from '../db/database.ts';

/** The zone that the company has chosen, else the product's; UTC where this server knows neither. */
export async function findCompanyZone(db: Db, tenantId: string): Promise<string> {
  const row = await db
    .selectFrom('tenant_config')
    .select('config_value as zone')
    .where('tenant_id', '=', tenantId)
    .where('config_key', '=', 'timeZone')
    .executeTakeFirst();
  return [row?.zone || defaultTimeZone].find(isTimeZone) ?? 'UTC';
}
