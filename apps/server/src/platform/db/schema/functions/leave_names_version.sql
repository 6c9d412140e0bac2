-- Changes names_versions once for each transaction that renames something, so that lists read names again.
CREATE OR REPLACE FUNCTION leave_names_version()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  whose uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END;
  mark text := pg_current_xact_id()::text || ' ' || whose;
BEGIN
  IF current_setting('watchpost.renamed', true) IS DISTINCT FROM mark THEN
    INSERT INTO names_versions (tenant_id, version)
      VALUES (whose, gen_random_uuid())
      ON CONFLICT (tenant_id)
      DO UPDATE SET version = EXCLUDED.version;
    PERFORM set_config('watchpost.renamed', mark, true);
  END IF;
  RETURN NULL;
END
$$;
