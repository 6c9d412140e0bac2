import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** Erasure of a guard's personal data: what was erased of whom, sealed; the one way to erase; what it leaves as it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Of an entry of the audit log about a guard. */
const personal = `'{employeeId,firstName,lastName,email,phoneNumber,countryCode}'::text[]`;

const aliasOf = (tenant: string, guard: string) =>
  `SELECT e.pseudonym INTO alias FROM guard_erasures e WHERE e.tenant_id = ${tenant} AND e.guard_id::text = ${guard}`;

/** Its own tenant alone, though it runs as the owner: the serving role may change nothing of this by itself. */
const erasure = `
  DECLARE
    own uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
    noted guard_erasures;
    gone guards;
    phones uuid[];
    keys text[];
  BEGIN
    SELECT * INTO noted FROM guard_erasures e WHERE e.tenant_id = own AND e.guard_id = of_guard;
    IF NOT FOUND THEN RAISE EXCEPTION 'no erasure of guard % is noted', of_guard; END IF;
    SELECT * INTO gone FROM guards g WHERE g.tenant_id = own AND g.id = of_guard AND NOT g.activated
      AND g.erased_at IS NULL FOR UPDATE;
    IF NOT FOUND THEN RAISE EXCEPTION 'guard % is not one to be erased', of_guard; END IF;
    -- What was sealed with the name, and what is as that says.
    UPDATE incident_history h SET actor_name = noted.pseudonym
      WHERE h.tenant_id = own AND h.actor_kind = 'guard' AND h.actor_id = of_guard;
    UPDATE record_versions v SET row = jsonb_set(v.row, '{actor_name}', to_jsonb(noted.pseudonym))
      WHERE v.tenant_id = own AND v.source = 'sos_history' AND v.row ->> 'actor_kind' = 'guard'
        AND v.row ->> 'actor_id' = of_guard::text;
    UPDATE sos_history h SET actor_name = noted.pseudonym
      WHERE h.tenant_id = own AND h.actor_kind = 'guard' AND h.actor_id = of_guard;
    UPDATE log_leaves l SET marks = decode(r.marks, 'hex')
      FROM jsonb_to_recordset(noted.records) AS r ("table" text, id uuid, marks text)
      WHERE l.tenant_id = own AND l.source = r."table" AND l.record_id = r.id;
    -- What was told to others.
    UPDATE audit_entries a SET subject_label = noted.pseudonym, before = a.before - ${personal}, after = a.after - ${personal}
      WHERE a.tenant_id = own AND a.subject_type = 'guard' AND a.subject_id = of_guard::text;
    DELETE FROM audit_names n WHERE n.tenant_id = own AND n.kind = 'subject' AND n.id = of_guard::text;
    INSERT INTO audit_names (tenant_id, kind, id, name) VALUES (own, 'subject', of_guard::text, noted.pseudonym);
    UPDATE notifications x SET params = jsonb_set(x.params, '{guard}', to_jsonb(noted.pseudonym))
      WHERE x.tenant_id = own AND x.params ->> 'guard' = trim(gone.first_name || ' ' || gone.last_name);
    UPDATE record_import_rows r SET cells = '[]', errors = NULL WHERE r.tenant_id = own AND EXISTS (
      SELECT FROM jsonb_array_elements_text(r.cells) AS c (cell) WHERE lower(trim(c.cell)) = lower(gone.employee_id));
    -- The way in, and the phones that nobody else has.
    DELETE FROM sessions s WHERE s.tenant_id = own AND s.guard_id = of_guard;
    phones := ARRAY(SELECT d.device_id FROM device_guards d WHERE d.tenant_id = own AND d.guard_id = of_guard);
    DELETE FROM device_guards d WHERE d.tenant_id = own AND d.guard_id = of_guard;
    UPDATE devices d SET name = '', agent = '', version = d.version + 1
      WHERE d.tenant_id = own AND d.id = ANY(phones) AND NOT EXISTS (
        SELECT FROM device_guards g WHERE g.tenant_id = own AND g.device_id = d.id);
    UPDATE guards g SET employee_id = 'erased-' || left(replace(noted.id::text, '-', ''), 12), first_name = noted.pseudonym, last_name = '', email = '',
        phone_number = '', secret_hash = NULL, user_id = NULL, photo = '', erased_at = to_timestamp(noted.at_ms / 1000.0),
        version = g.version + 1, updated_at = now()
      WHERE g.tenant_id = own AND g.id = of_guard;
    WITH unused AS (
      DELETE FROM files f WHERE f.tenant_id = own AND f.id::text = gone.photo AND f.purpose = 'profileImage'
        AND NOT EXISTS (SELECT FROM guards g WHERE g.tenant_id = own AND g.photo = gone.photo)
        AND NOT EXISTS (SELECT FROM users u WHERE u.tenant_id = own AND u.profile_image = gone.photo)
      RETURNING f.storage_key)
    SELECT array_agg(u.storage_key) INTO keys FROM unused u;
    RETURN coalesce(keys, '{}');
  END`;

