-- Refuses every change of an audit entry, except that an erased guard's data is taken out.
CREATE OR REPLACE FUNCTION refuse_audit_entry_change()
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
