-- Keeps the counters and totals of rounds right when rounds are deleted.
CREATE OR REPLACE FUNCTION count_deleted_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
  own uuid;
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
    FROM (
        SELECT tenant_id, site_id, guard_id, started_at_ms, status_code, total_check_points,
          scanned_check_points, -1 AS sign
        FROM deleted
      ) AS changed
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
  FOR change IN
    SELECT tenant_id, subject.site_id AS site_id, place.grain, place.bucket_ms, place.slot,
      (sum(sign))::int AS begun, (coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0))::int AS incompleted,
      (coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0))::int AS completed,
      (coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS planned,
      (coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS scanned
    FROM (
        SELECT tenant_id, site_id, guard_id, started_at_ms, status_code, total_check_points,
          scanned_check_points, -1 AS sign
        FROM deleted
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
      ) AS subject (site_id)
    CROSS JOIN LATERAL (
        VALUES (0, started_at_ms - started_at_ms % 86400000, (started_at_ms % 86400000 / 900000)::int + 1),
          (1, started_at_ms - started_at_ms % 8294400000, (started_at_ms % 8294400000 / 86400000)::int + 1)
      ) AS place (grain, bucket_ms, slot)
    GROUP BY 1, 2, 3, 4, 5
    HAVING (
        sum(sign), coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0),
          coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0),
          coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0),
          coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0)
      ) <> (0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5
    LOOP
    UPDATE round_sums AS counts
      SET begun = CASE WHEN change.begun = 0 THEN counts.begun
          ELSE counts.begun[:change.slot - 1] || ARRAY(
            SELECT each + change.begun FROM unnest(counts.begun[change.slot:]) AS each
          ) END,
        incompleted = CASE WHEN change.incompleted = 0 THEN counts.incompleted
          ELSE counts.incompleted[:change.slot - 1] || ARRAY(
            SELECT each + change.incompleted FROM unnest(counts.incompleted[change.slot:]) AS each
          ) END,
        completed = CASE WHEN change.completed = 0 THEN counts.completed
          ELSE counts.completed[:change.slot - 1] || ARRAY(
            SELECT each + change.completed FROM unnest(counts.completed[change.slot:]) AS each
          ) END,
        planned = CASE WHEN change.planned = 0 THEN counts.planned
          ELSE counts.planned[:change.slot - 1] || ARRAY(
            SELECT each + change.planned FROM unnest(counts.planned[change.slot:]) AS each
          ) END,
        scanned = CASE WHEN change.scanned = 0 THEN counts.scanned
          ELSE counts.scanned[:change.slot - 1] || ARRAY(
            SELECT each + change.scanned FROM unnest(counts.scanned[change.slot:]) AS each
          ) END
      WHERE counts.tenant_id = change.tenant_id AND counts.site_id = change.site_id
        AND counts.grain = change.grain AND counts.bucket_ms = change.bucket_ms;
    IF NOT FOUND THEN
      INSERT INTO round_sums (
          tenant_id, site_id, grain, bucket_ms, begun, incompleted, completed, planned, scanned
        )
        VALUES (
            change.tenant_id, change.site_id, change.grain, change.bucket_ms,
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.begun, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.incompleted, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.completed, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.planned, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.scanned, ARRAY[97 - change.slot])
          );
    END IF;
  END LOOP;
  FOR own IN SELECT DISTINCT tenant_id FROM deleted ORDER BY tenant_id LOOP
    DELETE
      FROM missed_checkpoints AS m USING deleted AS changed
      WHERE m.tenant_id = own AND changed.tenant_id = own AND m.round_id = changed.id;
  END LOOP;
  RETURN NULL;
END
$$;
