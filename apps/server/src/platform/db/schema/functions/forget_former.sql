-- Takes former names of a guard, and those of imported records, away when the guard's data is erased.
CREATE OR REPLACE FUNCTION forget_former()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  NEW.former_until_ms := NULL;
  NEW.former := NULL;
  UPDATE recorded_names n
    SET employee_id = NULL, first_name = NULL, last_name = NULL, salt = NULL
    WHERE n.tenant_id = NEW.tenant_id AND n.guard_id = NEW.id;
  RETURN NEW;
END
$$;
