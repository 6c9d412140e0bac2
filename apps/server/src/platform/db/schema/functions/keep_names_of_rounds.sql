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
    CONTINUE WHEN NOT is_logged(own);
    PERFORM store_versions(own, 'imported_rounds', array_agg(s.key), array_agg(s.row))
      FROM (
          SELECT gen_random_uuid()::text AS key, jsonb_object_agg(p.id, p.names_id) AS row
          FROM (
              SELECT a.round_id AS id, r.recorded_names_id AS names_id,
                (row_number() OVER () - 1) / 200 AS portion
              FROM added a
              LEFT JOIN rounds r ON r.tenant_id = own AND r.id = a.round_id
              WHERE a.tenant_id = own
            ) AS p
          GROUP BY p.portion
        ) AS s;
  END LOOP;
  RETURN NULL;
END
$$;
