-- What a company sets for itself: settings, information pages and notifications.

-- The company's settings that are not single values, and their versions.
CREATE TABLE tenant_settings (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Counts all saves of settings.
  version integer NOT NULL DEFAULT 0,
  -- Value of version at the last save of tenant_config.
  config_version integer NOT NULL DEFAULT 0,
  -- Value of version at the last save of sub_admin_access.
  access_version integer NOT NULL DEFAULT 0,
  -- What site managers may do where it differs from the defaults: {GROUP: [actions]}.
  sub_admin_access jsonb NOT NULL DEFAULT '{}'::jsonb,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE tenant_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON tenant_settings
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON tenant_settings TO watchpost_app;
CREATE TRIGGER signal_changed AFTER UPDATE ON tenant_settings REFERENCING OLD TABLE AS removed NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_access();
CREATE TRIGGER version_added AFTER INSERT ON tenant_settings REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('tenant_id', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON tenant_settings REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('tenant_id', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON tenant_settings REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('tenant_id', 'without');

-- One setting of the company.
CREATE TABLE tenant_config (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Name of the setting.
  config_key text NOT NULL,
  -- Its value as text.
  config_value text NOT NULL,
  PRIMARY KEY (tenant_id, config_key),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE tenant_config ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON tenant_config
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_config TO watchpost_app;
CREATE TRIGGER version_added AFTER INSERT ON tenant_config REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('config_key', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON tenant_config REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('config_key', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON tenant_config REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('config_key', 'without');

-- An information page as it is now, such as the privacy policy. Personal data: Users of the console.
CREATE TABLE app_settings (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Which page.
  id text NOT NULL,
  -- The page's text, as HTML that was cleaned.
  html text NOT NULL,
  -- Number of the revision.
  version integer NOT NULL DEFAULT 1,
  -- When it was saved.
  saved_at timestamptz NOT NULL DEFAULT now(),
  -- personal: The user who saved it; null: it came with the company.
  saved_by uuid,
  -- Number of the revision that it was restored from; null otherwise.
  restored_from integer,
  PRIMARY KEY (tenant_id, id),
  CHECK (id IN ('aboutCompany', 'contactSupport', 'faqs', 'privacyPolicy', 'termConditions')),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE app_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON app_settings
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON app_settings TO watchpost_app;

-- Each text that an information page has had. Personal data: Users of the console.
CREATE TABLE app_setting_revisions (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Which page.
  page_id text NOT NULL,
  -- Number of the revision, from 1.
  version integer NOT NULL,
  -- The page's text, as HTML that was cleaned.
  html text NOT NULL,
  -- When it was saved.
  saved_at timestamptz NOT NULL DEFAULT now(),
  -- personal: The user who saved it; null: it came with the company.
  saved_by uuid,
  -- Number of the revision that it was restored from; null otherwise.
  restored_from integer,
  PRIMARY KEY (tenant_id, page_id, version),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE app_setting_revisions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON app_setting_revisions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON app_setting_revisions TO watchpost_app;

-- A user's notifications as a whole: how many there were and how many were seen. Personal data: Users of the
-- console.
CREATE TABLE notification_inboxes (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The user of the console.
  user_id uuid NOT NULL,
  -- Number of the newest notification.
  last_no bigint NOT NULL DEFAULT 0,
  -- The user opened the panel when this one was the newest.
  seen_no bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE notification_inboxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON notification_inboxes
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_inboxes TO watchpost_app;

-- A notification in a user's panel. Personal data: Notifications.
CREATE TABLE notifications (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The user of the console.
  user_id uuid NOT NULL,
  -- Number within the user's notifications, from 1.
  no bigint NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- What it is about, which decides its text.
  kind text NOT NULL,
  -- The site that it concerns; null: none in particular.
  site_id uuid,
  -- personal: Values that the text names.
  params jsonb NOT NULL,
  -- personal: Page of the console that it opens; null: none.
  link text,
  -- personal: When it was sent.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- personal: When it was read; null: not yet.
  read_at timestamptz,
  PRIMARY KEY (tenant_id, user_id, no),
  UNIQUE (tenant_id, id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX notifications_unread ON notifications (tenant_id, user_id, no) WHERE read_at IS NULL;
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON notifications
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON notifications TO watchpost_app;

-- Which kinds of notification a user wants, by channel. Personal data: Users of the console.
CREATE TABLE notification_preferences (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The user of the console.
  user_id uuid NOT NULL,
  -- personal: The kind of notification.
  kind text NOT NULL,
  -- personal: How it arrives: in the panel, by mail or by push.
  channel text NOT NULL,
  -- personal: Whether it is wanted.
  is_on boolean NOT NULL,
  PRIMARY KEY (tenant_id, user_id, kind, channel),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON notification_preferences
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_preferences TO watchpost_app;

-- What was already notified, so that no one is notified twice.
CREATE TABLE told_notices (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The kind of notification.
  kind text NOT NULL,
  -- What it was about, such as the id of a round.
  subject text NOT NULL,
  -- When it was sent.
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, kind, subject),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX told_notices_by_time ON told_notices (tenant_id, told_at);
ALTER TABLE told_notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON told_notices
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON told_notices TO watchpost_app;
