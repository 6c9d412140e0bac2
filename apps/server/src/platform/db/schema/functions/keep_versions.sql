-- Keeps the states of all rows that a statement changed for the log; arguments are the key and which columns a
-- version has.
CREATE OR REPLACE FUNCTION keep_versions()
  RETURNS trigger
  LANGUAGE plpgsql
  SET TimeZone = 'UTC'
AS $$
DECLARE
  key text[] := string_to_array(TG_ARGV[0], ' ');
  mode text := split_part(TG_ARGV[1], ' ', 1);
  named text[] := (string_to_array(TG_ARGV[1], ' '))[2:];
  own uuid;
  states jsonb[];
  former jsonb[] := '{}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    states := ARRAY(SELECT to_jsonb(b) FROM before b);
  ELSE
    states := ARRAY(SELECT to_jsonb(a) FROM after a);
  END IF;
  IF TG_OP = 'UPDATE' THEN
    former := ARRAY(SELECT to_jsonb(b) FROM before b);
  END IF;
  FOR own IN SELECT DISTINCT (state ->> 'tenant_id')::uuid FROM unnest(states) AS state LOOP
    CONTINUE WHEN NOT is_logged(own);
    PERFORM store_versions(own, TG_TABLE_NAME, array_agg(c.record_key), array_agg(c.row))
      FROM (
          SELECT k.record_key,
            CASE WHEN TG_OP = 'DELETE' THEN 'null'::jsonb
              WHEN mode = 'only' THEN (SELECT jsonb_object_agg(n, state -> n) FROM unnest(named) AS n)
              ELSE state - 'tenant_id' - named END AS row
          FROM (
              SELECT state, true AS is_new FROM unnest(states) AS state
              UNION ALL SELECT state, false FROM unnest(former) AS state
            ) AS stored
          CROSS JOIN LATERAL (
              SELECT string_agg(state ->> part.name, ' ' ORDER BY part.place) AS record_key
              FROM unnest(key) WITH ORDINALITY AS part (name, place)
            ) AS k
          WHERE (state ->> 'tenant_id')::uuid = own
          GROUP BY 1, 2
          HAVING bool_and(is_new)
        ) AS c;
  END LOOP;
  RETURN NULL;
END
$$;
