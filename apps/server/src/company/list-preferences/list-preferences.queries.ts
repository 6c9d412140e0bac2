import { type ListPreferences, preferencesAtFirst } from '@watchpost/contract/list-preferences';
import type { ListArea } from '@watchpost/domain/managed-records';
import type { SiteScope } from '../../platform/access/caller.ts';
import { storableJson } from '../../platform/db/storable-json.ts';

export async function findPreferences(
  { db, tenantId }: SiteScope,
  userId: string,
  area: ListArea,
): Promise<ListPreferences> {
  const row = await db
    .selectFrom('list_preferences')
    .select('preferences')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('area', '=', area)
    .executeTakeFirst();
  return { ...preferencesAtFirst(area), ...row?.preferences };
}

export async function upsertPreferences(
  { db, tenantId }: SiteScope,
  userId: string,
  area: ListArea,
  preferences: ListPreferences,
): Promise<void> {
  const stored = storableJson(arranged(area, preferences));
  await db
    .insertInto('list_preferences')
    .values({ tenant_id: tenantId, user_id: userId, area, preferences: stored })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'area']).doUpdateSet({ preferences: stored }),
    )
    .execute();
}

/** Columns as they are at first are not a choice: a saved view alone does not store them. */
function arranged(area: ListArea, { hiddenColumns, views }: ListPreferences): Partial<ListPreferences> {
  const atFirst = new Set(preferencesAtFirst(area).hiddenColumns);
  const isAtFirst =
    hiddenColumns.length === atFirst.size && hiddenColumns.every((column) => atFirst.has(column));
  return isAtFirst ? { views } : { hiddenColumns, views };
}
