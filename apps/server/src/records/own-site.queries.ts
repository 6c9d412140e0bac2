import type { SiteScope } from '../access/caller.ts';

/** Whether the caller may make something there. Within a transaction the site stays until its end (MNG-01). */
export async function holdOwnSite({ db, tenantId, siteId }: SiteScope, id: string): Promise<boolean> {
  if (siteId !== null && siteId !== id) return false;
  const site = await db
    .selectFrom('sites')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return site !== undefined;
}
