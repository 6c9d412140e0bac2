-- Keeps the totals of missed checkpoints right when checkpoints are missed.
CREATE OR REPLACE FUNCTION count_missed()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
BEGIN
  IF EXISTS (SELECT FROM inserted) THEN
    PERFORM
      FROM round_counts
      WHERE tenant_id IN (SELECT DISTINCT tenant_id FROM inserted)
        AND guard_id = '00000000-0000-0000-0000-000000000000'::uuid
        AND site_id = '00000000-0000-0000-0000-000000000000'::uuid AND grain = 0 AND bucket_ms = 0
      ORDER BY tenant_id
      FOR UPDATE;
    IF (SELECT count(*) FROM inserted) > 100 THEN
      INSERT INTO missed_sums AS counts (tenant_id, site_id, checkpoint_id, grain, bucket_ms, missed)
        SELECT tenant_id, site_id, checkpoint_id, grain, bucket_ms, sums.missed
        FROM (
            SELECT tenant_id, site_id, checkpoint_id, grain, bucket_ms, array_agg(slot) AS slots,
              array_agg(missed) AS missed
            FROM (
                SELECT tenant_id, changed.site_id AS site_id, changed.checkpoint_id AS checkpoint_id,
                  place.grain, place.bucket_ms, place.slot, (sum(sign))::int AS missed
                FROM (SELECT *, 1 AS sign FROM inserted) AS changed
                CROSS JOIN LATERAL (
                    VALUES (
                        1, started_at_ms - started_at_ms % 8294400000,
                          (started_at_ms % 8294400000 / 86400000)::int + 1
                      )
                  ) AS place (grain, bucket_ms, slot)
                GROUP BY 1, 2, 3, 4, 5, 6
                HAVING (sum(sign)) <> (0)
                ORDER BY 1, 2, 3, 4, 5, 6
              ) AS change
            GROUP BY tenant_id, site_id, checkpoint_id, grain, bucket_ms
          ) AS added
        CROSS JOIN LATERAL (
            SELECT array_agg(missed ORDER BY at) AS missed
            FROM (
                SELECT at, (coalesce(sum(missed) OVER upto, 0))::int AS missed
                FROM generate_series(1, 96) AS at
                LEFT JOIN unnest(added.slots, added.missed) AS one (slot, missed) ON one.slot = at
                WINDOW upto AS (ORDER BY at ROWS UNBOUNDED PRECEDING)
              ) AS each
          ) AS sums
        ORDER BY tenant_id, site_id, checkpoint_id, grain, bucket_ms
        ON CONFLICT (tenant_id, site_id, checkpoint_id, grain, bucket_ms)
        DO UPDATE SET missed = ARRAY(
            SELECT had + came FROM unnest(counts.missed, excluded.missed) AS slot (had, came)
          );
    ELSE
      FOR change IN
        SELECT tenant_id, changed.site_id AS site_id, changed.checkpoint_id AS checkpoint_id, place.grain,
          place.bucket_ms, place.slot, (sum(sign))::int AS missed
        FROM (SELECT *, 1 AS sign FROM inserted) AS changed
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
  END IF;
  RETURN NULL;
END
$$;
