-- Keeps the totals of missed checkpoints right when one turns out to be scanned.
CREATE OR REPLACE FUNCTION count_found()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
BEGIN
  IF EXISTS (SELECT FROM deleted) THEN
    PERFORM
      FROM round_counts
      WHERE tenant_id IN (SELECT DISTINCT tenant_id FROM deleted)
        AND guard_id = '00000000-0000-0000-0000-000000000000'::uuid
        AND site_id = '00000000-0000-0000-0000-000000000000'::uuid AND grain = 0 AND bucket_ms = 0
      ORDER BY tenant_id
      FOR UPDATE;
    FOR change IN
      SELECT tenant_id, changed.site_id AS site_id, changed.checkpoint_id AS checkpoint_id, place.grain,
        place.bucket_ms, place.slot, (sum(sign))::int AS missed
      FROM (SELECT *, -1 AS sign FROM deleted) AS changed
      CROSS JOIN LATERAL (
          VALUES (
              1, started_at_ms - started_at_ms % 8294400000, (started_at_ms % 8294400000 / 86400000)::int + 1
            )
        ) AS place (grain, bucket_ms, slot)
      GROUP BY 1, 2, 3, 4, 5, 6
      HAVING (sum(sign)) <> (0)
      ORDER BY 1, 2, 3, 4, 5, 6
      LOOP
      UPDATE missed_sums AS counts
        SET missed = CASE WHEN change.missed = 0 THEN counts.missed
            ELSE counts.missed[:change.slot - 1] || ARRAY(
              SELECT each + change.missed FROM unnest(counts.missed[change.slot:]) AS each
            ) END
        WHERE counts.tenant_id = change.tenant_id AND counts.site_id = change.site_id
          AND counts.checkpoint_id = change.checkpoint_id AND counts.grain = change.grain
          AND counts.bucket_ms = change.bucket_ms;
      IF NOT FOUND THEN
        INSERT INTO missed_sums (tenant_id, site_id, checkpoint_id, grain, bucket_ms, missed)
          VALUES (
              change.tenant_id, change.site_id, change.checkpoint_id, change.grain, change.bucket_ms,
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.missed, ARRAY[97 - change.slot])
            );
      END IF;
    END LOOP;
  END IF;
  RETURN NULL;
END
$$;
