import type { SiteScope } from '../../platform/access/caller.ts';

/** Name of a site that is not deleted, and is not until the transaction ends; null for any other. */
export async function findSiteName(
  { db, tenantId }: Pick<SiteScope, 'db' | 'tenantId'>,
  id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('sites')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row?.name ?? null;
}
