import { dateFormats } from '@watchpost/domain/limits';
import { dateFormatChoices, displayFormat, hourCycleOf } from '@watchpost/domain/tenant-settings';
import type { Db } from '../db/database.ts';

/** The tenant's own format of times, to be shown by; null while it keeps the product's (MNG-09). */
export async function findOwnDateFormat(db: Db, tenantId: string): Promise<string | null> {
  const row = await db
    .selectFrom('tenant_config')
    .select('config_value as format')
    .where('tenant_id', '=', tenantId)
    .where('config_key', '=', 'dateFormat')
    .executeTakeFirst();
  return ownDateFormat(row?.format);
}

/** Of the stored setting; null where that is none of the tenant's own. */
export function ownDateFormat(stored: string | undefined): string | null {
  const isOwn = dateFormatChoices.some((choice) => choice === stored && choice !== dateFormats.dateTime);
  return isOwn ? displayFormat(stored) : null;
}

/** Of files: as the tenant writes times, else in the product's short form. */
export async function findFileDateFormat(db: Db, tenantId: string): Promise<string> {
  return (await findOwnDateFormat(db, tenantId)) ?? dateFormats.shortDateTime;
}

/** How the tenant has its hours counted. */
export async function findHourCycle(db: Db, tenantId: string): Promise<'h12' | 'h23'> {
  return hourCycleOf((await findOwnDateFormat(db, tenantId)) ?? displayFormat(undefined));
}
