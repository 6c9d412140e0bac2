-- The database as the version of 2026-11-29 made it (its last migration was 0109-applied-schema-files): its tables, and its
-- functions with their texts of that day. A new database starts with this file; one of that version has all of it and goes on
-- with the next. What each table and column means is in ../schema, which says what all files of this folder lead to.

CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE COLLATION name_order (provider = icu, locale = 'und-u-kn-true');

-- Functions of columns that are stored.

-- Text as searches compare it: lower case, without accents, with digits and quotes of every script alike. Equal to
-- readers/fold.ts.
CREATE FUNCTION fold_text(given text)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((octet_length(given) = length(given)) AND (given !~ '[\x01-\x1f\x7f]')) THEN (btrim(replace(replace(replace(lower((replace(replace(given, '''', ''), '`', '') COLLATE "C")), '  ', E' \u0001'), E'\u0001 ', ''), E'\u0001', '')) COLLATE "und-x-icu") ELSE btrim(replace(replace(replace(replace(replace(replace(replace(translate(regexp_replace(lower((NORMALIZE(translate(given, '´΄᾽᾿´', ''), NFKD) COLLATE "und-x-icu")), '[\u0300-\u036f\u0483-\u0487\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u0c3c\u0cbc''\u0060\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u07f4\u07f5\u2018-\u201b\u2032\u2035\ua78b\ua78c\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff0-\ufffb\u0001-\u0008\u000e-\u001b\u007f-\u0084\u0086-\u009f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g'), E'łƚɫđðɖɗøɵħŧƫʈıɨĸƙŋɲƞƀɓƈȼɇƒǥɠɉƥɍȿʉʋƴɏƶȥⱥς֊־˗᐀᠆‐‑‒–—―⁃−⸗⸚⸺⸻⹀⹝〜〰゠«»״“”„‟‹›\u0009\u000a\u000b\u000c\u000d\u001c\u001d\u001e\u001f\u0085\u1680\u2028\u2029\u2800·،؛।॥•‧、。⁄٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙᥆᥇᥈᥉᥊᥋᥌᥍᥎᥏᧐᧑᧒᧓᧔᧕᧖᧗᧘᧙᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉᪐᪑᪒᪓᪔᪕᪖᪗᪘᪙᭐᭑᭒᭓᭔᭕᭖᭗᭘᭙᮰᮱᮲᮳᮴᮵᮶᮷᮸᮹᱀᱁᱂᱃᱄᱅᱆᱇᱈᱉᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꘠꘡꘢꘣꘤꘥꘦꘧꘨꘩꣐꣑꣒꣓꣔꣕꣖꣗꣘꣙꤀꤁꤂꤃꤄꤅꤆꤇꤈꤉꧐꧑꧒꧓꧔꧕꧖꧗꧘꧙꧰꧱꧲꧳꧴꧵꧶꧷꧸꧹꩐꩑꩒꩓꩔꩕꩖꩗꩘꩙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹', 'lllddddoohtttiiqknnnbbccefggjprsuvyyzzaσ----------------------"""""""""                       /01234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789'), 'æ', 'ae'), 'œ', 'oe'), 'ß', 'ss'), 'þ', 'th'), '  ', E' \u0001'), E'\u0001 ', ''), E'\u0001', '')) END;

-- The groups of three letters of a folded text, which the index of a search stores.
CREATE FUNCTION search_grams(folded text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
SELECT coalesce(array_agg(DISTINCT substr(p.padded, i, 3)), '{}')
FROM regexp_split_to_table(folded, '[\s!-/:-@\[-`{-~]+') AS word
CROSS JOIN LATERAL (SELECT '  ' || word || ' ' AS padded) AS p
CROSS JOIN LATERAL generate_series(1, length(p.padded) - 2) AS i
WHERE word <> ''
$$;

-- Tables, each after those that it refers to.

CREATE TABLE applied_schema_files (
  name text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (name)
);

CREATE TABLE tenants (
  tenant_id uuid NOT NULL,
  slug text NOT NULL,
  name text NOT NULL,
  is_demo boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  exceptions_from_ms bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id),
  UNIQUE (slug)
);
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY;
CREATE POLICY found_by_slug ON tenants FOR SELECT USING (true);
CREATE POLICY own_tenant ON tenants FOR UPDATE
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, UPDATE (name) ON tenants TO watchpost_app;

CREATE TABLE audit_entries (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  at_ms bigint NOT NULL,
  actor_id uuid,
  actor_name text NOT NULL,
  actor_role text,
  action text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  subject_label text NOT NULL,
  before jsonb,
  after jsonb,
  address text NOT NULL,
  agent text NOT NULL,
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

CREATE TABLE audit_names (
  tenant_id uuid NOT NULL,
  kind text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (tenant_id, kind, id, name),
  CHECK (kind IN ('actor', 'subject')),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
ALTER TABLE audit_names ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON audit_names
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON audit_names TO watchpost_app;

CREATE TABLE mail_messages (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  recipient text NOT NULL,
  template text NOT NULL,
  language text NOT NULL,
  subject text NOT NULL,
  text_part text,
  html_part text,
  state text NOT NULL DEFAULT 'queued',
  reason text NOT NULL DEFAULT '',
  attempts smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  tried_at timestamptz,
  attachments jsonb NOT NULL DEFAULT '[]'::jsonb,
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

CREATE TABLE mail_consents (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  purpose text NOT NULL,
  address_hash bytea NOT NULL,
  address text,
  state text NOT NULL,
  language text NOT NULL,
  invitations smallint NOT NULL DEFAULT 0,
  invited_at timestamptz,
  answered_at timestamptz,
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

CREATE TABLE mail_consent_links (
  tenant_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  consent_id uuid NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, consent_id) REFERENCES mail_consents(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX mail_consent_links_by_consent ON mail_consent_links (tenant_id, consent_id);
ALTER TABLE mail_consent_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON mail_consent_links
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON mail_consent_links TO watchpost_app;

CREATE TABLE push_keys (
  tenant_id uuid NOT NULL,
  public_key text NOT NULL,
  private_key text NOT NULL,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE push_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON push_keys
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON push_keys TO watchpost_app;

CREATE TABLE users (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  email text NOT NULL,
  password_hash text NOT NULL,
  role text,
  activated boolean NOT NULL DEFAULT true,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  phone_number text NOT NULL DEFAULT '',
  country_code text NOT NULL DEFAULT '+91',
  profile_image text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  language text,
  invited_at timestamptz,
  is_address_unproven boolean NOT NULL DEFAULT false,
  invitation_ends_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  CHECK (language ~ '^[a-z]{2,3}$'),
  CHECK (role IN ('superAdmin', 'subAdmin', 'guard')),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
CREATE UNIQUE INDEX users_by_email ON users (tenant_id, lower(email));
ALTER TABLE users ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON users USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON users TO watchpost_app;

CREATE TABLE files (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  sha256 bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  owner_id uuid,
  purpose text NOT NULL DEFAULT 'image',
  width integer NOT NULL DEFAULT 0,
  height integer NOT NULL DEFAULT 0,
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

CREATE TABLE sign_in_failures (
  tenant_id uuid NOT NULL,
  subject text NOT NULL,
  failures integer NOT NULL,
  window_started_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, subject),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE sign_in_failures ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sign_in_failures
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_failures TO watchpost_app;

CREATE TABLE password_codes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  email_hash bytea NOT NULL,
  user_id uuid,
  otp_mac bytea NOT NULL,
  link_hash bytea,
  grant_hash bytea,
  tries smallint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  is_invitation boolean NOT NULL DEFAULT false,
  replaced_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX password_codes_by_email ON password_codes (tenant_id, email_hash, created_at);
CREATE UNIQUE INDEX password_codes_by_grant ON password_codes (tenant_id, grant_hash);
CREATE UNIQUE INDEX password_codes_by_link ON password_codes (tenant_id, link_hash);
CREATE INDEX password_codes_by_user ON password_codes (tenant_id, user_id);
ALTER TABLE password_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON password_codes
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON password_codes TO watchpost_app;

CREATE TABLE authenticators (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  sealed_secret text,
  pending_secret text,
  pending_until timestamptz,
  last_step bigint NOT NULL DEFAULT 0,
  added_at timestamptz,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE authenticators ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON authenticators
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON authenticators TO watchpost_app;

CREATE TABLE recovery_codes (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  code_mac bytea NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  salt bytea,
  PRIMARY KEY (tenant_id, user_id, code_mac),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON recovery_codes
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO watchpost_app;

CREATE TABLE passkeys (
  id uuid NOT NULL,
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  credential_id text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  rp_id text NOT NULL,
  name text NOT NULL,
  is_backed_up boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (tenant_id, credential_id);
CREATE INDEX passkeys_by_user ON passkeys (tenant_id, user_id);
ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON passkeys
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO watchpost_app;

CREATE TABLE pending_sign_ins (
  token_hash bytea NOT NULL,
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  must_enrol boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  way jsonb NOT NULL DEFAULT '{}'::jsonb,
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (tenant_id, user_id);
ALTER TABLE pending_sign_ins ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON pending_sign_ins
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_sign_ins TO watchpost_app;

CREATE TABLE spent_challenges (
  tenant_id uuid NOT NULL,
  challenge_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, challenge_hash),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE spent_challenges ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON spent_challenges
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON spent_challenges TO watchpost_app;

CREATE TABLE sign_in_providers (
  tenant_id uuid NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  client_secret text NOT NULL,
  scopes text NOT NULL,
  label text NOT NULL,
  is_on boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE sign_in_providers ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sign_in_providers
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON sign_in_providers TO watchpost_app;

CREATE TABLE provider_identities (
  tenant_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id uuid NOT NULL,
  linked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, issuer, subject),
  UNIQUE (tenant_id, user_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE provider_identities ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON provider_identities
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON provider_identities TO watchpost_app;

CREATE TABLE known_devices (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  device_hash bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id, device_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE known_devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON known_devices
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_devices TO watchpost_app;

CREATE TABLE list_preferences (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  area text NOT NULL,
  preferences jsonb NOT NULL,
  PRIMARY KEY (tenant_id, user_id, area),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE list_preferences ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON list_preferences
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON list_preferences TO watchpost_app;

CREATE TABLE tenant_settings (
  tenant_id uuid NOT NULL,
  version integer NOT NULL DEFAULT 0,
  config_version integer NOT NULL DEFAULT 0,
  access_version integer NOT NULL DEFAULT 0,
  sub_admin_access jsonb NOT NULL DEFAULT '{}'::jsonb,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE tenant_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON tenant_settings
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON tenant_settings TO watchpost_app;

CREATE TABLE tenant_config (
  tenant_id uuid NOT NULL,
  config_key text NOT NULL,
  config_value text NOT NULL,
  PRIMARY KEY (tenant_id, config_key),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE tenant_config ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON tenant_config
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_config TO watchpost_app;

CREATE TABLE app_settings (
  tenant_id uuid NOT NULL,
  id text NOT NULL,
  html text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  saved_at timestamptz NOT NULL DEFAULT now(),
  saved_by uuid,
  restored_from integer,
  PRIMARY KEY (tenant_id, id),
  CHECK (id IN ('aboutCompany', 'contactSupport', 'faqs', 'privacyPolicy', 'termConditions')),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE app_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON app_settings
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON app_settings TO watchpost_app;

CREATE TABLE app_setting_revisions (
  tenant_id uuid NOT NULL,
  page_id text NOT NULL,
  version integer NOT NULL,
  html text NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  saved_by uuid,
  restored_from integer,
  PRIMARY KEY (tenant_id, page_id, version),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE app_setting_revisions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON app_setting_revisions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON app_setting_revisions TO watchpost_app;

CREATE TABLE notification_inboxes (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  last_no bigint NOT NULL DEFAULT 0,
  seen_no bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE notification_inboxes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON notification_inboxes
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_inboxes TO watchpost_app;

CREATE TABLE notification_preferences (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  channel text NOT NULL,
  is_on boolean NOT NULL,
  PRIMARY KEY (tenant_id, user_id, kind, channel),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE notification_preferences ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON notification_preferences
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON notification_preferences TO watchpost_app;

CREATE TABLE told_notices (
  tenant_id uuid NOT NULL,
  kind text NOT NULL,
  subject text NOT NULL,
  told_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, kind, subject),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id) ON DELETE CASCADE
);
CREATE INDEX told_notices_by_time ON told_notices (tenant_id, told_at);
ALTER TABLE told_notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON told_notices
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON told_notices TO watchpost_app;

CREATE TABLE sites (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  address text NOT NULL DEFAULT '',
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  time_zone text NOT NULL,
  contact_name text NOT NULL DEFAULT '',
  contact_phone text NOT NULL DEFAULT '',
  activated boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  logo_file_id uuid,
  former_until_ms bigint[],
  former jsonb,
  search_text text GENERATED ALWAYS AS (fold_text(name || ' ' || address || ' ' || contact_name || ' '
    || contact_phone || ' ' || regexp_replace(contact_phone, '[^0-9]', '', 'g'))) STORED,
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name || ' ' || address || ' ' || contact_name || ' '
    || contact_phone || ' ' || regexp_replace(contact_phone, '[^0-9]', '', 'g')))) STORED,
  sort_name text COLLATE name_order GENERATED ALWAYS AS (fold_text(name)) STORED,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, logo_file_id) REFERENCES files(tenant_id, id)
);
CREATE INDEX sites_by_gram ON sites USING gin (tenant_id, search_grams);
CREATE INDEX sites_by_logo ON sites (tenant_id, logo_file_id) WHERE logo_file_id IS NOT NULL;
CREATE INDEX sites_by_name ON sites (tenant_id, sort_name, id) WHERE deleted_at IS NULL;
ALTER TABLE sites ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sites USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON sites TO watchpost_app;

CREATE TABLE sub_admins (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  site_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX sub_admins_by_site ON sub_admins (tenant_id, site_id);
ALTER TABLE sub_admins ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sub_admins
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON sub_admins TO watchpost_app;

CREATE TABLE notifications (
  tenant_id uuid NOT NULL,
  user_id uuid NOT NULL,
  no bigint NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  site_id uuid,
  params jsonb NOT NULL,
  link text,
  created_at timestamptz NOT NULL DEFAULT now(),
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

CREATE TABLE site_holidays (
  tenant_id uuid NOT NULL,
  site_id uuid NOT NULL,
  day date NOT NULL,
  name text NOT NULL,
  PRIMARY KEY (tenant_id, site_id, day),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE site_holidays ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON site_holidays
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON site_holidays TO watchpost_app;

CREATE TABLE floor_plans (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  site_id uuid NOT NULL,
  name text NOT NULL,
  file_id uuid NOT NULL,
  position integer NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, file_id),
  FOREIGN KEY (tenant_id, file_id) REFERENCES files(tenant_id, id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX floor_plans_by_site ON floor_plans (tenant_id, site_id, "position", id);
ALTER TABLE floor_plans ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON floor_plans
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON floor_plans TO watchpost_app;

CREATE TABLE guards (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  employee_id text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL DEFAULT '',
  email text NOT NULL DEFAULT '',
  phone_number text NOT NULL DEFAULT '',
  country_code text NOT NULL DEFAULT '+91',
  secret_hash text,
  user_id uuid,
  activated boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  photo text NOT NULL DEFAULT '',
  erased_at timestamptz,
  secret_issued_by uuid,
  former_until_ms bigint[],
  former jsonb,
  search_text text GENERATED ALWAYS AS (fold_text(first_name || ' ' || last_name || ' ' || employee_id || ' ' || email
    || ' ' || phone_number || CASE WHEN phone_number = '' THEN '' ELSE ' ' || regexp_replace(country_code
    || phone_number, '[^0-9]', '', 'g') END)) STORED,
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(first_name || ' ' || last_name || ' ' || employee_id
    || ' ' || email || ' ' || phone_number || CASE WHEN phone_number = '' THEN '' ELSE ' '
    || regexp_replace(country_code || phone_number, '[^0-9]', '', 'g') END))) STORED,
  sort_name text COLLATE name_order GENERATED ALWAYS AS (fold_text(first_name || ' ' || last_name)) STORED,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
CREATE INDEX guards_by_email ON guards (tenant_id, lower(email)) WHERE email <> '';
CREATE UNIQUE INDEX guards_by_employee_id ON guards (tenant_id, lower(employee_id)) WHERE deleted_at IS NULL;
CREATE INDEX guards_by_gram ON guards USING gin (tenant_id, search_grams);
CREATE INDEX guards_by_name ON guards (tenant_id, sort_name, id) WHERE deleted_at IS NULL;
CREATE INDEX guards_by_photo ON guards (tenant_id, photo) WHERE photo <> '';
ALTER TABLE guards ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON guards USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON guards TO watchpost_app;

CREATE TABLE sessions (
  tenant_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  user_id uuid,
  guard_id uuid,
  device_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  address text NOT NULL DEFAULT '',
  agent text NOT NULL DEFAULT '',
  confirmed_at timestamptz,
  public_key text,
  revoked_at timestamptz,
  owes_signature boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, token_hash),
  CHECK ((user_id IS NULL) <> (guard_id IS NULL)),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_device ON sessions (tenant_id, device_id) WHERE device_id IS NOT NULL;
CREATE INDEX sessions_by_expiry ON sessions (tenant_id, expires_at);
CREATE INDEX sessions_by_guard ON sessions (tenant_id, guard_id);
CREATE INDEX sessions_by_user ON sessions (tenant_id, user_id);
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sessions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO watchpost_app;

CREATE TABLE push_subscriptions (
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

CREATE TABLE guard_sites (
  tenant_id uuid NOT NULL,
  guard_id uuid NOT NULL,
  site_id uuid NOT NULL,
  since timestamptz DEFAULT now(),
  PRIMARY KEY (tenant_id, guard_id, site_id),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX guard_sites_by_site ON guard_sites (tenant_id, site_id);
ALTER TABLE guard_sites ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON guard_sites
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON guard_sites TO watchpost_app;

CREATE TABLE past_postings (
  tenant_id uuid NOT NULL,
  guard_id uuid NOT NULL,
  site_id uuid NOT NULL,
  since timestamptz,
  until timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, guard_id, site_id, until)
);
ALTER TABLE past_postings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON past_postings
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON past_postings TO watchpost_app;

CREATE TABLE checkpoints (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  site_id uuid NOT NULL,
  name text NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  radius_metres double precision NOT NULL DEFAULT 30,
  instructions text NOT NULL DEFAULT '',
  nfc_tag_id text,
  activated boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  deleted_at timestamptz,
  scan_methods text[] NOT NULL DEFAULT '{qr,nfc,screen,typed}'::text[],
  former_scan_methods text[] NOT NULL DEFAULT '{}'::text[],
  scan_methods_since_ms bigint NOT NULL DEFAULT 0,
  former_until_ms bigint[],
  former jsonb,
  search_text text GENERATED ALWAYS AS (fold_text(name || ' ' || COALESCE(nfc_tag_id, ''))) STORED,
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name || ' ' || COALESCE(nfc_tag_id, '')))) STORED,
  sort_name text COLLATE name_order GENERATED ALWAYS AS (fold_text(name)) STORED,
  PRIMARY KEY (tenant_id, id),
  CHECK (radius_metres > 0::double precision),
  CHECK (cardinality(scan_methods) > 0 AND scan_methods <@ '{qr,nfc,screen,position,typed}'::text[]),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX checkpoints_by_gram ON checkpoints USING gin (tenant_id, search_grams);
CREATE INDEX checkpoints_by_name ON checkpoints (tenant_id, sort_name, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX checkpoints_by_nfc_tag ON checkpoints (tenant_id, nfc_tag_id) WHERE nfc_tag_id IS NOT NULL
  AND deleted_at IS NULL;
CREATE INDEX checkpoints_by_site ON checkpoints (tenant_id, site_id);
ALTER TABLE checkpoints ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON checkpoints
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON checkpoints TO watchpost_app;

CREATE TABLE floor_plan_checkpoints (
  tenant_id uuid NOT NULL,
  checkpoint_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  x double precision NOT NULL,
  y double precision NOT NULL,
  PRIMARY KEY (tenant_id, checkpoint_id),
  CHECK (x >= 0::double precision AND x <= 1::double precision),
  CHECK (y >= 0::double precision AND y <= 1::double precision),
  FOREIGN KEY (tenant_id, checkpoint_id) REFERENCES checkpoints(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, plan_id) REFERENCES floor_plans(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX floor_plan_checkpoints_by_plan ON floor_plan_checkpoints (tenant_id, plan_id);
ALTER TABLE floor_plan_checkpoints ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON floor_plan_checkpoints
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON floor_plan_checkpoints TO watchpost_app;

CREATE TABLE question_versions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  checkpoint_id uuid NOT NULL,
  no integer NOT NULL,
  questions jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  created_by_name text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, checkpoint_id, no),
  CHECK (no > 0),
  FOREIGN KEY (tenant_id, checkpoint_id) REFERENCES checkpoints(tenant_id, id)
);
ALTER TABLE question_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON question_versions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON question_versions TO watchpost_app;

CREATE TABLE post_order_versions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  site_id uuid NOT NULL,
  no integer NOT NULL,
  text text NOT NULL,
  effective_from_ms bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid,
  created_by_name text NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, site_id, no),
  CHECK (no > 0),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
ALTER TABLE post_order_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON post_order_versions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON post_order_versions TO watchpost_app;

CREATE TABLE qr_codes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  checkpoint_id uuid NOT NULL,
  code text NOT NULL,
  issued_at timestamptz NOT NULL DEFAULT now(),
  retired_at timestamptz,
  serial integer NOT NULL DEFAULT 1,
  key_version smallint,
  typed text GENERATED ALWAYS AS ("right"(upper(TRIM(BOTH FROM code)), 8)) STORED,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, code),
  CHECK (serial >= 1 AND serial <= 65535),
  FOREIGN KEY (tenant_id, checkpoint_id) REFERENCES checkpoints(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX qr_codes_by_checkpoint ON qr_codes (tenant_id, checkpoint_id, serial);
CREATE INDEX qr_codes_by_typed ON qr_codes (tenant_id, typed);
CREATE UNIQUE INDEX qr_codes_live ON qr_codes (tenant_id, checkpoint_id) WHERE retired_at IS NULL;
ALTER TABLE qr_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON qr_codes
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON qr_codes TO watchpost_app;

CREATE TABLE code_keys (
  tenant_id uuid NOT NULL,
  version smallint NOT NULL,
  key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, version),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE code_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON code_keys
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON code_keys TO watchpost_app;

CREATE TABLE checkpoint_screens (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  checkpoint_id uuid NOT NULL,
  serial integer NOT NULL,
  pairing_hash bytea,
  pairing_ends_at_ms bigint NOT NULL,
  secret bytea,
  offered_at_ms bigint NOT NULL,
  paired_at_ms bigint,
  seen_at_ms bigint,
  revoked_at_ms bigint,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, checkpoint_id, serial),
  CHECK (serial >= 1 AND serial <= 65535),
  FOREIGN KEY (tenant_id, checkpoint_id) REFERENCES checkpoints(tenant_id, id)
);
CREATE UNIQUE INDEX checkpoint_screens_by_pairing ON checkpoint_screens (tenant_id, pairing_hash)
  WHERE pairing_hash IS NOT NULL;
ALTER TABLE checkpoint_screens ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON checkpoint_screens
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON checkpoint_screens TO watchpost_app;

CREATE TABLE shifts (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  site_id uuid NOT NULL,
  name text NOT NULL,
  from_minute smallint NOT NULL,
  to_minute smallint NOT NULL,
  weekdays smallint[] NOT NULL,
  activated boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (fold_text(name)) STORED,
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name))) STORED,
  sort_name text COLLATE name_order GENERATED ALWAYS AS (fold_text(name)) STORED,
  PRIMARY KEY (tenant_id, id),
  CHECK (from_minute <> to_minute),
  CHECK (from_minute >= 0 AND from_minute <= 1439),
  CHECK (to_minute >= 0 AND to_minute <= 1439),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX shifts_by_gram ON shifts USING gin (tenant_id, search_grams);
CREATE INDEX shifts_by_name ON shifts (tenant_id, sort_name, id) WHERE deleted_at IS NULL;
CREATE INDEX shifts_by_site ON shifts (tenant_id, site_id);
ALTER TABLE shifts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON shifts USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON shifts TO watchpost_app;

CREATE TABLE shift_guards (
  tenant_id uuid NOT NULL,
  shift_id uuid NOT NULL,
  guard_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, shift_id, guard_id),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, shift_id) REFERENCES shifts(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX shift_guards_by_guard ON shift_guards (tenant_id, guard_id);
ALTER TABLE shift_guards ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON shift_guards
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON shift_guards TO watchpost_app;

CREATE TABLE patrol_routes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  site_id uuid NOT NULL,
  name text NOT NULL,
  is_fixed_order boolean NOT NULL DEFAULT false,
  activated boolean NOT NULL DEFAULT true,
  current_version_id uuid,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (fold_text(name)) STORED,
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name))) STORED,
  sort_name text COLLATE name_order GENERATED ALWAYS AS (fold_text(name)) STORED,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX patrol_routes_by_gram ON patrol_routes USING gin (tenant_id, search_grams);
CREATE INDEX patrol_routes_by_name ON patrol_routes (tenant_id, sort_name, id) WHERE deleted_at IS NULL;
CREATE INDEX patrol_routes_by_site ON patrol_routes (tenant_id, site_id);
ALTER TABLE patrol_routes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON patrol_routes
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON patrol_routes TO watchpost_app;

CREATE TABLE patrol_route_checkpoints (
  tenant_id uuid NOT NULL,
  route_id uuid NOT NULL,
  position smallint NOT NULL,
  checkpoint_id uuid NOT NULL,
  expected_minutes smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, route_id, "position"),
  FOREIGN KEY (tenant_id, checkpoint_id) REFERENCES checkpoints(tenant_id, id),
  FOREIGN KEY (tenant_id, route_id) REFERENCES patrol_routes(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX patrol_route_checkpoints_by_checkpoint ON patrol_route_checkpoints (tenant_id, checkpoint_id);
ALTER TABLE patrol_route_checkpoints ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON patrol_route_checkpoints
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON patrol_route_checkpoints TO watchpost_app;

CREATE TABLE route_versions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  route_id uuid NOT NULL,
  site_id uuid NOT NULL,
  name text NOT NULL,
  is_fixed_order boolean NOT NULL,
  checkpoints jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, route_id) REFERENCES patrol_routes(tenant_id, id)
);
CREATE INDEX route_versions_by_route ON route_versions (tenant_id, route_id);
ALTER TABLE route_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON route_versions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON route_versions TO watchpost_app;

CREATE TABLE patrol_tours (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  route_id uuid NOT NULL,
  shift_id uuid,
  name text NOT NULL,
  start_window_minutes smallint NOT NULL DEFAULT 15,
  grace_minutes smallint NOT NULL DEFAULT 10,
  activated boolean NOT NULL DEFAULT true,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  weekdays smallint[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}'::smallint[],
  schedule jsonb,
  valid_from date NOT NULL DEFAULT CURRENT_DATE,
  valid_to date,
  skips_holidays boolean NOT NULL DEFAULT true,
  draw_key bytea,
  made_plan text,
  made_until_ms bigint,
  search_text text GENERATED ALWAYS AS (fold_text(name)) STORED,
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name))) STORED,
  sort_name text COLLATE name_order GENERATED ALWAYS AS (fold_text(name)) STORED,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, route_id) REFERENCES patrol_routes(tenant_id, id)
);
CREATE INDEX patrol_tours_by_gram ON patrol_tours USING gin (tenant_id, search_grams);
CREATE INDEX patrol_tours_by_name ON patrol_tours (tenant_id, sort_name, id) WHERE deleted_at IS NULL;
CREATE INDEX patrol_tours_by_route ON patrol_tours (tenant_id, route_id);
CREATE INDEX patrol_tours_by_shift ON patrol_tours (tenant_id, shift_id) WHERE shift_id IS NOT NULL;
ALTER TABLE patrol_tours ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON patrol_tours
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON patrol_tours TO watchpost_app;

CREATE TABLE tour_guards (
  tenant_id uuid NOT NULL,
  tour_id uuid NOT NULL,
  guard_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, tour_id, guard_id),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, tour_id) REFERENCES patrol_tours(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX tour_guards_by_guard ON tour_guards (tenant_id, guard_id);
ALTER TABLE tour_guards ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON tour_guards
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON tour_guards TO watchpost_app;

CREATE TABLE devices (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  name text NOT NULL DEFAULT '',
  agent text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT 'active',
  status_since_ms bigint,
  first_seen_ms bigint NOT NULL,
  last_seen_ms bigint NOT NULL,
  app_version text NOT NULL DEFAULT '',
  waiting integer,
  waiting_told_ms bigint,
  wiped_at_ms bigint,
  lost_records integer,
  report_no bigint,
  is_wipe_proved boolean,
  claimed_wipe_ms bigint,
  claimed_lost integer,
  PRIMARY KEY (tenant_id, id),
  CHECK (status IN ('active', 'revoked', 'wipeAsked', 'wiped'))
);
CREATE INDEX devices_by_last_seen ON devices (tenant_id, last_seen_ms, id);
ALTER TABLE devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON devices USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON devices TO watchpost_app;

CREATE TABLE device_guards (
  tenant_id uuid NOT NULL,
  device_id uuid NOT NULL,
  guard_id uuid NOT NULL,
  last_seen_ms bigint NOT NULL,
  is_claim boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, device_id, guard_id),
  FOREIGN KEY (tenant_id, device_id) REFERENCES devices(tenant_id, id),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX device_guards_by_guard ON device_guards (tenant_id, guard_id, device_id);
ALTER TABLE device_guards ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON device_guards
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON device_guards TO watchpost_app;

CREATE TABLE record_imports (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  site_id uuid,
  origin jsonb NOT NULL,
  file_name text NOT NULL,
  headings text[] NOT NULL,
  row_count integer NOT NULL,
  mapping jsonb NOT NULL,
  state text NOT NULL DEFAULT 'uploaded',
  mode text,
  rows_done integer NOT NULL DEFAULT 0,
  beat_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  stop_reason text NOT NULL DEFAULT '',
  sheet text NOT NULL DEFAULT '',
  other_sheets text[] NOT NULL DEFAULT '{}'::text[],
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT guard_imports_mode_check CHECK (mode IN ('allOrNothing', 'validOnly')),
  CHECK (kind IN ('guard', 'checkpoint')),
  CHECK (state IN ('uploaded', 'checked', 'queued', 'running', 'done', 'refused', 'stopped')),
  CHECK (stop_reason IN ('', 'senderGone', 'senderLostAccess')),
  CONSTRAINT guard_imports_tenant_id_site_id_fkey FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id),
  CONSTRAINT guard_imports_tenant_id_user_id_fkey FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX record_imports_by_age ON record_imports (tenant_id, created_at);
CREATE INDEX record_imports_under_way ON record_imports (tenant_id, beat_at) WHERE state IN ('queued', 'running');
ALTER TABLE record_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON record_imports
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON record_imports TO watchpost_app;

CREATE TABLE record_import_rows (
  tenant_id uuid NOT NULL,
  import_id uuid NOT NULL,
  row_no integer NOT NULL,
  cells jsonb NOT NULL,
  outcome text,
  errors jsonb,
  is_applied boolean NOT NULL DEFAULT false,
  exact jsonb,
  losses jsonb,
  record text,
  PRIMARY KEY (tenant_id, import_id, row_no),
  CONSTRAINT guard_import_rows_outcome_check CHECK (outcome IN ('new', 'changed', 'unchanged', 'wrong')),
  CONSTRAINT guard_import_rows_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES record_imports(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE record_import_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON record_import_rows
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON record_import_rows TO watchpost_app;

CREATE TABLE rounds (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  site_id uuid NOT NULL,
  guard_id uuid NOT NULL,
  device_id uuid NOT NULL,
  route_version_id uuid,
  started_at_ms bigint NOT NULL,
  ended_at_ms bigint,
  status_code smallint NOT NULL,
  total_check_points smallint NOT NULL,
  scanned_check_points smallint NOT NULL,
  arrival_no bigint NOT NULL,
  recorded_names_id uuid,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor=85);
CREATE INDEX rounds_by_arrival ON rounds (tenant_id, arrival_no);
CREATE INDEX rounds_by_device ON rounds (tenant_id, device_id, started_at_ms);
CREATE INDEX rounds_by_guard ON rounds (tenant_id, guard_id, started_at_ms, id);
CREATE INDEX rounds_by_route_version ON rounds (tenant_id, route_version_id) WHERE route_version_id IS NOT NULL;
CREATE INDEX rounds_by_site ON rounds (tenant_id, site_id, started_at_ms, id);
CREATE INDEX rounds_by_start ON rounds (tenant_id, started_at_ms, id);
CREATE INDEX rounds_without_plan ON rounds (tenant_id, started_at_ms) WHERE total_check_points = 0;
ALTER TABLE rounds ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON rounds USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON rounds TO watchpost_app;

CREATE TABLE round_arrivals (
  tenant_id uuid NOT NULL,
  last_no bigint NOT NULL,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE round_arrivals ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON round_arrivals
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON round_arrivals TO watchpost_app;

CREATE TABLE scans (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  round_id uuid NOT NULL,
  checkpoint_id uuid,
  guard_id uuid NOT NULL,
  device_id uuid NOT NULL,
  device_at_ms bigint NOT NULL,
  received_at_ms bigint NOT NULL,
  latitude double precision,
  longitude double precision,
  accuracy_metres real,
  distance_metres real,
  clock_skew_ms bigint NOT NULL,
  method text NOT NULL,
  flags text[] NOT NULL DEFAULT '{}'::text[],
  body_hash bytea NOT NULL,
  code text,
  proof_key bytea,
  proof_seq integer,
  proof_previous bytea,
  proof_signature bytea,
  claimed_checkpoint_id uuid,
  dwell_ms integer,
  shown_step bigint,
  phone_at_ms bigint,
  proof_salt bytea,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX scans_by_checkpoint ON scans (tenant_id, checkpoint_id, device_at_ms);
CREATE INDEX scans_by_proof ON scans (tenant_id, proof_key, proof_seq) WHERE proof_key IS NOT NULL;
CREATE INDEX scans_by_round ON scans (tenant_id, round_id, checkpoint_id, device_at_ms);
CREATE INDEX scans_by_shown_step ON scans (tenant_id, checkpoint_id, shown_step) WHERE shown_step IS NOT NULL;
ALTER TABLE scans ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scans USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON scans TO watchpost_app;

CREATE TABLE field_events (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  guard_id uuid NOT NULL,
  device_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  device_at_ms bigint NOT NULL,
  received_at_ms bigint NOT NULL,
  body_hash bytea NOT NULL,
  proof_key bytea,
  proof_seq integer,
  proof_previous bytea,
  proof_signature bytea,
  named_id uuid,
  clock_skew_ms bigint,
  flags text[],
  details jsonb,
  phone_at_ms bigint,
  proof_salt bytea,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX field_events_by_proof ON field_events (tenant_id, proof_key, proof_seq) WHERE proof_key IS NOT NULL;
CREATE INDEX field_events_by_subject ON field_events (tenant_id, subject_id);
CREATE INDEX field_events_handovers ON field_events (tenant_id, subject_id, received_at_ms)
  WHERE kind = 'handoverNoted';
ALTER TABLE field_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON field_events
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON field_events TO watchpost_app;

CREATE TABLE refused_events (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  guard_id uuid NOT NULL,
  device_id uuid NOT NULL,
  code text NOT NULL,
  body text NOT NULL,
  received_at_ms bigint NOT NULL,
  clock_skew_ms bigint NOT NULL,
  proof_key bytea NOT NULL,
  proof_seq integer NOT NULL,
  proof_previous bytea NOT NULL,
  proof_signature bytea NOT NULL,
  proof_salt bytea,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, proof_key, proof_seq),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id)
);
ALTER TABLE refused_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON refused_events
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON refused_events TO watchpost_app;

CREATE TABLE missed_checkpoints (
  tenant_id uuid NOT NULL,
  round_id uuid NOT NULL,
  checkpoint_id uuid NOT NULL,
  site_id uuid NOT NULL,
  guard_id uuid NOT NULL,
  started_at_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, round_id, checkpoint_id)
);
CREATE INDEX missed_checkpoints_by_checkpoint ON missed_checkpoints (tenant_id, checkpoint_id, started_at_ms, round_id);
CREATE INDEX missed_checkpoints_by_start ON missed_checkpoints (tenant_id, started_at_ms);
ALTER TABLE missed_checkpoints ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON missed_checkpoints
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON missed_checkpoints TO watchpost_app;

CREATE TABLE round_doubts (
  tenant_id uuid NOT NULL,
  round_id uuid NOT NULL,
  flag text NOT NULL,
  scans integer NOT NULL,
  started_at_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, round_id, flag),
  FOREIGN KEY (tenant_id, round_id) REFERENCES rounds(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX round_doubts_by_flag ON round_doubts (tenant_id, flag, started_at_ms);
ALTER TABLE round_doubts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON round_doubts
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON round_doubts TO watchpost_app;

CREATE TABLE trust_settings (
  tenant_id uuid NOT NULL,
  version integer NOT NULL,
  since_ms bigint NOT NULL,
  settings jsonb NOT NULL,
  PRIMARY KEY (tenant_id, version),
  CHECK (version >= 1),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE trust_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON trust_settings
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON trust_settings TO watchpost_app;

CREATE TABLE due_rounds (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  tour_id uuid NOT NULL,
  site_id uuid NOT NULL,
  route_id uuid NOT NULL,
  tour_name text NOT NULL,
  route_name text NOT NULL,
  due_at_ms bigint NOT NULL,
  late_at_ms bigint NOT NULL,
  missed_at_ms bigint NOT NULL,
  guard_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  status text NOT NULL DEFAULT 'due',
  round_id uuid,
  excuse text,
  excused_by text,
  excused_at timestamptz,
  begun_by uuid,
  begun_at_ms bigint,
  outcome text GENERATED ALWAYS AS (CASE status WHEN 'completed' THEN CASE WHEN begun_at_ms < late_at_ms THEN 'onTime'
    ELSE 'doneLate' END WHEN 'incompleted' THEN 'incomplete' WHEN 'inProgress' THEN 'underWay'
    WHEN 'missed' THEN 'missed' WHEN 'excused' THEN 'excused' ELSE 'waiting' END) STORED,
  is_alerted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, tour_id, due_at_ms),
  CHECK (status IN ('due', 'late', 'missed', 'inProgress', 'completed', 'incompleted', 'excused')),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id),
  FOREIGN KEY (tenant_id, tour_id) REFERENCES patrol_tours(tenant_id, id)
);
CREATE INDEX due_rounds_by_outcome ON due_rounds (tenant_id, outcome, due_at_ms, id);
CREATE UNIQUE INDEX due_rounds_by_round ON due_rounds (tenant_id, round_id) WHERE round_id IS NOT NULL;
CREATE INDEX due_rounds_by_route ON due_rounds (tenant_id, route_id, due_at_ms) WHERE round_id IS NULL;
CREATE INDEX due_rounds_by_site ON due_rounds (tenant_id, site_id, due_at_ms, id);
CREATE INDEX due_rounds_by_time ON due_rounds (tenant_id, due_at_ms, id);
CREATE INDEX due_rounds_open ON due_rounds (tenant_id, due_at_ms, id)
  INCLUDE (status, site_id, late_at_ms, missed_at_ms) WHERE status IN ('due', 'late');
ALTER TABLE due_rounds ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON due_rounds
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON due_rounds TO watchpost_app;

CREATE TABLE due_round_history (
  tenant_id uuid NOT NULL,
  due_round_id uuid NOT NULL,
  status text NOT NULL,
  at_ms bigint NOT NULL,
  known_at timestamptz NOT NULL DEFAULT now(),
  id uuid DEFAULT gen_random_uuid(),
  PRIMARY KEY (tenant_id, due_round_id, status),
  FOREIGN KEY (tenant_id, due_round_id) REFERENCES due_rounds(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX due_round_history_by_id ON due_round_history (tenant_id, id) WHERE id IS NOT NULL;
ALTER TABLE due_round_history ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON due_round_history
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON due_round_history TO watchpost_app;

CREATE TABLE late_arrivals (
  tenant_id uuid NOT NULL,
  round_id uuid NOT NULL,
  due_round_id uuid NOT NULL,
  arrived_at_ms bigint NOT NULL,
  accepted_until_ms bigint,
  accepted_at timestamptz,
  accepted_by text,
  acceptance text,
  PRIMARY KEY (tenant_id, round_id),
  CHECK ((accepted_until_ms IS NULL) = (accepted_at IS NULL)),
  CONSTRAINT late_arrivals_check1 CHECK (accepted_until_ms IS NULL OR accepted_by IS NOT NULL AND acceptance <> ''),
  FOREIGN KEY (tenant_id, due_round_id) REFERENCES due_rounds(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX late_arrivals_by_due ON late_arrivals (tenant_id, due_round_id);
ALTER TABLE late_arrivals ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON late_arrivals
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON late_arrivals TO watchpost_app;

CREATE TABLE duty_sessions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  guard_id uuid NOT NULL,
  site_id uuid,
  started_at_ms bigint,
  ended_at_ms bigint,
  is_closed_by_system boolean NOT NULL DEFAULT false,
  system_closed_at_ms bigint,
  at_ms bigint GENERATED ALWAYS AS (COALESCE(started_at_ms, ended_at_ms)) STORED,
  limit_hours smallint,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX duty_sessions_by_guard_time ON duty_sessions (tenant_id, guard_id, at_ms, id);
CREATE INDEX duty_sessions_by_site_time ON duty_sessions (tenant_id, site_id, at_ms, id);
CREATE INDEX duty_sessions_by_time ON duty_sessions (tenant_id, at_ms, id);
CREATE INDEX duty_sessions_closed_by_system ON duty_sessions (tenant_id, at_ms, id) WHERE is_closed_by_system;
CREATE INDEX duty_sessions_on_duty ON duty_sessions (tenant_id, at_ms, id) WHERE ended_at_ms IS NULL;
ALTER TABLE duty_sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON duty_sessions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON duty_sessions TO watchpost_app;

CREATE TABLE guard_signs (
  tenant_id uuid NOT NULL,
  guard_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  round_id uuid,
  round_at_ms bigint,
  scan_id uuid,
  scan_at_ms bigint,
  scan_received_at_ms bigint,
  PRIMARY KEY (tenant_id, guard_id)
) WITH (fillfactor=70);
ALTER TABLE guard_signs ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON guard_signs
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON guard_signs TO watchpost_app;

CREATE TABLE incidents (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  site_id uuid NOT NULL,
  guard_id uuid,
  type text NOT NULL,
  severity text NOT NULL,
  status text NOT NULL DEFAULT 'New',
  description text NOT NULL DEFAULT '',
  latitude double precision,
  longitude double precision,
  reported_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  opened_by uuid,
  assignee_id uuid,
  status_at timestamptz NOT NULL DEFAULT now(),
  device_id uuid,
  device_at_ms bigint,
  clock_skew_ms bigint,
  accuracy_metres real,
  body_hash text,
  attended_at timestamptz,
  closed_at timestamptz,
  phone_at_ms bigint,
  search_text text GENERATED ALWAYS AS (fold_text(type || ' ' || description)) STORED,
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(type || ' ' || description))) STORED,
  PRIMARY KEY (tenant_id, id),
  CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  CHECK (status IN ('New', 'Attended', 'Closed')),
  FOREIGN KEY (tenant_id, assignee_id) REFERENCES users(tenant_id, id) ON DELETE SET NULL (assignee_id),
  FOREIGN KEY (tenant_id, opened_by) REFERENCES users(tenant_id, id) ON DELETE SET NULL (opened_by),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX incidents_by_assignee ON incidents (tenant_id, assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX incidents_by_gram ON incidents USING gin (tenant_id, search_grams);
CREATE INDEX incidents_by_guard ON incidents (tenant_id, guard_id) WHERE guard_id IS NOT NULL;
CREATE INDEX incidents_by_opener ON incidents (tenant_id, opened_by) WHERE opened_by IS NOT NULL;
CREATE INDEX incidents_by_report ON incidents (tenant_id, reported_at, id);
CREATE INDEX incidents_by_site ON incidents (tenant_id, site_id, reported_at);
CREATE INDEX incidents_by_status ON incidents (tenant_id, status, reported_at);
ALTER TABLE incidents ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON incidents
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON incidents TO watchpost_app;

CREATE TABLE incident_history (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  incident_id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  actor_name text NOT NULL,
  from_status text,
  to_status text,
  comment text NOT NULL DEFAULT '',
  changes jsonb NOT NULL DEFAULT '[]'::jsonb,
  flags text[],
  PRIMARY KEY (tenant_id, id),
  CHECK (actor_kind IN ('user', 'guard', 'system')),
  CHECK (kind IN ('reported', 'edited', 'status', 'assigned', 'comment', 'photos')),
  FOREIGN KEY (tenant_id, incident_id) REFERENCES incidents(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX incident_history_by_incident ON incident_history (tenant_id, incident_id, at, id);
ALTER TABLE incident_history ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON incident_history
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON incident_history TO watchpost_app;

CREATE TABLE incident_photos (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  incident_id uuid NOT NULL,
  file_id uuid NOT NULL,
  sent_hash text,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, file_id),
  FOREIGN KEY (tenant_id, file_id) REFERENCES files(tenant_id, id),
  FOREIGN KEY (tenant_id, incident_id) REFERENCES incidents(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX incident_photos_by_incident ON incident_photos (tenant_id, incident_id, added_at);
ALTER TABLE incident_photos ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON incident_photos
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON incident_photos TO watchpost_app;

CREATE TABLE exceptions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  version integer NOT NULL DEFAULT 1,
  kind text NOT NULL,
  subject_id uuid NOT NULL,
  severity smallint NOT NULL,
  status text NOT NULL DEFAULT 'open',
  reasons text[] NOT NULL,
  site_id uuid NOT NULL,
  route_id uuid,
  route_name text NOT NULL DEFAULT '',
  tour_id uuid,
  tour_name text NOT NULL DEFAULT '',
  guard_id uuid,
  due_round_id uuid,
  round_id uuid,
  happened_at_ms bigint NOT NULL,
  opened_at_ms bigint NOT NULL,
  taken_at_ms bigint,
  closed_at_ms bigint,
  made_good_at_ms bigint,
  owner_id uuid,
  outcome text,
  closing_reason text NOT NULL DEFAULT '',
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, kind, subject_id),
  CHECK ((status = 'closed') = (closed_at_ms IS NOT NULL)),
  CONSTRAINT exceptions_check1 CHECK ((status = 'closed') = (outcome IS NOT NULL)),
  CONSTRAINT exceptions_check2 CHECK (status <> 'closed' OR closing_reason <> ''),
  CHECK (kind IN ('missed', 'late', 'incomplete', 'flagged')),
  CHECK (severity >= 1 AND severity <= 4),
  CHECK (status IN ('open', 'inHand', 'closed')),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id) ON DELETE SET NULL (owner_id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX exceptions_by_age ON exceptions (tenant_id, severity, opened_at_ms)
  INCLUDE (kind, status, site_id, owner_id) WHERE status <> 'closed';
CREATE INDEX exceptions_by_closing ON exceptions (tenant_id, closed_at_ms, id)
  INCLUDE (kind, severity, site_id, opened_at_ms, taken_at_ms);
CREATE INDEX exceptions_by_guard ON exceptions (tenant_id, guard_id, happened_at_ms, id) WHERE guard_id IS NOT NULL;
CREATE INDEX exceptions_by_kind ON exceptions (tenant_id, kind, happened_at_ms, id);
CREATE INDEX exceptions_by_opening ON exceptions (tenant_id, opened_at_ms, id);
CREATE INDEX exceptions_by_owner ON exceptions (tenant_id, owner_id, happened_at_ms, id) WHERE owner_id IS NOT NULL;
CREATE INDEX exceptions_by_route ON exceptions (tenant_id, route_id, happened_at_ms, id) WHERE route_id IS NOT NULL;
CREATE INDEX exceptions_by_severity ON exceptions (tenant_id, severity, happened_at_ms, id);
CREATE INDEX exceptions_by_site ON exceptions (tenant_id, site_id, happened_at_ms, id);
CREATE INDEX exceptions_by_time ON exceptions (tenant_id, happened_at_ms, id);
CREATE INDEX exceptions_unsettled ON exceptions (tenant_id, happened_at_ms, id)
  INCLUDE (kind, severity, status, site_id, owner_id, opened_at_ms) WHERE status <> 'closed';
ALTER TABLE exceptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON exceptions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON exceptions TO watchpost_app;

CREATE TABLE exception_history (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  exception_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  kind text NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid,
  actor_name text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  PRIMARY KEY (tenant_id, id),
  CHECK (actor_kind IN ('user', 'system')),
  FOREIGN KEY (tenant_id, exception_id) REFERENCES exceptions(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX exception_history_by_exception ON exception_history (tenant_id, exception_id, at_ms, id);
ALTER TABLE exception_history ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON exception_history
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON exception_history TO watchpost_app;

CREATE TABLE exception_files (
  tenant_id uuid NOT NULL,
  file_id uuid NOT NULL,
  exception_id uuid NOT NULL,
  added_by uuid,
  added_at_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, file_id),
  FOREIGN KEY (tenant_id, exception_id) REFERENCES exceptions(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, file_id) REFERENCES files(tenant_id, id)
);
CREATE INDEX exception_files_by_exception ON exception_files (tenant_id, exception_id, added_at_ms);
ALTER TABLE exception_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON exception_files
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON exception_files TO watchpost_app;

CREATE TABLE sos_calls (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  guard_id uuid NOT NULL,
  device_id uuid NOT NULL,
  site_id uuid,
  device_at_ms bigint NOT NULL,
  received_at_ms bigint NOT NULL,
  clock_skew_ms bigint NOT NULL,
  body_hash text NOT NULL,
  latitude double precision,
  longitude double precision,
  accuracy_metres real,
  position_at_ms bigint,
  safe_at_ms bigint,
  acknowledged_at_ms bigint,
  resolved_at_ms bigint,
  phone_at_ms bigint,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX sos_calls_by_site ON sos_calls (tenant_id, site_id, received_at_ms, id);
CREATE INDEX sos_calls_by_time ON sos_calls (tenant_id, received_at_ms, id);
CREATE INDEX sos_calls_open ON sos_calls (tenant_id, received_at_ms, id) WHERE resolved_at_ms IS NULL;
ALTER TABLE sos_calls ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sos_calls
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE (accuracy_metres, acknowledged_at_ms, latitude, longitude, position_at_ms, resolved_at_ms, safe_at_ms)
  ON sos_calls TO watchpost_app;

CREATE TABLE sos_history (
  tenant_id uuid NOT NULL,
  sos_id uuid NOT NULL,
  kind text NOT NULL,
  id uuid NOT NULL,
  at_ms bigint NOT NULL,
  received_at_ms bigint NOT NULL,
  actor_kind text NOT NULL,
  actor_id uuid NOT NULL,
  actor_name text NOT NULL,
  comment text NOT NULL DEFAULT '',
  flags text[],
  phone_at_ms bigint,
  PRIMARY KEY (tenant_id, sos_id, kind),
  CHECK (actor_kind IN ('user', 'guard')),
  CHECK (kind IN ('raised', 'safe', 'acknowledged', 'resolved')),
  FOREIGN KEY (tenant_id, sos_id) REFERENCES sos_calls(tenant_id, id)
);
ALTER TABLE sos_history ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sos_history
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON sos_history TO watchpost_app;

CREATE TABLE sos_positions (
  tenant_id uuid NOT NULL,
  sos_id uuid NOT NULL,
  id uuid NOT NULL,
  at_ms bigint NOT NULL,
  received_at_ms bigint NOT NULL,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  accuracy_metres real,
  phone_at_ms bigint,
  PRIMARY KEY (tenant_id, sos_id, id),
  FOREIGN KEY (tenant_id, sos_id) REFERENCES sos_calls(tenant_id, id)
);
CREATE INDEX sos_positions_by_time ON sos_positions (tenant_id, sos_id, at_ms);
ALTER TABLE sos_positions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sos_positions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON sos_positions TO watchpost_app;

CREATE TABLE device_keys (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  key bytea NOT NULL,
  guard_id uuid NOT NULL,
  device_id uuid NOT NULL,
  public_key text NOT NULL,
  enrolled_at_ms bigint NOT NULL,
  is_proved boolean,
  is_vouched boolean,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, key, guard_id, device_id),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id)
);
CREATE INDEX device_keys_by_device ON device_keys (tenant_id, device_id, enrolled_at_ms);
CREATE INDEX device_keys_by_guard ON device_keys (tenant_id, guard_id);
ALTER TABLE device_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON device_keys
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON device_keys TO watchpost_app;

CREATE TABLE record_versions (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  source text NOT NULL,
  record_key text NOT NULL,
  at_ms bigint NOT NULL DEFAULT floor(EXTRACT(epoch FROM clock_timestamp()) * 1000::numeric),
  row jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX record_versions_by_record ON record_versions (tenant_id, source, record_key, no);
ALTER TABLE record_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON record_versions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON record_versions TO watchpost_app;

CREATE TABLE log_pending (
  tenant_id uuid NOT NULL,
  no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  source text NOT NULL,
  ids uuid[] NOT NULL,
  PRIMARY KEY (tenant_id, no)
);
ALTER TABLE log_pending ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_pending
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON log_pending TO watchpost_app;

CREATE TABLE log_leaves (
  tenant_id uuid NOT NULL,
  leaf_no bigint NOT NULL,
  source text NOT NULL,
  record_id uuid NOT NULL,
  hash bytea NOT NULL,
  marks bytea NOT NULL,
  PRIMARY KEY (tenant_id, leaf_no),
  UNIQUE (tenant_id, source, record_id),
  CHECK (leaf_no >= 0)
);
ALTER TABLE log_leaves ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_leaves
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_leaves TO watchpost_app;

CREATE TABLE log_nodes (
  tenant_id uuid NOT NULL,
  level smallint NOT NULL,
  node_no bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (tenant_id, level, node_no),
  CHECK (level > 0)
);
ALTER TABLE log_nodes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_nodes
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_nodes TO watchpost_app;

CREATE TABLE log_heads (
  tenant_id uuid NOT NULL,
  size bigint NOT NULL,
  root bytea NOT NULL,
  at_ms bigint NOT NULL,
  key bytea NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY (tenant_id, size)
);
ALTER TABLE log_heads ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_heads
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_heads TO watchpost_app;

CREATE TABLE log_salts (
  tenant_id uuid NOT NULL,
  salt bytea NOT NULL,
  made_at_ms bigint NOT NULL,
  key bytea NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY (tenant_id)
);
ALTER TABLE log_salts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_salts
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_salts TO watchpost_app;

CREATE TABLE log_keys (
  tenant_id uuid NOT NULL,
  key bytea NOT NULL,
  public_key text NOT NULL,
  first_used_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, key)
);
ALTER TABLE log_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_keys
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_keys TO watchpost_app;

CREATE TABLE log_notes (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  at_ms bigint NOT NULL,
  kind text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
ALTER TABLE log_notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_notes
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_notes TO watchpost_app;

CREATE TABLE published_heads (
  tenant_id uuid NOT NULL,
  day date NOT NULL,
  size bigint NOT NULL,
  root bytea NOT NULL,
  at_ms bigint NOT NULL,
  key bytea NOT NULL,
  signature bytea NOT NULL,
  note text NOT NULL,
  stamp_state text NOT NULL DEFAULT 'none',
  stamp_reason text NOT NULL DEFAULT '',
  stamp_tries smallint NOT NULL DEFAULT 0,
  time_stamp bytea,
  stamped_at_ms bigint,
  no integer NOT NULL,
  PRIMARY KEY (tenant_id, day),
  UNIQUE (tenant_id, no),
  CHECK ((stamp_state = 'stamped') = (time_stamp IS NOT NULL AND stamped_at_ms IS NOT NULL)),
  CHECK (stamp_state IN ('none', 'waiting', 'stamped', 'failed'))
);
CREATE INDEX published_heads_by_size ON published_heads (tenant_id, size);
ALTER TABLE published_heads ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON published_heads
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE (stamp_reason, stamp_state, stamp_tries, stamped_at_ms, time_stamp)
  ON published_heads TO watchpost_app;

CREATE TABLE head_witnesses (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  address text NOT NULL,
  language text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  last_mailed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, address)
);
ALTER TABLE head_witnesses ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON head_witnesses
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE, UPDATE (last_mailed_at) ON head_witnesses TO watchpost_app;

CREATE TABLE note_keys (
  tenant_id uuid NOT NULL,
  verifier_key text NOT NULL,
  first_used_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, verifier_key)
);
ALTER TABLE note_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON note_keys
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON note_keys TO watchpost_app;

CREATE TABLE round_counts (
  tenant_id uuid NOT NULL,
  guard_id uuid NOT NULL,
  site_id uuid NOT NULL,
  grain smallint NOT NULL,
  bucket_ms bigint NOT NULL,
  rounds bigint NOT NULL,
  in_progress bigint NOT NULL,
  incompleted bigint NOT NULL,
  completed bigint NOT NULL,
  checkpoints bigint NOT NULL,
  planned_incompleted bigint NOT NULL DEFAULT 0,
  planned_completed bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, guard_id, site_id, grain, bucket_ms)
) WITH (fillfactor=80);
ALTER TABLE round_counts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON round_counts
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON round_counts TO watchpost_app;

CREATE TABLE round_sums (
  tenant_id uuid NOT NULL,
  site_id uuid NOT NULL,
  grain smallint NOT NULL,
  bucket_ms bigint NOT NULL,
  begun integer[] NOT NULL,
  incompleted integer[] NOT NULL,
  completed integer[] NOT NULL,
  planned integer[] NOT NULL,
  scanned integer[] NOT NULL,
  PRIMARY KEY (tenant_id, site_id, grain, bucket_ms)
) WITH (fillfactor=60);
ALTER TABLE round_sums ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON round_sums
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON round_sums TO watchpost_app;

CREATE TABLE due_counts (
  tenant_id uuid NOT NULL,
  guard_id uuid NOT NULL,
  site_id uuid NOT NULL,
  grain smallint NOT NULL,
  bucket_ms bigint NOT NULL,
  on_time bigint NOT NULL,
  done_late bigint NOT NULL,
  incomplete bigint NOT NULL,
  missed bigint NOT NULL,
  excused bigint NOT NULL,
  under_way bigint NOT NULL,
  PRIMARY KEY (tenant_id, guard_id, site_id, grain, bucket_ms)
) WITH (fillfactor=80);
CREATE INDEX due_counts_of_guards ON due_counts (tenant_id, grain, bucket_ms)
  WHERE guard_id <> '00000000-0000-0000-0000-000000000000'::uuid;
ALTER TABLE due_counts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON due_counts
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON due_counts TO watchpost_app;

CREATE TABLE due_sums (
  tenant_id uuid NOT NULL,
  guard_id uuid NOT NULL,
  site_id uuid NOT NULL,
  grain smallint NOT NULL,
  bucket_ms bigint NOT NULL,
  on_time integer[] NOT NULL,
  done_late integer[] NOT NULL,
  incomplete integer[] NOT NULL,
  missed integer[] NOT NULL,
  excused integer[] NOT NULL,
  under_way integer[] NOT NULL,
  PRIMARY KEY (tenant_id, guard_id, site_id, grain, bucket_ms)
) WITH (fillfactor=65);
CREATE INDEX due_sums_of_guards ON due_sums (tenant_id, bucket_ms)
  WHERE guard_id <> '00000000-0000-0000-0000-000000000000'::uuid;
ALTER TABLE due_sums ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON due_sums
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON due_sums TO watchpost_app;

CREATE TABLE missed_sums (
  tenant_id uuid NOT NULL,
  site_id uuid NOT NULL,
  checkpoint_id uuid NOT NULL,
  grain smallint NOT NULL,
  bucket_ms bigint NOT NULL,
  missed integer[] NOT NULL,
  PRIMARY KEY (tenant_id, site_id, checkpoint_id, grain, bucket_ms)
) WITH (fillfactor=60);
CREATE INDEX missed_sums_by_time ON missed_sums (tenant_id, bucket_ms);
ALTER TABLE missed_sums ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON missed_sums
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON missed_sums TO watchpost_app;

CREATE TABLE exception_counts (
  tenant_id uuid NOT NULL,
  site_id uuid NOT NULL,
  grain smallint NOT NULL,
  bucket_ms bigint NOT NULL,
  kind text NOT NULL,
  severity smallint NOT NULL,
  status text NOT NULL,
  is_owned boolean NOT NULL,
  items bigint NOT NULL,
  PRIMARY KEY (tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned)
) WITH (fillfactor=80);
ALTER TABLE exception_counts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON exception_counts
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON exception_counts TO watchpost_app;

CREATE TABLE standings (
  tenant_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  kind smallint NOT NULL,
  id uuid NOT NULL,
  body bytea,
  PRIMARY KEY (tenant_id, at_ms, kind)
);
ALTER TABLE standings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON standings
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON standings TO watchpost_app;

CREATE TABLE standing_rosters (
  tenant_id uuid NOT NULL,
  id bytea NOT NULL,
  subjects bytea NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
ALTER TABLE standing_rosters ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON standing_rosters
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON standing_rosters TO watchpost_app;

CREATE TABLE names_versions (
  tenant_id uuid NOT NULL,
  version uuid NOT NULL,
  PRIMARY KEY (tenant_id)
);
ALTER TABLE names_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON names_versions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON names_versions TO watchpost_app;

CREATE TABLE scheduled_reports (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  name text NOT NULL,
  site_id uuid,
  timing jsonb NOT NULL,
  contents text[] NOT NULL,
  period text NOT NULL,
  day_start_minute smallint NOT NULL DEFAULT 0,
  formats text[] NOT NULL,
  language text NOT NULL,
  sends_empty boolean NOT NULL DEFAULT false,
  activated boolean NOT NULL DEFAULT true,
  owner_id uuid,
  paused_reason text NOT NULL DEFAULT '',
  armed_at timestamptz,
  events_checked_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  search_text text GENERATED ALWAYS AS (fold_text(name)) STORED,
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name))) STORED,
  sort_name text COLLATE name_order GENERATED ALWAYS AS (fold_text(name)) STORED,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id) ON DELETE SET NULL (owner_id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX scheduled_reports_by_gram ON scheduled_reports USING gin (tenant_id, search_grams);
CREATE INDEX scheduled_reports_by_name ON scheduled_reports (tenant_id, sort_name, id) WHERE deleted_at IS NULL;
CREATE INDEX scheduled_reports_by_owner ON scheduled_reports (tenant_id, owner_id);
CREATE INDEX scheduled_reports_by_site ON scheduled_reports (tenant_id, site_id);
ALTER TABLE scheduled_reports ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_reports
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON scheduled_reports TO watchpost_app;

CREATE TABLE scheduled_report_recipients (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  email text NOT NULL,
  place smallint,
  unsubscribe_token text NOT NULL,
  unsubscribed_at timestamptz,
  PRIMARY KEY (tenant_id, report_id, email),
  FOREIGN KEY (tenant_id, report_id) REFERENCES scheduled_reports(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX scheduled_report_recipients_by_token ON scheduled_report_recipients (tenant_id, unsubscribe_token);
ALTER TABLE scheduled_report_recipients ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_recipients
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_report_recipients TO watchpost_app;

CREATE TABLE scheduled_report_runs (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  report_id uuid NOT NULL,
  kind text NOT NULL,
  occasion text NOT NULL,
  due_at_ms bigint NOT NULL,
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL,
  time_zone text NOT NULL,
  state text NOT NULL DEFAULT 'queued',
  reason text NOT NULL DEFAULT '',
  attempts smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  row_count integer,
  skipped integer NOT NULL DEFAULT 0,
  test_email text,
  finished_at timestamptz,
  site_id uuid,
  contents text[] NOT NULL DEFAULT '{scannedCheckpoints,loginLogout,dueRounds,missedRounds,incidents,exceptions}'::text[],
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, report_id, occasion),
  CHECK (kind IN ('planned', 'event', 'test')),
  CHECK (state IN ('queued', 'making', 'sent', 'empty', 'failed')),
  FOREIGN KEY (tenant_id, report_id) REFERENCES scheduled_reports(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_report_runs_by_report ON scheduled_report_runs (tenant_id, report_id, due_at_ms, id);
CREATE INDEX scheduled_report_runs_open ON scheduled_report_runs (tenant_id, next_try_at)
  WHERE state IN ('queued', 'making');
ALTER TABLE scheduled_report_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_runs
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON scheduled_report_runs TO watchpost_app;

CREATE TABLE scheduled_report_events (
  tenant_id uuid NOT NULL,
  report_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now(),
  run_id uuid,
  PRIMARY KEY (tenant_id, report_id, subject_id, at_ms),
  FOREIGN KEY (tenant_id, report_id) REFERENCES scheduled_reports(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_report_events_by_run ON scheduled_report_events (tenant_id, run_id);
CREATE INDEX scheduled_report_events_waiting ON scheduled_report_events (tenant_id, report_id, noted_at)
  WHERE run_id IS NULL;
ALTER TABLE scheduled_report_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_events
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_report_events TO watchpost_app;

CREATE TABLE scheduled_report_files (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  attempt smallint NOT NULL,
  name text NOT NULL,
  media_type text NOT NULL,
  storage_key text NOT NULL,
  bytes integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES scheduled_report_runs(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_report_files_by_run ON scheduled_report_files (tenant_id, run_id);
CREATE INDEX scheduled_report_files_kept ON scheduled_report_files (tenant_id, created_at) WHERE deleted_at IS NULL;
ALTER TABLE scheduled_report_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_files
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON scheduled_report_files TO watchpost_app;

CREATE TABLE scheduled_report_links (
  tenant_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  run_id uuid NOT NULL,
  email text NOT NULL,
  message_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, run_id) REFERENCES scheduled_report_runs(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_report_links_by_run ON scheduled_report_links (tenant_id, run_id);
ALTER TABLE scheduled_report_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_links
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON scheduled_report_links TO watchpost_app;

CREATE TABLE scheduled_report_downloads (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  run_id uuid NOT NULL,
  file_id uuid NOT NULL,
  email text NOT NULL,
  address text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, file_id) REFERENCES scheduled_report_files(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, run_id) REFERENCES scheduled_report_runs(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_report_downloads_by_run ON scheduled_report_downloads (tenant_id, run_id, at);
ALTER TABLE scheduled_report_downloads ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_downloads
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON scheduled_report_downloads TO watchpost_app;

CREATE TABLE retention_settings (
  tenant_id uuid NOT NULL,
  version integer NOT NULL,
  months_to_keep smallint,
  starts_at_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id),
  CHECK (months_to_keep >= 3 AND months_to_keep <= 240),
  CHECK (version >= 1),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE retention_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON retention_settings
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON retention_settings TO watchpost_app;

CREATE TABLE archives (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  month_ms bigint NOT NULL,
  until_ms bigint NOT NULL,
  status text NOT NULL DEFAULT 'writing',
  begun_at_ms bigint NOT NULL,
  verified_at_ms bigint,
  removed_at_ms bigint,
  rounds integer NOT NULL DEFAULT 0,
  held integer NOT NULL DEFAULT 0,
  worker uuid NOT NULL,
  lease_until_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, id),
  CHECK (status IN ('writing', 'verified', 'removed')),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
CREATE UNIQUE INDEX archives_under_way ON archives (tenant_id) WHERE status <> 'removed';
ALTER TABLE archives ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON archives
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON archives TO watchpost_app;

CREATE TABLE archive_files (
  tenant_id uuid NOT NULL,
  archive_id uuid NOT NULL,
  no smallint NOT NULL,
  kind text NOT NULL,
  pieces integer NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  rounds integer NOT NULL,
  PRIMARY KEY (tenant_id, archive_id, no),
  CHECK (kind IN ('rows', 'evidence')),
  FOREIGN KEY (tenant_id, archive_id) REFERENCES archives(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE archive_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON archive_files
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON archive_files TO watchpost_app;

CREATE TABLE guard_erasures (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  guard_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  erased_by uuid,
  pseudonym text NOT NULL,
  records jsonb NOT NULL,
  key bytea NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, guard_id),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id)
);
ALTER TABLE guard_erasures ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON guard_erasures
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON guard_erasures TO watchpost_app;

CREATE TABLE imported_rounds (
  tenant_id uuid NOT NULL,
  round_id uuid NOT NULL,
  former_id text NOT NULL,
  status_code smallint,
  status_text text,
  total_check_points smallint,
  scanned_check_points smallint,
  has_scans boolean NOT NULL,
  PRIMARY KEY (tenant_id, round_id)
);
ALTER TABLE imported_rounds ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON imported_rounds
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT ON imported_rounds TO watchpost_app;

CREATE TABLE recorded_names (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  guard_id uuid NOT NULL,
  employee_id text,
  first_name text,
  last_name text,
  site_name text,
  salt uuid DEFAULT gen_random_uuid(),
  PRIMARY KEY (tenant_id, id),
  CHECK ((first_name IS NULL) = (last_name IS NULL)),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX recorded_names_by_guard ON recorded_names (tenant_id, guard_id);
ALTER TABLE recorded_names ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON recorded_names
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT ON recorded_names TO watchpost_app;

CREATE TABLE former_ids (
  tenant_id uuid NOT NULL,
  record_id uuid NOT NULL,
  former_id text NOT NULL,
  PRIMARY KEY (tenant_id, record_id, former_id)
);
CREATE INDEX former_ids_by_former ON former_ids (tenant_id, former_id);
ALTER TABLE former_ids ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON former_ids
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT ON former_ids TO watchpost_app;

-- PostgreSQL would try to compress them in vain.
ALTER TABLE standing_rosters ALTER subjects SET STORAGE EXTERNAL;
ALTER TABLE standings ALTER body SET STORAGE EXTERNAL;

-- Arrays that are read and changed with every scan stay as they are, in the row.
ALTER TABLE round_sums ALTER begun SET STORAGE PLAIN, ALTER incompleted SET STORAGE PLAIN,
  ALTER completed SET STORAGE PLAIN, ALTER planned SET STORAGE PLAIN, ALTER scanned SET STORAGE PLAIN;
ALTER TABLE due_sums ALTER on_time SET STORAGE PLAIN, ALTER done_late SET STORAGE PLAIN,
  ALTER incomplete SET STORAGE PLAIN, ALTER missed SET STORAGE PLAIN, ALTER excused SET STORAGE PLAIN,
  ALTER under_way SET STORAGE PLAIN;
ALTER TABLE missed_sums ALTER missed SET STORAGE PLAIN;

-- Functions of triggers and statements.

-- Deletes counters and totals of a time range that came to nothing, so that removed months leave no rows; skips
-- rows in use.
CREATE FUNCTION clear_empty_sums(from_ms bigint, until_ms bigint)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  own uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
BEGIN
  DELETE
    FROM round_counts d USING (
        SELECT c.tenant_id, c.guard_id, c.site_id, c.grain, c.bucket_ms
        FROM round_counts c
        WHERE c.tenant_id = own AND c.bucket_ms > greatest(from_ms, 0) - 1 AND c.bucket_ms > 0
          AND c.bucket_ms < until_ms AND c.rounds = 0 AND c.in_progress = 0 AND c.incompleted = 0
          AND c.completed = 0 AND c.checkpoints = 0
        FOR UPDATE SKIP LOCKED
      ) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id AND d.guard_id = empty.guard_id
      AND d.site_id = empty.site_id AND d.grain = empty.grain AND d.bucket_ms = empty.bucket_ms;
  DELETE
    FROM due_counts d USING (
        SELECT c.tenant_id, c.guard_id, c.site_id, c.grain, c.bucket_ms
        FROM due_counts c
        WHERE c.tenant_id = own AND c.bucket_ms > greatest(from_ms, 0) - 1 AND c.bucket_ms > 0
          AND c.bucket_ms < until_ms AND c.on_time = 0 AND c.done_late = 0 AND c.incomplete = 0 AND c.missed = 0
          AND c.excused = 0 AND c.under_way = 0
        FOR UPDATE SKIP LOCKED
      ) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id AND d.guard_id = empty.guard_id
      AND d.site_id = empty.site_id AND d.grain = empty.grain AND d.bucket_ms = empty.bucket_ms;
  DELETE
    FROM round_sums d USING (
        SELECT c.tenant_id, c.site_id, c.grain, c.bucket_ms
        FROM round_sums c
        WHERE c.tenant_id = own AND c.bucket_ms > greatest(from_ms - 8294400000, 0) - 1 AND c.bucket_ms > 0
          AND c.bucket_ms < until_ms AND 0 = ALL(c.begun) AND 0 = ALL(c.incompleted) AND 0 = ALL(c.completed)
          AND 0 = ALL(c.planned) AND 0 = ALL(c.scanned)
        FOR UPDATE SKIP LOCKED
      ) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id AND d.site_id = empty.site_id
      AND d.grain = empty.grain AND d.bucket_ms = empty.bucket_ms;
  DELETE
    FROM due_sums d USING (
        SELECT c.tenant_id, c.guard_id, c.site_id, c.grain, c.bucket_ms
        FROM due_sums c
        WHERE c.tenant_id = own AND c.bucket_ms > greatest(from_ms - 8294400000, 0) - 1 AND c.bucket_ms > 0
          AND c.bucket_ms < until_ms AND 0 = ALL(c.on_time) AND 0 = ALL(c.done_late) AND 0 = ALL(c.incomplete)
          AND 0 = ALL(c.missed) AND 0 = ALL(c.excused) AND 0 = ALL(c.under_way)
        FOR UPDATE SKIP LOCKED
      ) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id AND d.guard_id = empty.guard_id
      AND d.site_id = empty.site_id AND d.grain = empty.grain AND d.bucket_ms = empty.bucket_ms;
  DELETE
    FROM missed_sums d USING (
        SELECT c.tenant_id, c.site_id, c.checkpoint_id, c.grain, c.bucket_ms
        FROM missed_sums c
        WHERE c.tenant_id = own AND c.bucket_ms > greatest(from_ms - 8294400000, 0) - 1 AND c.bucket_ms > 0
          AND c.bucket_ms < until_ms AND 0 = ALL(c.missed)
        FOR UPDATE SKIP LOCKED
      ) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id AND d.site_id = empty.site_id
      AND d.checkpoint_id = empty.checkpoint_id AND d.grain = empty.grain AND d.bucket_ms = empty.bucket_ms;
END
$$;
REVOKE EXECUTE ON FUNCTION clear_empty_sums(bigint,bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clear_empty_sums(bigint,bigint) TO watchpost_app;

-- Keeps the counters and totals of due rounds right when due rounds change.
CREATE FUNCTION count_changed_due()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
BEGIN
  INSERT INTO due_counts AS counts (
      tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused, under_way
    )
    SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms,
      coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
    FROM (
        SELECT tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome, -1 AS sign
        FROM before
        UNION ALL SELECT tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome, 1
        FROM after
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
        UNION ALL SELECT DISTINCT whose, changed.site_id
        FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose
      ) AS subject (guard_id, site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (2, due_at_ms - due_at_ms % 900000), (4, due_at_ms - due_at_ms % 21600000)
      ) AS bucket (grain, at_ms)
    WHERE outcome <> 'waiting'
      AND (bucket.grain = 0) = (subject.site_id = '00000000-0000-0000-0000-000000000000'::uuid)
    GROUP BY 1, 2, 3, 4, 5
    -- The tenant's own comes first whether or not it changes: it is the lock.
    HAVING bucket.grain = 0
      OR (
        coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
      ) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms)
    DO UPDATE SET on_time = counts.on_time + excluded.on_time,
      done_late = counts.done_late + excluded.done_late, incomplete = counts.incomplete + excluded.incomplete,
      missed = counts.missed + excluded.missed, excused = counts.excused + excluded.excused,
      under_way = counts.under_way + excluded.under_way;
  FOR change IN
    SELECT tenant_id, subject.guard_id AS guard_id, subject.site_id AS site_id, place.grain, place.bucket_ms,
      place.slot, (coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0))::int AS on_time,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0))::int AS done_late,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0))::int AS incomplete,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0))::int AS missed,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0))::int AS excused,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0))::int AS under_way
    FROM (
        SELECT *
        FROM (
            SELECT tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome, -1 AS sign
            FROM before
            UNION ALL SELECT tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome, 1
            FROM after
          ) AS every
        WHERE outcome <> 'waiting'
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid),
          ('00000000-0000-0000-0000-000000000000'::uuid, changed.site_id)
        UNION ALL SELECT DISTINCT whose, changed.site_id
        FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose
      ) AS subject (guard_id, site_id)
    JOIN LATERAL (
        VALUES (0, due_at_ms - due_at_ms % 86400000, (due_at_ms % 86400000 / 900000)::int + 1),
          (1, due_at_ms - due_at_ms % 8294400000, (due_at_ms % 8294400000 / 86400000)::int + 1)
      ) AS place (grain, bucket_ms, slot) ON place.grain = 1
      OR subject.guard_id = '00000000-0000-0000-0000-000000000000'::uuid
    GROUP BY 1, 2, 3, 4, 5, 6
    HAVING (
        coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
      ) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5, 6
    LOOP
    UPDATE due_sums AS counts
      SET on_time = CASE WHEN change.on_time = 0 THEN counts.on_time
          ELSE counts.on_time[:change.slot - 1] || ARRAY(
            SELECT each + change.on_time FROM unnest(counts.on_time[change.slot:]) AS each
          ) END,
        done_late = CASE WHEN change.done_late = 0 THEN counts.done_late
          ELSE counts.done_late[:change.slot - 1] || ARRAY(
            SELECT each + change.done_late FROM unnest(counts.done_late[change.slot:]) AS each
          ) END,
        incomplete = CASE WHEN change.incomplete = 0 THEN counts.incomplete
          ELSE counts.incomplete[:change.slot - 1] || ARRAY(
            SELECT each + change.incomplete FROM unnest(counts.incomplete[change.slot:]) AS each
          ) END,
        missed = CASE WHEN change.missed = 0 THEN counts.missed
          ELSE counts.missed[:change.slot - 1] || ARRAY(
            SELECT each + change.missed FROM unnest(counts.missed[change.slot:]) AS each
          ) END,
        excused = CASE WHEN change.excused = 0 THEN counts.excused
          ELSE counts.excused[:change.slot - 1] || ARRAY(
            SELECT each + change.excused FROM unnest(counts.excused[change.slot:]) AS each
          ) END,
        under_way = CASE WHEN change.under_way = 0 THEN counts.under_way
          ELSE counts.under_way[:change.slot - 1] || ARRAY(
            SELECT each + change.under_way FROM unnest(counts.under_way[change.slot:]) AS each
          ) END
      WHERE counts.tenant_id = change.tenant_id AND counts.guard_id = change.guard_id
        AND counts.site_id = change.site_id AND counts.grain = change.grain
        AND counts.bucket_ms = change.bucket_ms;
    IF NOT FOUND THEN
      INSERT INTO due_sums (
          tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused,
            under_way
        )
        VALUES (
            change.tenant_id, change.guard_id, change.site_id, change.grain, change.bucket_ms,
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.on_time, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.done_late, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.incomplete, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.missed, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.excused, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.under_way, ARRAY[97 - change.slot])
          );
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Keeps the counters of exceptions right when exceptions change.
CREATE FUNCTION count_changed_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO exception_counts AS counts (
      tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned, items
    )
    SELECT tenant_id, subject.site_id, bucket.grain, bucket.at_ms, kind, severity, status, is_owned, sum(sign)
    FROM (
        SELECT tenant_id, site_id, kind, severity, status, owner_id IS NOT NULL AS is_owned, happened_at_ms,
          -1 AS sign
        FROM before
        UNION ALL SELECT tenant_id, site_id, kind, severity, status, owner_id IS NOT NULL AS is_owned,
          happened_at_ms, 1 AS sign
        FROM after
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
      ) AS subject (site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (1, happened_at_ms - happened_at_ms % 86400000)
      ) AS bucket (grain, at_ms)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    HAVING sum(sign) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned)
    DO UPDATE SET items = counts.items + excluded.items;
  RETURN NULL;
END
$$;

-- Keeps the counters and totals of due rounds right when due rounds are deleted.
CREATE FUNCTION count_deleted_due()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
BEGIN
  INSERT INTO due_counts AS counts (
      tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused, under_way
    )
    SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms,
      coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
    FROM (
        SELECT tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome, -1 AS sign FROM deleted
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
        UNION ALL SELECT DISTINCT whose, changed.site_id
        FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose
      ) AS subject (guard_id, site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (2, due_at_ms - due_at_ms % 900000), (4, due_at_ms - due_at_ms % 21600000)
      ) AS bucket (grain, at_ms)
    WHERE outcome <> 'waiting'
      AND (bucket.grain = 0) = (subject.site_id = '00000000-0000-0000-0000-000000000000'::uuid)
    GROUP BY 1, 2, 3, 4, 5
    -- The tenant's own comes first whether or not it changes: it is the lock.
    HAVING bucket.grain = 0
      OR (
        coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
      ) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms)
    DO UPDATE SET on_time = counts.on_time + excluded.on_time,
      done_late = counts.done_late + excluded.done_late, incomplete = counts.incomplete + excluded.incomplete,
      missed = counts.missed + excluded.missed, excused = counts.excused + excluded.excused,
      under_way = counts.under_way + excluded.under_way;
  FOR change IN
    SELECT tenant_id, subject.guard_id AS guard_id, subject.site_id AS site_id, place.grain, place.bucket_ms,
      place.slot, (coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0))::int AS on_time,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0))::int AS done_late,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0))::int AS incomplete,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0))::int AS missed,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0))::int AS excused,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0))::int AS under_way
    FROM (
        SELECT *
        FROM (
            SELECT tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome, -1 AS sign FROM deleted
          ) AS every
        WHERE outcome <> 'waiting'
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid),
          ('00000000-0000-0000-0000-000000000000'::uuid, changed.site_id)
        UNION ALL SELECT DISTINCT whose, changed.site_id
        FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose
      ) AS subject (guard_id, site_id)
    JOIN LATERAL (
        VALUES (0, due_at_ms - due_at_ms % 86400000, (due_at_ms % 86400000 / 900000)::int + 1),
          (1, due_at_ms - due_at_ms % 8294400000, (due_at_ms % 8294400000 / 86400000)::int + 1)
      ) AS place (grain, bucket_ms, slot) ON place.grain = 1
      OR subject.guard_id = '00000000-0000-0000-0000-000000000000'::uuid
    GROUP BY 1, 2, 3, 4, 5, 6
    HAVING (
        coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
      ) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5, 6
    LOOP
    UPDATE due_sums AS counts
      SET on_time = CASE WHEN change.on_time = 0 THEN counts.on_time
          ELSE counts.on_time[:change.slot - 1] || ARRAY(
            SELECT each + change.on_time FROM unnest(counts.on_time[change.slot:]) AS each
          ) END,
        done_late = CASE WHEN change.done_late = 0 THEN counts.done_late
          ELSE counts.done_late[:change.slot - 1] || ARRAY(
            SELECT each + change.done_late FROM unnest(counts.done_late[change.slot:]) AS each
          ) END,
        incomplete = CASE WHEN change.incomplete = 0 THEN counts.incomplete
          ELSE counts.incomplete[:change.slot - 1] || ARRAY(
            SELECT each + change.incomplete FROM unnest(counts.incomplete[change.slot:]) AS each
          ) END,
        missed = CASE WHEN change.missed = 0 THEN counts.missed
          ELSE counts.missed[:change.slot - 1] || ARRAY(
            SELECT each + change.missed FROM unnest(counts.missed[change.slot:]) AS each
          ) END,
        excused = CASE WHEN change.excused = 0 THEN counts.excused
          ELSE counts.excused[:change.slot - 1] || ARRAY(
            SELECT each + change.excused FROM unnest(counts.excused[change.slot:]) AS each
          ) END,
        under_way = CASE WHEN change.under_way = 0 THEN counts.under_way
          ELSE counts.under_way[:change.slot - 1] || ARRAY(
            SELECT each + change.under_way FROM unnest(counts.under_way[change.slot:]) AS each
          ) END
      WHERE counts.tenant_id = change.tenant_id AND counts.guard_id = change.guard_id
        AND counts.site_id = change.site_id AND counts.grain = change.grain
        AND counts.bucket_ms = change.bucket_ms;
    IF NOT FOUND THEN
      INSERT INTO due_sums (
          tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused,
            under_way
        )
        VALUES (
            change.tenant_id, change.guard_id, change.site_id, change.grain, change.bucket_ms,
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.on_time, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.done_late, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.incomplete, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.missed, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.excused, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.under_way, ARRAY[97 - change.slot])
          );
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Keeps the counters of exceptions right when exceptions are deleted.
CREATE FUNCTION count_deleted_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO exception_counts AS counts (
      tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned, items
    )
    SELECT tenant_id, subject.site_id, bucket.grain, bucket.at_ms, kind, severity, status, is_owned, sum(sign)
    FROM (
        SELECT tenant_id, site_id, kind, severity, status, owner_id IS NOT NULL AS is_owned, happened_at_ms,
          -1 AS sign
        FROM deleted
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
      ) AS subject (site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (1, happened_at_ms - happened_at_ms % 86400000)
      ) AS bucket (grain, at_ms)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    HAVING sum(sign) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned)
    DO UPDATE SET items = counts.items + excluded.items;
  RETURN NULL;
END
$$;

-- Keeps the counters and totals of rounds right when rounds are deleted.
CREATE FUNCTION count_deleted_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
  own uuid;
BEGIN
  INSERT INTO round_counts AS counts (
      tenant_id, guard_id, site_id, grain, bucket_ms, rounds, in_progress, incompleted, completed, checkpoints,
        planned_incompleted, planned_completed
    )
    SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms, sum(sign),
      coalesce(sum(sign) FILTER (WHERE status_code = 1001), 0),
      coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0),
      coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0), sum(sign * total_check_points),
      coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1005), 0),
      coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1010), 0)
    FROM (
        SELECT tenant_id, site_id, guard_id, started_at_ms, status_code, total_check_points,
          scanned_check_points, -1 AS sign
        FROM deleted
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid),
          ('00000000-0000-0000-0000-000000000000'::uuid, site_id), (changed.guard_id, changed.site_id)
      ) AS subject (guard_id, site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (1, started_at_ms - started_at_ms % 86400000),
          (2, started_at_ms - started_at_ms % 900000)
      ) AS bucket (grain, at_ms)
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms)
    DO UPDATE SET rounds = counts.rounds + excluded.rounds,
      in_progress = counts.in_progress + excluded.in_progress,
      incompleted = counts.incompleted + excluded.incompleted,
      completed = counts.completed + excluded.completed,
      checkpoints = counts.checkpoints + excluded.checkpoints,
      planned_incompleted = counts.planned_incompleted + excluded.planned_incompleted,
      planned_completed = counts.planned_completed + excluded.planned_completed;
  FOR change IN
    SELECT tenant_id, subject.site_id AS site_id, place.grain, place.bucket_ms, place.slot,
      (sum(sign))::int AS begun, (coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0))::int AS incompleted,
      (coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0))::int AS completed,
      (coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS planned,
      (coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS scanned
    FROM (
        SELECT tenant_id, site_id, guard_id, started_at_ms, status_code, total_check_points,
          scanned_check_points, -1 AS sign
        FROM deleted
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
      ) AS subject (site_id)
    CROSS JOIN LATERAL (
        VALUES (0, started_at_ms - started_at_ms % 86400000, (started_at_ms % 86400000 / 900000)::int + 1),
          (1, started_at_ms - started_at_ms % 8294400000, (started_at_ms % 8294400000 / 86400000)::int + 1)
      ) AS place (grain, bucket_ms, slot)
    GROUP BY 1, 2, 3, 4, 5
    HAVING (
        sum(sign), coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0),
          coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0),
          coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0),
          coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0)
      ) <> (0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5
    LOOP
    UPDATE round_sums AS counts
      SET begun = CASE WHEN change.begun = 0 THEN counts.begun
          ELSE counts.begun[:change.slot - 1] || ARRAY(
            SELECT each + change.begun FROM unnest(counts.begun[change.slot:]) AS each
          ) END,
        incompleted = CASE WHEN change.incompleted = 0 THEN counts.incompleted
          ELSE counts.incompleted[:change.slot - 1] || ARRAY(
            SELECT each + change.incompleted FROM unnest(counts.incompleted[change.slot:]) AS each
          ) END,
        completed = CASE WHEN change.completed = 0 THEN counts.completed
          ELSE counts.completed[:change.slot - 1] || ARRAY(
            SELECT each + change.completed FROM unnest(counts.completed[change.slot:]) AS each
          ) END,
        planned = CASE WHEN change.planned = 0 THEN counts.planned
          ELSE counts.planned[:change.slot - 1] || ARRAY(
            SELECT each + change.planned FROM unnest(counts.planned[change.slot:]) AS each
          ) END,
        scanned = CASE WHEN change.scanned = 0 THEN counts.scanned
          ELSE counts.scanned[:change.slot - 1] || ARRAY(
            SELECT each + change.scanned FROM unnest(counts.scanned[change.slot:]) AS each
          ) END
      WHERE counts.tenant_id = change.tenant_id AND counts.site_id = change.site_id
        AND counts.grain = change.grain AND counts.bucket_ms = change.bucket_ms;
    IF NOT FOUND THEN
      INSERT INTO round_sums (
          tenant_id, site_id, grain, bucket_ms, begun, incompleted, completed, planned, scanned
        )
        VALUES (
            change.tenant_id, change.site_id, change.grain, change.bucket_ms,
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.begun, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.incompleted, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.completed, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.planned, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.scanned, ARRAY[97 - change.slot])
          );
    END IF;
  END LOOP;
  FOR own IN SELECT DISTINCT tenant_id FROM deleted ORDER BY tenant_id LOOP
    DELETE
      FROM missed_checkpoints AS m USING deleted AS changed
      WHERE m.tenant_id = own AND changed.tenant_id = own AND m.round_id = changed.id;
  END LOOP;
  RETURN NULL;
END
$$;

-- Keeps the totals of missed checkpoints right when one turns out to be scanned.
CREATE FUNCTION count_found()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
BEGIN
  IF EXISTS (SELECT FROM deleted) THEN
    PERFORM
      FROM round_counts
      WHERE tenant_id IN (SELECT DISTINCT tenant_id FROM deleted)
        AND guard_id = '00000000-0000-0000-0000-000000000000'::uuid
        AND site_id = '00000000-0000-0000-0000-000000000000'::uuid AND grain = 0 AND bucket_ms = 0
      ORDER BY tenant_id
      FOR UPDATE;
    FOR change IN
      SELECT tenant_id, changed.site_id AS site_id, changed.checkpoint_id AS checkpoint_id, place.grain,
        place.bucket_ms, place.slot, (sum(sign))::int AS missed
      FROM (SELECT *, -1 AS sign FROM deleted) AS changed
      CROSS JOIN LATERAL (
          VALUES (
              1, started_at_ms - started_at_ms % 8294400000, (started_at_ms % 8294400000 / 86400000)::int + 1
            )
        ) AS place (grain, bucket_ms, slot)
      GROUP BY 1, 2, 3, 4, 5, 6
      HAVING (sum(sign)) <> (0)
      ORDER BY 1, 2, 3, 4, 5, 6
      LOOP
      UPDATE missed_sums AS counts
        SET missed = CASE WHEN change.missed = 0 THEN counts.missed
            ELSE counts.missed[:change.slot - 1] || ARRAY(
              SELECT each + change.missed FROM unnest(counts.missed[change.slot:]) AS each
            ) END
        WHERE counts.tenant_id = change.tenant_id AND counts.site_id = change.site_id
          AND counts.checkpoint_id = change.checkpoint_id AND counts.grain = change.grain
          AND counts.bucket_ms = change.bucket_ms;
      IF NOT FOUND THEN
        INSERT INTO missed_sums (tenant_id, site_id, checkpoint_id, grain, bucket_ms, missed)
          VALUES (
              change.tenant_id, change.site_id, change.checkpoint_id, change.grain, change.bucket_ms,
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.missed, ARRAY[97 - change.slot])
            );
      END IF;
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;

-- Keeps the counters and totals of rounds right when rounds arrive, and notes which checkpoints ended rounds
-- missed.
CREATE FUNCTION count_inserted_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
BEGIN
  INSERT INTO round_counts AS counts (
      tenant_id, guard_id, site_id, grain, bucket_ms, rounds, in_progress, incompleted, completed, checkpoints,
        planned_incompleted, planned_completed
    )
    SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms, sum(sign),
      coalesce(sum(sign) FILTER (WHERE status_code = 1001), 0),
      coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0),
      coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0), sum(sign * total_check_points),
      coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1005), 0),
      coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1010), 0)
    FROM (
        SELECT tenant_id, site_id, guard_id, started_at_ms, status_code, total_check_points,
          scanned_check_points, 1 AS sign
        FROM inserted
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid),
          ('00000000-0000-0000-0000-000000000000'::uuid, site_id), (changed.guard_id, changed.site_id)
      ) AS subject (guard_id, site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (1, started_at_ms - started_at_ms % 86400000),
          (2, started_at_ms - started_at_ms % 900000)
      ) AS bucket (grain, at_ms)
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms)
    DO UPDATE SET rounds = counts.rounds + excluded.rounds,
      in_progress = counts.in_progress + excluded.in_progress,
      incompleted = counts.incompleted + excluded.incompleted,
      completed = counts.completed + excluded.completed,
      checkpoints = counts.checkpoints + excluded.checkpoints,
      planned_incompleted = counts.planned_incompleted + excluded.planned_incompleted,
      planned_completed = counts.planned_completed + excluded.planned_completed;
  IF (SELECT count(*) FROM inserted) > 100 THEN
    INSERT INTO round_sums AS counts (
        tenant_id, site_id, grain, bucket_ms, begun, incompleted, completed, planned, scanned
      )
      SELECT tenant_id, site_id, grain, bucket_ms, sums.begun, sums.incompleted, sums.completed, sums.planned,
        sums.scanned
      FROM (
          SELECT tenant_id, site_id, grain, bucket_ms, array_agg(slot) AS slots, array_agg(begun) AS begun,
            array_agg(incompleted) AS incompleted, array_agg(completed) AS completed,
            array_agg(planned) AS planned, array_agg(scanned) AS scanned
          FROM (
              SELECT tenant_id, subject.site_id AS site_id, place.grain, place.bucket_ms, place.slot,
                (sum(sign))::int AS begun,
                (coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0))::int AS incompleted,
                (coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0))::int AS completed,
                (
                  coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0)
                )::int AS planned,
                (
                  coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0)
                )::int AS scanned
              FROM (
                  SELECT tenant_id, site_id, guard_id, started_at_ms, status_code, total_check_points,
                    scanned_check_points, 1 AS sign
                  FROM inserted
                ) AS changed
              CROSS JOIN LATERAL (
                  VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
                ) AS subject (site_id)
              CROSS JOIN LATERAL (
                  VALUES (
                      0, started_at_ms - started_at_ms % 86400000, (started_at_ms % 86400000 / 900000)::int + 1
                    ),
                    (
                      1, started_at_ms - started_at_ms % 8294400000,
                        (started_at_ms % 8294400000 / 86400000)::int + 1
                    )
                ) AS place (grain, bucket_ms, slot)
              GROUP BY 1, 2, 3, 4, 5
              HAVING (
                  sum(sign), coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0),
                    coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0),
                    coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0),
                    coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0)
                ) <> (0, 0, 0, 0, 0)
              ORDER BY 1, 2, 3, 4, 5
            ) AS change
          GROUP BY tenant_id, site_id, grain, bucket_ms
        ) AS added
      CROSS JOIN LATERAL (
          SELECT array_agg(begun ORDER BY at) AS begun, array_agg(incompleted ORDER BY at) AS incompleted,
            array_agg(completed ORDER BY at) AS completed, array_agg(planned ORDER BY at) AS planned,
            array_agg(scanned ORDER BY at) AS scanned
          FROM (
              SELECT at, (coalesce(sum(begun) OVER upto, 0))::int AS begun,
                (coalesce(sum(incompleted) OVER upto, 0))::int AS incompleted,
                (coalesce(sum(completed) OVER upto, 0))::int AS completed,
                (coalesce(sum(planned) OVER upto, 0))::int AS planned,
                (coalesce(sum(scanned) OVER upto, 0))::int AS scanned
              FROM generate_series(1, 96) AS at
              LEFT JOIN unnest(
                  added.slots, added.begun, added.incompleted, added.completed, added.planned, added.scanned
                ) AS one (slot, begun, incompleted, completed, planned, scanned) ON one.slot = at
              WINDOW upto AS (ORDER BY at ROWS UNBOUNDED PRECEDING)
            ) AS each
        ) AS sums
      ORDER BY tenant_id, site_id, grain, bucket_ms
      ON CONFLICT (tenant_id, site_id, grain, bucket_ms)
      DO UPDATE SET begun = ARRAY(
          SELECT had + came FROM unnest(counts.begun, excluded.begun) AS slot (had, came)
        ),
        incompleted = ARRAY(
          SELECT had + came FROM unnest(counts.incompleted, excluded.incompleted) AS slot (had, came)
        ),
        completed = ARRAY(
          SELECT had + came FROM unnest(counts.completed, excluded.completed) AS slot (had, came)
        ), planned = ARRAY(SELECT had + came FROM unnest(counts.planned, excluded.planned) AS slot (had, came)),
        scanned = ARRAY(SELECT had + came FROM unnest(counts.scanned, excluded.scanned) AS slot (had, came));
  ELSE
    FOR change IN
      SELECT tenant_id, subject.site_id AS site_id, place.grain, place.bucket_ms, place.slot,
        (sum(sign))::int AS begun,
        (coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0))::int AS incompleted,
        (coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0))::int AS completed,
        (coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS planned,
        (coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS scanned
      FROM (
          SELECT tenant_id, site_id, guard_id, started_at_ms, status_code, total_check_points,
            scanned_check_points, 1 AS sign
          FROM inserted
        ) AS changed
      CROSS JOIN LATERAL (
          VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
        ) AS subject (site_id)
      CROSS JOIN LATERAL (
          VALUES (0, started_at_ms - started_at_ms % 86400000, (started_at_ms % 86400000 / 900000)::int + 1),
            (1, started_at_ms - started_at_ms % 8294400000, (started_at_ms % 8294400000 / 86400000)::int + 1)
        ) AS place (grain, bucket_ms, slot)
      GROUP BY 1, 2, 3, 4, 5
      HAVING (
          sum(sign), coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0),
            coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0),
            coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0),
            coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0)
        ) <> (0, 0, 0, 0, 0)
      ORDER BY 1, 2, 3, 4, 5
      LOOP
      UPDATE round_sums AS counts
        SET begun = CASE WHEN change.begun = 0 THEN counts.begun
            ELSE counts.begun[:change.slot - 1] || ARRAY(
              SELECT each + change.begun FROM unnest(counts.begun[change.slot:]) AS each
            ) END,
          incompleted = CASE WHEN change.incompleted = 0 THEN counts.incompleted
            ELSE counts.incompleted[:change.slot - 1] || ARRAY(
              SELECT each + change.incompleted FROM unnest(counts.incompleted[change.slot:]) AS each
            ) END,
          completed = CASE WHEN change.completed = 0 THEN counts.completed
            ELSE counts.completed[:change.slot - 1] || ARRAY(
              SELECT each + change.completed FROM unnest(counts.completed[change.slot:]) AS each
            ) END,
          planned = CASE WHEN change.planned = 0 THEN counts.planned
            ELSE counts.planned[:change.slot - 1] || ARRAY(
              SELECT each + change.planned FROM unnest(counts.planned[change.slot:]) AS each
            ) END,
          scanned = CASE WHEN change.scanned = 0 THEN counts.scanned
            ELSE counts.scanned[:change.slot - 1] || ARRAY(
              SELECT each + change.scanned FROM unnest(counts.scanned[change.slot:]) AS each
            ) END
        WHERE counts.tenant_id = change.tenant_id AND counts.site_id = change.site_id
          AND counts.grain = change.grain AND counts.bucket_ms = change.bucket_ms;
      IF NOT FOUND THEN
        INSERT INTO round_sums (
            tenant_id, site_id, grain, bucket_ms, begun, incompleted, completed, planned, scanned
          )
          VALUES (
              change.tenant_id, change.site_id, change.grain, change.bucket_ms,
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.begun, ARRAY[97 - change.slot]),
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(
                  change.incompleted, ARRAY[97 - change.slot]
                ),
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.completed, ARRAY[97 - change.slot]),
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.planned, ARRAY[97 - change.slot]),
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.scanned, ARRAY[97 - change.slot])
            );
      END IF;
    END LOOP;
  END IF;
  IF EXISTS (SELECT FROM inserted WHERE status_code = 1005) THEN
    INSERT INTO missed_checkpoints (tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms)
      SELECT *
      FROM missed_of(
          ARRAY(SELECT tenant_id FROM inserted WHERE status_code = 1005 ORDER BY id),
            ARRAY(SELECT id FROM inserted WHERE status_code = 1005 ORDER BY id)
        );
  END IF;
  RETURN NULL;
END
$$;

-- Keeps the counters and totals of due rounds right when due rounds are made.
CREATE FUNCTION count_made_due()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
BEGIN
  INSERT INTO due_counts AS counts (
      tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused, under_way
    )
    SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms,
      coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
    FROM (
        SELECT tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome, 1 AS sign FROM inserted
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
        UNION ALL SELECT DISTINCT whose, changed.site_id
        FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose
      ) AS subject (guard_id, site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (2, due_at_ms - due_at_ms % 900000), (4, due_at_ms - due_at_ms % 21600000)
      ) AS bucket (grain, at_ms)
    WHERE outcome <> 'waiting'
      AND (bucket.grain = 0) = (subject.site_id = '00000000-0000-0000-0000-000000000000'::uuid)
    GROUP BY 1, 2, 3, 4, 5
    -- The tenant's own comes first whether or not it changes: it is the lock.
    HAVING bucket.grain = 0
      OR (
        coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
      ) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms)
    DO UPDATE SET on_time = counts.on_time + excluded.on_time,
      done_late = counts.done_late + excluded.done_late, incomplete = counts.incomplete + excluded.incomplete,
      missed = counts.missed + excluded.missed, excused = counts.excused + excluded.excused,
      under_way = counts.under_way + excluded.under_way;
  FOR change IN
    SELECT tenant_id, subject.guard_id AS guard_id, subject.site_id AS site_id, place.grain, place.bucket_ms,
      place.slot, (coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0))::int AS on_time,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0))::int AS done_late,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0))::int AS incomplete,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0))::int AS missed,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0))::int AS excused,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0))::int AS under_way
    FROM (
        SELECT *
        FROM (
            SELECT tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome, 1 AS sign FROM inserted
          ) AS every
        WHERE outcome <> 'waiting'
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid),
          ('00000000-0000-0000-0000-000000000000'::uuid, changed.site_id)
        UNION ALL SELECT DISTINCT whose, changed.site_id
        FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose
      ) AS subject (guard_id, site_id)
    JOIN LATERAL (
        VALUES (0, due_at_ms - due_at_ms % 86400000, (due_at_ms % 86400000 / 900000)::int + 1),
          (1, due_at_ms - due_at_ms % 8294400000, (due_at_ms % 8294400000 / 86400000)::int + 1)
      ) AS place (grain, bucket_ms, slot) ON place.grain = 1
      OR subject.guard_id = '00000000-0000-0000-0000-000000000000'::uuid
    GROUP BY 1, 2, 3, 4, 5, 6
    HAVING (
        coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
      ) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5, 6
    LOOP
    UPDATE due_sums AS counts
      SET on_time = CASE WHEN change.on_time = 0 THEN counts.on_time
          ELSE counts.on_time[:change.slot - 1] || ARRAY(
            SELECT each + change.on_time FROM unnest(counts.on_time[change.slot:]) AS each
          ) END,
        done_late = CASE WHEN change.done_late = 0 THEN counts.done_late
          ELSE counts.done_late[:change.slot - 1] || ARRAY(
            SELECT each + change.done_late FROM unnest(counts.done_late[change.slot:]) AS each
          ) END,
        incomplete = CASE WHEN change.incomplete = 0 THEN counts.incomplete
          ELSE counts.incomplete[:change.slot - 1] || ARRAY(
            SELECT each + change.incomplete FROM unnest(counts.incomplete[change.slot:]) AS each
          ) END,
        missed = CASE WHEN change.missed = 0 THEN counts.missed
          ELSE counts.missed[:change.slot - 1] || ARRAY(
            SELECT each + change.missed FROM unnest(counts.missed[change.slot:]) AS each
          ) END,
        excused = CASE WHEN change.excused = 0 THEN counts.excused
          ELSE counts.excused[:change.slot - 1] || ARRAY(
            SELECT each + change.excused FROM unnest(counts.excused[change.slot:]) AS each
          ) END,
        under_way = CASE WHEN change.under_way = 0 THEN counts.under_way
          ELSE counts.under_way[:change.slot - 1] || ARRAY(
            SELECT each + change.under_way FROM unnest(counts.under_way[change.slot:]) AS each
          ) END
      WHERE counts.tenant_id = change.tenant_id AND counts.guard_id = change.guard_id
        AND counts.site_id = change.site_id AND counts.grain = change.grain
        AND counts.bucket_ms = change.bucket_ms;
    IF NOT FOUND THEN
      INSERT INTO due_sums (
          tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused,
            under_way
        )
        VALUES (
            change.tenant_id, change.guard_id, change.site_id, change.grain, change.bucket_ms,
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.on_time, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.done_late, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.incomplete, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.missed, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.excused, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.under_way, ARRAY[97 - change.slot])
          );
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Keeps the totals of missed checkpoints right when checkpoints are missed.
CREATE FUNCTION count_missed()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
BEGIN
  IF EXISTS (SELECT FROM inserted) THEN
    PERFORM
      FROM round_counts
      WHERE tenant_id IN (SELECT DISTINCT tenant_id FROM inserted)
        AND guard_id = '00000000-0000-0000-0000-000000000000'::uuid
        AND site_id = '00000000-0000-0000-0000-000000000000'::uuid AND grain = 0 AND bucket_ms = 0
      ORDER BY tenant_id
      FOR UPDATE;
    IF (SELECT count(*) FROM inserted) > 100 THEN
      INSERT INTO missed_sums AS counts (tenant_id, site_id, checkpoint_id, grain, bucket_ms, missed)
        SELECT tenant_id, site_id, checkpoint_id, grain, bucket_ms, sums.missed
        FROM (
            SELECT tenant_id, site_id, checkpoint_id, grain, bucket_ms, array_agg(slot) AS slots,
              array_agg(missed) AS missed
            FROM (
                SELECT tenant_id, changed.site_id AS site_id, changed.checkpoint_id AS checkpoint_id,
                  place.grain, place.bucket_ms, place.slot, (sum(sign))::int AS missed
                FROM (SELECT *, 1 AS sign FROM inserted) AS changed
                CROSS JOIN LATERAL (
                    VALUES (
                        1, started_at_ms - started_at_ms % 8294400000,
                          (started_at_ms % 8294400000 / 86400000)::int + 1
                      )
                  ) AS place (grain, bucket_ms, slot)
                GROUP BY 1, 2, 3, 4, 5, 6
                HAVING (sum(sign)) <> (0)
                ORDER BY 1, 2, 3, 4, 5, 6
              ) AS change
            GROUP BY tenant_id, site_id, checkpoint_id, grain, bucket_ms
          ) AS added
        CROSS JOIN LATERAL (
            SELECT array_agg(missed ORDER BY at) AS missed
            FROM (
                SELECT at, (coalesce(sum(missed) OVER upto, 0))::int AS missed
                FROM generate_series(1, 96) AS at
                LEFT JOIN unnest(added.slots, added.missed) AS one (slot, missed) ON one.slot = at
                WINDOW upto AS (ORDER BY at ROWS UNBOUNDED PRECEDING)
              ) AS each
          ) AS sums
        ORDER BY tenant_id, site_id, checkpoint_id, grain, bucket_ms
        ON CONFLICT (tenant_id, site_id, checkpoint_id, grain, bucket_ms)
        DO UPDATE SET missed = ARRAY(
            SELECT had + came FROM unnest(counts.missed, excluded.missed) AS slot (had, came)
          );
    ELSE
      FOR change IN
        SELECT tenant_id, changed.site_id AS site_id, changed.checkpoint_id AS checkpoint_id, place.grain,
          place.bucket_ms, place.slot, (sum(sign))::int AS missed
        FROM (SELECT *, 1 AS sign FROM inserted) AS changed
        CROSS JOIN LATERAL (
            VALUES (
                1, started_at_ms - started_at_ms % 8294400000, (started_at_ms % 8294400000 / 86400000)::int + 1
              )
          ) AS place (grain, bucket_ms, slot)
        GROUP BY 1, 2, 3, 4, 5, 6
        HAVING (sum(sign)) <> (0)
        ORDER BY 1, 2, 3, 4, 5, 6
        LOOP
        UPDATE missed_sums AS counts
          SET missed = CASE WHEN change.missed = 0 THEN counts.missed
              ELSE counts.missed[:change.slot - 1] || ARRAY(
                SELECT each + change.missed FROM unnest(counts.missed[change.slot:]) AS each
              ) END
          WHERE counts.tenant_id = change.tenant_id AND counts.site_id = change.site_id
            AND counts.checkpoint_id = change.checkpoint_id AND counts.grain = change.grain
            AND counts.bucket_ms = change.bucket_ms;
        IF NOT FOUND THEN
          INSERT INTO missed_sums (tenant_id, site_id, checkpoint_id, grain, bucket_ms, missed)
            VALUES (
                change.tenant_id, change.site_id, change.checkpoint_id, change.grain, change.bucket_ms,
                  array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.missed, ARRAY[97 - change.slot])
              );
        END IF;
      END LOOP;
    END IF;
  END IF;
  RETURN NULL;
END
$$;

-- Keeps the counters of exceptions right when exceptions are opened.
CREATE FUNCTION count_opened_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO exception_counts AS counts (
      tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned, items
    )
    SELECT tenant_id, subject.site_id, bucket.grain, bucket.at_ms, kind, severity, status, is_owned, sum(sign)
    FROM (
        SELECT tenant_id, site_id, kind, severity, status, owner_id IS NOT NULL AS is_owned, happened_at_ms,
          1 AS sign
        FROM inserted
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
      ) AS subject (site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (1, happened_at_ms - happened_at_ms % 86400000)
      ) AS bucket (grain, at_ms)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    HAVING sum(sign) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned)
    DO UPDATE SET items = counts.items + excluded.items;
  RETURN NULL;
END
$$;

-- Takes an erased guard's data out of rows of imports that name the guard.
CREATE FUNCTION empty_import_rows()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE record_import_rows r
    SET cells = '[]', errors = '[]'
    FROM record_imports i
    WHERE r.tenant_id = NEW.tenant_id AND i.tenant_id = NEW.tenant_id AND i.id = r.import_id
      AND i.kind = 'guard'
      AND (
        lower(r.record) = lower(OLD.employee_id) OR r.record IS NULL
          AND EXISTS (
            SELECT
            FROM jsonb_array_elements_text(r.cells) AS c (cell)
            WHERE lower(trim(translate(c.cell, '०१२३४५६७८९', '0123456789'))) = lower(OLD.employee_id)
          )
      );
  UPDATE record_import_rows r
    SET exact = NULL, losses = NULL, record = NULL
    WHERE r.tenant_id = NEW.tenant_id AND r.cells = '[]';
  RETURN NULL;
END
$$;

-- The only way to erase a guard's personal data: of the own company, for a deactivated guard whose erasure is
-- noted. Returns keys of files to delete.
CREATE FUNCTION erase_guard(of_guard uuid)
  RETURNS text[]
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  own uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  noted guard_erasures;
  gone guards;
  phones uuid[];
  keys text[];
BEGIN
  SELECT * INTO noted FROM guard_erasures e WHERE e.tenant_id = own AND e.guard_id = of_guard;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no erasure of guard % is noted', of_guard;
  END IF;
  SELECT * INTO gone
    FROM guards g
    WHERE g.tenant_id = own AND g.id = of_guard AND NOT g.activated AND g.erased_at IS NULL
    FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'guard % is not one to be erased', of_guard;
  END IF;
  -- What was sealed with the name, and what is as that says.
  UPDATE incident_history h
    SET actor_name = noted.pseudonym
    WHERE h.tenant_id = own AND h.actor_kind = 'guard' AND h.actor_id = of_guard;
  UPDATE record_versions v
    SET row = jsonb_set(v.row, '{actor_name}', to_jsonb(noted.pseudonym))
    WHERE v.tenant_id = own AND v.source = 'sos_history' AND v.row ->> 'actor_kind' = 'guard'
      AND v.row ->> 'actor_id' = of_guard::text;
  UPDATE sos_history h
    SET actor_name = noted.pseudonym
    WHERE h.tenant_id = own AND h.actor_kind = 'guard' AND h.actor_id = of_guard;
  UPDATE log_leaves l
    SET marks = decode(r.marks, 'hex')
    FROM jsonb_to_recordset(noted.records) AS r ("table" text, id uuid, marks text)
    WHERE l.tenant_id = own AND l.source = r."table" AND l.record_id = r.id;
  -- What was reported to others.
  UPDATE audit_entries a
    SET subject_label = noted.pseudonym,
      before = a.before - '{employeeId,firstName,lastName,email,phoneNumber,countryCode}'::text[],
      after = a.after - '{employeeId,firstName,lastName,email,phoneNumber,countryCode}'::text[]
    WHERE a.tenant_id = own AND a.subject_type = 'guard' AND a.subject_id = of_guard::text;
  DELETE FROM audit_names n WHERE n.tenant_id = own AND n.kind = 'subject' AND n.id = of_guard::text;
  INSERT INTO audit_names (tenant_id, kind, id, name) VALUES (own, 'subject', of_guard::text, noted.pseudonym);
  UPDATE notifications x
    SET params = jsonb_set(x.params, '{guard}', to_jsonb(noted.pseudonym))
    WHERE x.tenant_id = own AND x.params ->> 'guard' = trim(gone.first_name || ' ' || gone.last_name);
  -- Where no column is named for the employee id, no one knows which it is.
  UPDATE record_import_rows r
    SET cells = '[]', errors = '[]'
    FROM record_imports i
    WHERE r.tenant_id = own AND i.tenant_id = own AND i.id = r.import_id AND i.kind = 'guard'
      AND CASE
        WHEN i.mapping ? 'employeeId' THEN lower(
          trim(r.cells ->> (i.mapping ->> 'employeeId')::int)
        ) = lower(gone.employee_id)
        ELSE EXISTS (
          SELECT
          FROM jsonb_array_elements_text(r.cells) AS c (cell)
          WHERE lower(trim(c.cell)) = lower(gone.employee_id)
        ) END;
  -- The way in, and the phones that no one else has.
  DELETE FROM sessions s WHERE s.tenant_id = own AND s.guard_id = of_guard;
  phones := ARRAY(SELECT d.device_id FROM device_guards d WHERE d.tenant_id = own AND d.guard_id = of_guard);
  DELETE FROM device_guards d WHERE d.tenant_id = own AND d.guard_id = of_guard;
  UPDATE devices d
    SET name = '', agent = '', version = d.version + 1
    WHERE d.tenant_id = own AND d.id = ANY(phones)
      AND NOT EXISTS (SELECT FROM device_guards g WHERE g.tenant_id = own AND g.device_id = d.id);
  UPDATE guards g
    SET employee_id = 'erased-' || left(replace(noted.id::text, '-', ''), 12), first_name = noted.pseudonym,
      last_name = '', email = '', phone_number = '', secret_hash = NULL, user_id = NULL, photo = '',
      erased_at = to_timestamp(noted.at_ms / 1000.0), version = g.version + 1, updated_at = now()
    WHERE g.tenant_id = own AND g.id = of_guard;
  WITH unused AS (
      DELETE
      FROM files f
      WHERE f.tenant_id = own AND f.id::text = gone.photo AND f.purpose = 'profileImage'
        AND NOT EXISTS (SELECT FROM guards g WHERE g.tenant_id = own AND g.photo = gone.photo)
        AND NOT EXISTS (SELECT FROM users u WHERE u.tenant_id = own AND u.profile_image = gone.photo)
      RETURNING f.storage_key
    )
    SELECT array_agg(u.storage_key) INTO keys
    FROM unused u;
  RETURN coalesce(keys, '{}');
END
$$;
REVOKE EXECUTE ON FUNCTION erase_guard(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_guard(uuid) TO watchpost_app;

-- The words with two neighbouring letters exchanged, so that a search finds a name in spite of that slip.
CREATE FUNCTION exchanged_letters(words text[])
  RETURNS SETOF text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
SELECT words[:p - 1] || (left(w, i - 1) || substr(w, i + 1, 1) || substr(w, i, 1) || substr(w, i + 2))
  || words[p + 1:]
FROM unnest(words) WITH ORDINALITY AS word (w, p)
CROSS JOIN LATERAL generate_series(1, length(w) - 1) AS i
WHERE length(w) > 3 AND substr(w, i, 1) <> substr(w, i + 1, 1) AND substr(w, i, 2) !~ '[0-9]'
ORDER BY p, i LIMIT 40
$$;

-- Works out when guards were last heard of from stored rounds, for a past that was not written event by event.
CREATE FUNCTION fill_guard_signs(of_tenant uuid, since_ms bigint)
  RETURNS void
  LANGUAGE sql
AS $$
INSERT INTO guard_signs (
    tenant_id, guard_id, at_ms, round_id, round_at_ms, scan_id, scan_at_ms, scan_received_at_ms
  )
SELECT DISTINCT ON (r.guard_id) of_tenant, r.guard_id,
  least(greatest(r.started_at_ms, r.ended_at_ms, last.at_ms), (extract(epoch FROM now()) * 1000)::bigint), r.id,
  r.started_at_ms, last.id, last.at_ms, last.received_at_ms
FROM rounds r
LEFT JOIN LATERAL (
    SELECT s.id,
      least(
        CASE WHEN s.phone_at_ms IS NULL THEN s.device_at_ms - s.clock_skew_ms ELSE s.device_at_ms END,
          s.received_at_ms
      ) AS at_ms, s.received_at_ms
    FROM scans s
    WHERE s.tenant_id = of_tenant AND s.round_id = r.id
    ORDER BY s.device_at_ms DESC, s.id LIMIT 1
  ) AS last ON true
WHERE r.tenant_id = of_tenant AND r.started_at_ms >= since_ms
ORDER BY r.guard_id, r.started_at_ms DESC, r.id
ON CONFLICT
DO NOTHING
$$;
REVOKE EXECUTE ON FUNCTION fill_guard_signs(uuid,bigint) FROM PUBLIC;

-- Works out the flags of stored rounds from those of their scans.
CREATE FUNCTION fill_round_doubts(tenant uuid)
  RETURNS void
  LANGUAGE sql
AS $$
INSERT INTO round_doubts (tenant_id, round_id, flag, scans, started_at_ms)
SELECT r.tenant_id, r.id, f.flag, count(*), r.started_at_ms
FROM scans s
CROSS JOIN unnest(s.flags) AS f (flag)
JOIN rounds r ON r.tenant_id = s.tenant_id AND r.id = s.round_id
WHERE s.tenant_id = tenant AND s.flags <> '{}'
GROUP BY r.tenant_id, r.id, f.flag
ON CONFLICT
DO NOTHING
$$;

-- Takes a checkpoint off the missed ones when its scan arrives late.
CREATE FUNCTION find_scanned()
  RETURNS trigger
  LANGUAGE plpgsql
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
AS $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT missed.*
    FROM inserted AS s
    CROSS JOIN LATERAL (
        SELECT m.tenant_id, m.round_id, m.checkpoint_id
        FROM missed_checkpoints AS m
        WHERE m.tenant_id = s.tenant_id AND m.round_id = s.round_id AND m.checkpoint_id = s.checkpoint_id
        OFFSET 0
      ) AS missed
    LOOP
    DELETE
      FROM missed_checkpoints AS m
      WHERE m.tenant_id = found.tenant_id AND m.round_id = found.round_id
        AND m.checkpoint_id = found.checkpoint_id;
  END LOOP;
  RETURN NULL;
END
$$;

-- Keeps counters, totals and missed checkpoints right when a round changes.
CREATE FUNCTION follow_changed_round()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  is_counted boolean := (
      OLD.tenant_id, OLD.site_id, OLD.guard_id, OLD.started_at_ms, OLD.status_code, OLD.total_check_points,
        CASE WHEN OLD.status_code = 1001 THEN 0 ELSE OLD.scanned_check_points END
    ) IS DISTINCT FROM (
        NEW.tenant_id, NEW.site_id, NEW.guard_id, NEW.started_at_ms, NEW.status_code, NEW.total_check_points,
          CASE WHEN NEW.status_code = 1001 THEN 0 ELSE NEW.scanned_check_points END
      );
  change record;
BEGIN
  IF is_counted THEN
    INSERT INTO round_counts AS counts (
        tenant_id, guard_id, site_id, grain, bucket_ms, rounds, in_progress, incompleted, completed,
          checkpoints, planned_incompleted, planned_completed
      )
      SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms, sum(sign),
        coalesce(sum(sign) FILTER (WHERE status_code = 1001), 0),
        coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0),
        coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0), sum(sign * total_check_points),
        coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1005), 0),
        coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1010), 0)
      FROM (
          SELECT OLD.tenant_id, OLD.site_id, OLD.guard_id, OLD.started_at_ms, OLD.status_code,
            OLD.total_check_points, OLD.scanned_check_points, -1 AS sign
          UNION ALL SELECT NEW.tenant_id, NEW.site_id, NEW.guard_id, NEW.started_at_ms, NEW.status_code,
            NEW.total_check_points, NEW.scanned_check_points, 1
        ) AS changed
      CROSS JOIN LATERAL (
          VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid),
            ('00000000-0000-0000-0000-000000000000'::uuid, site_id), (changed.guard_id, changed.site_id)
        ) AS subject (guard_id, site_id)
      CROSS JOIN LATERAL (
          VALUES (0, 0::bigint), (1, started_at_ms - started_at_ms % 86400000),
            (2, started_at_ms - started_at_ms % 900000)
        ) AS bucket (grain, at_ms)
      GROUP BY 1, 2, 3, 4, 5
      ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms)
      DO UPDATE SET rounds = counts.rounds + excluded.rounds,
        in_progress = counts.in_progress + excluded.in_progress,
        incompleted = counts.incompleted + excluded.incompleted,
        completed = counts.completed + excluded.completed,
        checkpoints = counts.checkpoints + excluded.checkpoints,
        planned_incompleted = counts.planned_incompleted + excluded.planned_incompleted,
        planned_completed = counts.planned_completed + excluded.planned_completed;
    FOR change IN
      SELECT tenant_id, subject.site_id AS site_id, place.grain, place.bucket_ms, place.slot,
        (sum(sign))::int AS begun,
        (coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0))::int AS incompleted,
        (coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0))::int AS completed,
        (coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS planned,
        (coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS scanned
      FROM (
          SELECT OLD.tenant_id, OLD.site_id, OLD.guard_id, OLD.started_at_ms, OLD.status_code,
            OLD.total_check_points, OLD.scanned_check_points, -1 AS sign
          UNION ALL SELECT NEW.tenant_id, NEW.site_id, NEW.guard_id, NEW.started_at_ms, NEW.status_code,
            NEW.total_check_points, NEW.scanned_check_points, 1
        ) AS changed
      CROSS JOIN LATERAL (
          VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
        ) AS subject (site_id)
      CROSS JOIN LATERAL (
          VALUES (0, started_at_ms - started_at_ms % 86400000, (started_at_ms % 86400000 / 900000)::int + 1),
            (1, started_at_ms - started_at_ms % 8294400000, (started_at_ms % 8294400000 / 86400000)::int + 1)
        ) AS place (grain, bucket_ms, slot)
      GROUP BY 1, 2, 3, 4, 5
      HAVING (
          sum(sign), coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0),
            coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0),
            coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0),
            coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0)
        ) <> (0, 0, 0, 0, 0)
      ORDER BY 1, 2, 3, 4, 5
      LOOP
      UPDATE round_sums AS counts
        SET begun = CASE WHEN change.begun = 0 THEN counts.begun
            ELSE counts.begun[:change.slot - 1] || ARRAY(
              SELECT each + change.begun FROM unnest(counts.begun[change.slot:]) AS each
            ) END,
          incompleted = CASE WHEN change.incompleted = 0 THEN counts.incompleted
            ELSE counts.incompleted[:change.slot - 1] || ARRAY(
              SELECT each + change.incompleted FROM unnest(counts.incompleted[change.slot:]) AS each
            ) END,
          completed = CASE WHEN change.completed = 0 THEN counts.completed
            ELSE counts.completed[:change.slot - 1] || ARRAY(
              SELECT each + change.completed FROM unnest(counts.completed[change.slot:]) AS each
            ) END,
          planned = CASE WHEN change.planned = 0 THEN counts.planned
            ELSE counts.planned[:change.slot - 1] || ARRAY(
              SELECT each + change.planned FROM unnest(counts.planned[change.slot:]) AS each
            ) END,
          scanned = CASE WHEN change.scanned = 0 THEN counts.scanned
            ELSE counts.scanned[:change.slot - 1] || ARRAY(
              SELECT each + change.scanned FROM unnest(counts.scanned[change.slot:]) AS each
            ) END
        WHERE counts.tenant_id = change.tenant_id AND counts.site_id = change.site_id
          AND counts.grain = change.grain AND counts.bucket_ms = change.bucket_ms;
      IF NOT FOUND THEN
        INSERT INTO round_sums (
            tenant_id, site_id, grain, bucket_ms, begun, incompleted, completed, planned, scanned
          )
          VALUES (
              change.tenant_id, change.site_id, change.grain, change.bucket_ms,
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.begun, ARRAY[97 - change.slot]),
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(
                  change.incompleted, ARRAY[97 - change.slot]
                ),
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.completed, ARRAY[97 - change.slot]),
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.planned, ARRAY[97 - change.slot]),
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.scanned, ARRAY[97 - change.slot])
            );
      END IF;
    END LOOP;
  END IF;
  IF (OLD.guard_id, OLD.started_at_ms) IS DISTINCT FROM (NEW.guard_id, NEW.started_at_ms) THEN
    UPDATE due_rounds SET round_id = round_id WHERE tenant_id = NEW.tenant_id AND round_id = NEW.id;
  END IF;
  IF (
      OLD.tenant_id, OLD.id, OLD.site_id, OLD.guard_id, OLD.started_at_ms, OLD.route_version_id,
        OLD.status_code = 1005
    ) IS DISTINCT FROM (
        NEW.tenant_id, NEW.id, NEW.site_id, NEW.guard_id, NEW.started_at_ms, NEW.route_version_id,
          NEW.status_code = 1005
      ) THEN
    IF OLD.status_code = 1005 THEN
      DELETE FROM missed_checkpoints WHERE tenant_id = OLD.tenant_id AND round_id = OLD.id;
    END IF;
    IF NEW.status_code = 1005 THEN
      INSERT INTO missed_checkpoints (tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms)
        SELECT *
        FROM missed_of(ARRAY[NEW.tenant_id], ARRAY[NEW.id]);
    END IF;
  END IF;
  IF is_counted
    AND EXISTS (
      SELECT
      FROM standings AS s
      WHERE s.tenant_id = NEW.tenant_id AND s.at_ms > least(OLD.started_at_ms, NEW.started_at_ms) AND s.kind = 0
    ) THEN
    DELETE
      FROM standings AS s
      WHERE s.tenant_id = NEW.tenant_id AND s.at_ms > least(OLD.started_at_ms, NEW.started_at_ms)
        AND s.kind = 0;
  END IF;
  RETURN NULL;
END
$$;

-- Takes former names of a guard, and those of imported records, away when the guard's data is erased.
CREATE FUNCTION forget_former()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  NEW.former_until_ms := NULL;
  NEW.former := NULL;
  UPDATE recorded_names n
    SET employee_id = NULL, first_name = NULL, last_name = NULL, salt = NULL
    WHERE n.tenant_id = NEW.tenant_id AND n.guard_id = NEW.id;
  RETURN NEW;
END
$$;

-- Takes ids of the former system away when a guard's data is erased.
CREATE FUNCTION forget_former_ids()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  DELETE FROM former_ids f WHERE f.tenant_id = NEW.tenant_id AND f.record_id = NEW.id;
  RETURN NULL;
END
$$;

-- Groups of three letters of a word but for its beginning, by which a misspelt word is found.
CREATE FUNCTION grams_near(word text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
SELECT array_agg(DISTINCT substr(' ' || word, i, 3))
FROM generate_series(1, greatest(length(word) - 1, 1)) AS i
$$;

-- Groups of three letters that every text with the word has.
CREATE FUNCTION grams_within(word text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
SELECT CASE length(word) WHEN 1 THEN ARRAY['  ' || word] WHEN 2 THEN ARRAY[' ' || word]
    ELSE (SELECT array_agg(DISTINCT substr(word, i, 3)) FROM generate_series(1, length(word) - 2) AS i) END
$$;

-- Rounds and due rounds that stay in the database, because a person has still to deal with something of them.
CREATE FUNCTION held_subjects(of_tenant uuid, subjects uuid[])
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
AS $$
WITH asked AS MATERIALIZED (SELECT DISTINCT unnest(subjects) AS id),
  walked AS MATERIALIZED (SELECT r.* FROM asked JOIN rounds r ON r.tenant_id = of_tenant AND r.id = asked.id),
  scanned AS MATERIALIZED (
    SELECT s.* FROM walked JOIN scans s ON s.tenant_id = of_tenant AND s.round_id = walked.id
  ),
  answered AS MATERIALIZED (
    SELECT s.round_id, f.*
    FROM scanned s
    JOIN field_events f ON f.tenant_id = of_tenant AND f.subject_id = s.id AND f.kind = 'checkpointAnswered'
  ),
  due AS MATERIALIZED (
    SELECT walked.id AS subject, d.*
    FROM walked
    JOIN due_rounds d ON d.tenant_id = of_tenant AND d.round_id = walked.id
    UNION ALL SELECT d.id, d.*
    FROM asked
    JOIN due_rounds d ON d.tenant_id = of_tenant AND d.id = asked.id AND d.round_id IS NULL
  ),
  judged AS MATERIALIZED (
    SELECT walked.id AS subject, e.*
    FROM walked
    JOIN exceptions e ON e.tenant_id = of_tenant AND e.kind IN ('incomplete', 'flagged')
      AND e.subject_id = walked.id
    UNION ALL SELECT due.subject, e.*
    FROM due
    JOIN exceptions e ON e.tenant_id = of_tenant AND e.kind IN ('missed', 'late') AND e.subject_id = due.id
  )
SELECT subject
FROM judged
WHERE status <> 'closed'
  OR EXISTS (SELECT FROM exception_files x WHERE x.tenant_id = of_tenant AND x.exception_id = judged.id)
UNION SELECT subject
FROM due
WHERE status IN ('due', 'late')
UNION SELECT a.round_id
FROM answered a
JOIN incidents i ON i.tenant_id = of_tenant AND i.id = a.id
WHERE i.status <> 'Closed'
UNION SELECT w.id
FROM walked w
JOIN incidents i ON i.tenant_id = of_tenant AND i.guard_id = w.guard_id AND i.site_id = w.site_id
WHERE i.status <> 'Closed'
  AND i.device_at_ms BETWEEN w.started_at_ms AND greatest(
    w.ended_at_ms, w.started_at_ms, (SELECT max(s.device_at_ms) FROM scanned s WHERE s.round_id = w.id)
  )
UNION SELECT w.id
FROM walked w
JOIN sos_calls c ON c.tenant_id = of_tenant AND c.guard_id = w.guard_id
WHERE c.resolved_at_ms IS NULL
  AND c.device_at_ms BETWEEN w.started_at_ms AND greatest(
    w.ended_at_ms, w.started_at_ms, (SELECT max(s.device_at_ms) FROM scanned s WHERE s.round_id = w.id)
  )
$$;

-- Keeps a last version of due rounds that are deleted, so that the log says what was called off.
CREATE FUNCTION keep_called_off()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO record_versions (tenant_id, source, record_key, row)
    SELECT tenant_id, 'due_rounds', id::text,
      jsonb_build_object(
        'plan',
          jsonb_build_object(
            'tour_id', tour_id, 'site_id', site_id, 'route_id', route_id, 'tour_name', tour_name, 'route_name',
              route_name, 'due_at_ms', due_at_ms, 'late_at_ms', late_at_ms, 'missed_at_ms', missed_at_ms,
              'guard_ids', guard_ids
          )
      )
    FROM gone
    WHERE status = 'due' AND round_id IS NULL;
  RETURN NULL;
END
$$;

-- Notes what a record was called before, with the time of the change.
CREATE FUNCTION keep_former()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  NEW.former_until_ms := array_append(
      OLD.former_until_ms,
        greatest(
          floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
            OLD.former_until_ms[cardinality(OLD.former_until_ms)] + 1
        )
    );
  NEW.former := coalesce(OLD.former, '[]')
    || jsonb_build_array(
      (SELECT jsonb_object_agg(o.key, o.value) FROM jsonb_each(to_jsonb(OLD)) o WHERE o.key = ANY (TG_ARGV))
        || CASE WHEN TG_TABLE_NAME = 'guards' THEN jsonb_build_object('salt', gen_random_uuid()) ELSE '{}' END
    );
  RETURN NEW;
END
$$;

-- Notes how a checkpoint could be scanned before a change, which stays valid for one more day.
CREATE FUNCTION keep_former_methods()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
BEGIN
  NEW.former_scan_methods := CASE
      WHEN OLD.scan_methods_since_ms + 86400000 > now_ms THEN ARRAY(
        SELECT unnest(OLD.scan_methods) UNION SELECT unnest(OLD.former_scan_methods) ORDER BY 1
      ) ELSE OLD.scan_methods END;
  NEW.scan_methods_since_ms := now_ms;
  RETURN NEW;
END
$$;

-- Keeps the digest of a record's former names for the log whenever they change.
CREATE FUNCTION keep_former_version()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
    OR EXISTS (SELECT FROM log_heads h WHERE h.tenant_id = OLD.tenant_id) THEN
    WITH kept AS (
        INSERT INTO record_versions (tenant_id, source, record_key, row)
        SELECT OLD.tenant_id, 'former_names', s.key, s.row
        FROM (
            SELECT TG_TABLE_NAME || ' ' || OLD.id,
              CASE WHEN TG_OP = 'DELETE' OR NEW.former IS NULL THEN 'null'::jsonb
                ELSE jsonb_build_object(
                  'untilMs', to_jsonb(NEW.former_until_ms), 'names',
                    encode(sha256(convert_to(coalesce(NEW.former::text, ''), 'UTF8')), 'hex')
                ) END
          ) AS s (key, row)
        RETURNING id
      )
      INSERT INTO log_pending (tenant_id, source, ids)
      SELECT OLD.tenant_id, 'record_versions', array_agg(id)
      FROM kept
      WHERE NOT nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
      HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END
$$;

-- Keeps for the log which recorded names each imported round carries.
CREATE FUNCTION keep_names_of_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
DECLARE
  own uuid;
BEGIN
  FOR own IN SELECT DISTINCT c.tenant_id FROM added c LOOP
    IF nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
      OR EXISTS (SELECT FROM log_heads h WHERE h.tenant_id = own) THEN
      WITH kept AS (
          INSERT INTO record_versions (tenant_id, source, record_key, row)
          SELECT own, 'imported_rounds', s.key, s.row
          FROM (
              SELECT gen_random_uuid()::text, jsonb_object_agg(p.id, p.names_id)
              FROM (
                  SELECT a.round_id AS id, r.recorded_names_id AS names_id,
                    (row_number() OVER () - 1) / 200 AS portion
                  FROM added a
                  LEFT JOIN rounds r ON r.tenant_id = own AND r.id = a.round_id
                  WHERE a.tenant_id = own
                ) AS p
              GROUP BY p.portion
            ) AS s (key, row)
          RETURNING id
        )
        INSERT INTO log_pending (tenant_id, source, ids)
        SELECT own, 'record_versions', array_agg(id)
        FROM kept
        WHERE NOT nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
        HAVING count(*) > 0;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Stores no id of the former system for a guard whose data was erased.
CREATE FUNCTION keep_no_erased_id()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF EXISTS (
      SELECT
      FROM guards g
      WHERE g.tenant_id = NEW.tenant_id AND g.id = NEW.record_id AND g.erased_at IS NOT NULL
    ) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END
$$;

-- Notes where a guard was posted until now, because what was done there may arrive late.
CREATE FUNCTION keep_past_postings()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO past_postings (tenant_id, guard_id, site_id, since)
    SELECT tenant_id, guard_id, site_id, since
    FROM taken
    ON CONFLICT
    DO NOTHING;
  RETURN NULL;
END
$$;

-- Keeps the digest of recorded names for the log whenever they change.
CREATE FUNCTION keep_recorded_names()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
DECLARE
  own uuid;
BEGIN
  FOR own IN SELECT DISTINCT c.tenant_id FROM changed c LOOP
    IF nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
      OR EXISTS (SELECT FROM log_heads h WHERE h.tenant_id = own) THEN
      WITH kept AS (
          INSERT INTO record_versions (tenant_id, source, record_key, row)
          SELECT own, 'recorded_names', s.key, s.row
          FROM (
              SELECT c.id::text,
                CASE WHEN TG_OP = 'DELETE' THEN 'null'::jsonb
                  ELSE jsonb_build_object(
                    'names',
                      encode(
                        sha256(
                            convert_to(
                                jsonb_build_array(
                                    c.guard_id, c.employee_id, c.first_name, c.last_name, c.site_name, c.salt
                                  )::text, 'UTF8'
                              )
                          ), 'hex'
                      )
                  ) END
              FROM changed c
              WHERE c.tenant_id = own
            ) AS s (key, row)
          RETURNING id
        )
        INSERT INTO log_pending (tenant_id, source, ids)
        SELECT own, 'record_versions', array_agg(id)
        FROM kept
        WHERE NOT nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
        HAVING count(*) > 0;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Keeps the state of one changed row for the log; arguments are the key and columns to leave out.
CREATE FUNCTION keep_version()
  RETURNS trigger
  LANGUAGE plpgsql
  SET TimeZone = 'UTC'
AS $$
DECLARE
  told jsonb := to_jsonb(NEW);
BEGIN
  INSERT INTO record_versions (tenant_id, source, record_key, row)
    SELECT NEW.tenant_id, TG_TABLE_NAME, string_agg(told ->> name, ' ' ORDER BY place),
      told - 'tenant_id' - string_to_array(TG_ARGV[1], ' ')
    FROM unnest(string_to_array(TG_ARGV[0], ' ')) WITH ORDINALITY AS key (name, place);
  RETURN NULL;
END
$$;

-- Keeps the states of all rows that a statement changed for the log; arguments are the key and which columns a
-- version has.
CREATE FUNCTION keep_versions()
  RETURNS trigger
  LANGUAGE plpgsql
  SET TimeZone = 'UTC'
AS $$
DECLARE
  key text[] := string_to_array(TG_ARGV[0], ' ');
  mode text := split_part(TG_ARGV[1], ' ', 1);
  named text[] := (string_to_array(TG_ARGV[1], ' '))[2:];
  has_tenant boolean := nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL;
  own uuid;
  states jsonb[];
  former jsonb[] := '{}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    states := ARRAY(SELECT to_jsonb(b) FROM before b);
  ELSE
    states := ARRAY(SELECT to_jsonb(a) FROM after a);
  END IF;
  IF TG_OP = 'UPDATE' THEN
    former := ARRAY(SELECT to_jsonb(b) FROM before b);
  END IF;
  FOR own IN SELECT DISTINCT (state ->> 'tenant_id')::uuid FROM unnest(states) AS state LOOP
    -- What the owner brings in before a log begins, it begins with.
    IF NOT has_tenant THEN
      PERFORM FROM log_heads h WHERE h.tenant_id = own LIMIT 1;
      CONTINUE WHEN NOT FOUND;
    END IF;
    WITH changed AS (
        SELECT (state ->> 'tenant_id')::uuid AS tenant_id,
          (
            SELECT string_agg(state ->> k.name, ' ' ORDER BY k.place)
            FROM unnest(key) WITH ORDINALITY AS k (name, place)
          ) AS record_key,
          CASE WHEN TG_OP = 'DELETE' THEN 'null'::jsonb
            WHEN mode = 'only' THEN (SELECT jsonb_object_agg(n, state -> n) FROM unnest(named) AS n)
            ELSE state - 'tenant_id' - named END AS row
        FROM unnest(states) AS state
        EXCEPT SELECT (state ->> 'tenant_id')::uuid AS tenant_id,
          (
            SELECT string_agg(state ->> k.name, ' ' ORDER BY k.place)
            FROM unnest(key) WITH ORDINALITY AS k (name, place)
          ) AS record_key,
          CASE WHEN TG_OP = 'DELETE' THEN 'null'::jsonb
            WHEN mode = 'only' THEN (SELECT jsonb_object_agg(n, state -> n) FROM unnest(named) AS n)
            ELSE state - 'tenant_id' - named END AS row
        FROM unnest(former) AS state
      ),
      kept AS (
        INSERT INTO record_versions (tenant_id, source, record_key, row)
        SELECT own, TG_TABLE_NAME, c.record_key, c.row
        FROM changed c
        WHERE c.tenant_id = own
        RETURNING id
      )
      INSERT INTO log_pending (tenant_id, source, ids)
      SELECT own, 'record_versions', array_agg(id)
      FROM kept
      WHERE NOT has_tenant
      HAVING count(*) > 0;
  END LOOP;
  RETURN NULL;
END
$$;

-- Changes names_versions once for each transaction that renames something, so that lists read names again.
CREATE FUNCTION leave_names_version()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  whose uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END;
  mark text := pg_current_xact_id()::text || ' ' || whose;
BEGIN
  IF current_setting('watchpost.renamed', true) IS DISTINCT FROM mark THEN
    INSERT INTO names_versions (tenant_id, version)
      VALUES (whose, gen_random_uuid())
      ON CONFLICT (tenant_id)
      DO UPDATE SET version = EXCLUDED.version;
    PERFORM set_config('watchpost.renamed', mark, true);
  END IF;
  RETURN NULL;
END
$$;

-- Planned checkpoints without a scan of rounds that ended incomplete; rounds are given as pairs of company and id.
CREATE FUNCTION missed_of(tenant_ids uuid[], round_ids uuid[])
  RETURNS SETOF missed_checkpoints
  LANGUAGE sql
  STABLE
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
AS $$
SELECT r.tenant_id, r.id, planned.id, r.site_id, r.guard_id, r.started_at_ms
FROM unnest(tenant_ids, round_ids) AS asked (tenant_id, id)
JOIN rounds AS r USING (tenant_id, id)
JOIN route_versions AS v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
CROSS JOIN LATERAL (
    SELECT DISTINCT (point ->> 'checkpointId')::uuid AS id FROM jsonb_array_elements(v.checkpoints) AS point
  ) AS planned
WHERE r.status_code = 1005
  AND NOT EXISTS (
    SELECT
    FROM scans AS s
    WHERE s.tenant_id = r.tenant_id AND s.round_id = r.id AND s.checkpoint_id = planned.id
  )
$$;

-- Stores no recorded names of a guard whose data was erased.
CREATE FUNCTION name_no_erased_guard()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF EXISTS (
      SELECT FROM guards g WHERE g.tenant_id = NEW.tenant_id AND g.id = NEW.guard_id AND g.erased_at IS NOT NULL
    ) THEN
    NEW.employee_id := NULL;
    NEW.first_name := NULL;
    NEW.last_name := NULL;
  END IF;
  RETURN NEW;
END
$$;

-- Copies who started a due round's round and when onto the due round.
CREATE FUNCTION note_begun()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  NEW.begun_by := NULL;
  NEW.begun_at_ms := NULL;
  SELECT r.guard_id, told_or_happened_ms(r.tenant_id, r.id, 'roundStarted', r.started_at_ms) INTO NEW.begun_by,
    NEW.begun_at_ms
    FROM rounds r
    WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.round_id;
  RETURN NEW;
END
$$;

-- Queues added records to be sealed in the log.
CREATE FUNCTION note_for_log()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO log_pending (tenant_id, source, ids)
    SELECT tenant_id, TG_TABLE_NAME, array_agg(id)
    FROM added
    GROUP BY tenant_id;
  RETURN NULL;
END
$$;

-- Notes on an incident when it was first acknowledged and closed.
CREATE FUNCTION note_incident_step()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE incidents
    SET attended_at = CASE WHEN NEW.to_status = 'Attended' THEN coalesce(attended_at, NEW.at)
        ELSE attended_at END,
      closed_at = CASE WHEN NEW.to_status = 'Closed' THEN coalesce(closed_at, NEW.at) ELSE closed_at END
    WHERE tenant_id = NEW.tenant_id AND id = NEW.incident_id;
  RETURN NULL;
END
$$;

-- Opens, escalates and settles exceptions when due rounds become late, missed or started.
CREATE FUNCTION raise_due_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
AS $$
DECLARE
  own uuid;
  now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
BEGIN
  FOR own IN SELECT DISTINCT tenant_id FROM noted ORDER BY tenant_id LOOP
    PERFORM
      FROM exceptions e
      JOIN noted n ON e.subject_id = n.due_round_id
      WHERE e.tenant_id = own AND n.tenant_id = own AND e.kind IN ('missed', 'late')
        AND n.status IN ('missed', 'inProgress')
      ORDER BY e.id
      FOR NO KEY UPDATE OF e;
    WITH escalated AS (
        UPDATE exceptions e
        SET kind = 'missed', severity = 3, reasons = '{missed}', version = e.version + 1
        FROM noted n
        WHERE e.tenant_id = own AND n.tenant_id = own AND n.status = 'missed' AND e.kind = 'late'
          AND e.subject_id = n.due_round_id AND e.status <> 'closed'
        RETURNING e.id
      )
      INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
      SELECT own, gen_random_uuid(), id, now_ms, 'escalated', 'system', '{"reasons": ["missed"]}'
      FROM escalated;
    WITH fresh AS (
        SELECT d.id, d.site_id, d.route_id, d.route_name, d.tour_id, d.tour_name, d.guard_ids, d.due_at_ms,
          CASE n.status WHEN 'missed' THEN 'missed' ELSE 'late' END AS kind
        FROM noted n
        JOIN due_rounds d ON d.id = n.due_round_id
        WHERE n.tenant_id = own AND d.tenant_id = own
          AND (n.status IN ('missed', 'late') OR (n.status = 'inProgress' AND n.at_ms >= d.late_at_ms))
      ),
      opened AS (
        INSERT INTO exceptions AS e (
            tenant_id, id, kind, subject_id, severity, reasons, site_id, route_id, route_name, tour_id,
              tour_name, guard_id, due_round_id, happened_at_ms, opened_at_ms
          )
        SELECT own, gen_random_uuid(), f.kind, f.id, CASE f.kind WHEN 'missed' THEN 3 ELSE 1 END, ARRAY[f.kind],
          f.site_id, f.route_id, f.route_name, f.tour_id, f.tour_name,
          CASE WHEN cardinality(f.guard_ids) = 1 THEN f.guard_ids[1] END, f.id, f.due_at_ms, now_ms
        FROM fresh f
        WHERE NOT EXISTS (
            SELECT
            FROM exceptions known
            WHERE known.tenant_id = own AND known.kind = 'missed' AND known.subject_id = f.id
          )
        ORDER BY f.id
        ON CONFLICT
        DO NOTHING
        RETURNING e.id, e.reasons
      )
      INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
      SELECT own, gen_random_uuid(), id, now_ms, 'opened', 'system', jsonb_build_object('reasons', reasons)
      FROM opened;
    WITH walked AS (
        UPDATE exceptions e
        SET made_good_at_ms = n.at_ms, round_id = d.round_id, version = e.version + 1,
          guard_id = coalesce(
            (SELECT r.guard_id FROM rounds r WHERE r.tenant_id = own AND r.id = d.round_id), e.guard_id
          )
        FROM noted n
        JOIN due_rounds d ON d.id = n.due_round_id
        WHERE e.tenant_id = own AND n.tenant_id = own AND d.tenant_id = own AND n.status = 'inProgress'
          AND e.kind IN ('missed', 'late') AND e.subject_id = n.due_round_id AND e.made_good_at_ms IS NULL
        RETURNING e.id
      )
      INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind)
      SELECT own, gen_random_uuid(), id, now_ms + 1, 'madeGood', 'system'
      FROM walked;
  END LOOP;
  RETURN NULL;
END
$$;

-- Refuses changes of the audit log by anyone, the owner included; only a whole company may be deleted.
CREATE FUNCTION refuse_audit_change()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT 1 FROM tenants WHERE tenant_id = OLD.tenant_id) THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Refuses every change of an audit entry, except that an erased guard's data is taken out.
CREATE FUNCTION refuse_audit_entry_change()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
DECLARE
  alias text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT 1 FROM tenants WHERE tenant_id = OLD.tenant_id) THEN RETURN OLD; END IF;
  ELSIF OLD.subject_type = 'guard' THEN
    SELECT e.pseudonym INTO alias
      FROM guard_erasures e
      WHERE e.tenant_id = OLD.tenant_id AND e.guard_id::text = OLD.subject_id;
    IF FOUND THEN
      OLD.subject_label := alias;
      OLD.before := OLD.before - '{employeeId,firstName,lastName,email,phoneNumber,countryCode}'::text[];
      OLD.after := OLD.after - '{employeeId,firstName,lastName,email,phoneNumber,countryCode}'::text[];
      IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Refuses changes of names in the audit log; only names that a pseudonym replaced and those of a deleted company
-- may go.
CREATE FUNCTION refuse_audit_name_change()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
DECLARE
  alias text;
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF NOT EXISTS (SELECT 1 FROM tenants WHERE tenant_id = OLD.tenant_id) THEN RETURN OLD; END IF;
    IF OLD.kind = 'subject' THEN
      SELECT e.pseudonym INTO alias
        FROM guard_erasures e
        WHERE e.tenant_id = OLD.tenant_id AND e.guard_id::text = OLD.id;
      IF FOUND AND OLD.name <> alias THEN RETURN OLD; END IF;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Refuses every change of a guard whose data was erased.
CREATE FUNCTION refuse_erased_change()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION 'the data of guard % were erased', OLD.id USING ERRCODE = 'check_violation';
END
$$;

-- Refuses to seal by a server of an older version, which would write leaves without salt.
CREATE FUNCTION refuse_former_sealing()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION 'the log is sealed by a newer version of the product';
END
$$;

-- Deletes rounds that are archived and unchanged since, with all that belongs to them; returns how many.
CREATE FUNCTION remove_archived(of_archive uuid, subjects uuid[], digests text[])
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
  SET search_path = public, pg_temp
AS $$
DECLARE
  own uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  going uuid[];
  due_ids uuid[];
  scan_ids uuid[];
BEGIN
  PERFORM
    FROM archives a
    WHERE a.tenant_id = own AND a.id = of_archive AND a.status = 'verified'
      AND a.until_ms <= extract(epoch FROM now()) * 1000 - 7344000000 FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no verified archive %', of_archive;
  END IF;
  -- Whatever concerns these rounds waits, or was committed and makes them differ from what was archived.
  PERFORM FROM rounds r WHERE r.tenant_id = own AND r.id = ANY(subjects) ORDER BY r.id FOR UPDATE;
  PERFORM FROM due_rounds d WHERE d.tenant_id = own AND d.id = ANY(subjects) ORDER BY d.id FOR UPDATE;
  PERFORM FROM due_rounds d WHERE d.tenant_id = own AND d.round_id = ANY(subjects) ORDER BY d.id FOR UPDATE;
  going := ARRAY(
      SELECT sent.id
      FROM unnest(subjects, digests) AS sent (id, digest)
      JOIN retained_subjects(own, subjects) AS now ON now.subject_id = sent.id AND now.digest = sent.digest
      WHERE NOT sent.id = ANY(ARRAY(SELECT held_subjects(own, subjects)))
    );
  due_ids := ARRAY(
      SELECT d.id
      FROM due_rounds d
      WHERE d.tenant_id = own AND d.round_id = ANY(going)
      UNION SELECT d.id
      FROM due_rounds d
      WHERE d.tenant_id = own AND d.id = ANY(going) AND d.round_id IS NULL
    );
  scan_ids := ARRAY(SELECT s.id FROM scans s WHERE s.tenant_id = own AND s.round_id = ANY(going));
  DELETE
    FROM record_versions v USING (
        SELECT 'due_rounds' AS source, unnest(due_ids) AS id
        UNION ALL SELECT 'late_arrivals', a.round_id
        FROM late_arrivals a
        WHERE a.tenant_id = own AND a.due_round_id = ANY(due_ids)
        UNION ALL SELECT 'exceptions', e.id
        FROM exceptions e
        WHERE e.tenant_id = own AND e.kind IN ('incomplete', 'flagged') AND e.subject_id = ANY(going)
        UNION ALL SELECT 'exceptions', e.id
        FROM exceptions e
        WHERE e.tenant_id = own AND e.kind IN ('missed', 'late') AND e.subject_id = ANY(due_ids)
      ) AS gone
    WHERE v.tenant_id = own AND v.source = gone.source AND v.record_key = gone.id::text;
  DELETE FROM imported_rounds i WHERE i.tenant_id = own AND i.round_id = ANY(going);
  -- Rounds first: their counters are locked before all others.
  DELETE FROM rounds r WHERE r.tenant_id = own AND r.id = ANY(going);
  DELETE FROM due_rounds d WHERE d.tenant_id = own AND d.id = ANY(due_ids);
  DELETE
    FROM exceptions e
    WHERE e.tenant_id = own AND e.kind IN ('incomplete', 'flagged') AND e.subject_id = ANY(going);
  DELETE
    FROM exceptions e
    WHERE e.tenant_id = own AND e.kind IN ('missed', 'late') AND e.subject_id = ANY(due_ids);
  DELETE
    FROM field_events f
    WHERE f.tenant_id = own AND f.subject_id = ANY(scan_ids) AND f.kind = 'checkpointAnswered';
  DELETE FROM field_events f WHERE f.tenant_id = own AND f.subject_id = ANY(going);
  DELETE FROM scans s WHERE s.tenant_id = own AND s.round_id = ANY(going);
  RETURN cardinality(going);
END
$$;
REVOKE EXECUTE ON FUNCTION remove_archived(uuid,uuid[],text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_archived(uuid,uuid[],text[]) TO watchpost_app;

-- All that is stored of rounds and due rounds, with a digest by which an archive shows that nothing changed since.
CREATE FUNCTION retained_subjects(of_tenant uuid, subjects uuid[])
  RETURNS TABLE(subject_id uuid, digest text, contents json)
  LANGUAGE sql
  STABLE
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
  SET TimeZone = 'UTC'
AS $$
WITH asked AS MATERIALIZED (SELECT DISTINCT unnest(subjects) AS id),
  walked AS MATERIALIZED (SELECT r.* FROM asked JOIN rounds r ON r.tenant_id = of_tenant AND r.id = asked.id),
  scanned AS MATERIALIZED (
    SELECT s.* FROM walked JOIN scans s ON s.tenant_id = of_tenant AND s.round_id = walked.id
  ),
  answered AS MATERIALIZED (
    SELECT s.round_id, f.*
    FROM scanned s
    JOIN field_events f ON f.tenant_id = of_tenant AND f.subject_id = s.id AND f.kind = 'checkpointAnswered'
  ),
  due AS MATERIALIZED (
    SELECT walked.id AS subject, d.*
    FROM walked
    JOIN due_rounds d ON d.tenant_id = of_tenant AND d.round_id = walked.id
    UNION ALL SELECT d.id, d.*
    FROM asked
    JOIN due_rounds d ON d.tenant_id = of_tenant AND d.id = asked.id AND d.round_id IS NULL
  ),
  judged AS MATERIALIZED (
    SELECT walked.id AS subject, e.*
    FROM walked
    JOIN exceptions e ON e.tenant_id = of_tenant AND e.kind IN ('incomplete', 'flagged')
      AND e.subject_id = walked.id
    UNION ALL SELECT due.subject, e.*
    FROM due
    JOIN exceptions e ON e.tenant_id = of_tenant AND e.kind IN ('missed', 'late') AND e.subject_id = due.id
  ),
  records AS (
    SELECT id AS subject, 'rounds' AS source, id, to_jsonb(walked) AS content
    FROM walked
    UNION ALL SELECT round_id, 'scans', id, to_jsonb(scanned)
    FROM scanned
    UNION ALL SELECT f.subject_id, 'field_events', f.id, to_jsonb(f)
    FROM walked
    JOIN field_events f ON f.tenant_id = of_tenant AND f.subject_id = walked.id
    UNION ALL SELECT round_id, 'field_events', id, to_jsonb(answered) - 'round_id'
    FROM answered
    UNION ALL SELECT i.round_id, 'imported_rounds', i.round_id, to_jsonb(i)
    FROM walked
    JOIN imported_rounds i ON i.tenant_id = of_tenant AND i.round_id = walked.id
    UNION ALL SELECT b.round_id, 'round_doubts', b.round_id, to_jsonb(b)
    FROM walked
    JOIN round_doubts b ON b.tenant_id = of_tenant AND b.round_id = walked.id
    UNION ALL SELECT subject, 'due_rounds', id, to_jsonb(due) - 'subject'
    FROM due
    UNION ALL SELECT due.subject, 'due_round_history', coalesce(h.id, due.id), to_jsonb(h)
    FROM due
    JOIN due_round_history h ON h.tenant_id = of_tenant AND h.due_round_id = due.id
    UNION ALL SELECT due.subject, 'late_arrivals', a.round_id, to_jsonb(a)
    FROM due
    JOIN late_arrivals a ON a.tenant_id = of_tenant AND a.due_round_id = due.id
    UNION ALL SELECT subject, 'exceptions', id, to_jsonb(judged) - 'subject'
    FROM judged
    UNION ALL SELECT due.subject, 'record_versions', v.id, to_jsonb(v)
    FROM due
    JOIN record_versions v ON v.tenant_id = of_tenant AND v.source = 'due_rounds'
      AND v.record_key = due.id::text
    UNION ALL SELECT due.subject, 'record_versions', v.id, to_jsonb(v)
    FROM due
    JOIN late_arrivals l ON l.tenant_id = of_tenant AND l.due_round_id = due.id
    JOIN record_versions v ON v.tenant_id = of_tenant AND v.source = 'late_arrivals'
      AND v.record_key = l.round_id::text
    UNION ALL SELECT judged.subject, 'record_versions', v.id, to_jsonb(v)
    FROM judged
    JOIN record_versions v ON v.tenant_id = of_tenant AND v.source = 'exceptions'
      AND v.record_key = judged.id::text
    UNION ALL SELECT judged.subject, 'exception_history', h.id, to_jsonb(h)
    FROM judged
    JOIN exception_history h ON h.tenant_id = of_tenant AND h.exception_id = judged.id
  )
SELECT r.subject,
  md5(
    string_agg(
        r.source || ' ' || r.id || ' ' || r.content::text, E'\n'
        ORDER BY r.source || ' ' || r.id || ' ' || r.content::text
      )
  ),
  json_agg(
    json_build_object('table', r.source, 'id', r.id, 'row', r.content - 'tenant_id')
    ORDER BY r.source || ' ' || r.id || ' ' || r.content::text
  )
FROM records r
GROUP BY r.subject
$$;

-- Checkpoints that a text names, best first. Runs as the owner so that the index is used, and repeats the company's
-- rule itself.
CREATE FUNCTION search_checkpoints(query text, site uuid)
  RETURNS TABLE(id uuid, rank real)
  LANGUAGE plpgsql
  STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  folded text := fold_text(query);
  words text[] := array_remove(regexp_split_to_array(folded, '[\s!-/:-@\[-`{-~]+'), '');
  whole text := folded;
  bare text := folded;
  reading record;
  needed text[];
  grams text[];
  places bigint[];
BEGIN
  FOR reading IN
    SELECT words AS meant, folded AS beginning
    UNION ALL SELECT e, array_to_string(e, ' ')
    FROM exchanged_letters(words) AS e
    LOOP
    SELECT array_agg(DISTINCT g) INTO needed FROM unnest(reading.meant) AS w, unnest(grams_within(w)) AS g;
    IF needed IS NULL THEN RETURN; END IF;
    RETURN QUERY SELECT r.id,
      CASE WHEN starts_with(r.search_text, reading.beginning) THEN 2::real ELSE 1::real END
      FROM checkpoints r
      WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
        AND r.search_grams @> needed
        AND NOT EXISTS (
          SELECT FROM unnest(reading.meant) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0
        );
    IF FOUND THEN RETURN; END IF;
  END LOOP;
  SELECT array_agg(DISTINCT g) INTO needed
    FROM unnest(words) AS w, unnest(grams_near(w)) AS g
    WHERE length(w) > 3;
  IF needed IS NULL THEN RETURN; END IF;
  -- Made once: a slip that most rows come near is weighed against each of them.
  SELECT array_agg(g), array_agg(each.place) INTO grams, places
    FROM (
        SELECT place,
          CASE WHEN length(w) > 3 THEN '  ' || left(w, 1) || grams_near(w) ELSE grams_within(w) END AS grams
        FROM unnest(words) WITH ORDINALITY AS w (w, place)
      ) AS each, unnest(each.grams) AS g;
  RETURN QUERY SELECT r.id, near.mean
    FROM checkpoints r
    CROSS JOIN LATERAL (
        SELECT avg(share)::real AS mean, min(share) AS least
        FROM (
            SELECT count(*) FILTER (WHERE g = ANY (r.search_grams))::real / count(*) AS share
            FROM unnest(grams, places) AS part (g, place)
            GROUP BY place
          ) AS shares
      ) AS near
    WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
      AND r.search_grams && needed AND near.least >= 0.5;
END
$$;
REVOKE EXECUTE ON FUNCTION search_checkpoints(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_checkpoints(text,uuid) TO watchpost_app;

-- Guards that a text names, best first. Runs as the owner so that the index is used, and repeats the company's rule
-- itself.
CREATE FUNCTION search_guards(query text, site uuid)
  RETURNS TABLE(id uuid, rank real)
  LANGUAGE plpgsql
  STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  folded text := fold_text(query);
  words text[] := array_remove(regexp_split_to_array(folded, '[\s!-/:-@\[-`{-~]+'), '');
  whole text := folded;
  bare text := folded;
  reading record;
  needed text[];
  grams text[];
  places bigint[];
BEGIN
  IF length(regexp_replace(folded, '[^0-9]', '', 'g')) >= 5 THEN
    whole := regexp_replace(replace(folded, '(0)', ''), '([0-9])[-() ./+]+(?=[0-9])', '\1', 'g');
    bare := regexp_replace(whole, '(^|[^0-9])0+(?=[0-9]{5})', '\1', 'g');
  END IF;
  FOR reading IN
    SELECT array_remove(regexp_split_to_array(whole, '[\s!-/:-@\[-`{-~]+'), '') AS meant, whole AS beginning
    WHERE whole <> folded
    UNION ALL SELECT words AS meant, folded AS beginning
    UNION ALL SELECT array_remove(regexp_split_to_array(bare, '[\s!-/:-@\[-`{-~]+'), ''), bare
    WHERE bare <> whole
    UNION ALL SELECT e, array_to_string(e, ' ')
    FROM exchanged_letters(words) AS e
    LOOP
    SELECT array_agg(DISTINCT g) INTO needed FROM unnest(reading.meant) AS w, unnest(grams_within(w)) AS g;
    IF needed IS NULL THEN RETURN; END IF;
    RETURN QUERY SELECT r.id,
      CASE WHEN starts_with(r.search_text, reading.beginning) THEN 2::real ELSE 1::real END
      FROM guards r
      WHERE r.tenant_id = tenant
        AND (
          site IS NULL
            OR EXISTS (
              SELECT
              FROM guard_sites g
              WHERE g.tenant_id = r.tenant_id AND g.guard_id = r.id AND g.site_id = site
            )
        ) AND r.deleted_at IS NULL AND r.search_grams @> needed
        AND NOT EXISTS (
          SELECT FROM unnest(reading.meant) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0
        );
    IF FOUND THEN RETURN; END IF;
  END LOOP;
  SELECT array_agg(DISTINCT g) INTO needed
    FROM unnest(words) AS w, unnest(grams_near(w)) AS g
    WHERE length(w) > 3;
  IF needed IS NULL THEN RETURN; END IF;
  -- Made once: a slip that most rows come near is weighed against each of them.
  SELECT array_agg(g), array_agg(each.place) INTO grams, places
    FROM (
        SELECT place,
          CASE WHEN length(w) > 3 THEN '  ' || left(w, 1) || grams_near(w) ELSE grams_within(w) END AS grams
        FROM unnest(words) WITH ORDINALITY AS w (w, place)
      ) AS each, unnest(each.grams) AS g;
  RETURN QUERY SELECT r.id, near.mean
    FROM guards r
    CROSS JOIN LATERAL (
        SELECT avg(share)::real AS mean, min(share) AS least
        FROM (
            SELECT count(*) FILTER (WHERE g = ANY (r.search_grams))::real / count(*) AS share
            FROM unnest(grams, places) AS part (g, place)
            GROUP BY place
          ) AS shares
      ) AS near
    WHERE r.tenant_id = tenant
      AND (
        site IS NULL
          OR EXISTS (
            SELECT FROM guard_sites g WHERE g.tenant_id = r.tenant_id AND g.guard_id = r.id AND g.site_id = site
          )
      ) AND r.deleted_at IS NULL AND r.search_grams && needed AND near.least >= 0.5;
END
$$;
REVOKE EXECUTE ON FUNCTION search_guards(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_guards(text,uuid) TO watchpost_app;

-- Incidents that a text names, best first. Runs as the owner so that the index is used, and repeats the company's
-- rule itself.
CREATE FUNCTION search_incidents(query text, site uuid)
  RETURNS TABLE(id uuid, rank real)
  LANGUAGE plpgsql
  STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  folded text := fold_text(query);
  words text[] := array_remove(regexp_split_to_array(folded, '[\s!-/:-@\[-`{-~]+'), '');
  whole text := folded;
  bare text := folded;
  reading record;
  needed text[];
  grams text[];
  places bigint[];
BEGIN
  FOR reading IN
    SELECT words AS meant, folded AS beginning
    UNION ALL SELECT e, array_to_string(e, ' ')
    FROM exchanged_letters(words) AS e
    LOOP
    SELECT array_agg(DISTINCT g) INTO needed FROM unnest(reading.meant) AS w, unnest(grams_within(w)) AS g;
    IF needed IS NULL THEN RETURN; END IF;
    RETURN QUERY SELECT r.id,
      CASE WHEN starts_with(r.search_text, reading.beginning) THEN 2::real ELSE 1::real END
      FROM incidents r
      WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.search_grams @> needed
        AND NOT EXISTS (
          SELECT FROM unnest(reading.meant) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0
        );
    IF FOUND THEN RETURN; END IF;
  END LOOP;
  SELECT array_agg(DISTINCT g) INTO needed
    FROM unnest(words) AS w, unnest(grams_near(w)) AS g
    WHERE length(w) > 3;
  IF needed IS NULL THEN RETURN; END IF;
  -- Made once: a slip that most rows come near is weighed against each of them.
  SELECT array_agg(g), array_agg(each.place) INTO grams, places
    FROM (
        SELECT place,
          CASE WHEN length(w) > 3 THEN '  ' || left(w, 1) || grams_near(w) ELSE grams_within(w) END AS grams
        FROM unnest(words) WITH ORDINALITY AS w (w, place)
      ) AS each, unnest(each.grams) AS g;
  RETURN QUERY SELECT r.id, near.mean
    FROM incidents r
    CROSS JOIN LATERAL (
        SELECT avg(share)::real AS mean, min(share) AS least
        FROM (
            SELECT count(*) FILTER (WHERE g = ANY (r.search_grams))::real / count(*) AS share
            FROM unnest(grams, places) AS part (g, place)
            GROUP BY place
          ) AS shares
      ) AS near
    WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.search_grams && needed
      AND near.least >= 0.5;
END
$$;
REVOKE EXECUTE ON FUNCTION search_incidents(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_incidents(text,uuid) TO watchpost_app;

-- Routes that a text names, best first. Runs as the owner so that the index is used, and repeats the company's rule
-- itself.
CREATE FUNCTION search_patrol_routes(query text, site uuid)
  RETURNS TABLE(id uuid, rank real)
  LANGUAGE plpgsql
  STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  folded text := fold_text(query);
  words text[] := array_remove(regexp_split_to_array(folded, '[\s!-/:-@\[-`{-~]+'), '');
  whole text := folded;
  bare text := folded;
  reading record;
  needed text[];
  grams text[];
  places bigint[];
BEGIN
  FOR reading IN
    SELECT words AS meant, folded AS beginning
    UNION ALL SELECT e, array_to_string(e, ' ')
    FROM exchanged_letters(words) AS e
    LOOP
    SELECT array_agg(DISTINCT g) INTO needed FROM unnest(reading.meant) AS w, unnest(grams_within(w)) AS g;
    IF needed IS NULL THEN RETURN; END IF;
    RETURN QUERY SELECT r.id,
      CASE WHEN starts_with(r.search_text, reading.beginning) THEN 2::real ELSE 1::real END
      FROM patrol_routes r
      WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
        AND r.search_grams @> needed
        AND NOT EXISTS (
          SELECT FROM unnest(reading.meant) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0
        );
    IF FOUND THEN RETURN; END IF;
  END LOOP;
  SELECT array_agg(DISTINCT g) INTO needed
    FROM unnest(words) AS w, unnest(grams_near(w)) AS g
    WHERE length(w) > 3;
  IF needed IS NULL THEN RETURN; END IF;
  -- Made once: a slip that most rows come near is weighed against each of them.
  SELECT array_agg(g), array_agg(each.place) INTO grams, places
    FROM (
        SELECT place,
          CASE WHEN length(w) > 3 THEN '  ' || left(w, 1) || grams_near(w) ELSE grams_within(w) END AS grams
        FROM unnest(words) WITH ORDINALITY AS w (w, place)
      ) AS each, unnest(each.grams) AS g;
  RETURN QUERY SELECT r.id, near.mean
    FROM patrol_routes r
    CROSS JOIN LATERAL (
        SELECT avg(share)::real AS mean, min(share) AS least
        FROM (
            SELECT count(*) FILTER (WHERE g = ANY (r.search_grams))::real / count(*) AS share
            FROM unnest(grams, places) AS part (g, place)
            GROUP BY place
          ) AS shares
      ) AS near
    WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
      AND r.search_grams && needed AND near.least >= 0.5;
END
$$;
REVOKE EXECUTE ON FUNCTION search_patrol_routes(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_patrol_routes(text,uuid) TO watchpost_app;

-- Tours that a text names, best first. Runs as the owner so that the index is used, and repeats the company's rule
-- itself.
CREATE FUNCTION search_patrol_tours(query text, site uuid)
  RETURNS TABLE(id uuid, rank real)
  LANGUAGE plpgsql
  STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  folded text := fold_text(query);
  words text[] := array_remove(regexp_split_to_array(folded, '[\s!-/:-@\[-`{-~]+'), '');
  whole text := folded;
  bare text := folded;
  reading record;
  needed text[];
  grams text[];
  places bigint[];
BEGIN
  FOR reading IN
    SELECT words AS meant, folded AS beginning
    UNION ALL SELECT e, array_to_string(e, ' ')
    FROM exchanged_letters(words) AS e
    LOOP
    SELECT array_agg(DISTINCT g) INTO needed FROM unnest(reading.meant) AS w, unnest(grams_within(w)) AS g;
    IF needed IS NULL THEN RETURN; END IF;
    RETURN QUERY SELECT r.id,
      CASE WHEN starts_with(r.search_text, reading.beginning) THEN 2::real ELSE 1::real END
      FROM patrol_tours r
      WHERE r.tenant_id = tenant
        AND (
          site IS NULL
            OR EXISTS (
              SELECT
              FROM patrol_routes o
              WHERE o.tenant_id = r.tenant_id AND o.id = r.route_id AND o.site_id = site
            )
        ) AND r.deleted_at IS NULL AND r.search_grams @> needed
        AND NOT EXISTS (
          SELECT FROM unnest(reading.meant) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0
        );
    IF FOUND THEN RETURN; END IF;
  END LOOP;
  SELECT array_agg(DISTINCT g) INTO needed
    FROM unnest(words) AS w, unnest(grams_near(w)) AS g
    WHERE length(w) > 3;
  IF needed IS NULL THEN RETURN; END IF;
  -- Made once: a slip that most rows come near is weighed against each of them.
  SELECT array_agg(g), array_agg(each.place) INTO grams, places
    FROM (
        SELECT place,
          CASE WHEN length(w) > 3 THEN '  ' || left(w, 1) || grams_near(w) ELSE grams_within(w) END AS grams
        FROM unnest(words) WITH ORDINALITY AS w (w, place)
      ) AS each, unnest(each.grams) AS g;
  RETURN QUERY SELECT r.id, near.mean
    FROM patrol_tours r
    CROSS JOIN LATERAL (
        SELECT avg(share)::real AS mean, min(share) AS least
        FROM (
            SELECT count(*) FILTER (WHERE g = ANY (r.search_grams))::real / count(*) AS share
            FROM unnest(grams, places) AS part (g, place)
            GROUP BY place
          ) AS shares
      ) AS near
    WHERE r.tenant_id = tenant
      AND (
        site IS NULL
          OR EXISTS (
            SELECT
            FROM patrol_routes o
            WHERE o.tenant_id = r.tenant_id AND o.id = r.route_id AND o.site_id = site
          )
      ) AND r.deleted_at IS NULL AND r.search_grams && needed AND near.least >= 0.5;
END
$$;
REVOKE EXECUTE ON FUNCTION search_patrol_tours(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_patrol_tours(text,uuid) TO watchpost_app;

-- Scheduled reports that a text names, best first. Runs as the owner so that the index is used, and repeats the
-- company's rule itself.
CREATE FUNCTION search_scheduled_reports(query text, site uuid)
  RETURNS TABLE(id uuid, rank real)
  LANGUAGE plpgsql
  STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  folded text := fold_text(query);
  words text[] := array_remove(regexp_split_to_array(folded, '[\s!-/:-@\[-`{-~]+'), '');
  whole text := folded;
  bare text := folded;
  reading record;
  needed text[];
  grams text[];
  places bigint[];
BEGIN
  FOR reading IN
    SELECT words AS meant, folded AS beginning
    UNION ALL SELECT e, array_to_string(e, ' ')
    FROM exchanged_letters(words) AS e
    LOOP
    SELECT array_agg(DISTINCT g) INTO needed FROM unnest(reading.meant) AS w, unnest(grams_within(w)) AS g;
    IF needed IS NULL THEN RETURN; END IF;
    RETURN QUERY SELECT r.id,
      CASE WHEN starts_with(r.search_text, reading.beginning) THEN 2::real ELSE 1::real END
      FROM scheduled_reports r
      WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
        AND r.search_grams @> needed
        AND NOT EXISTS (
          SELECT FROM unnest(reading.meant) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0
        );
    IF FOUND THEN RETURN; END IF;
  END LOOP;
  SELECT array_agg(DISTINCT g) INTO needed
    FROM unnest(words) AS w, unnest(grams_near(w)) AS g
    WHERE length(w) > 3;
  IF needed IS NULL THEN RETURN; END IF;
  -- Made once: a slip that most rows come near is weighed against each of them.
  SELECT array_agg(g), array_agg(each.place) INTO grams, places
    FROM (
        SELECT place,
          CASE WHEN length(w) > 3 THEN '  ' || left(w, 1) || grams_near(w) ELSE grams_within(w) END AS grams
        FROM unnest(words) WITH ORDINALITY AS w (w, place)
      ) AS each, unnest(each.grams) AS g;
  RETURN QUERY SELECT r.id, near.mean
    FROM scheduled_reports r
    CROSS JOIN LATERAL (
        SELECT avg(share)::real AS mean, min(share) AS least
        FROM (
            SELECT count(*) FILTER (WHERE g = ANY (r.search_grams))::real / count(*) AS share
            FROM unnest(grams, places) AS part (g, place)
            GROUP BY place
          ) AS shares
      ) AS near
    WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
      AND r.search_grams && needed AND near.least >= 0.5;
END
$$;
REVOKE EXECUTE ON FUNCTION search_scheduled_reports(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_scheduled_reports(text,uuid) TO watchpost_app;

-- Shift patterns that a text names, best first. Runs as the owner so that the index is used, and repeats the
-- company's rule itself.
CREATE FUNCTION search_shifts(query text, site uuid)
  RETURNS TABLE(id uuid, rank real)
  LANGUAGE plpgsql
  STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  folded text := fold_text(query);
  words text[] := array_remove(regexp_split_to_array(folded, '[\s!-/:-@\[-`{-~]+'), '');
  whole text := folded;
  bare text := folded;
  reading record;
  needed text[];
  grams text[];
  places bigint[];
BEGIN
  FOR reading IN
    SELECT words AS meant, folded AS beginning
    UNION ALL SELECT e, array_to_string(e, ' ')
    FROM exchanged_letters(words) AS e
    LOOP
    SELECT array_agg(DISTINCT g) INTO needed FROM unnest(reading.meant) AS w, unnest(grams_within(w)) AS g;
    IF needed IS NULL THEN RETURN; END IF;
    RETURN QUERY SELECT r.id,
      CASE WHEN starts_with(r.search_text, reading.beginning) THEN 2::real ELSE 1::real END
      FROM shifts r
      WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
        AND r.search_grams @> needed
        AND NOT EXISTS (
          SELECT FROM unnest(reading.meant) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0
        );
    IF FOUND THEN RETURN; END IF;
  END LOOP;
  SELECT array_agg(DISTINCT g) INTO needed
    FROM unnest(words) AS w, unnest(grams_near(w)) AS g
    WHERE length(w) > 3;
  IF needed IS NULL THEN RETURN; END IF;
  -- Made once: a slip that most rows come near is weighed against each of them.
  SELECT array_agg(g), array_agg(each.place) INTO grams, places
    FROM (
        SELECT place,
          CASE WHEN length(w) > 3 THEN '  ' || left(w, 1) || grams_near(w) ELSE grams_within(w) END AS grams
        FROM unnest(words) WITH ORDINALITY AS w (w, place)
      ) AS each, unnest(each.grams) AS g;
  RETURN QUERY SELECT r.id, near.mean
    FROM shifts r
    CROSS JOIN LATERAL (
        SELECT avg(share)::real AS mean, min(share) AS least
        FROM (
            SELECT count(*) FILTER (WHERE g = ANY (r.search_grams))::real / count(*) AS share
            FROM unnest(grams, places) AS part (g, place)
            GROUP BY place
          ) AS shares
      ) AS near
    WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
      AND r.search_grams && needed AND near.least >= 0.5;
END
$$;
REVOKE EXECUTE ON FUNCTION search_shifts(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_shifts(text,uuid) TO watchpost_app;

-- Sites that a text names, best first. Runs as the owner so that the index is used, and repeats the company's rule
-- itself.
CREATE FUNCTION search_sites(query text, site uuid)
  RETURNS TABLE(id uuid, rank real)
  LANGUAGE plpgsql
  STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  folded text := fold_text(query);
  words text[] := array_remove(regexp_split_to_array(folded, '[\s!-/:-@\[-`{-~]+'), '');
  whole text := folded;
  bare text := folded;
  reading record;
  needed text[];
  grams text[];
  places bigint[];
BEGIN
  IF length(regexp_replace(folded, '[^0-9]', '', 'g')) >= 5 THEN
    whole := regexp_replace(replace(folded, '(0)', ''), '([0-9])[-() ./+]+(?=[0-9])', '\1', 'g');
    bare := regexp_replace(whole, '(^|[^0-9])0+(?=[0-9]{5})', '\1', 'g');
  END IF;
  FOR reading IN
    SELECT array_remove(regexp_split_to_array(whole, '[\s!-/:-@\[-`{-~]+'), '') AS meant, whole AS beginning
    WHERE whole <> folded
    UNION ALL SELECT words AS meant, folded AS beginning
    UNION ALL SELECT array_remove(regexp_split_to_array(bare, '[\s!-/:-@\[-`{-~]+'), ''), bare
    WHERE bare <> whole
    UNION ALL SELECT e, array_to_string(e, ' ')
    FROM exchanged_letters(words) AS e
    LOOP
    SELECT array_agg(DISTINCT g) INTO needed FROM unnest(reading.meant) AS w, unnest(grams_within(w)) AS g;
    IF needed IS NULL THEN RETURN; END IF;
    RETURN QUERY SELECT r.id,
      CASE WHEN starts_with(r.search_text, reading.beginning) THEN 2::real ELSE 1::real END
      FROM sites r
      WHERE r.tenant_id = tenant AND (site IS NULL OR r.id = site) AND r.deleted_at IS NULL
        AND r.search_grams @> needed
        AND NOT EXISTS (
          SELECT FROM unnest(reading.meant) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0
        );
    IF FOUND THEN RETURN; END IF;
  END LOOP;
  SELECT array_agg(DISTINCT g) INTO needed
    FROM unnest(words) AS w, unnest(grams_near(w)) AS g
    WHERE length(w) > 3;
  IF needed IS NULL THEN RETURN; END IF;
  -- Made once: a slip that most rows come near is weighed against each of them.
  SELECT array_agg(g), array_agg(each.place) INTO grams, places
    FROM (
        SELECT place,
          CASE WHEN length(w) > 3 THEN '  ' || left(w, 1) || grams_near(w) ELSE grams_within(w) END AS grams
        FROM unnest(words) WITH ORDINALITY AS w (w, place)
      ) AS each, unnest(each.grams) AS g;
  RETURN QUERY SELECT r.id, near.mean
    FROM sites r
    CROSS JOIN LATERAL (
        SELECT avg(share)::real AS mean, min(share) AS least
        FROM (
            SELECT count(*) FILTER (WHERE g = ANY (r.search_grams))::real / count(*) AS share
            FROM unnest(grams, places) AS part (g, place)
            GROUP BY place
          ) AS shares
      ) AS near
    WHERE r.tenant_id = tenant AND (site IS NULL OR r.id = site) AND r.deleted_at IS NULL
      AND r.search_grams && needed AND near.least >= 0.5;
END
$$;
REVOKE EXECUTE ON FUNCTION search_sites(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_sites(text,uuid) TO watchpost_app;

-- Notifies servers that access rights of a company changed, so that open streams end.
CREATE FUNCTION signal_changed_access()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_access', tenant_id || ' ' || user_id)
    FROM (
        SELECT DISTINCT tenant_id, user_id::text AS user_id
        FROM (
            SELECT r.tenant_id, '*' AS user_id
            FROM removed r
            JOIN changed c ON c.tenant_id = r.tenant_id
            WHERE c.sub_admin_access IS DISTINCT FROM r.sub_admin_access
          ) AS ended
      ) AS users;
  RETURN NULL;
END
$$;

-- Notifies servers that a user was switched off or got another role, so that open streams end.
CREATE FUNCTION signal_changed_users()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_access', tenant_id || ' ' || user_id)
    FROM (
        SELECT DISTINCT tenant_id, user_id::text AS user_id
        FROM (
            SELECT r.tenant_id, r.id AS user_id
            FROM removed r
            JOIN changed c ON c.tenant_id = r.tenant_id AND c.id = r.id
            WHERE (c.activated, c.role) IS DISTINCT FROM (r.activated, r.role)
          ) AS ended
      ) AS users;
  RETURN NULL;
END
$$;

-- Notifies open consoles that a phone changed.
CREATE FUNCTION signal_devices()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_devices', tenant_id || ' *')
    FROM (SELECT DISTINCT tenant_id FROM added) AS tenants;
  RETURN NULL;
END
$$;

-- Notifies servers that a session ended, so that its streams end.
CREATE FUNCTION signal_ended_sessions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_access', tenant_id || ' ' || user_id)
    FROM (
        SELECT DISTINCT tenant_id, user_id::text AS user_id
        FROM (SELECT tenant_id, user_id FROM removed WHERE user_id IS NOT NULL) AS ended
      ) AS users;
  RETURN NULL;
END
$$;

-- Notifies open consoles that exceptions changed, those of both sites when one moved.
CREATE FUNCTION signal_moved_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify(
      'watchpost_exceptions',
        tenant_id || ' ' || CASE WHEN count(*) > 100 THEN '*'
          ELSE string_agg(site_id::text, ',' ORDER BY site_id) END
    )
    FROM (SELECT tenant_id, site_id FROM added UNION SELECT tenant_id, site_id FROM removed) AS sites
    GROUP BY tenant_id;
  RETURN NULL;
END
$$;

-- Notifies servers that a site manager got another site, so that open streams end.
CREATE FUNCTION signal_moved_sub_admins()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_access', tenant_id || ' ' || user_id)
    FROM (
        SELECT DISTINCT tenant_id, user_id::text AS user_id
        FROM (SELECT tenant_id, user_id FROM removed) AS ended
      ) AS users;
  RETURN NULL;
END
$$;

-- Notifies open consoles of the sites whose exceptions have a new step in their history.
CREATE FUNCTION signal_noted_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
AS $$
DECLARE
  own uuid;
BEGIN
  FOR own IN SELECT DISTINCT tenant_id FROM added ORDER BY tenant_id LOOP
    PERFORM pg_notify(
        'watchpost_exceptions',
          own || ' ' || CASE WHEN count(*) > 100 THEN '*'
            ELSE string_agg(site_id::text, ',' ORDER BY site_id) END
      )
      FROM (
          SELECT DISTINCT found.site_id
          FROM (SELECT DISTINCT exception_id FROM added WHERE tenant_id = own) AS noted
          CROSS JOIN LATERAL (
              SELECT e.site_id FROM exceptions e WHERE e.tenant_id = own AND e.id = noted.exception_id LIMIT 1
            ) AS found
        ) AS sites
      HAVING count(*) > 0;
  END LOOP;
  RETURN NULL;
END
$$;

-- Notifies open consoles that exceptions were opened.
CREATE FUNCTION signal_opened_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify(
      'watchpost_exceptions',
        tenant_id || ' ' || CASE WHEN count(*) > 100 THEN '*'
          ELSE string_agg(site_id::text, ',' ORDER BY site_id) END
    )
    FROM (SELECT DISTINCT tenant_id, site_id FROM added) AS sites
    GROUP BY tenant_id;
  RETURN NULL;
END
$$;

-- Deletes standings that new rounds of the past make wrong.
CREATE FUNCTION spoil_by_begun_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
      SELECT
      FROM standings AS s,
        (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, started_at_ms FROM inserted) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 0
    ) THEN
    DELETE
      FROM standings AS s USING (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, started_at_ms FROM inserted) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 0;
  END IF;
  RETURN NULL;
END
$$;

-- Deletes standings that changed due rounds of the past make wrong.
CREATE FUNCTION spoil_by_changed_due()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
      SELECT
      FROM standings AS s,
        (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (
              SELECT tenant_id, due_at_ms
              FROM before
              WHERE outcome <> 'waiting'
              UNION ALL SELECT tenant_id, due_at_ms
              FROM after
              WHERE outcome <> 'waiting'
            ) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 2
    ) THEN
    DELETE
      FROM standings AS s USING (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (
              SELECT tenant_id, due_at_ms
              FROM before
              WHERE outcome <> 'waiting'
              UNION ALL SELECT tenant_id, due_at_ms
              FROM after
              WHERE outcome <> 'waiting'
            ) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 2;
  END IF;
  RETURN NULL;
END
$$;

-- Deletes standings that deleted due rounds of the past make wrong.
CREATE FUNCTION spoil_by_deleted_due()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
      SELECT
      FROM standings AS s,
        (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, due_at_ms FROM deleted WHERE outcome <> 'waiting') AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 2
    ) THEN
    DELETE
      FROM standings AS s USING (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, due_at_ms FROM deleted WHERE outcome <> 'waiting') AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 2;
  END IF;
  RETURN NULL;
END
$$;

-- Deletes standings that checkpoints found in the past make wrong.
CREATE FUNCTION spoil_by_found()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
      SELECT
      FROM standings AS s,
        (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, started_at_ms FROM deleted) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 1
    ) THEN
    DELETE
      FROM standings AS s USING (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, started_at_ms FROM deleted) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 1;
  END IF;
  RETURN NULL;
END
$$;

-- Deletes standings that deleted rounds of the past make wrong.
CREATE FUNCTION spoil_by_gone_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
      SELECT
      FROM standings AS s,
        (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, started_at_ms FROM deleted) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 0
    ) THEN
    DELETE
      FROM standings AS s USING (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, started_at_ms FROM deleted) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 0;
  END IF;
  RETURN NULL;
END
$$;

-- Deletes standings that due rounds made for the past make wrong.
CREATE FUNCTION spoil_by_made_due()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
      SELECT
      FROM standings AS s,
        (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, due_at_ms FROM inserted WHERE outcome <> 'waiting') AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 2
    ) THEN
    DELETE
      FROM standings AS s USING (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, due_at_ms FROM inserted WHERE outcome <> 'waiting') AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 2;
  END IF;
  RETURN NULL;
END
$$;

-- Deletes standings that checkpoints missed in the past make wrong.
CREATE FUNCTION spoil_by_missed()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
      SELECT
      FROM standings AS s,
        (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, started_at_ms FROM inserted) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 1
    ) THEN
    DELETE
      FROM standings AS s USING (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, started_at_ms FROM inserted) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 1;
  END IF;
  RETURN NULL;
END
$$;

-- The time that a phone gave or, where its clock was wrong by over two minutes, when it happened by the server's
-- clock.
CREATE FUNCTION told_or_happened_ms(of_tenant uuid, of_round uuid, of_kind text, told_ms bigint)
  RETURNS bigint
  LANGUAGE sql
  STABLE
AS $$
SELECT coalesce(
    (
        SELECT least(e.device_at_ms - e.clock_skew_ms, e.received_at_ms)
        FROM field_events e
        WHERE e.tenant_id = of_tenant AND e.subject_id = of_round AND e.kind = of_kind
          AND e.device_at_ms = told_ms AND e.phone_at_ms IS NULL AND abs(e.clock_skew_ms) > 120000
        ORDER BY e.received_at_ms, e.id LIMIT 1
      ), told_ms
  )
$$;

-- Triggers.

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_entries FOR EACH ROW
  EXECUTE FUNCTION refuse_audit_entry_change();
CREATE TRIGGER log_added AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION note_for_log();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON audit_names FOR EACH ROW
  EXECUTE FUNCTION refuse_audit_name_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_names FOR EACH STATEMENT
  EXECUTE FUNCTION refuse_audit_change();

CREATE TRIGGER signal_changed AFTER UPDATE ON users REFERENCING OLD TABLE AS removed NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_users();
CREATE TRIGGER version_added AFTER INSERT ON users REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'only id role activated');
CREATE TRIGGER version_changed AFTER UPDATE ON users REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('id', 'only id role activated');
CREATE TRIGGER version_deleted AFTER DELETE ON users REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'only id role activated');

CREATE TRIGGER signal_changed AFTER UPDATE ON tenant_settings REFERENCING OLD TABLE AS removed NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_access();
CREATE TRIGGER version_added AFTER INSERT ON tenant_settings REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('tenant_id', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON tenant_settings REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('tenant_id', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON tenant_settings REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('tenant_id', 'without');

CREATE TRIGGER version_added AFTER INSERT ON tenant_config REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('config_key', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON tenant_config REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('config_key', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON tenant_config REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('config_key', 'without');

CREATE TRIGGER keep_former BEFORE UPDATE OF name ON sites FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name)
  EXECUTE FUNCTION keep_former('name');
CREATE CONSTRAINT TRIGGER sites_renamed AFTER INSERT OR DELETE OR UPDATE OF name, activated, deleted_at ON sites
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION leave_names_version();
CREATE TRIGGER version_added AFTER INSERT ON sites REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without address contact_name contact_phone logo_file_id former former_until_ms sort_name search_text search_grams');
CREATE TRIGGER version_changed AFTER UPDATE ON sites REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without address contact_name contact_phone logo_file_id former former_until_ms sort_name search_text search_grams');
CREATE TRIGGER version_deleted AFTER DELETE ON sites REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without address contact_name contact_phone logo_file_id former former_until_ms sort_name search_text search_grams');
CREATE TRIGGER version_former AFTER UPDATE ON sites FOR EACH ROW WHEN (old.former IS DISTINCT FROM new.former
  OR old.former_until_ms IS DISTINCT FROM new.former_until_ms) EXECUTE FUNCTION keep_former_version();
CREATE TRIGGER version_former_deleted AFTER DELETE ON sites FOR EACH ROW WHEN (old.former IS NOT NULL)
  EXECUTE FUNCTION keep_former_version();

CREATE TRIGGER signal_delete AFTER DELETE ON sub_admins REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION signal_moved_sub_admins();
CREATE TRIGGER signal_update AFTER UPDATE ON sub_admins REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION signal_moved_sub_admins();
CREATE TRIGGER version_added AFTER INSERT ON sub_admins REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('user_id', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON sub_admins REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('user_id', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON sub_admins REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('user_id', 'without');

CREATE TRIGGER version_added AFTER INSERT ON site_holidays REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('site_id day', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON site_holidays REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('site_id day', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON site_holidays REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('site_id day', 'without');

CREATE TRIGGER forget_former BEFORE UPDATE OF erased_at ON guards FOR EACH ROW WHEN (old.erased_at IS NULL
  AND new.erased_at IS NOT NULL) EXECUTE FUNCTION forget_former();
CREATE TRIGGER forget_former_ids AFTER UPDATE OF erased_at ON guards FOR EACH ROW WHEN (old.erased_at IS NULL
  AND new.erased_at IS NOT NULL) EXECUTE FUNCTION forget_former_ids();
CREATE TRIGGER guards_empty_import_rows AFTER UPDATE OF erased_at ON guards FOR EACH ROW WHEN (old.erased_at IS NULL
  AND new.erased_at IS NOT NULL) EXECUTE FUNCTION empty_import_rows();
CREATE CONSTRAINT TRIGGER guards_renamed AFTER DELETE OR UPDATE OF first_name, last_name ON guards
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION leave_names_version();
CREATE TRIGGER keep_former BEFORE UPDATE OF employee_id, first_name, last_name ON guards FOR EACH ROW
  WHEN (new.erased_at IS NULL AND (old.employee_id IS DISTINCT FROM new.employee_id
  OR old.first_name IS DISTINCT FROM new.first_name OR old.last_name IS DISTINCT FROM new.last_name))
  EXECUTE FUNCTION keep_former('employee_id', 'first_name', 'last_name');
CREATE TRIGGER stays_erased BEFORE UPDATE ON guards FOR EACH ROW WHEN (old.erased_at IS NOT NULL)
  EXECUTE FUNCTION refuse_erased_change();
CREATE TRIGGER version_former AFTER UPDATE ON guards FOR EACH ROW WHEN (old.former IS DISTINCT FROM new.former
  OR old.former_until_ms IS DISTINCT FROM new.former_until_ms) EXECUTE FUNCTION keep_former_version();
CREATE TRIGGER version_former_deleted AFTER DELETE ON guards FOR EACH ROW WHEN (old.former IS NOT NULL)
  EXECUTE FUNCTION keep_former_version();

CREATE TRIGGER signal_ended AFTER DELETE ON sessions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION signal_ended_sessions();

CREATE TRIGGER keep_past_postings AFTER DELETE ON guard_sites REFERENCING OLD TABLE AS taken FOR EACH STATEMENT
  EXECUTE FUNCTION keep_past_postings();

CREATE TRIGGER checkpoints_methods BEFORE UPDATE ON checkpoints FOR EACH ROW
  WHEN (old.scan_methods IS DISTINCT FROM new.scan_methods) EXECUTE FUNCTION keep_former_methods();
CREATE CONSTRAINT TRIGGER checkpoints_renamed AFTER DELETE OR UPDATE OF name, site_id ON checkpoints
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION leave_names_version();
CREATE TRIGGER keep_former BEFORE UPDATE OF name, latitude, longitude, radius_metres, activated ON checkpoints
  FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.latitude IS DISTINCT FROM new.latitude
  OR old.longitude IS DISTINCT FROM new.longitude OR old.radius_metres IS DISTINCT FROM new.radius_metres
  OR old.activated IS DISTINCT FROM new.activated)
  EXECUTE FUNCTION keep_former('name', 'latitude', 'longitude', 'radius_metres', 'activated');
CREATE TRIGGER version_added AFTER INSERT ON checkpoints REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without former former_until_ms sort_name search_text search_grams');
CREATE TRIGGER version_changed AFTER UPDATE ON checkpoints REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without former former_until_ms sort_name search_text search_grams');
CREATE TRIGGER version_deleted AFTER DELETE ON checkpoints REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without former former_until_ms sort_name search_text search_grams');
CREATE TRIGGER version_former AFTER UPDATE ON checkpoints FOR EACH ROW WHEN (old.former IS DISTINCT FROM new.former
  OR old.former_until_ms IS DISTINCT FROM new.former_until_ms) EXECUTE FUNCTION keep_former_version();
CREATE TRIGGER version_former_deleted AFTER DELETE ON checkpoints FOR EACH ROW WHEN (old.former IS NOT NULL)
  EXECUTE FUNCTION keep_former_version();

CREATE TRIGGER log_added AFTER INSERT ON question_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER log_added AFTER INSERT ON post_order_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER version_added AFTER INSERT ON qr_codes REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without typed');
CREATE TRIGGER version_changed AFTER UPDATE ON qr_codes REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('id', 'without typed');
CREATE TRIGGER version_deleted AFTER DELETE ON qr_codes REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without typed');

CREATE TRIGGER version_added AFTER INSERT ON checkpoint_screens REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without pairing_hash pairing_ends_at_ms secret seen_at_ms');
CREATE TRIGGER version_changed AFTER UPDATE ON checkpoint_screens REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without pairing_hash pairing_ends_at_ms secret seen_at_ms');
CREATE TRIGGER version_deleted AFTER DELETE ON checkpoint_screens REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without pairing_hash pairing_ends_at_ms secret seen_at_ms');

CREATE TRIGGER version_added AFTER INSERT ON shifts REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without sort_name search_text search_grams');
CREATE TRIGGER version_changed AFTER UPDATE ON shifts REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('id', 'without sort_name search_text search_grams');
CREATE TRIGGER version_deleted AFTER DELETE ON shifts REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without sort_name search_text search_grams');

CREATE TRIGGER log_added AFTER INSERT ON route_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER version_added AFTER INSERT ON patrol_tours REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without draw_key made_plan made_until_ms sort_name search_text search_grams');
CREATE TRIGGER version_changed AFTER UPDATE ON patrol_tours REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without draw_key made_plan made_until_ms sort_name search_text search_grams');
CREATE TRIGGER version_deleted AFTER DELETE ON patrol_tours REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without draw_key made_plan made_until_ms sort_name search_text search_grams');

CREATE TRIGGER version_added AFTER INSERT ON tour_guards REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('tour_id guard_id', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON tour_guards REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('tour_id guard_id', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON tour_guards REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('tour_id guard_id', 'without');

CREATE TRIGGER signal_insert AFTER INSERT ON devices REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION signal_devices();
CREATE TRIGGER signal_update AFTER UPDATE ON devices REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION signal_devices();

CREATE TRIGGER round_updated AFTER UPDATE ON rounds FOR EACH ROW WHEN (NOT (old.status_code = 1001
  AND new.status_code = 1001 AND old.tenant_id = new.tenant_id AND old.site_id = new.site_id
  AND old.guard_id = new.guard_id AND old.started_at_ms = new.started_at_ms
  AND old.total_check_points = new.total_check_points)) EXECUTE FUNCTION follow_changed_round();
CREATE TRIGGER rounds_deleted AFTER DELETE ON rounds REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT
  EXECUTE FUNCTION count_deleted_rounds();
CREATE TRIGGER rounds_deleted_spoil AFTER DELETE ON rounds REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT
  EXECUTE FUNCTION spoil_by_gone_rounds();
CREATE TRIGGER rounds_inserted AFTER INSERT ON rounds REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT
  EXECUTE FUNCTION count_inserted_rounds();
CREATE TRIGGER rounds_inserted_spoil AFTER INSERT ON rounds REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT
  EXECUTE FUNCTION spoil_by_begun_rounds();

CREATE TRIGGER log_added AFTER INSERT ON scans REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();
CREATE TRIGGER scans_inserted AFTER INSERT ON scans REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT
  EXECUTE FUNCTION find_scanned();

CREATE TRIGGER log_added AFTER INSERT ON field_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER log_added AFTER INSERT ON refused_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER missed_deleted AFTER DELETE ON missed_checkpoints REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT
  EXECUTE FUNCTION count_found();
CREATE TRIGGER missed_deleted_spoil AFTER DELETE ON missed_checkpoints REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION spoil_by_found();
CREATE TRIGGER missed_inserted AFTER INSERT ON missed_checkpoints REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION count_missed();
CREATE TRIGGER missed_inserted_spoil AFTER INSERT ON missed_checkpoints REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION spoil_by_missed();

CREATE TRIGGER version_added AFTER INSERT ON trust_settings REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('version', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON trust_settings REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('version', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON trust_settings REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('version', 'without');

CREATE TRIGGER called_off AFTER DELETE ON due_rounds REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION keep_called_off();
CREATE TRIGGER due_round_begun BEFORE UPDATE OF round_id ON due_rounds FOR EACH ROW EXECUTE FUNCTION note_begun();
CREATE TRIGGER due_round_made BEFORE INSERT ON due_rounds FOR EACH ROW WHEN (new.round_id IS NOT NULL)
  EXECUTE FUNCTION note_begun();
CREATE TRIGGER due_rounds_deleted AFTER DELETE ON due_rounds REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT
  EXECUTE FUNCTION count_deleted_due();
CREATE TRIGGER due_rounds_deleted_spoil AFTER DELETE ON due_rounds REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION spoil_by_deleted_due();
CREATE TRIGGER due_rounds_inserted AFTER INSERT ON due_rounds REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT
  EXECUTE FUNCTION count_made_due();
CREATE TRIGGER due_rounds_inserted_spoil AFTER INSERT ON due_rounds REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION spoil_by_made_due();
CREATE TRIGGER due_rounds_updated AFTER UPDATE ON due_rounds REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_due();
CREATE TRIGGER due_rounds_updated_spoil AFTER UPDATE ON due_rounds
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION spoil_by_changed_due();
CREATE TRIGGER log_added AFTER INSERT ON due_rounds REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();
CREATE TRIGGER version_changed AFTER UPDATE ON due_rounds REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_versions('id', 'only id status round_id excuse excused_by excused_at');

CREATE TRIGGER due_round_history_noted AFTER INSERT ON due_round_history REFERENCING NEW TABLE AS noted
  FOR EACH STATEMENT EXECUTE FUNCTION raise_due_exceptions();
CREATE TRIGGER log_added AFTER INSERT ON due_round_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER version_added AFTER INSERT ON late_arrivals REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_versions('round_id', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON late_arrivals REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_versions('round_id', 'without');

CREATE TRIGGER version_changed AFTER UPDATE ON duty_sessions FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL AND old.* IS DISTINCT FROM new.*
  AND (old.is_closed_by_system OR old.system_closed_at_ms IS NOT NULL OR new.is_closed_by_system
  OR new.system_closed_at_ms IS NOT NULL)) EXECUTE FUNCTION keep_version('id', 'at_ms');

CREATE TRIGGER version_added AFTER INSERT ON incidents FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_version('id', 'search_text search_grams');
CREATE TRIGGER version_changed AFTER UPDATE ON incidents FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL AND old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION keep_version('id', 'search_text search_grams');

CREATE TRIGGER incident_step AFTER INSERT ON incident_history FOR EACH ROW WHEN (new.kind = 'status'
  AND (new.to_status IN ('Attended', 'Closed'))) EXECUTE FUNCTION note_incident_step();
CREATE TRIGGER log_added AFTER INSERT ON incident_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER log_added AFTER INSERT ON incident_photos REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER exceptions_deleted AFTER DELETE ON exceptions REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT
  EXECUTE FUNCTION count_deleted_exceptions();
CREATE TRIGGER exceptions_inserted AFTER INSERT ON exceptions REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT
  EXECUTE FUNCTION count_opened_exceptions();
CREATE TRIGGER exceptions_updated AFTER UPDATE ON exceptions REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_changed_exceptions();
CREATE TRIGGER signal_moved AFTER UPDATE ON exceptions REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION signal_moved_exceptions();
CREATE TRIGGER signal_opened AFTER INSERT ON exceptions REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION signal_opened_exceptions();
CREATE TRIGGER version_added AFTER INSERT ON exceptions REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_versions('id', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON exceptions REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_versions('id', 'without');

CREATE TRIGGER log_added AFTER INSERT ON exception_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();
CREATE TRIGGER signal_noted AFTER INSERT ON exception_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION signal_noted_exceptions();

CREATE TRIGGER version_added AFTER INSERT ON sos_calls FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION keep_version('id', '');
CREATE TRIGGER version_changed AFTER UPDATE ON sos_calls FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL AND old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION keep_version('id', '');

CREATE TRIGGER version_added AFTER INSERT ON sos_history FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_version('sos_id kind', '');

CREATE TRIGGER version_added AFTER INSERT ON sos_positions FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_version('sos_id id', '');

CREATE TRIGGER log_added AFTER INSERT ON device_keys REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER log_added AFTER INSERT ON record_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER sealed_by_this_version BEFORE INSERT ON log_leaves FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL
  AND NULLIF(current_setting('watchpost.sealing', true), '') IS NULL) EXECUTE FUNCTION refuse_former_sealing();

CREATE TRIGGER log_added AFTER INSERT ON log_notes REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER log_added AFTER INSERT ON guard_erasures REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

CREATE TRIGGER version_added AFTER INSERT ON imported_rounds REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION keep_names_of_rounds();

CREATE TRIGGER name_no_erased_guard BEFORE INSERT ON recorded_names FOR EACH ROW
  EXECUTE FUNCTION name_no_erased_guard();
CREATE TRIGGER version_delete AFTER DELETE ON recorded_names REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_recorded_names();
CREATE TRIGGER version_insert AFTER INSERT ON recorded_names REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_recorded_names();
CREATE TRIGGER version_update AFTER UPDATE ON recorded_names REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_recorded_names();

CREATE TRIGGER keep_no_erased_id BEFORE INSERT ON former_ids FOR EACH ROW EXECUTE FUNCTION keep_no_erased_id();
