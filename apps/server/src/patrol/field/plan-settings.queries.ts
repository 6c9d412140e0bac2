import { type SosPhones, sosPhonesOf } from '@watchpost/domain/sos-phones';
import { displayFormat, fromConfig } from '@watchpost/domain/tenant-settings';
import type { GuardScope } from '../../platform/access/caller.ts';
import { ownDateFormat } from '../../platform/branding/date-format.queries.ts';

export interface PlanSettings {
  /** In day.js tokens, as times are shown. */
  readonly dateFormat: string;
  readonly phones: SosPhones;
}

/** What a phone keeps of its company's settings. */
export async function findPlanSettings({ db, tenantId }: GuardScope): Promise<PlanSettings> {
  const rows = await db
    .selectFrom('tenant_config')
    .select(['config_key as key', 'config_value as value'])
    .where('tenant_id', '=', tenantId)
    .where('config_key', 'in', ['dateFormat', 'defaultCountryCode', 'controlRoomPhone', 'emergencyNumber'])
    .execute();
  const config = new Map(rows.map(({ key, value }) => [key, value]));
  return {
    dateFormat: ownDateFormat(config.get('dateFormat')) ?? displayFormat(undefined),
    phones: sosPhonesOf(fromConfig((key) => config.get(key))),
  };
}
