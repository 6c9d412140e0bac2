-- Keeps the digest of a record's former names for the log whenever they change.
CREATE OR REPLACE FUNCTION keep_former_version()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
    OR EXISTS (SELECT FROM log_heads h WHERE h.tenant_id = OLD.tenant_id) THEN
    WITH kept AS (
        INSERT INTO record_versions (tenant_id, source, record_key, row)
        SELECT OLD.tenant_id, 'former_names', s.key, s.row
        FROM (
            SELECT TG_TABLE_NAME || ' ' || OLD.id,
              CASE WHEN TG_OP = 'DELETE' OR NEW.former IS NULL THEN 'null'::jsonb
                ELSE jsonb_build_object(
                  'untilMs', to_jsonb(NEW.former_until_ms), 'names',
                    encode(sha256(convert_to(coalesce(NEW.former::text, ''), 'UTF8')), 'hex')
                ) END
          ) AS s (key, row)
        RETURNING id
      )
      INSERT INTO log_pending (tenant_id, source, ids)
      SELECT OLD.tenant_id, 'record_versions', array_agg(id)
      FROM kept
      WHERE NOT nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
      HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END
$$;
