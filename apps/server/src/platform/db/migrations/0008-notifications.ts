import { type Kysely, sql } from 'kysely';

/** Notifications of each recipient, what each wants to hear, and the browsers that take Web Push. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const table of tables) {
    await sql.raw(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`).execute(db);
    await sql
      .raw(
        `CREATE POLICY own_tenant ON ${table}
          USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
      )
      .execute(db);
    await sql.raw(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO watchpost_app`).execute(db);
  }
  // Keys that every subscription was made for.
  await sql.raw('REVOKE UPDATE, DELETE ON push_keys FROM watchpost_app').execute(db);
}

const tables = [
  'notification_inboxes',
  'notifications',
  'notification_preferences',
  'known_devices',
  'push_keys',
  'push_subscriptions',
];

const statements = [
  // One row a recipient, locked while a notification is added: numbers are committed in their order, so that whoever
  // has seen number n has seen all before it.
  `CREATE TABLE notification_inboxes (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    last_no bigint NOT NULL DEFAULT 0,
    -- up to here the recipient has opened the panel
    seen_no bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
  )`,
  `CREATE TABLE notifications (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    no bigint NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    -- null when it concerns no site in particular
    site_id uuid,
    params jsonb NOT NULL,
    -- route of the console, null when there is nothing to open
    link text,
    created_at timestamptz NOT NULL DEFAULT now(),
    read_at timestamptz,
    PRIMARY KEY (tenant_id, user_id, no),
    UNIQUE (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites ON DELETE CASCADE
  )`,
  'CREATE INDEX notifications_unread ON notifications (tenant_id, user_id, no) WHERE read_at IS NULL',
  `CREATE TABLE notification_preferences (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    channel text NOT NULL,
    is_on boolean NOT NULL,
    PRIMARY KEY (tenant_id, user_id, kind, channel),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
  )`,
  `CREATE TABLE known_devices (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    -- SHA-256 of what tells one device and network from another
    device_hash bytea NOT NULL,
    last_used_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, user_id, device_hash),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
  )`,
  // The VAPID pair that push services know the tenant by
  `CREATE TABLE push_keys (
    tenant_id uuid PRIMARY KEY REFERENCES tenants,
    public_key text NOT NULL,
    private_key text NOT NULL
  )`,
  // Lives as long as the session that asked for it, so that signing out silences the browser.
  `CREATE TABLE push_subscriptions (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    endpoint text NOT NULL,
    p256dh text NOT NULL,
    auth text NOT NULL,
    language text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id),
    -- a browser belongs to whoever signed in there last
    UNIQUE (tenant_id, endpoint),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, token_hash) REFERENCES sessions ON DELETE CASCADE
  )`,
  'CREATE INDEX push_subscriptions_by_user ON push_subscriptions (tenant_id, user_id)',
  'CREATE INDEX push_subscriptions_by_session ON push_subscriptions (tenant_id, token_hash)',
];
