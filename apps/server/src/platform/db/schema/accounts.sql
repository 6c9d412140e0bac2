-- Who signs in to the console and how: users, sessions, second factors and identity providers.

-- A person who signs in to the console with an email address. Personal data: Users of the console.
CREATE TABLE users (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- personal: The address to sign in with; unique in the company without regard to case.
  email text NOT NULL,
  -- personal: Argon2 hash of the password.
  password_hash text NOT NULL,
  -- personal: superAdmin, subAdmin or guard; null: an account without a role, which cannot sign in.
  role text,
  -- False while it is switched off.
  activated boolean NOT NULL DEFAULT true,
  -- personal: First name.
  first_name text NOT NULL DEFAULT '',
  -- personal: Last name; may be empty.
  last_name text NOT NULL DEFAULT '',
  -- personal: Phone number without the country's code; may be empty.
  phone_number text NOT NULL DEFAULT '',
  -- personal: The country's calling code, such as +91.
  country_code text NOT NULL DEFAULT '+91',
  -- personal: Id of the picture's file; empty: none.
  profile_image text NOT NULL DEFAULT '',
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was last changed.
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- personal: Language that the user chose; null: the browser's.
  language text,
  -- When the last invitation was mailed; null: none was.
  invited_at timestamptz,
  -- personal: True until the user has shown that mail to the address arrives.
  is_address_unproven boolean NOT NULL DEFAULT false,
  -- When that invitation expires; null: none was mailed.
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
CREATE TRIGGER signal_changed AFTER UPDATE ON users REFERENCING OLD TABLE AS removed NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION signal_changed_users();
CREATE TRIGGER version_added AFTER INSERT ON users REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'only id role activated');
CREATE TRIGGER version_changed AFTER UPDATE ON users REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('id', 'only id role activated');
CREATE TRIGGER version_deleted AFTER DELETE ON users REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'only id role activated');

