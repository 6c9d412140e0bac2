import type { Db } from '../db/database.ts';

export interface SiteLogo {
  readonly mediaType: string;
  readonly storageKey: string;
}

export async function findSiteLogo(
  db: Db,
  { tenantId, siteId }: { readonly tenantId: string; readonly siteId: string },
): Promise<SiteLogo | null> {
  const row = await db
    .selectFrom('sites as s')
    .innerJoin('files as f', (join) =>
      join.onRef('f.tenant_id', '=', 's.tenant_id').onRef('f.id', '=', 's.logo_file_id'),
    )
    .select(['f.media_type as mediaType', 'f.storage_key as storageKey'])
    .where('s.tenant_id', '=', tenantId)
    .where('s.id', '=', siteId)
    .executeTakeFirst();
  return row ?? null;
}
