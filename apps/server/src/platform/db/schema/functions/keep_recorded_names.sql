-- Keeps the digest of recorded names for the log whenever they change.
CREATE OR REPLACE FUNCTION keep_recorded_names()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
DECLARE
  own uuid;
BEGIN
  FOR own IN SELECT DISTINCT c.tenant_id FROM changed c LOOP
    IF nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
      OR EXISTS (SELECT FROM log_heads h WHERE h.tenant_id = own) THEN
      WITH kept AS (
          INSERT INTO record_versions (tenant_id, source, record_key, row)
          SELECT own, 'recorded_names', s.key, s.row
          FROM (
              SELECT c.id::text,
                CASE WHEN TG_OP = 'DELETE' THEN 'null'::jsonb
                  ELSE jsonb_build_object(
                    'names',
                      encode(
                        sha256(
                            convert_to(
                                jsonb_build_array(
                                    c.guard_id, c.employee_id, c.first_name, c.last_name, c.site_name, c.salt
                                  )::text, 'UTF8'
                              )
                          ), 'hex'
                      )
                  ) END
              FROM changed c
              WHERE c.tenant_id = own
            ) AS s (key, row)
          RETURNING id
        )
        INSERT INTO log_pending (tenant_id, source, ids)
        SELECT own, 'record_versions', array_agg(id)
        FROM kept
        WHERE NOT nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
        HAVING count(*) > 0;
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
