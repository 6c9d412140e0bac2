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
  has_tenant boolean := nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL;
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
    -- What the owner brings in before a log begins, it begins with.
    IF NOT has_tenant THEN
      PERFORM FROM log_heads h WHERE h.tenant_id = own LIMIT 1;
      CONTINUE WHEN NOT FOUND;
    END IF;
    WITH changed AS (
        SELECT (state ->> 'tenant_id')::uuid AS tenant_id,
          (
            SELECT string_agg(state ->> k.name, ' ' ORDER BY k.place)
            FROM unnest(key) WITH ORDINALITY AS k (name, place)
          ) AS record_key,
          CASE WHEN TG_OP = 'DELETE' THEN 'null'::jsonb
            WHEN mode = 'only' THEN (SELECT jsonb_object_agg(n, state -> n) FROM unnest(named) AS n)
            ELSE state - 'tenant_id' - named END AS row
        FROM unnest(states) AS state
        EXCEPT SELECT (state ->> 'tenant_id')::uuid AS tenant_id,
          (
            SELECT string_agg(state ->> k.name, ' ' ORDER BY k.place)
            FROM unnest(key) WITH ORDINALITY AS k (name, place)
          ) AS record_key,
          CASE WHEN TG_OP = 'DELETE' THEN 'null'::jsonb
            WHEN mode = 'only' THEN (SELECT jsonb_object_agg(n, state -> n) FROM unnest(named) AS n)
            ELSE state - 'tenant_id' - named END AS row
        FROM unnest(former) AS state
      ),
      kept AS (
        INSERT INTO record_versions (tenant_id, source, record_key, row)
        SELECT own, TG_TABLE_NAME, c.record_key, c.row
        FROM changed c
        WHERE c.tenant_id = own
        RETURNING id
      )
      INSERT INTO log_pending (tenant_id, source, ids)
      SELECT own, 'record_versions', array_agg(id)
      FROM kept
      WHERE NOT has_tenant
      HAVING count(*) > 0;
  END LOOP;
  RETURN NULL;
END
$$;
