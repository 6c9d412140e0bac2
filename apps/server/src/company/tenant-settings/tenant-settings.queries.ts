import { sql } from 'kysely';
import type { SiteScope } from '../../platform/access/caller.ts';
import { insertAuditEntry } from '../../platform/audit/audit.queries.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';
import { wakeTenant } from '../notifications/notice-signals.queries.ts';
import type { ChangedFields } from '../../platform/audit/changed-fields.ts';

export interface StoredSettings {
  readonly name: string;
  /** Of the last save of these settings; 0 when there was none. */
  readonly version: number;
  readonly config: ReadonlyMap<string, string>;
}

export async function findSettings({ db, tenantId }: SiteScope): Promise<StoredSettings> {
  const tenant = await db
    .selectFrom('tenants as t')
    .leftJoin('tenant_settings as s', 's.tenant_id', 't.tenant_id')
    .select(['t.name', 's.config_version as version'])
    .where('t.tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('tenant_config')
    .select(['config_key as key', 'config_value as value'])
    .where('tenant_id', '=', tenantId)
    .execute();
  const config = new Map(rows.map(({ key, value }) => [key, value]));
  return { name: tenant.name, version: tenant.version ?? 0, config };
}

export interface NewSettings {
  readonly name: string;
  /** What changes, by key; null is not stored any more. */
  readonly config: ReadonlyMap<string, string | null>;
  /** The version that was edited. */
  readonly editedVersion: number;
  readonly changes: ChangedFields;
}

/** Stores name and config entries. False, and nothing stored, when somebody else saved since the edited version. */
export async function updateSettings(
  { db, tenantId }: SiteScope,
  settings: NewSettings,
  origin: AuditOrigin,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('tenant_settings')
      .values({ tenant_id: tenantId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const saved = await transaction
      .updateTable('tenant_settings')
      .set({ version: sql`version + 1`, config_version: sql`version + 1` })
      .where('tenant_id', '=', tenantId)
      .where('config_version', '=', settings.editedVersion)
      .returning('version')
      .executeTakeFirst();
    if (saved === undefined) return false;
    await transaction
      .updateTable('tenants')
      .set({ name: settings.name })
      .where('tenant_id', '=', tenantId)
      .execute();
    await storeConfig(transaction, tenantId, settings.config);
    await wakeTenant(transaction, tenantId);
    await insertAuditEntry(transaction, origin, {
      action: 'settings.changed',
      subject: { id: tenantId, label: settings.name },
      ...settings.changes,
    });
    return true;
  });
}

async function storeConfig(
  transaction: SiteScope['db'],
  tenantId: string,
  config: NewSettings['config'],
): Promise<void> {
  const unset = [...config].flatMap(([key, value]) => (value === null ? [key] : []));
  if (unset.length > 0) {
    await transaction
      .deleteFrom('tenant_config')
      .where('tenant_id', '=', tenantId)
      .where('config_key', 'in', unset)
      .execute();
  }
  const rows = [...config].flatMap(([config_key, config_value]) =>
    config_value === null ? [] : [{ tenant_id: tenantId, config_key, config_value }],
  );
  if (rows.length === 0) return;
  await transaction
    .insertInto('tenant_config')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'config_key'])
        .doUpdateSet((set) => ({ config_value: set.ref('excluded.config_value') })),
    )
    .execute();
}
