-- Keeps the rollups of missed checkpoints right when checkpoints are missed, or turn out to be scanned. Locks the
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
  INSERT INTO checkpoint_rollups AS rollups (tenant_id, hours, from_ms, checkpoint_id, site_id, missed)
    SELECT tenant_id, length.hours, started_at_ms - started_at_ms % (length.hours * 3600000), checkpoint_id, site_id,
      sign * count(*)
    FROM unnest(changed)
    CROSS JOIN unnest(ARRAY[1, 24, 168, 2184]::bigint[]) AS length (hours)
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, hours, from_ms, checkpoint_id, site_id)
    DO UPDATE SET missed = rollups.missed + excluded.missed;
  RETURN NULL;
END
$$;
