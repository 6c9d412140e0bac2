-- Deletes counters, totals and rollups of a time range that came to nothing, so that removed months leave no rows;
-- skips rows in use.
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
    FROM round_sums d USING (
        SELECT c.tenant_id, c.site_id, c.grain, c.bucket_ms
        FROM round_sums c
        WHERE c.tenant_id = own AND c.bucket_ms > greatest(from_ms - 8294400000, 0) - 1 AND c.bucket_ms > 0
          AND c.bucket_ms < until_ms AND 0 = ALL(c.begun) AND 0 = ALL(c.incompleted) AND 0 = ALL(c.completed)
        FOR UPDATE SKIP LOCKED
      ) AS empty
    WHERE d.tenant_id = own AND d.tenant_id = empty.tenant_id AND d.site_id = empty.site_id
      AND d.grain = empty.grain AND d.bucket_ms = empty.bucket_ms;
  DELETE
    FROM site_round_rollups AS d
    WHERE (d.tenant_id, d.hours, d.from_ms, d.site_id) IN (
        SELECT r.tenant_id, r.hours, r.from_ms, r.site_id
        FROM site_round_rollups AS r
        WHERE r.tenant_id = own AND r.from_ms > clear_empty_sums.from_ms - r.hours * 3600000::bigint
          AND r.from_ms < until_ms
          AND (started, incompleted, completed, planned, scanned) = (0, 0, 0, 0, 0)
        FOR UPDATE SKIP LOCKED
      );
  DELETE
    FROM site_due_rollups AS d
    WHERE (d.tenant_id, d.hours, d.from_ms, d.site_id) IN (
        SELECT r.tenant_id, r.hours, r.from_ms, r.site_id
        FROM site_due_rollups AS r
        WHERE r.tenant_id = own AND r.from_ms > clear_empty_sums.from_ms - r.hours * 3600000::bigint
          AND r.from_ms < until_ms
          AND (on_time, done_late, incomplete, missed, excused, under_way) = (0, 0, 0, 0, 0, 0)
        FOR UPDATE SKIP LOCKED
      );
  DELETE
    FROM guard_due_rollups AS d
    WHERE (d.tenant_id, d.hours, d.from_ms, d.guard_id, d.site_id) IN (
        SELECT r.tenant_id, r.hours, r.from_ms, r.guard_id, r.site_id
        FROM guard_due_rollups AS r
        WHERE r.tenant_id = own AND r.from_ms > clear_empty_sums.from_ms - r.hours * 3600000::bigint
          AND r.from_ms < until_ms
          AND (on_time, done_late, incomplete, missed, excused, under_way) = (0, 0, 0, 0, 0, 0)
        FOR UPDATE SKIP LOCKED
      );
  DELETE
    FROM checkpoint_rollups AS d
    WHERE (d.tenant_id, d.hours, d.from_ms, d.checkpoint_id, d.site_id) IN (
        SELECT r.tenant_id, r.hours, r.from_ms, r.checkpoint_id, r.site_id
        FROM checkpoint_rollups AS r
        WHERE r.tenant_id = own AND r.from_ms > clear_empty_sums.from_ms - r.hours * 3600000::bigint
          AND r.from_ms < until_ms
          AND r.missed = 0
        FOR UPDATE SKIP LOCKED
      );
END
$$;
REVOKE EXECUTE ON FUNCTION clear_empty_sums(bigint,bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION clear_empty_sums(bigint,bigint) TO watchpost_app;
