-- What every part needs: companies, files, mail, jobs, push and the audit log.

CREATE EXTENSION btree_gin;

CREATE COLLATION name_order (provider = icu, locale = 'und-u-kn-true');

-- A company that uses the product. The only table that every request reads before it knows the company.
CREATE TABLE tenants (
  -- Identifies the company; every other table begins with it.
  tenant_id uuid NOT NULL,
  -- Short name in addresses, unique over all companies.
  slug text NOT NULL,
  -- The company's name.
  name text NOT NULL,
  -- True for the made-up company, whose passwords are published.
  is_demo boolean NOT NULL DEFAULT false,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Rounds that arrived earlier open no exceptions; epoch milliseconds.
  exceptions_from_ms bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id),
  UNIQUE (slug)
);
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
CREATE POLICY found_by_slug ON tenants FOR SELECT USING (true);
CREATE POLICY own_tenant ON tenants FOR UPDATE
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, UPDATE (name) ON tenants TO watchpost_app;

-- A file that a person uploaded; its contents are in the file store. Personal data: Who a guard is.
CREATE TABLE files (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- personal: File name as it was uploaded.
  name text NOT NULL,
  -- Its media type, such as image/jpeg.
  media_type text NOT NULL,
  -- Size in bytes.
  bytes integer NOT NULL,
  -- personal: SHA-256 of its contents.
  sha256 bytea NOT NULL,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- personal: The user who uploaded it; null once the account is gone.
  owner_id uuid,
  -- What it is for, which decides who may read it.
  purpose text NOT NULL DEFAULT 'image',
  -- Width in pixels; 0 when it is no picture.
  width integer NOT NULL DEFAULT 0,
  -- Height in pixels; 0 when it is no picture.
  height integer NOT NULL DEFAULT 0,
  -- personal: What its name in the file store begins with.
  storage_key text NOT NULL DEFAULT '',
  PRIMARY KEY (tenant_id, id),
  CHECK (purpose IN ('profileImage', 'image', 'tenantLogo', 'siteLogo', 'floorPlan', 'evidence')),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id) ON DELETE SET NULL (owner_id)
);
CREATE INDEX files_by_owner ON files (tenant_id, owner_id);
ALTER TABLE files ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON files USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON files TO watchpost_app;