-- The one site that a site manager manages. Personal data: Users of the console.
CREATE TABLE sub_admins (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The user of the console.
  user_id uuid NOT NULL,
  -- personal: The site that they manage.
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
CREATE TRIGGER signal_delete AFTER DELETE ON sub_admins REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION signal_ended_access();
CREATE TRIGGER signal_update AFTER UPDATE ON sub_admins REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION signal_ended_access();
CREATE TRIGGER version_added AFTER INSERT ON sub_admins REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('user_id', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON sub_admins REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('user_id', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON sub_admins REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('user_id', 'without');

-- A browser or phone that is signed in. Personal data: Sessions and sign-in records.
CREATE TABLE sessions (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: SHA-256 of the session's secret, which is not stored itself.
  token_hash bytea NOT NULL,
  -- personal: The user who is signed in; null on a guard's phone.
  user_id uuid,
  -- personal: The guard who is signed in; null in the console.
  guard_id uuid,
  -- personal: The guard's phone; null in the console.
  device_id uuid,
  -- personal: When the person signed in.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- personal: When the session was last used, to five minutes.
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- When it stops being valid.
  expires_at timestamptz NOT NULL,
  -- personal: Internet address of the last request.
  address text NOT NULL DEFAULT '',
  -- personal: The browser or app, as it calls itself.
  agent text NOT NULL DEFAULT '',
  -- When the user last gave the password or a second factor, which some changes ask for.
  confirmed_at timestamptz,
  -- personal: The key that the phone signs with; null where it has none.
  public_key text,
  -- When the session was ended from elsewhere; kept so that the phone can say why.
  revoked_at timestamptz,
  -- True until the phone has signed that it has the key.
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
CREATE TRIGGER signal_ended AFTER DELETE ON sessions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION signal_ended_access();

-- Failed sign-ins, counted by account and by address, to slow down guessing. Personal data: Sessions and sign-in
-- records.
CREATE TABLE sign_in_failures (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The account, address or known browser that is counted.
  subject text NOT NULL,
  -- How many failed since window_started_at.
  failures integer NOT NULL,
  -- When counting started; it starts again after a time without failures.
  window_started_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, subject),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE sign_in_failures ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sign_in_failures
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_failures TO watchpost_app;

-- A mailed code or link to set a new password, or an invitation. Personal data: Sessions and sign-in records.
CREATE TABLE password_codes (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- personal: SHA-256 of the address that asked for it.
  email_hash bytea NOT NULL,
  -- personal: The account; null when no account has the address, so that no code fits.
  user_id uuid,
  -- personal: Keyed hash of the six digits.
  otp_mac bytea NOT NULL,
  -- personal: SHA-256 of the mailed link; null once the digits were used instead.
  link_hash bytea,
  -- personal: SHA-256 of what the right code was exchanged for; null until then.
  grant_hash bytea,
  -- How many wrong codes were given.
  tries smallint NOT NULL DEFAULT 0,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it stops being valid.
  expires_at timestamptz NOT NULL,
  -- True for an invitation to a new account.
  is_invitation boolean NOT NULL DEFAULT false,
  -- When a newer invitation was mailed; null: this is the newest.
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

-- A user's authenticator app (TOTP). Personal data: Users of the console.
CREATE TABLE authenticators (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The user of the console.
  user_id uuid NOT NULL,
  -- personal: Its secret, sealed with the server's; null until a first code was right.
  sealed_secret text,
  -- personal: The secret of one that is being set up, perhaps in place of the other.
  pending_secret text,
  -- When the set-up expires; null when none is under way.
  pending_until timestamptz,
  -- Newest time step whose code was taken: it and earlier ones are used up.
  last_step bigint NOT NULL DEFAULT 0,
  -- When it was set up; null until then.
  added_at timestamptz,
  PRIMARY KEY (tenant_id, user_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE authenticators ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON authenticators
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON authenticators TO watchpost_app;

-- A code that replaces the second factor once; the row is deleted when it is used. Personal data: Users of the
-- console.
CREATE TABLE recovery_codes (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The user of the console.
  user_id uuid NOT NULL,
  -- personal: Hash of the code.
  code_mac bytea NOT NULL,
  -- When the codes were made.
  made_at timestamptz NOT NULL DEFAULT now(),
  -- Salt shared by the codes that were made together; null: made before salts were used.
  salt bytea,
  PRIMARY KEY (tenant_id, user_id, code_mac),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON recovery_codes
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO watchpost_app;

-- A user's passkey (WebAuthn). Personal data: Users of the console.
CREATE TABLE passkeys (
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The user of the console.
  user_id uuid NOT NULL,
  -- personal: Id that the authenticator gave it.
  credential_id text NOT NULL,
  -- personal: Public key that its signatures are checked with.
  public_key bytea NOT NULL,
  -- Highest signature counter seen, by which a copy is noticed.
  counter bigint NOT NULL,
  -- How the browser reaches it, such as usb or internal.
  transports text[] NOT NULL DEFAULT '{}'::text[],
  -- The host name that it is valid for.
  rp_id text NOT NULL,
  -- personal: Name that the user gave it.
  name text NOT NULL,
  -- True when its maker synchronises it between devices.
  is_backed_up boolean NOT NULL,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- personal: When it was last used to sign in; null: never.
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

-- A sign-in that waits for its second factor. Personal data: Sessions and sign-in records.
CREATE TABLE pending_sign_ins (
  -- personal: SHA-256 of the secret that the browser shows in the second step.
  token_hash bytea NOT NULL,
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The user of the console.
  user_id uuid NOT NULL,
  -- True when the user has no second factor and must set one up first.
  must_enrol boolean NOT NULL,
  -- When it stops being valid.
  expires_at timestamptz NOT NULL,
  -- personal: How the sign-in started, such as the identity provider and how strong its check was.
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

-- Challenges of passkeys that were answered, so that no answer is used twice. Personal data: Sessions and sign-in
-- records.
CREATE TABLE spent_challenges (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: SHA-256 of the challenge.
  challenge_hash bytea NOT NULL,
  -- When it stops being valid.
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, challenge_hash),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE spent_challenges ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON spent_challenges
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON spent_challenges TO watchpost_app;

-- The company's identity provider (OpenID Connect).
CREATE TABLE sign_in_providers (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Address of the provider.
  issuer text NOT NULL,
  -- Id that the provider gave this product.
  client_id text NOT NULL,
  -- Secret that the provider gave, sealed with the server's secret.
  client_secret text NOT NULL,
  -- Scopes that are asked for.
  scopes text NOT NULL,
  -- Text of the button.
  label text NOT NULL,
  -- Whether sign-in by it is offered.
  is_on boolean NOT NULL,
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE sign_in_providers ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sign_in_providers
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON sign_in_providers TO watchpost_app;

-- Which account a person at the identity provider is. Either is linked once. Personal data: Users of the console.
CREATE TABLE provider_identities (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: Address of the provider.
  issuer text NOT NULL,
  -- personal: Id of the person at the provider.
  subject text NOT NULL,
  -- personal: The user of the console.
  user_id uuid NOT NULL,
  -- personal: When the two were linked.
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

-- A browser that a user has signed in from, so that mail warns of new ones only. Personal data: Sessions and
-- sign-in records.
CREATE TABLE known_devices (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The user of the console.
  user_id uuid NOT NULL,
  -- personal: SHA-256 of what distinguishes one browser and network from another.
  device_hash bytea NOT NULL,
  -- personal: When it last signed in.
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id, device_hash),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE known_devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON known_devices
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_devices TO watchpost_app;

-- How a user arranged a list of the console. Personal data: Users of the console.
CREATE TABLE list_preferences (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The user of the console.
  user_id uuid NOT NULL,
  -- Which list.
  area text NOT NULL,
  -- personal: Hidden columns and saved views: {hiddenColumns, views}.
  preferences jsonb NOT NULL,
  PRIMARY KEY (tenant_id, user_id, area),
  FOREIGN KEY (tenant_id, user_id) REFERENCES users(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE list_preferences ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON list_preferences
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON list_preferences TO watchpost_app;
