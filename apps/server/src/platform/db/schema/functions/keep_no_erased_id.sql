-- Stores no id of the former system for a guard whose data was erased.
CREATE OR REPLACE FUNCTION keep_no_erased_id()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF EXISTS (
      SELECT
      FROM guards g
      WHERE g.tenant_id = NEW.tenant_id AND g.id = NEW.record_id AND g.erased_at IS NOT NULL
    ) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END
$$;
