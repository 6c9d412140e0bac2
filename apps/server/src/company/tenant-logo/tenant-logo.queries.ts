import { sql } from 'kysely';
import { logoConfigKey } from '@watchpost/domain/tenant-settings';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { wakeTenant } from '../notifications/notice-signals.queries.ts';

/** Name of an uploaded logo of the tenant; null for any other file. */
export async function findLogoFile({ db, tenantId }: SiteScope, fileId: string): Promise<string | null> {
  const row = await db
    .selectFrom('files')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', fileId)
    .where('purpose', '=', 'tenantLogo')
    .executeTakeFirst();
  return row?.name ?? null;
}

interface NewLogo {
  /** Empty for none. */
  readonly fileId: string;
  readonly before: string;
  readonly after: string;
}

/** Consoles that are open hear of it with their next answer: it counts as a change of the settings. */
export async function updateLogo(
  { db, tenantId }: SiteScope,
  { fileId, before, after }: NewLogo,
  origin: AuditOrigin,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('tenant_config')
      .values({ tenant_id: tenantId, config_key: logoConfigKey, config_value: fileId })
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'config_key']).doUpdateSet({ config_value: fileId }),
      )
      .execute();
    await transaction
      .insertInto('tenant_settings')
      .values({ tenant_id: tenantId, version: 1 })
      .onConflict((conflict) =>
        conflict.column('tenant_id').doUpdateSet({ version: sql<number>`tenant_settings.version + 1` }),
      )
      .execute();
    await wakeTenant(transaction, tenantId);
    const { name } = await transaction
      .selectFrom('tenants')
      .select('name')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    await insertAuditEntry(transaction, origin, {
      action: 'settings.logoChanged',
      subject: { id: tenantId, label: name },
      before: { logo: before },
      after: { logo: after },
    });
  });
}
