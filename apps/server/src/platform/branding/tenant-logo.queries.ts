import { sql } from 'kysely';
import { logoConfigKey } from '@watchpost/domain/tenant-settings';
import type { Db } from '../db/database.ts';

export interface TenantLogo {
  readonly fileId: string;
  readonly mediaType: string;
  readonly storageKey: string;
}

/** The tenant's own logo; null where the product's stands. */
export async function findLogo(db: Db, tenantId: string): Promise<TenantLogo | null> {
  const row = await db
    .selectFrom('tenant_config as c')
    .innerJoin('files as f', (join) =>
      join.onRef('f.tenant_id', '=', 'c.tenant_id').on(sql<boolean>`f.id::text = c.config_value`),
    )
    .select(['f.id as fileId', 'f.media_type as mediaType', 'f.storage_key as storageKey'])
    .where('c.tenant_id', '=', tenantId)
    .where('c.config_key', '=', logoConfigKey)
    .where('f.purpose', '=', 'tenantLogo')
    .executeTakeFirst();
  return row ?? null;
}
