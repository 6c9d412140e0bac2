import type { SiteScope } from '../access/caller.ts';

const siteOf = ({ db, tenantId }: SiteScope, id: string) =>
  db
    .selectFrom('sites')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null);

const isBeyond = ({ siteId }: SiteScope, id: string) => siteId !== null && siteId !== id;

/** Whether the caller may see what is there. */
export async function isOwnSite(scope: SiteScope, id: string): Promise<boolean> {
  return !isBeyond(scope, id) && (await siteOf(scope, id).executeTakeFirst()) !== undefined;
}

/** Whether the caller may make something there. Within a transaction the site stays until its end (MNG-01). */
export async function lockOwnSite(scope: SiteScope, id: string): Promise<boolean> {
  return !isBeyond(scope, id) && (await siteOf(scope, id).forShare().executeTakeFirst()) !== undefined;
}
