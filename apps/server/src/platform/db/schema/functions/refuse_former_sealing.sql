-- Refuses to seal by a server of an older version, which would write leaves without salt.
CREATE OR REPLACE FUNCTION refuse_former_sealing()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION 'the log is sealed by a newer version of the product';
END
$$;
