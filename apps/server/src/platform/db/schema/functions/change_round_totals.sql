-- Counters, totals and rollups of rounds when some change: of rows as they were, and as they are. The tenant's own
-- counter comes first: it is the lock.
CREATE OR REPLACE FUNCTION change_round_totals(old_rows rounds[], new_rows rounds[])
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO round_counts AS counts (
      tenant_id, guard_id, site_id, grain, bucket_ms, rounds, in_progress, incompleted, completed, checkpoints,
        planned_incompleted, planned_completed
    )
    SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms, sum(sign),
      coalesce(sum(sign) FILTER (WHERE status_code = 1001), 0),
      coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0),
      coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0), sum(sign * total_check_points),
      coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1005), 0),
      coalesce(sum(sign * total_check_points) FILTER (WHERE status_code = 1010), 0)
    FROM (SELECT *, -1 AS sign FROM unnest(old_rows) UNION ALL SELECT *, 1 FROM unnest(new_rows)) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid),
          ('00000000-0000-0000-0000-000000000000'::uuid, site_id), (changed.guard_id, changed.site_id)
      ) AS subject (guard_id, site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (1, started_at_ms - started_at_ms % 86400000),
          (2, started_at_ms - started_at_ms % 900000)
      ) AS bucket (grain, at_ms)
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms)
    DO UPDATE SET rounds = counts.rounds + excluded.rounds,
      in_progress = counts.in_progress + excluded.in_progress,
      incompleted = counts.incompleted + excluded.incompleted,
      completed = counts.completed + excluded.completed,
      checkpoints = counts.checkpoints + excluded.checkpoints,
      planned_incompleted = counts.planned_incompleted + excluded.planned_incompleted,
      planned_completed = counts.planned_completed + excluded.planned_completed;
  INSERT INTO round_sums AS counts (tenant_id, site_id, grain, bucket_ms, begun, incompleted, completed)
    SELECT tenant_id, site_id, grain, bucket_ms, running_totals(array_agg(slot), array_agg(begun)),
      running_totals(array_agg(slot), array_agg(incompleted)),
      running_totals(array_agg(slot), array_agg(completed))
    FROM (
        SELECT tenant_id, subject.site_id AS site_id, place.grain, place.bucket_ms, place.slot,
          (sum(sign))::int AS begun,
          (coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0))::int AS incompleted,
          (coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0))::int AS completed
        FROM (SELECT *, -1 AS sign FROM unnest(old_rows) UNION ALL SELECT *, 1 FROM unnest(new_rows)) AS changed
        CROSS JOIN LATERAL (
            VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
          ) AS subject (site_id)
        CROSS JOIN LATERAL (
            VALUES (0, started_at_ms - started_at_ms % 86400000, (started_at_ms % 86400000 / 900000)::int + 1),
              (
                1, started_at_ms - started_at_ms % 8294400000, (started_at_ms % 8294400000 / 86400000)::int + 1
              )
          ) AS place (grain, bucket_ms, slot)
        GROUP BY 1, 2, 3, 4, 5
      ) AS change
    WHERE (begun, incompleted, completed) <> (0, 0, 0)
    GROUP BY 1, 2, 3, 4
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, site_id, grain, bucket_ms)
    DO UPDATE SET begun = CASE WHEN 0 = ALL(excluded.begun) THEN counts.begun
          ELSE ARRAY(SELECT had + came FROM unnest(counts.begun, excluded.begun) AS slot (had, came)) END,
      incompleted = CASE WHEN 0 = ALL(excluded.incompleted) THEN counts.incompleted
          ELSE ARRAY(SELECT had + came FROM unnest(counts.incompleted, excluded.incompleted) AS slot (had, came)) END,
      completed = CASE WHEN 0 = ALL(excluded.completed) THEN counts.completed
          ELSE ARRAY(SELECT had + came FROM unnest(counts.completed, excluded.completed) AS slot (had, came)) END;
  INSERT INTO site_round_rollups AS rollups (
      tenant_id, hours, from_ms, site_id, started, incompleted, completed, planned, scanned
    )
    SELECT *
    FROM (
        SELECT tenant_id, length.hours, started_at_ms - started_at_ms % (length.hours * 3600000), site_id,
          sum(sign) AS started, coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0) AS incompleted,
          coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0) AS completed,
          coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0) AS planned,
          coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0) AS scanned
        FROM (SELECT *, -1 AS sign FROM unnest(old_rows) UNION ALL SELECT *, 1 FROM unnest(new_rows)) AS changed
        CROSS JOIN unnest(ARRAY[1, 24, 168, 2184]::bigint[]) AS length (hours)
        GROUP BY 1, 2, 3, 4
      ) AS change
    WHERE (started, incompleted, completed, planned, scanned) <> (0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, hours, from_ms, site_id)
    DO UPDATE SET started = rollups.started + excluded.started,
      incompleted = rollups.incompleted + excluded.incompleted,
      completed = rollups.completed + excluded.completed, planned = rollups.planned + excluded.planned,
      scanned = rollups.scanned + excluded.scanned;
END
$$;