-- Who changed what, when and from where. Appended to, never changed. Personal data: The audit log.
CREATE TABLE audit_entries (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- A UUID of version 7 made at at_ms: the order of the log.
  id uuid NOT NULL,
  -- When it happened; epoch milliseconds.
  at_ms bigint NOT NULL,
  -- personal: The user who did it; null when no one was signed in.
  actor_id uuid,
  -- personal: Name of who did it, as it was then.
  actor_name text NOT NULL,
  -- Role of the user at that time.
  actor_role text,
  -- What was done, such as update.
  action text NOT NULL,
  -- What kind of record it was done to.
  subject_type text NOT NULL,
  -- personal: Id of the record.
  subject_id text NOT NULL,
  -- personal: Name of the record, as it was then.
  subject_label text NOT NULL,
  -- personal: Fields that changed, with their values before; null when the record is new.
  before jsonb,
  -- personal: Fields that changed, with their values after; null when the record was deleted.
  after jsonb,
  -- personal: Internet address that the request came from.
  address text NOT NULL,
  -- personal: The browser that sent the request.
  agent text NOT NULL,
  -- Id of the request, as in the server's own log.
  request_id text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX audit_entries_by_action ON audit_entries (tenant_id, action, id);
CREATE INDEX audit_entries_by_actor ON audit_entries (tenant_id, actor_id, action, id);
CREATE INDEX audit_entries_by_subject ON audit_entries (tenant_id, subject_id, action, id);
ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON audit_entries
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON audit_entries TO watchpost_app;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_audit_entry_change();
CREATE TRIGGER log_added AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION note_for_log();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_audit_change();

-- Every name in the audit log once, so that its filter lists them without reading the whole log. Personal data: The
-- audit log.
CREATE TABLE audit_names (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Whether the name is that of an actor or of a subject.
  kind text NOT NULL,
  -- personal: Id of the actor or subject.
  id text NOT NULL,
  -- personal: The latest name.
  name text NOT NULL,
  PRIMARY KEY (tenant_id, kind, id, name),
  CHECK (kind IN ('actor', 'subject')),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
ALTER TABLE audit_names ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON audit_names
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON audit_names TO watchpost_app;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_names FOR EACH ROW
  EXECUTE FUNCTION refuse_audit_name_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_names FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_audit_change();

-- A message to be mailed, and what became of it. Personal data: Sent mail.
CREATE TABLE mail_messages (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- personal: Address that it goes to.
  recipient text NOT NULL,
  -- Which text it is made from.
  template text NOT NULL,
  -- Language code of the texts, such as en.
  language text NOT NULL,
  -- personal: Subject line.
  subject text NOT NULL,
  -- personal: Plain text; null once it was sent, because it may contain a code. Demo companies keep it.
  text_part text,
  -- personal: The same as HTML; null once it was sent.
  html_part text,
  -- queued, sending, sent or failed.
  state text NOT NULL DEFAULT 'queued',
  -- Why the last attempt failed; empty otherwise.
  reason text NOT NULL DEFAULT '',
  -- How often it was tried.
  attempts smallint NOT NULL DEFAULT 0,
  -- While queued, when it is tried next; while sending, when the attempt counts as lost.
  next_try_at timestamptz NOT NULL DEFAULT now(),
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When the mail server accepted it; null until then.
  sent_at timestamptz,
  -- When it was last tried; null until then.
  tried_at timestamptz,
  -- personal: Files that are read when the message leaves: [{key, name, mediaType}].
  attachments jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- personal: Address that answers a POST by ending the subscription (RFC 8058); null where there is none.
  unsubscribe_url text,
  PRIMARY KEY (tenant_id, id),
  CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
CREATE INDEX mail_messages_by_sending ON mail_messages (tenant_id, sent_at);
CREATE INDEX mail_messages_by_state ON mail_messages (tenant_id, state, id);
CREATE INDEX mail_messages_due ON mail_messages (tenant_id, next_try_at) WHERE state IN ('queued', 'sending');
ALTER TABLE mail_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON mail_messages
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_messages TO watchpost_app;

-- Whether a person without an account agreed to be mailed, and for what. Personal data: Scheduled reports.
CREATE TABLE mail_consents (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- What the mail is: scheduled reports or heads of the log.
  purpose text NOT NULL,
  -- personal: SHA-256 of the address, so that a refusal outlives the erasure of the address.
  address_hash bytea NOT NULL,
  -- personal: The address; null once it was erased.
  address text,
  -- personal: invited, agreed, agreed before invitations existed, or stopped.
  state text NOT NULL,
  -- personal: Language code of the texts, such as en.
  language text NOT NULL,
  -- personal: How many invitations were mailed.
  invitations smallint NOT NULL DEFAULT 0,
  -- personal: When the last invitation was mailed; null: none was.
  invited_at timestamptz,
  -- personal: When the person answered; null: not yet.
  answered_at timestamptz,
  -- personal: When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, purpose, address_hash),
  CHECK (purpose IN ('scheduledReports', 'logHeads')),
  CHECK (state IN ('invited', 'agreed', 'agreedBefore', 'stopped'))
);
CREATE INDEX mail_consents_by_invitation ON mail_consents (tenant_id, invited_at);
ALTER TABLE mail_consents ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON mail_consents
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON mail_consents TO watchpost_app;

-- A mailed link by which a person agrees or refuses. Personal data: Scheduled reports.
CREATE TABLE mail_consent_links (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: SHA-256 of the secret, which is not stored itself.
  token_hash bytea NOT NULL,
  -- personal: The consent that it answers.
  consent_id uuid NOT NULL,
  -- personal: When the link was made.
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, consent_id) REFERENCES mail_consents(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX mail_consent_links_by_consent ON mail_consent_links (tenant_id, consent_id);
ALTER TABLE mail_consent_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON mail_consent_links
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON mail_consent_links TO watchpost_app;

-- The key pair by which the company's server is known to push services (VAPID).
CREATE TABLE push_keys (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Public key, given to browsers.
  public_key text NOT NULL,
  -- Private key, sealed with the server's secret.
  private_key text NOT NULL,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE push_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON push_keys
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON push_keys TO watchpost_app;

-- A browser that gets push notifications. Personal data: Push subscriptions.
CREATE TABLE push_subscriptions (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- personal: The user who is signed in there.
  user_id uuid NOT NULL,
  -- personal: SHA-256 of the session's secret: the subscription ends with the session.
  token_hash bytea NOT NULL,
  -- personal: Address at the browser's push service.
  endpoint text NOT NULL,
  -- personal: Public key of the browser, by which messages are encrypted.
  p256dh text NOT NULL,
  -- personal: Shared secret of the browser, by which messages are encrypted.
  auth text NOT NULL,
  -- personal: Language of the texts in that browser.
  language text NOT NULL,
  -- personal: When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, endpoint),
  FOREIGN KEY (tenant_id, token_hash) REFERENCES sessions(tenant_id, token_hash) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX push_subscriptions_by_session ON push_subscriptions (tenant_id, token_hash);
CREATE INDEX push_subscriptions_by_user ON push_subscriptions (tenant_id, user_id);
ALTER TABLE push_subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON push_subscriptions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscriptions TO watchpost_app;
