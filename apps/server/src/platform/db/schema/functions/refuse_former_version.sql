-- Refuses what a server of an older version would write wrong while it runs alongside a newer one; the argument
-- says what.
CREATE OR REPLACE FUNCTION refuse_former_version()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION '% by a newer version of the product', TG_ARGV[0];
END
$$;
