-- Keeps the totals of missed checkpoints right when checkpoints are missed, or turn out to be scanned. Locks the
-- tenant's counter of rounds first.
CREATE OR REPLACE FUNCTION count_missed_checkpoints()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
  changed missed_checkpoints[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    changed := ARRAY(SELECT b::missed_checkpoints FROM before AS b);
  ELSE
    changed := ARRAY(SELECT a::missed_checkpoints FROM after AS a);
  END IF;
  IF cardinality(changed) = 0 THEN RETURN NULL; END IF;
  PERFORM
    FROM round_counts
    WHERE tenant_id IN (SELECT DISTINCT tenant_id FROM unnest(changed))
      AND guard_id = '00000000-0000-0000-0000-000000000000'::uuid
      AND site_id = '00000000-0000-0000-0000-000000000000'::uuid AND grain = 0 AND bucket_ms = 0
    ORDER BY tenant_id
    FOR UPDATE;
  INSERT INTO missed_sums AS counts (tenant_id, site_id, checkpoint_id, grain, bucket_ms, missed)
    SELECT tenant_id, site_id, checkpoint_id, 1, bucket_ms, running_totals(array_agg(slot), array_agg(missed))
    FROM (
        SELECT tenant_id, site_id, checkpoint_id, place.bucket_ms, place.slot, (sign * count(*))::int AS missed
        FROM unnest(changed)
        CROSS JOIN LATERAL (
            VALUES (started_at_ms - started_at_ms % 8294400000, (started_at_ms % 8294400000 / 86400000)::int + 1)
          ) AS place (bucket_ms, slot)
        GROUP BY 1, 2, 3, 4, 5
      ) AS change
    GROUP BY 1, 2, 3, 5
    ORDER BY 1, 2, 3, 5
    ON CONFLICT (tenant_id, site_id, checkpoint_id, grain, bucket_ms)
    DO UPDATE SET missed = CASE WHEN 0 = ALL(excluded.missed) THEN counts.missed
          ELSE ARRAY(SELECT had + came FROM unnest(counts.missed, excluded.missed) AS slot (had, came)) END;
  PERFORM spoil_standings(tenant_id, 1, min(started_at_ms)) FROM unnest(changed) GROUP BY tenant_id;
  RETURN NULL;
END
$$;
