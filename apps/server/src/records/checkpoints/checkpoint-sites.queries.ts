// The sites that checkpoints stand at.
import type { CheckpointsAround } from '@watchpost/contract/checkpoints';
import type { SiteScope } from '../../platform/access/caller.ts';

/** The site with its checkpoints by name; null for a site that is not the caller's. */
export async function findAround(
  { db, tenantId, siteId }: SiteScope,
  id: string,
): Promise<CheckpointsAround | null> {
  if (siteId !== null && siteId !== id) return null;
  const site = await db
    .selectFrom('sites')
    .select(['id', 'name', 'latitude', 'longitude'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (site === undefined) return null;
  const checkpoints = await db
    .selectFrom('checkpoints')
    .select(['id', 'name', 'latitude', 'longitude', 'radius_metres as radiusMetres', 'activated'])
    .where('tenant_id', '=', tenantId)
    .where('site_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('sort_name')
    .orderBy('id')
    .execute();
  return { site, checkpoints };
}
