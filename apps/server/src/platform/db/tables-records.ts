import type { ColumnType } from 'kysely';
import type { ListPreferences } from '@watchpost/contract/list-preferences';

export interface RecordTables {
  list_preferences: {
    tenant_id: string;
    user_id: string;
    area: string;
    preferences: ColumnType<Partial<ListPreferences>, string, string>;
  };
}
