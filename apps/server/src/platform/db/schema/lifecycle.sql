-- How records leave: retention, archives and the erasure of personal data.

-- How long a company keeps its rounds. No row: everything is kept.
CREATE TABLE retention_settings (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL,
  -- Months that rounds are kept; null: for good.
  months_to_keep smallint,
  -- Nothing is removed before; epoch milliseconds.
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

-- A month of rounds that is being or was moved out of the database.
CREATE TABLE archives (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- Start of the month of UTC; epoch milliseconds.
  month_ms bigint NOT NULL,
  -- End of the month; epoch milliseconds.
  until_ms bigint NOT NULL,
  -- writing, verified or removed: nothing is removed before it is verified.
  status text NOT NULL DEFAULT 'writing',
  -- When writing started; epoch milliseconds.
  begun_at_ms bigint NOT NULL,
  -- When it was verified; epoch milliseconds. Null: not yet.
  verified_at_ms bigint,
  -- When the rounds were removed; epoch milliseconds. Null: not yet.
  removed_at_ms bigint,
  -- How many rounds it contains.
  rounds integer NOT NULL DEFAULT 0,
  -- How many rounds of the month stay, because a person has still to deal with them.
  held integer NOT NULL DEFAULT 0,
  -- The server that works on it.
  worker uuid NOT NULL,
  -- Until when no other server works on it; epoch milliseconds.
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

-- A file of an archive in the file store.
CREATE TABLE archive_files (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The archive.
  archive_id uuid NOT NULL,
  -- Number within the archive.
  no smallint NOT NULL,
  -- rows, or evidence files.
  kind text NOT NULL,
  -- How many pieces the file store has of it.
  pieces integer NOT NULL,
  -- Size in bytes.
  bytes bigint NOT NULL,
  -- SHA-256 of its contents.
  sha256 bytea NOT NULL,
  -- How many rounds it contains.
  rounds integer NOT NULL,
  PRIMARY KEY (tenant_id, archive_id, no),
  CHECK (kind IN ('rows', 'evidence')),
  FOREIGN KEY (tenant_id, archive_id) REFERENCES archives(tenant_id, id) ON DELETE CASCADE
);
ALTER TABLE archive_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON archive_files
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON archive_files TO watchpost_app;

-- The erasure of a guard's personal data: whose, when and by whom, and what it took out of sealed records. Personal
-- data: The log of evidence.
CREATE TABLE guard_erasures (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- personal: Id of the guard, which names no person any more.
  guard_id uuid NOT NULL,
  -- When it happened; epoch milliseconds.
  at_ms bigint NOT NULL,
  -- personal: The user who erased it; null: the server.
  erased_by uuid,
  -- personal: What replaces the name.
  pseudonym text NOT NULL,
  -- personal: Sealed records that named the guard, by their leaf before and after: [{table, id, hash, kept,
  -- marks}].
  records jsonb NOT NULL,
  -- Id of the log's key that signed the row.
  key bytea NOT NULL,
  -- Signature of the row by the key.
  signature bytea NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, guard_id),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id)
);
ALTER TABLE guard_erasures ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON guard_erasures
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON guard_erasures TO watchpost_app;
CREATE TRIGGER log_added AFTER INSERT ON guard_erasures REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

-- What an imported round says about itself where its scans alone would say otherwise.
CREATE TABLE imported_rounds (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The round.
  round_id uuid NOT NULL,
  -- Id in the former system; the round's id follows from it.
  former_id text NOT NULL,
  -- Its status as the record has it; null: as its scans say.
  status_code smallint,
  -- Its status as text, where it is no code that the round can store; null: it is.
  status_text text,
  -- Planned checkpoints as the record has it; null: as its scans say.
  total_check_points smallint,
  -- Scanned checkpoints as the record has it; null: as its scans say.
  scanned_check_points smallint,
  -- False: its checkpoints were not in the export.
  has_scans boolean NOT NULL,
  PRIMARY KEY (tenant_id, round_id)
);
ALTER TABLE imported_rounds ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON imported_rounds
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT ON imported_rounds TO watchpost_app;
CREATE TRIGGER version_added AFTER INSERT ON imported_rounds REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION keep_names_of_rounds();

-- Names that records of the former system carry, each combination once. Written by imports. Personal data: Who a
-- guard is.
CREATE TABLE recorded_names (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the combination and follows from it.
  id uuid NOT NULL,
  -- personal: The guard whose names they are.
  guard_id uuid NOT NULL,
  -- personal: Employee id in the record; null: not said.
  employee_id text,
  -- personal: First name in the record; null: not said.
  first_name text,
  -- personal: Last name in the record; null: not said.
  last_name text,
  -- Name of the site in the record; null: not said.
  site_name text,
  -- Random; part of the digest that is sealed of these names. Null once the guard was erased.
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
CREATE TRIGGER name_no_erased_guard BEFORE INSERT ON recorded_names FOR EACH ROW
  EXECUTE FUNCTION name_no_erased_guard();
CREATE TRIGGER version_delete AFTER DELETE ON recorded_names REFERENCING OLD TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_recorded_names();
CREATE TRIGGER version_insert AFTER INSERT ON recorded_names REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_recorded_names();
CREATE TRIGGER version_update AFTER UPDATE ON recorded_names REFERENCING NEW TABLE AS changed FOR EACH STATEMENT
  EXECUTE FUNCTION keep_recorded_names();

-- The id of a record in the former system. Personal data: Who a guard is.
CREATE TABLE former_ids (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The record, also of a checkpoint that only rounds still name.
  record_id uuid NOT NULL,
  -- personal: Its id there.
  former_id text NOT NULL,
  PRIMARY KEY (tenant_id, record_id, former_id)
);
CREATE INDEX former_ids_by_former ON former_ids (tenant_id, former_id);
ALTER TABLE former_ids ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON former_ids
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT ON former_ids TO watchpost_app;
CREATE TRIGGER keep_no_erased_id BEFORE INSERT ON former_ids FOR EACH ROW EXECUTE FUNCTION keep_no_erased_id();
