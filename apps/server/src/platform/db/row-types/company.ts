// Written by "npm run db:snapshot" from the catalog and column-types.ts.
import type { ColumnTypes } from '../column-types.ts';
import type { Default, Json, Timestamp } from '../row-type.ts';

export interface CompanyTables {
  /** The company's settings that are not single values, and their versions. */
  tenant_settings: {
    tenant_id: string;
    version: Default<number>;
    config_version: Default<number>;
    access_version: Default<number>;
    sub_admin_access: Default<Json<unknown>>;
  };
  /** One setting of the company. */
  tenant_config: {
    tenant_id: string;
    config_key: string;
    config_value: string;
  };
  /** An information page as it is now, such as the privacy policy. */
  app_settings: {
    tenant_id: string;
    id: string;
    html: string;
    version: Default<number>;
    saved_at: Default<Timestamp>;
    saved_by: string | null;
    restored_from: number | null;
  };
  /** Each text that an information page has had. */
  app_setting_revisions: {
    tenant_id: string;
    page_id: string;
    version: number;
    html: string;
    saved_at: Default<Timestamp>;
    saved_by: string | null;
    restored_from: number | null;
  };
  /** A user's notifications as a whole: how many there were and how many were seen. */
  notification_inboxes: {
    tenant_id: string;
    user_id: string;
    last_no: Default<number>;
    seen_no: Default<number>;
  };
  /** A notification in a user's panel. */
  notifications: {
    tenant_id: string;
    user_id: string;
    no: number;
    id: string;
    kind: string;
    site_id: string | null;
    params: Json<ColumnTypes['notifications.params']>;
    link: string | null;
    created_at: Default<Timestamp>;
    read_at: Timestamp<null>;
  };
  /** Which kinds of notification a user wants, by channel. */
  notification_preferences: {
    tenant_id: string;
    user_id: string;
    kind: string;
    channel: string;
    is_on: boolean;
  };
  /** What was already notified, so that no one is notified twice. */
  told_notices: {
    tenant_id: string;
    kind: string;
    subject: string;
    told_at: Default<Timestamp>;
  };
}
