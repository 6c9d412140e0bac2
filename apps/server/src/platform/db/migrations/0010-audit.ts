import { type Kysely, sql } from 'kysely';

/** The audit log. Nobody changes or removes an entry, the owner of the tables included. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const appendOnly = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY own_tenant ON ${table}
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
  `GRANT SELECT, INSERT ON ${table} TO watchpost_app`,
  `CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
  `CREATE TRIGGER never_emptied BEFORE TRUNCATE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
];

const statements = [
  // Entries go with their tenant alone: the foreign key removes them once the tenant's own row is gone.
  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF NOT EXISTS (SELECT 1 FROM tenants WHERE tenant_id = OLD.tenant_id) THEN
        RETURN OLD;
      END IF;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
  END $$`,

  `CREATE TABLE audit_entries (
    tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
    id uuid NOT NULL,
    at_ms bigint NOT NULL,
    -- null: nobody who was signed in
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
    PRIMARY KEY (tenant_id, id)
  )`,
  // The id last in each: whatever is filtered, a page is the next few entries of one or more of these in order.
  'CREATE INDEX audit_entries_by_action ON audit_entries (tenant_id, action, id)',
  'CREATE INDEX audit_entries_by_actor ON audit_entries (tenant_id, actor_id, action, id)',
  'CREATE INDEX audit_entries_by_subject ON audit_entries (tenant_id, subject_id, action, id)',
  ...appendOnly('audit_entries'),

  // Every name under which somebody or something stands in the log: few, however long the log, so they are searched.
  `CREATE TABLE audit_names (
    tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('actor', 'subject')),
    id text NOT NULL,
    name text NOT NULL,
    PRIMARY KEY (tenant_id, kind, id, name)
  )`,
  ...appendOnly('audit_names'),
];