const statements = [
  'ALTER TABLE guards ADD COLUMN erased_at timestamptz',

  `CREATE TABLE guard_erasures (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    guard_id uuid NOT NULL,
    at_ms bigint NOT NULL,
    -- the admin; null for the server itself
    erased_by uuid,
    -- in place of the name
    pseudonym text NOT NULL,
    -- [{table, id, hash, kept, marks}]: sealed records that named the guard, by their leaf and by what they are since
    records jsonb NOT NULL,
    -- of the log: signs what is above
    key bytea NOT NULL,
    signature bytea NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, guard_id),
    FOREIGN KEY (tenant_id, guard_id) REFERENCES guards
  )`,
  ...secured('guard_erasures', 'SELECT, INSERT'),
  `CREATE TRIGGER log_added AFTER INSERT ON guard_erasures REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT WHEN (nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL)
    EXECUTE FUNCTION note_for_log()`,

  `CREATE FUNCTION refuse_erased_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  BEGIN
    RAISE EXCEPTION 'the data of guard % were erased', OLD.id USING ERRCODE = 'check_violation';
  END $$`,
  `CREATE TRIGGER stays_erased BEFORE UPDATE ON guards FOR EACH ROW WHEN (OLD.erased_at IS NOT NULL)
    EXECUTE FUNCTION refuse_erased_change()`,

  // An entry about a guard whose erasure is noted may lose what is personal, and nothing else of it changes.
  `CREATE FUNCTION refuse_audit_entry_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    alias text;
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF NOT EXISTS (SELECT 1 FROM tenants WHERE tenant_id = OLD.tenant_id) THEN RETURN OLD; END IF;
    ELSIF OLD.subject_type = 'guard' THEN
      ${aliasOf('OLD.tenant_id', 'OLD.subject_id')};
      IF FOUND THEN
        OLD.subject_label := alias;
        OLD.before := OLD.before - ${personal};
        OLD.after := OLD.after - ${personal};
        IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
      END IF;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
  END $$`,
  'DROP TRIGGER append_only ON audit_entries',
  `CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_entry_change()`,
  `CREATE FUNCTION refuse_audit_name_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
  DECLARE
    alias text;
  BEGIN
    IF TG_OP = 'DELETE' THEN
      IF NOT EXISTS (SELECT 1 FROM tenants WHERE tenant_id = OLD.tenant_id) THEN RETURN OLD; END IF;
      IF OLD.kind = 'subject' THEN
        ${aliasOf('OLD.tenant_id', 'OLD.id')};
        IF FOUND AND OLD.name <> alias THEN RETURN OLD; END IF;
      END IF;
    END IF;
    RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
  END $$`,
  'DROP TRIGGER append_only ON audit_names',
  `CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON audit_names
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_name_change()`,

  // Keys of the file store under which the photo lies that nobody else has.
  `CREATE FUNCTION erase_guard(of_guard uuid) RETURNS text[]
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ ${erasure} $$`,
  'REVOKE ALL ON FUNCTION erase_guard(uuid) FROM PUBLIC',
  'GRANT EXECUTE ON FUNCTION erase_guard(uuid) TO watchpost_app',
];
