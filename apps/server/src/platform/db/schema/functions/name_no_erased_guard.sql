-- Stores no recorded names of a guard whose data was erased.
CREATE OR REPLACE FUNCTION name_no_erased_guard()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF EXISTS (
      SELECT FROM guards g WHERE g.tenant_id = NEW.tenant_id AND g.id = NEW.guard_id AND g.erased_at IS NOT NULL
    ) THEN
    NEW.employee_id := NULL;
    NEW.first_name := NULL;
    NEW.last_name := NULL;
  END IF;
  RETURN NEW;
END
$$;
