-- Refuses every change of a guard whose data was erased.
CREATE OR REPLACE FUNCTION refuse_erased_change()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION 'the data of guard % were erased', OLD.id USING ERRCODE = 'check_violation';
END
$$;
