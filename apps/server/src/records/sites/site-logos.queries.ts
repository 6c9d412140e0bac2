import { sql } from 'kysely';
import type { SiteRow } from '@watchpost/contract/sites';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';

export interface StoredPicture {
  readonly name: string;
  readonly mediaType: string;
  readonly storageKey: string;
}

/** The logo of a site that the caller may see; null for any other file. */
export async function findShownLogo(
  { db, tenantId, siteId }: SiteScope,
  fileId: string,
): Promise<StoredPicture | null> {
  const row = await db
    .selectFrom('sites as s')
    .innerJoin('files as f', (join) =>
      join.onRef('f.tenant_id', '=', 's.tenant_id').onRef('f.id', '=', 's.logo_file_id'),
    )
    .select(['f.name', 'f.media_type as mediaType', 'f.storage_key as storageKey'])
    .where('s.tenant_id', '=', tenantId)
    .where('s.logo_file_id', '=', fileId)
    .where('s.deleted_at', 'is', null)
    .$if(siteId !== null, (query) => query.where('s.id', '=', siteId))
    .executeTakeFirst();
  return row ?? null;
}

/** The version stays: no form holds the logo, so that no edit is lost by it. */
export async function updateSiteLogo(
  { db, tenantId }: SiteScope,
  site: SiteRow,
  fileId: string | null,
  origin: AuditOrigin,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('sites')
      .set({ logo_file_id: fileId, updated_at: sql`now()` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', site.id)
      .execute();
    await insertAuditEntry(transaction, origin, {
      action: 'site.logoChanged',
      subject: { id: site.id, label: site.name },
      before: { hasLogo: site.logo !== '' },
      after: { hasLogo: fileId !== null },
    });
  });
}
