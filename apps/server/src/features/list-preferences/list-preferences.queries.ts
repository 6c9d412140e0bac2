import { type ListPreferences, preferencesAtFirst } from '@watchpost/contract/list-preferences';
import type { ListArea } from '@watchpost/domain/managed-records';
import type { SiteScope } from '../../access/caller.ts';
import { storableJson } from '../../db/storable-json.ts';

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
  return row?.preferences ?? preferencesAtFirst(area);
}

export async function upsertPreferences(
  { db, tenantId }: SiteScope,
  userId: string,
  area: ListArea,
  preferences: ListPreferences,
): Promise<void> {
  const stored = storableJson(preferences);
  await db
    .insertInto('list_preferences')
    .values({ tenant_id: tenantId, user_id: userId, area, preferences: stored })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'area']).doUpdateSet({ preferences: stored }),
    )
    .execute();
}
