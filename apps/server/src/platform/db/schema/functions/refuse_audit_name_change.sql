-- Refuses changes of names in the audit log; only names that a pseudonym replaced and those of a deleted company
-- may go.
CREATE OR REPLACE FUNCTION refuse_audit_name_change()
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
