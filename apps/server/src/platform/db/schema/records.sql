-- What is planned and managed: sites, guards, checkpoints, shifts, routes, tours, devices and imports.

-- A property that is guarded. Personal data: People at sites.
CREATE TABLE sites (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- Name of the site.
  name text NOT NULL,
  -- Postal address; may be empty.
  address text NOT NULL DEFAULT '',
  -- Degrees north of the equator.
  latitude double precision NOT NULL,
  -- Degrees east of Greenwich.
  longitude double precision NOT NULL,
  -- IANA time zone by which its days start, such as Asia/Kolkata.
  time_zone text NOT NULL,
  -- personal: Who to call at the site; may be empty.
  contact_name text NOT NULL DEFAULT '',
  -- personal: Phone number of the contact; may be empty.
  contact_phone text NOT NULL DEFAULT '',
  -- False while it is switched off.
  activated boolean NOT NULL DEFAULT true,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was last changed.
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  -- When it was deleted; null while it is not. A deletion can be undone.
  deleted_at timestamptz,
  -- File of its logo; null: the company's.
  logo_file_id uuid,
  -- Until when it was as each of former says; epoch milliseconds, ascending. Null: never changed.
  former_until_ms bigint[],
  -- What it was called before, oldest first, one entry for each of former_until_ms.
  former jsonb,
  -- personal: What a search compares with: names and other texts, folded.
  search_text text GENERATED ALWAYS AS (fold_text(name || ' ' || address || ' ' || contact_name || ' '
    || contact_phone || ' ' || regexp_replace(contact_phone, '[^0-9]', '', 'g'))) STORED,
  -- personal: The groups of three letters of search_text, by which the index finds it.
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name || ' ' || address || ' ' || contact_name || ' '
    || contact_phone || ' ' || regexp_replace(contact_phone, '[^0-9]', '', 'g')))) STORED,
  -- The name as lists order it: folded, with numbers by their value.
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
CREATE TRIGGER keep_former BEFORE UPDATE OF name ON sites FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name)
  EXECUTE FUNCTION keep_former('name');
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

