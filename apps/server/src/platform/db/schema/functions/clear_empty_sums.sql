-- Deletes counters and totals of a time range that came to nothing, so that removed months leave no rows; skips
-- rows in use.
CREATE OR REPLACE FUNCTION clear_empty_sums(from_ms bigint, until_ms bigint)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  own uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
BEGIN
  DELETE
    FROM round_counts d USING (
        SELECT c.tenant_id, c.guard_id, c.site_id, c.grain, c.bucket_ms
        FROM round_counts c
        WHERE c.tenant_id = own AND c.bucket_ms > greatest(from_ms, 0) - 1 AND c.bucket_ms > 0
          AND c.bucket_ms < until_ms AND c.rounds = 0 AND c.in_progress = 0 AND c.incompleted = 0
          AND c.completed = 0 AND c.checkpoints = 0
        FOR UPDATE SKIP LOCKED
      ) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id AND d.guard_id = empty.guard_id
      AND d.site_id = empty.site_id AND d.grain = empty.grain AND d.bucket_ms = empty.bucket_ms;
  DELETE
    FROM due_counts d USING (
        SELECT c.tenant_id, c.guard_id, c.site_id, c.grain, c.bucket_ms
        FROM due_counts c
        WHERE c.tenant_id = own AND c.bucket_ms > greatest(from_ms, 0) - 1 AND c.bucket_ms > 0
          AND c.bucket_ms < until_ms AND c.on_time = 0 AND c.done_late = 0 AND c.incomplete = 0 AND c.missed = 0
          AND c.excused = 0 AND c.under_way = 0
        FOR UPDATE SKIP LOCKED
      ) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id AND d.guard_id = empty.guard_id
      AND d.site_id = empty.site_id AND d.grain = empty.grain AND d.bucket_ms = empty.bucket_ms;
  DELETE
    FROM round_sums d USING (
        SELECT c.tenant_id, c.site_id, c.grain, c.bucket_ms
        FROM round_sums c
        WHERE c.tenant_id = own AND c.bucket_ms > greatest(from_ms - 8294400000, 0) - 1 AND c.bucket_ms > 0
          AND c.bucket_ms < until_ms AND 0 = ALL(c.begun) AND 0 = ALL(c.incompleted) AND 0 = ALL(c.completed)
          AND 0 = ALL(c.planned) AND 0 = ALL(c.scanned)
        FOR UPDATE SKIP LOCKED
      ) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id AND d.site_id = empty.site_id
      AND d.grain = empty.grain AND d.bucket_ms = empty.bucket_ms;
  DELETE
    FROM due_sums d USING (
        SELECT c.tenant_id, c.guard_id, c.site_id, c.grain, c.bucket_ms
        FROM due_sums c
        WHERE c.tenant_id = own AND c.bucket_ms > greatest(from_ms - 8294400000, 0) - 1 AND c.bucket_ms > 0
          AND c.bucket_ms < until_ms AND 0 = ALL(c.on_time) AND 0 = ALL(c.done_late) AND 0 = ALL(c.incomplete)
          AND 0 = ALL(c.missed) AND 0 = ALL(c.excused) AND 0 = ALL(c.under_way)
        FOR UPDATE SKIP LOCKED
      ) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id AND d.guard_id = empty.guard_id
      AND d.site_id = empty.site_id AND d.grain = empty.grain AND d.bucket_ms = empty.bucket_ms;
  DELETE
    FROM missed_sums d USING (
        SELECT c.tenant_id, c.site_id, c.checkpoint_id, c.grain, c.bucket_ms
        FROM missed_sums c
        WHERE c.tenant_id = own AND c.bucket_ms > greatest(from_ms - 8294400000, 0) - 1 AND c.bucket_ms > 0
          AND c.bucket_ms < until_ms AND 0 = ALL(c.missed)
        FOR UPDATE SKIP LOCKED
      ) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id AND d.site_id = empty.site_id
      AND d.checkpoint_id = empty.checkpoint_id AND d.grain = empty.grain AND d.bucket_ms = empty.bucket_ms;
END
$$;
REVOKE EXECUTE ON FUNCTION clear_empty_sums(bigint,bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clear_empty_sums(bigint,bigint) TO watchpost_app;
