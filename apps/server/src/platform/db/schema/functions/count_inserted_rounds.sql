-- Keeps the counters and totals of rounds right when rounds arrive, and notes which checkpoints ended rounds
-- missed.
CREATE OR REPLACE FUNCTION count_inserted_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
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
          scanned_check_points, 1 AS sign
        FROM inserted
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
  IF (SELECT count(*) FROM inserted) > 100 THEN
    INSERT INTO round_sums AS counts (
        tenant_id, site_id, grain, bucket_ms, begun, incompleted, completed, planned, scanned
      )
      SELECT tenant_id, site_id, grain, bucket_ms, sums.begun, sums.incompleted, sums.completed, sums.planned,
        sums.scanned
      FROM (
          SELECT tenant_id, site_id, grain, bucket_ms, array_agg(slot) AS slots, array_agg(begun) AS begun,
            array_agg(incompleted) AS incompleted, array_agg(completed) AS completed,
            array_agg(planned) AS planned, array_agg(scanned) AS scanned
          FROM (
              SELECT tenant_id, subject.site_id AS site_id, place.grain, place.bucket_ms, place.slot,
                (sum(sign))::int AS begun,
                (coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0))::int AS incompleted,
                (coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0))::int AS completed,
                (
                  coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0)
                )::int AS planned,
                (
                  coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0)
                )::int AS scanned
              FROM (
                  SELECT tenant_id, site_id, guard_id, started_at_ms, status_code, total_check_points,
                    scanned_check_points, 1 AS sign
                  FROM inserted
                ) AS changed
              CROSS JOIN LATERAL (
                  VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
                ) AS subject (site_id)
              CROSS JOIN LATERAL (
                  VALUES (
                      0, started_at_ms - started_at_ms % 86400000, (started_at_ms % 86400000 / 900000)::int + 1
                    ),
                    (
                      1, started_at_ms - started_at_ms % 8294400000,
                        (started_at_ms % 8294400000 / 86400000)::int + 1
                    )
                ) AS place (grain, bucket_ms, slot)
              GROUP BY 1, 2, 3, 4, 5
              HAVING (
                  sum(sign), coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0),
                    coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0),
                    coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0),
                    coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0)
                ) <> (0, 0, 0, 0, 0)
              ORDER BY 1, 2, 3, 4, 5
            ) AS change
          GROUP BY tenant_id, site_id, grain, bucket_ms
        ) AS added
      CROSS JOIN LATERAL (
          SELECT array_agg(begun ORDER BY at) AS begun, array_agg(incompleted ORDER BY at) AS incompleted,
            array_agg(completed ORDER BY at) AS completed, array_agg(planned ORDER BY at) AS planned,
            array_agg(scanned ORDER BY at) AS scanned
          FROM (
              SELECT at, (coalesce(sum(begun) OVER upto, 0))::int AS begun,
                (coalesce(sum(incompleted) OVER upto, 0))::int AS incompleted,
                (coalesce(sum(completed) OVER upto, 0))::int AS completed,
                (coalesce(sum(planned) OVER upto, 0))::int AS planned,
                (coalesce(sum(scanned) OVER upto, 0))::int AS scanned
              FROM generate_series(1, 96) AS at
              LEFT JOIN unnest(
                  added.slots, added.begun, added.incompleted, added.completed, added.planned, added.scanned
                ) AS one (slot, begun, incompleted, completed, planned, scanned) ON one.slot = at
              WINDOW upto AS (ORDER BY at ROWS UNBOUNDED PRECEDING)
            ) AS each
        ) AS sums
      ORDER BY tenant_id, site_id, grain, bucket_ms
      ON CONFLICT (tenant_id, site_id, grain, bucket_ms)
      DO UPDATE SET begun = ARRAY(
          SELECT had + came FROM unnest(counts.begun, excluded.begun) AS slot (had, came)
        ),
        incompleted = ARRAY(
          SELECT had + came FROM unnest(counts.incompleted, excluded.incompleted) AS slot (had, came)
        ),
        completed = ARRAY(
          SELECT had + came FROM unnest(counts.completed, excluded.completed) AS slot (had, came)
        ), planned = ARRAY(SELECT had + came FROM unnest(counts.planned, excluded.planned) AS slot (had, came)),
        scanned = ARRAY(SELECT had + came FROM unnest(counts.scanned, excluded.scanned) AS slot (had, came));
  ELSE
    FOR change IN
      SELECT tenant_id, subject.site_id AS site_id, place.grain, place.bucket_ms, place.slot,
        (sum(sign))::int AS begun,
        (coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0))::int AS incompleted,
        (coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0))::int AS completed,
        (coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS planned,
        (coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS scanned
      FROM (
          SELECT tenant_id, site_id, guard_id, started_at_ms, status_code, total_check_points,
            scanned_check_points, 1 AS sign
          FROM inserted
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
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(
                  change.incompleted, ARRAY[97 - change.slot]
                ),
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.completed, ARRAY[97 - change.slot]),
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.planned, ARRAY[97 - change.slot]),
                array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.scanned, ARRAY[97 - change.slot])
            );
      END IF;
    END LOOP;
  END IF;
  IF EXISTS (SELECT FROM inserted WHERE status_code = 1005) THEN
    INSERT INTO missed_checkpoints (tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms)
      SELECT *
      FROM missed_of(
          ARRAY(SELECT tenant_id FROM inserted WHERE status_code = 1005 ORDER BY id),
            ARRAY(SELECT id FROM inserted WHERE status_code = 1005 ORDER BY id)
        );
  END IF;
  RETURN NULL;
END
$$;
