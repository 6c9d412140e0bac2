import { type Kysely, sql } from 'kysely';

/** Signed codes of checkpoints, the code that each scan was made with, and NFC tags of one checkpoint alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE code_keys (
    tenant_id uuid NOT NULL REFERENCES tenants,
    version smallint NOT NULL,
    -- 32 random bytes; they never leave the server
    key bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, version)
  )`,
  'ALTER TABLE code_keys ENABLE ROW LEVEL SECURITY',
  `CREATE POLICY own_tenant ON code_keys
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
  'GRANT SELECT, INSERT ON code_keys TO watchpost_app',

  `ALTER TABLE qr_codes
    ADD COLUMN serial integer NOT NULL DEFAULT 1 CHECK (serial BETWEEN 1 AND 65535),
    -- null: a text that came from another system and is not signed
    ADD COLUMN key_version smallint,
    -- what guards type of it, as typedCodeOf of the domain; a column, because the tenant rule keeps an index of an
    -- expression from being used
    ADD COLUMN typed text GENERATED ALWAYS AS (right(upper(trim(code)), 8)) STORED`,
  `UPDATE qr_codes c SET serial = n.serial FROM (
      SELECT tenant_id, id, row_number() OVER (PARTITION BY tenant_id, checkpoint_id ORDER BY issued_at, id) AS serial
      FROM qr_codes) AS n
    WHERE c.tenant_id = n.tenant_id AND c.id = n.id AND n.serial > 1`,
  'CREATE UNIQUE INDEX qr_codes_by_checkpoint ON qr_codes (tenant_id, checkpoint_id, serial)',
  'CREATE INDEX qr_codes_by_typed ON qr_codes (tenant_id, typed)',

  // as it was sent, so that any scan can be judged again
  'ALTER TABLE scans ADD COLUMN code text',
  'CREATE INDEX scans_by_checkpoint ON scans (tenant_id, checkpoint_id, device_at_ms)',

  // Of two checkpoints with one tag nobody can say where it hangs: the younger ones lose it.
  `UPDATE checkpoints c SET nfc_tag_id = NULL FROM (
      SELECT tenant_id, id, row_number() OVER (PARTITION BY tenant_id, nfc_tag_id ORDER BY created_at, id) AS place
      FROM checkpoints WHERE nfc_tag_id IS NOT NULL AND deleted_at IS NULL) AS n
    WHERE c.tenant_id = n.tenant_id AND c.id = n.id AND n.place > 1`,
  `CREATE UNIQUE INDEX checkpoints_by_nfc_tag ON checkpoints (tenant_id, nfc_tag_id)
    WHERE nfc_tag_id IS NOT NULL AND deleted_at IS NULL`,
];
