-- Keeps the digest of a record's former names for the log whenever they change.
CREATE OR REPLACE FUNCTION keep_former_version()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  IF is_logged(OLD.tenant_id) THEN
    PERFORM store_versions(
        OLD.tenant_id, 'former_names', ARRAY[TG_TABLE_NAME || ' ' || OLD.id],
          ARRAY[
            CASE WHEN TG_OP = 'DELETE' OR NEW.former IS NULL THEN 'null'::jsonb
              ELSE jsonb_build_object(
                'untilMs', to_jsonb(NEW.former_until_ms), 'names',
                  encode(sha256(convert_to(coalesce(NEW.former::text, ''), 'UTF8')), 'hex')
              ) END
          ]
      );
  END IF;
  RETURN NULL;
END
$$;
