import { sql } from 'kysely';
import { logoConfigKey } from '@watchpost/domain/tenant-settings';
import type { ConsoleCaller, SiteScope } from '../../platform/access/caller.ts';

export interface FoundFile {
  readonly name: string;
  readonly mediaType: string;
  readonly storageKey: string;
}

/** A file that the caller may see: the caller's own, the photo of a guard of the caller's site, or any for super admins. */
export async function findFile(
  { scope: { db, tenantId, siteId }, userId, role }: ConsoleCaller,
  id: string,
): Promise<FoundFile | null> {
  const row = await db
    .selectFrom('files')
    .select(['name', 'media_type as mediaType', 'storage_key as storageKey'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .$if(role !== 'superAdmin', (query) =>
      query.where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('owner_id', '=', userId),
          exists(
            selectFrom('guards as g')
              .innerJoin('guard_sites as s', (join) =>
                join.onRef('s.tenant_id', '=', 'g.tenant_id').onRef('s.guard_id', '=', 'g.id'),
              )
              .select('g.id')
              .where('g.tenant_id', '=', tenantId)
              .where('s.site_id', '=', siteId)
              .whereRef('g.photo', '=', sql<string>`files.id::text`),
          ),
        ]),
      ),
    )
    .executeTakeFirst();
  return row ?? null;
}

/** Forgets the tenant's logos that it does not show, but for those that may still be about to be saved. Their keys. */
export async function deleteUnusedLogos({ db, tenantId }: SiteScope): Promise<string[]> {
  const rows = await db
    .deleteFrom('files')
    .where('tenant_id', '=', tenantId)
    .where('purpose', '=', 'tenantLogo')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tenant_config')
            .select('config_key')
            .where('tenant_config.tenant_id', '=', tenantId)
            .where('config_key', '=', logoConfigKey)
            .whereRef('config_value', '=', sql<string>`files.id::text`),
        ),
      ),
    )
    .returning('storage_key')
    .execute();
  return rows.map((row) => row.storage_key);
}

/** Forgets logos that no site shows, but for those that may still be about to be saved. Their keys. */
export async function deleteUnusedSiteLogos({ db, tenantId }: SiteScope): Promise<string[]> {
  const rows = await db
    .deleteFrom('files')
    .where('tenant_id', '=', tenantId)
    .where('purpose', '=', 'siteLogo')
    .where('created_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sites')
            .select('sites.id')
            .where('sites.tenant_id', '=', tenantId)
            .whereRef('sites.logo_file_id', '=', 'files.id'),
        ),
      ),
    )
    .returning('storage_key')
    .execute();
  return rows.map((row) => row.storage_key);
}
