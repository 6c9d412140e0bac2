import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** Keys of devices, proofs of events, and the log whose heads tell whether anything was changed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const proof = `ADD COLUMN proof_key bytea,
    ADD COLUMN proof_seq integer,
    -- hash of the event before it in the chain
    ADD COLUMN proof_previous bytea,
    ADD COLUMN proof_signature bytea`;

/** Whatever a tenant's handle adds waits to be sealed; what the owner brings in belongs to no log. */
const noted = (
  table: string,
) => `CREATE TRIGGER log_added AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT WHEN (nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION note_for_log()`;

const statements = [
  // The key that the device of a session signs with; null for a device without one.
  'ALTER TABLE sessions ADD COLUMN public_key text',
  `CREATE TABLE device_keys (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    -- SHA-256 of the public key
    key bytea NOT NULL,
    guard_id uuid NOT NULL,
    device_id uuid NOT NULL,
    -- a point of P-256 in hexadecimal
    public_key text NOT NULL,
    enrolled_at_ms bigint NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, key, guard_id, device_id),
    FOREIGN KEY (tenant_id, guard_id) REFERENCES guards
  )`,
  ...secured('device_keys', 'SELECT, INSERT'),

  `ALTER TABLE scans ${proof}`,
  `ALTER TABLE field_events ${proof},
    -- the site of a duty's start, the route version of a round's
    ADD COLUMN named_id uuid,
    ADD COLUMN clock_skew_ms bigint`,
  'CREATE INDEX scans_by_proof ON scans (tenant_id, proof_key, proof_seq) WHERE proof_key IS NOT NULL',
  'CREATE INDEX field_events_by_proof ON field_events (tenant_id, proof_key, proof_seq) WHERE proof_key IS NOT NULL',

  // One row for each statement that added records, in the transaction of the records.
  `CREATE TABLE log_pending (
    tenant_id uuid NOT NULL,
    no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    source text NOT NULL,
    ids uuid[] NOT NULL,
    PRIMARY KEY (tenant_id, no)
  )`,
  ...secured('log_pending', 'SELECT, INSERT, DELETE'),
  `CREATE FUNCTION note_for_log() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO log_pending (tenant_id, source, ids)
    SELECT tenant_id, TG_TABLE_NAME, array_agg(id) FROM added GROUP BY tenant_id;
    RETURN NULL;
  END $$`,
  noted('scans'),
  noted('field_events'),
  noted('route_versions'),
  noted('device_keys'),
  noted('incident_history'),
  noted('incident_photos'),

  // Terms of RFC 9162. Leaves are the nodes of level 0.
  `CREATE TABLE log_leaves (
    tenant_id uuid NOT NULL,
    leaf_no bigint NOT NULL CHECK (leaf_no >= 0),
    source text NOT NULL,
    record_id uuid NOT NULL,
    hash bytea NOT NULL,
    -- four bytes for each column, by which a check names the one that was altered; they prove nothing
    marks bytea NOT NULL,
    PRIMARY KEY (tenant_id, leaf_no),
    UNIQUE (tenant_id, source, record_id)
  )`,
  ...secured('log_leaves', 'SELECT, INSERT'),
  `CREATE TABLE log_nodes (
    tenant_id uuid NOT NULL,
    level smallint NOT NULL CHECK (level > 0),
    node_no bigint NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (tenant_id, level, node_no)
  )`,
  ...secured('log_nodes', 'SELECT, INSERT'),
  `CREATE TABLE log_heads (
    tenant_id uuid NOT NULL,
    size bigint NOT NULL,
    root bytea NOT NULL,
    at_ms bigint NOT NULL,
    key bytea NOT NULL,
    signature bytea NOT NULL,
    PRIMARY KEY (tenant_id, size)
  )`,
  ...secured('log_heads', 'SELECT, INSERT'),
  // The private ones are where the operator keeps the server's secret.
  `CREATE TABLE log_keys (
    tenant_id uuid NOT NULL,
    key bytea NOT NULL,
    public_key text NOT NULL,
    first_used_ms bigint NOT NULL,
    PRIMARY KEY (tenant_id, key)
  )`,
  ...secured('log_keys', 'SELECT, INSERT'),
];
