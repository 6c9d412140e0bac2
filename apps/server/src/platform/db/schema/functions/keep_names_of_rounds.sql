-- Keeps for the log which recorded names each imported round carries.
CREATE OR REPLACE FUNCTION keep_names_of_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
DECLARE
  own uuid;
BEGIN
  FOR own IN SELECT DISTINCT c.tenant_id FROM added c LOOP
    IF nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
      OR EXISTS (SELECT FROM log_heads h WHERE h.tenant_id = own) THEN
      WITH kept AS (
          INSERT INTO record_versions (tenant_id, source, record_key, row)
          SELECT own, 'imported_rounds', s.key, s.row
          FROM (
              SELECT gen_random_uuid()::text, jsonb_object_agg(p.id, p.names_id)
              FROM (
                  SELECT a.round_id AS id, r.recorded_names_id AS names_id,
                    (row_number() OVER () - 1) / 200 AS portion
                  FROM added a
                  LEFT JOIN rounds r ON r.tenant_id = own AND r.id = a.round_id
                  WHERE a.tenant_id = own
                ) AS p
              GROUP BY p.portion
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
