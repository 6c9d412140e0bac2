-- Takes ids of the former system away when a guard's data is erased.
CREATE OR REPLACE FUNCTION forget_former_ids()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  DELETE FROM former_ids f WHERE f.tenant_id = NEW.tenant_id AND f.record_id = NEW.id;
  RETURN NULL;
END
$$;
