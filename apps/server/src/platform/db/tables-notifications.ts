import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;

interface UserRow {
  tenant_id: string;
  user_id: string;
}

export interface NotificationTables {
  notification_inboxes: UserRow & { last_no: Generated<number>; seen_no: Generated<number> };
  notifications: UserRow & {
    no: number;
    id: string;
    kind: string;
    site_id: string | null;
    params: ColumnType<Record<string, string | number>, string, never>;
    link: string | null;
    created_at: Timestamp;
    read_at: Timestamp | null;
  };
  notification_preferences: UserRow & { kind: string; channel: string; is_on: boolean };
  told_notices: { tenant_id: string; kind: string; subject: string; told_at: Timestamp };
  known_devices: UserRow & { device_hash: Buffer; last_used_at: Timestamp };
  push_keys: { tenant_id: string; public_key: string; private_key: string };
  push_subscriptions: UserRow & {
    id: string;
    token_hash: Buffer;
    endpoint: string;
    p256dh: string;
    auth: string;
    language: string;
    created_at: Timestamp;
  };
}