-- A day on which tours that skip holidays make no rounds due.
CREATE TABLE site_holidays (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- The date, by the site's time zone.
  day date NOT NULL,
  -- What the holiday is called.
  name text NOT NULL,
  PRIMARY KEY (tenant_id, site_id, day),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE site_holidays ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON site_holidays
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON site_holidays TO watchpost_app;
CREATE TRIGGER version_added AFTER INSERT ON site_holidays REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('site_id day', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON site_holidays REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('site_id day', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON site_holidays REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('site_id day', 'without');

-- A picture of one floor of a site.
CREATE TABLE floor_plans (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- Name of the floor.
  name text NOT NULL,
  -- File of the picture.
  file_id uuid NOT NULL,
  -- Place among the site's floors.
  position integer NOT NULL,
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  -- When the row was added.
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

-- Where a checkpoint is on a floor plan; each is on one plan at most.
CREATE TABLE floor_plan_checkpoints (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The checkpoint.
  checkpoint_id uuid NOT NULL,
  -- The floor plan.
  plan_id uuid NOT NULL,
  -- Share of the plan's width from its left edge, 0 to 1.
  x double precision NOT NULL,
  -- Share of the plan's height from its top edge, 0 to 1.
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

-- A person who walks rounds. Personal data: Who a guard is.
CREATE TABLE guards (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- personal: What the guard signs in with; unique in the company without regard to case.
  employee_id text NOT NULL,
  -- personal: First name.
  first_name text NOT NULL,
  -- personal: Last name; may be empty.
  last_name text NOT NULL DEFAULT '',
  -- personal: Email address; may be empty.
  email text NOT NULL DEFAULT '',
  -- personal: Phone number without the country's code; may be empty.
  phone_number text NOT NULL DEFAULT '',
  -- personal: The country's calling code, such as +91.
  country_code text NOT NULL DEFAULT '+91',
  -- personal: Argon2 hash of the PIN; null until one was issued.
  secret_hash text,
  -- personal: The guard's account for the console, where the former system had one; null: none.
  user_id uuid,
  -- False while it is switched off.
  activated boolean NOT NULL DEFAULT true,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was last changed.
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  -- When it was deleted; null while it is not. A deletion can be undone.
  deleted_at timestamptz,
  -- personal: Id of the photo's file; empty: none.
  photo text NOT NULL DEFAULT '',
  -- When the personal data was erased; null: it was not. Such a guard can never be changed again.
  erased_at timestamptz,
  -- personal: The user who issued the PIN; null for an import or the server.
  secret_issued_by uuid,
  -- personal: Until when it was as each of former says; epoch milliseconds, ascending. Null: never changed.
  former_until_ms bigint[],
  -- personal: What it was called before, oldest first, one entry for each of former_until_ms.
  former jsonb,
  -- personal: What a search compares with: names and other texts, folded.
  search_text text GENERATED ALWAYS AS (fold_text(first_name || ' ' || last_name || ' ' || employee_id || ' ' || email
    || ' ' || phone_number || CASE WHEN phone_number = '' THEN '' ELSE ' ' || regexp_replace(country_code
    || phone_number, '[^0-9]', '', 'g') END)) STORED,
  -- personal: The groups of three letters of search_text, by which the index finds it.
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(first_name || ' ' || last_name || ' ' || employee_id
    || ' ' || email || ' ' || phone_number || CASE WHEN phone_number = '' THEN '' ELSE ' '
    || regexp_replace(country_code || phone_number, '[^0-9]', '', 'g') END))) STORED,
  -- personal: The name as lists order it: folded, with numbers by their value.
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
CREATE TRIGGER forget_former BEFORE UPDATE OF erased_at ON guards FOR EACH ROW WHEN (old.erased_at IS NULL
  AND new.erased_at IS NOT NULL) EXECUTE FUNCTION forget_former();
CREATE TRIGGER forget_former_ids AFTER UPDATE OF erased_at ON guards FOR EACH ROW WHEN (old.erased_at IS NULL
  AND new.erased_at IS NOT NULL) EXECUTE FUNCTION forget_former_ids();
CREATE TRIGGER guards_empty_import_rows AFTER UPDATE OF erased_at ON guards FOR EACH ROW WHEN (old.erased_at IS NULL
  AND new.erased_at IS NOT NULL) EXECUTE FUNCTION empty_import_rows();
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

-- A site where a guard is posted now. Personal data: Where a guard is posted.
CREATE TABLE guard_sites (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The guard.
  guard_id uuid NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- personal: When the posting started; null: before postings were dated.
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
CREATE TRIGGER keep_past_postings AFTER DELETE ON guard_sites REFERENCING OLD TABLE AS taken FOR EACH STATEMENT
  EXECUTE FUNCTION keep_past_postings();

-- A site where a guard was posted before: what was done there may arrive late. Personal data: Where a guard is
-- posted.
CREATE TABLE past_postings (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The guard.
  guard_id uuid NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- personal: When the posting started; null: before postings were dated.
  since timestamptz,
  -- personal: When it ended.
  until timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, guard_id, site_id, until)
);
ALTER TABLE past_postings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON past_postings
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON past_postings TO watchpost_app;

-- A place of a site that guards scan.
CREATE TABLE checkpoints (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The site that it is at.
  site_id uuid NOT NULL,
  -- Name of the checkpoint.
  name text NOT NULL,
  -- Degrees north of the equator.
  latitude double precision NOT NULL,
  -- Degrees east of Greenwich.
  longitude double precision NOT NULL,
  -- Radius of the geofence: a scan from farther away is flagged; metres.
  radius_metres double precision NOT NULL DEFAULT 30,
  -- What the guard reads when scanning it; may be empty.
  instructions text NOT NULL DEFAULT '',
  -- Serial number of its NFC tag; null: none.
  nfc_tag_id text,
  -- False while it is switched off.
  activated boolean NOT NULL DEFAULT true,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was last changed.
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  -- When it was deleted; null while it is not. A deletion can be undone.
  deleted_at timestamptz,
  -- How it may be scanned, such as qr or nfc.
  scan_methods text[] NOT NULL DEFAULT '{qr,nfc,screen,typed}'::text[],
  -- How it could be scanned before the last change; valid for one more day.
  former_scan_methods text[] NOT NULL DEFAULT '{}'::text[],
  -- When that change was made; epoch milliseconds.
  scan_methods_since_ms bigint NOT NULL DEFAULT 0,
  -- Until when it was as each of former says; epoch milliseconds, ascending. Null: never changed.
  former_until_ms bigint[],
  -- What it was called before, oldest first, one entry for each of former_until_ms.
  former jsonb,
  -- What a search compares with: names and other texts, folded.
  search_text text GENERATED ALWAYS AS (fold_text(name || ' ' || COALESCE(nfc_tag_id, ''))) STORED,
  -- The groups of three letters of search_text, by which the index finds it.
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name || ' ' || COALESCE(nfc_tag_id, '')))) STORED,
  -- The name as lists order it: folded, with numbers by their value.
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
CREATE TRIGGER checkpoints_methods BEFORE UPDATE ON checkpoints FOR EACH ROW
  WHEN (old.scan_methods IS DISTINCT FROM new.scan_methods) EXECUTE FUNCTION keep_former_methods();
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

-- The questions that a checkpoint asks after a scan. Versions are added, never changed. Personal data: Users of the
-- console.
CREATE TABLE question_versions (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The checkpoint.
  checkpoint_id uuid NOT NULL,
  -- Number of the version, from 1 without gaps.
  no integer NOT NULL,
  -- The questions in their order; see domain/checkpoint-questions.ts.
  questions jsonb NOT NULL,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- personal: The user who wrote them; it outlives the account.
  created_by uuid,
  -- personal: Name of the user, as it was then.
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
CREATE TRIGGER log_added AFTER INSERT ON question_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

-- The post orders of a site. Versions are added, never changed. Personal data: Users of the console.
CREATE TABLE post_order_versions (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- Number of the version, from 1 without gaps.
  no integer NOT NULL,
  -- What guards must know.
  text text NOT NULL,
  -- First instant of the site's day from which it applies; epoch milliseconds.
  effective_from_ms bigint NOT NULL,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- personal: The user who wrote them; it outlives the account.
  created_by uuid,
  -- personal: Name of the user, as it was then.
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
CREATE TRIGGER log_added AFTER INSERT ON post_order_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

-- A code that is or was posted at a checkpoint.
CREATE TABLE qr_codes (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The checkpoint.
  checkpoint_id uuid NOT NULL,
  -- The whole text of the code.
  code text NOT NULL,
  -- When it was issued.
  issued_at timestamptz NOT NULL DEFAULT now(),
  -- When another replaced it; null: it is in use.
  retired_at timestamptz,
  -- Number among the checkpoint's codes, from 1.
  serial integer NOT NULL DEFAULT 1,
  -- Version of the key that signed it; null: it came from the former system and is not signed.
  key_version smallint,
  -- What guards type in place of scanning it: its last eight characters.
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
CREATE TRIGGER version_added AFTER INSERT ON qr_codes REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without typed');
CREATE TRIGGER version_changed AFTER UPDATE ON qr_codes REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('id', 'without typed');
CREATE TRIGGER version_deleted AFTER DELETE ON qr_codes REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without typed');

-- A key that codes at checkpoints are signed with.
CREATE TABLE code_keys (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Number of the key, from 1.
  version smallint NOT NULL,
  -- 32 random bytes that never leave the server.
  key bytea NOT NULL,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, version),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE code_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON code_keys
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON code_keys TO watchpost_app;

-- A screen at a checkpoint that shows a code which changes every 30 seconds.
CREATE TABLE checkpoint_screens (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The checkpoint.
  checkpoint_id uuid NOT NULL,
  -- Number among the checkpoint's screens, which codes contain.
  serial integer NOT NULL,
  -- SHA-256 of the code that pairs it; null once it was used.
  pairing_hash bytea,
  -- When the pairing code expires; epoch milliseconds.
  pairing_ends_at_ms bigint NOT NULL,
  -- 32 random bytes that screen and server share; null until it is paired.
  secret bytea,
  -- When pairing was asked for; epoch milliseconds.
  offered_at_ms bigint NOT NULL,
  -- When it was paired; epoch milliseconds. Null: not yet.
  paired_at_ms bigint,
  -- When it last asked the server; epoch milliseconds. Null: never.
  seen_at_ms bigint,
  -- When it was revoked; epoch milliseconds. Null: it is in use.
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
CREATE TRIGGER version_added AFTER INSERT ON checkpoint_screens REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without pairing_hash pairing_ends_at_ms secret seen_at_ms');
CREATE TRIGGER version_changed AFTER UPDATE ON checkpoint_screens REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without pairing_hash pairing_ends_at_ms secret seen_at_ms');
CREATE TRIGGER version_deleted AFTER DELETE ON checkpoint_screens REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without pairing_hash pairing_ends_at_ms secret seen_at_ms');

-- A shift pattern: hours of a day at a site, on some weekdays.
CREATE TABLE shifts (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- Name of the shift.
  name text NOT NULL,
  -- When it starts; minutes after midnight of the site's day.
  from_minute smallint NOT NULL,
  -- When it ends; minutes after midnight, less than from_minute when it ends on the next day.
  to_minute smallint NOT NULL,
  -- Days on which it starts, Sunday 1 to Saturday 7.
  weekdays smallint[] NOT NULL,
  -- False while it is switched off.
  activated boolean NOT NULL DEFAULT true,
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was last changed.
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When it was deleted; null while it is not. A deletion can be undone.
  deleted_at timestamptz,
  -- What a search compares with: names and other texts, folded.
  search_text text GENERATED ALWAYS AS (fold_text(name)) STORED,
  -- The groups of three letters of search_text, by which the index finds it.
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name))) STORED,
  -- The name as lists order it: folded, with numbers by their value.
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
CREATE TRIGGER version_added AFTER INSERT ON shifts REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without sort_name search_text search_grams');
CREATE TRIGGER version_changed AFTER UPDATE ON shifts REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('id', 'without sort_name search_text search_grams');
CREATE TRIGGER version_deleted AFTER DELETE ON shifts REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without sort_name search_text search_grams');

-- A guard of a shift pattern. Personal data: Where a guard is posted.
CREATE TABLE shift_guards (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The shift pattern.
  shift_id uuid NOT NULL,
  -- personal: The guard.
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

-- Checkpoints of a site in an order that rounds are walked by.
CREATE TABLE patrol_routes (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- Name of the route.
  name text NOT NULL,
  -- True when checkpoints must be scanned in their order.
  is_fixed_order boolean NOT NULL DEFAULT false,
  -- False while it is switched off.
  activated boolean NOT NULL DEFAULT true,
  -- The version that new rounds are walked by; null while it has no checkpoints.
  current_version_id uuid,
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was last changed.
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When it was deleted; null while it is not. A deletion can be undone.
  deleted_at timestamptz,
  -- What a search compares with: names and other texts, folded.
  search_text text GENERATED ALWAYS AS (fold_text(name)) STORED,
  -- The groups of three letters of search_text, by which the index finds it.
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name))) STORED,
  -- The name as lists order it: folded, with numbers by their value.
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

-- A checkpoint of a route as it is now.
CREATE TABLE patrol_route_checkpoints (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The route.
  route_id uuid NOT NULL,
  -- Place on the route.
  position smallint NOT NULL,
  -- The checkpoint.
  checkpoint_id uuid NOT NULL,
  -- Minutes that are expected from the checkpoint before; 0: not said.
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

-- A route as it was when rounds were walked by it. Never changed.
CREATE TABLE route_versions (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The route.
  route_id uuid NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- Name of the route at that time.
  name text NOT NULL,
  -- True when checkpoints had to be scanned in their order.
  is_fixed_order boolean NOT NULL,
  -- In order, [{checkpointId, name, latitude, longitude, radiusMetres}].
  checkpoints jsonb NOT NULL,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, route_id) REFERENCES patrol_routes(tenant_id, id)
);
CREATE INDEX route_versions_by_route ON route_versions (tenant_id, route_id);
ALTER TABLE route_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON route_versions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON route_versions TO watchpost_app;
CREATE TRIGGER log_added AFTER INSERT ON route_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

-- A schedule that makes rounds of a route due.
CREATE TABLE patrol_tours (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The route.
  route_id uuid NOT NULL,
  -- Shift pattern whose guards walk it and whose hours it keeps to; null: none.
  shift_id uuid,
  -- Name of the tour.
  name text NOT NULL,
  -- Minutes after the due time within which a round starts in time.
  start_window_minutes smallint NOT NULL DEFAULT 15,
  -- Minutes after that until the round is missed.
  grace_minutes smallint NOT NULL DEFAULT 10,
  -- False while it is switched off.
  activated boolean NOT NULL DEFAULT true,
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was last changed.
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When it was deleted; null while it is not. A deletion can be undone.
  deleted_at timestamptz,
  -- Days on which rounds are due, Sunday 1 to Saturday 7.
  weekdays smallint[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}'::smallint[],
  -- At which times rounds are due; null: the former system did not say, so no round is due.
  schedule jsonb,
  -- First day with rounds.
  valid_from date NOT NULL DEFAULT CURRENT_DATE,
  -- Last day with rounds; null: no end.
  valid_to date,
  -- True when no round is due on holidays of the site.
  skips_holidays boolean NOT NULL DEFAULT true,
  -- Random bytes that times at random are drawn from; made with the first rounds.
  draw_key bytea,
  -- Hash of the plan that the due rounds after now were made from; null: none were made.
  made_plan text,
  -- Up to when due rounds were made; epoch milliseconds. Null: none were made.
  made_until_ms bigint,
  -- What a search compares with: names and other texts, folded.
  search_text text GENERATED ALWAYS AS (fold_text(name)) STORED,
  -- The groups of three letters of search_text, by which the index finds it.
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name))) STORED,
  -- The name as lists order it: folded, with numbers by their value.
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
CREATE TRIGGER version_added AFTER INSERT ON patrol_tours REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without draw_key made_plan made_until_ms sort_name search_text search_grams');
CREATE TRIGGER version_changed AFTER UPDATE ON patrol_tours REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without draw_key made_plan made_until_ms sort_name search_text search_grams');
CREATE TRIGGER version_deleted AFTER DELETE ON patrol_tours REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('id', 'without draw_key made_plan made_until_ms sort_name search_text search_grams');

-- A guard who is to walk a tour. Personal data: Where a guard is posted.
CREATE TABLE tour_guards (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The tour.
  tour_id uuid NOT NULL,
  -- personal: The guard.
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
CREATE TRIGGER version_added AFTER INSERT ON tour_guards REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('tour_id guard_id', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON tour_guards REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('tour_id guard_id', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON tour_guards REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('tour_id guard_id', 'without');

-- A phone of guards. Personal data: Phones of guards.
CREATE TABLE devices (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the phone; made by the phone.
  id uuid NOT NULL,
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  -- personal: Name that the console gave it; may be empty.
  name text NOT NULL DEFAULT '',
  -- personal: Model and system, as the app reports them.
  agent text NOT NULL DEFAULT '',
  -- Whether it may send: active, revoked, wipeAsked or wiped.
  status text NOT NULL DEFAULT 'active',
  -- Since when; epoch milliseconds. Null: since the beginning.
  status_since_ms bigint,
  -- personal: When it first signed in; epoch milliseconds.
  first_seen_ms bigint NOT NULL,
  -- personal: When it last sent something; epoch milliseconds.
  last_seen_ms bigint NOT NULL,
  -- Version of the guards' app, as it reports.
  app_version text NOT NULL DEFAULT '',
  -- How many records it had not sent yet; null: it did not report.
  waiting integer,
  -- When it reported that; epoch milliseconds.
  waiting_told_ms bigint,
  -- When it reported that it wiped itself; epoch milliseconds. Null: it did not.
  wiped_at_ms bigint,
  -- How many records were lost by the wipe; null: not known.
  lost_records integer,
  -- Number of the last report that a key of the phone signed; null: none was signed.
  report_no bigint,
  -- Whether a key of the phone signed that it wiped itself; null: not wiped, or before wipes were signed.
  is_wipe_proved boolean,
  -- A wipe that was reported without the signature of a phone that has keys; it changes nothing. Epoch
  -- milliseconds.
  claimed_wipe_ms bigint,
  -- Lost records of that report; null: none was made.
  claimed_lost integer,
  PRIMARY KEY (tenant_id, id),
  CHECK (status IN ('active', 'revoked', 'wipeAsked', 'wiped'))
);
CREATE INDEX devices_by_last_seen ON devices (tenant_id, last_seen_ms, id);
ALTER TABLE devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON devices USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON devices TO watchpost_app;
CREATE TRIGGER signal_insert AFTER INSERT ON devices REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION signal_devices();
CREATE TRIGGER signal_update AFTER UPDATE ON devices REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION signal_devices();

-- A guard who used a phone. Personal data: Phones of guards.
CREATE TABLE device_guards (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The phone.
  device_id uuid NOT NULL,
  -- personal: The guard.
  guard_id uuid NOT NULL,
  -- personal: When the guard last used it; epoch milliseconds.
  last_seen_ms bigint NOT NULL,
  -- personal: True while no key of the phone signed that it is that phone.
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

-- A spreadsheet that a user imports records from. Personal data: Imports of spreadsheets.
CREATE TABLE record_imports (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- personal: The user who imports.
  user_id uuid NOT NULL,
  -- The one site of a site manager, which all its records belong to; null: an administrator's import.
  site_id uuid,
  -- personal: Who and from where, for the entry in the audit log when it is done.
  origin jsonb NOT NULL,
  -- personal: Name of the file.
  file_name text NOT NULL,
  -- Headings of its columns.
  headings text[] NOT NULL,
  -- How many rows it has.
  row_count integer NOT NULL,
  -- Which column is which field.
  mapping jsonb NOT NULL,
  -- How far the import is.
  state text NOT NULL DEFAULT 'uploaded',
  -- Whether one wrong row stops all; null until the import starts.
  mode text,
  -- Rows that were processed; it moves while those of allOrNothing are not committed.
  rows_done integer NOT NULL DEFAULT 0,
  -- When the job last made progress; another takes over when that is long ago.
  beat_at timestamptz NOT NULL DEFAULT now(),
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Which records, such as guard or checkpoint.
  kind text NOT NULL,
  -- Why it stopped; empty: it did not.
  stop_reason text NOT NULL DEFAULT '',
  -- Name of the sheet that was read; empty: the file has no sheets.
  sheet text NOT NULL DEFAULT '',
  -- Names of sheets that were not read.
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

-- A row of an imported spreadsheet. Personal data: Imports of spreadsheets.
CREATE TABLE record_import_rows (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The import.
  import_id uuid NOT NULL,
  -- Number of the row in the spreadsheet; the headings are row 1.
  row_no integer NOT NULL,
  -- personal: Its cells as text.
  cells jsonb NOT NULL,
  -- What the check found, or after the import what became of it; null until it was checked.
  outcome text,
  -- personal: What is wrong with it: [{field, value, message}]; null: not checked.
  errors jsonb,
  -- True once its record was saved.
  is_applied boolean NOT NULL DEFAULT false,
  -- personal: Numbers in full that cells show shortened, by column from 0; null: none.
  exact jsonb,
  -- personal: What the row takes away from a record that exists; null: nothing.
  losses jsonb,
  -- personal: What the row is about, such as an employee id; null: not known.
  record text,
  PRIMARY KEY (tenant_id, import_id, row_no),
  CONSTRAINT guard_import_rows_outcome_check CHECK (outcome IN ('new', 'changed', 'unchanged', 'wrong')),
  CONSTRAINT guard_import_rows_tenant_id_import_id_fkey FOREIGN KEY (tenant_id, import_id) REFERENCES record_imports(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE record_import_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON record_import_rows
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON record_import_rows TO watchpost_app;
