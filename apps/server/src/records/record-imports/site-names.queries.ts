import type { SiteScope } from '../../platform/access/caller.ts';
import { type SiteNames, siteNames } from './site-names.ts';

/** The sites that the caller may put records at. */
export async function findSiteNames({ db, tenantId, siteId }: SiteScope): Promise<SiteNames> {
  const rows = await db
    .selectFrom('sites')
    .select(['id', 'name', 'latitude', 'longitude'])
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .$if(siteId !== null, (query) => query.where('id', '=', siteId))
    .execute();
  return siteNames(rows);
}
