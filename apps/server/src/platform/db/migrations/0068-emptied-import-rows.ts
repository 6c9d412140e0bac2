import { type Kysely, sql } from 'kysely';

/**
 * An erasure empties rows of imports of guards that have the employee id in its column, and no others; a row with errors is left
 * with a list of none, not without a list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Of an entry of the audit log about a guard. */
const personal = `'{employeeId,firstName,lastName,email,phoneNumber,countryCode}'::text[]`;

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
    -- Where no column is named for the employee id, nobody knows which it is.
    UPDATE record_import_rows r SET cells = '[]', errors = '[]' FROM record_imports i
      WHERE r.tenant_id = own AND i.tenant_id = own AND i.id = r.import_id AND i.kind = 'guard'
        AND CASE WHEN i.mapping ? 'employeeId'
          THEN lower(trim(r.cells ->> (i.mapping ->> 'employeeId')::int)) = lower(gone.employee_id)
          ELSE EXISTS (SELECT FROM jsonb_array_elements_text(r.cells) AS c (cell)
            WHERE lower(trim(c.cell)) = lower(gone.employee_id)) END;
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

export const statements = [
  `CREATE OR REPLACE FUNCTION erase_guard(of_guard uuid) RETURNS text[]
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$ ${erasure} $$`,
  `UPDATE record_import_rows SET errors = '[]' WHERE outcome = 'wrong' AND errors IS NULL`,
];
