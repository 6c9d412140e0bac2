-- Keeps the counters of exceptions right when exceptions are opened, change or are deleted.
CREATE OR REPLACE FUNCTION count_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  old_rows exceptions[] := '{}';
  new_rows exceptions[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN old_rows := ARRAY(SELECT b::exceptions FROM before AS b); END IF;
  IF TG_OP <> 'DELETE' THEN new_rows := ARRAY(SELECT a::exceptions FROM after AS a); END IF;
  INSERT INTO exception_counts AS counts (
      tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned, items
    )
    SELECT tenant_id, subject.site_id, bucket.grain, bucket.at_ms, kind, severity, status, owner_id IS NOT NULL,
      sum(sign)
    FROM (SELECT *, -1 AS sign FROM unnest(old_rows) UNION ALL SELECT *, 1 FROM unnest(new_rows)) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
      ) AS subject (site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (1, happened_at_ms - happened_at_ms % 86400000)
      ) AS bucket (grain, at_ms)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    HAVING sum(sign) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned)
    DO UPDATE SET items = counts.items + excluded.items;
  RETURN NULL;
END
$$;
