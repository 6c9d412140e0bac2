// Rows of the tenant's settings and of the information pages.
import type { ColumnType, Generated } from 'kysely';

interface TenantRow {
  tenant_id: string;
}
type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

export interface SettingsTables {
  app_settings: TenantRow & {
    id: string;
    html: string;
    version: Generated<number>;
    saved_at: Timestamp;
    saved_by: string | null;
    restored_from: number | null;
  };
  app_setting_revisions: TenantRow & {
    page_id: string;
    version: number;
    html: string;
    saved_at: Timestamp;
    saved_by: string | null;
    restored_from: number | null;
  };
  tenant_config: TenantRow & { config_key: string; config_value: string };
  tenant_settings: TenantRow & {
    version: Generated<number>;
    config_version: Generated<number>;
    access_version: Generated<number>;
    /** Read with readSwitches(): no one vouches for its shape. */
    sub_admin_access: ColumnType<unknown, string | undefined, string>;
  };
}
