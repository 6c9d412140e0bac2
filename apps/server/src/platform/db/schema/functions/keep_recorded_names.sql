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
    CONTINUE WHEN NOT is_logged(own);
    PERFORM store_versions(own, 'recorded_names', array_agg(s.key), array_agg(s.row))
      FROM (
          SELECT c.id::text AS key,
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
              ) END AS row
          FROM changed c
          WHERE c.tenant_id = own
        ) AS s;
  END LOOP;
  RETURN NULL;
END
$$;
