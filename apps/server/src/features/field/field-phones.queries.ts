import type { FieldPlan } from '@watchpost/contract/field';
import { sosPhonesOf } from '@watchpost/domain/sos-phones';
import { fromConfig } from '@watchpost/domain/tenant-settings';
import type { GuardScope } from '../../access/caller.ts';

/** Whom the guard phones in danger: the control room, else who is the contact of a site of the guard's. */
export async function findPhones(scope: GuardScope): Promise<NonNullable<FieldPlan['phones']>> {
  const { db, tenantId } = scope;
  const rows = await db
    .selectFrom('tenant_config')
    .select(['config_key as key', 'config_value as value'])
    .where('tenant_id', '=', tenantId)
    .where('config_key', 'in', ['defaultCountryCode', 'controlRoomPhone', 'emergencyNumber'])
    .execute();
  const config = new Map(rows.map(({ key, value }) => [key, value]));
  const phones = sosPhonesOf(fromConfig((key) => config.get(key)));
  return { ...phones, sites: phones.controlRoom === '' ? await findSiteContacts(scope) : [] };
}

function findSiteContacts({ db, tenantId, guardId }: GuardScope) {
  return db
    .selectFrom('guard_sites as g')
    .innerJoin('sites as s', (join) =>
      join.onRef('s.tenant_id', '=', 'g.tenant_id').onRef('s.id', '=', 'g.site_id'),
    )
    .select(['s.id as siteId', 's.name as siteName', 's.contact_phone as phone'])
    .where('g.tenant_id', '=', tenantId)
    .where('g.guard_id', '=', guardId)
    .where('s.activated', '=', true)
    .where('s.contact_phone', '<>', '')
    .orderBy('s.name')
    .orderBy('s.id')
    .execute();
}
