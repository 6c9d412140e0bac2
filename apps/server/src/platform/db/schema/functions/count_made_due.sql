-- Keeps the counters and totals of due rounds right when due rounds are made.
CREATE OR REPLACE FUNCTION count_made_due()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  change record;
BEGIN
  INSERT INTO due_counts AS counts (
      tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused, under_way
    )
    SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms,
      coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
      coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
    FROM (
        SELECT tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome, 1 AS sign FROM inserted
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
        UNION ALL SELECT DISTINCT whose, changed.site_id
        FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose
      ) AS subject (guard_id, site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (2, due_at_ms - due_at_ms % 900000), (4, due_at_ms - due_at_ms % 21600000)
      ) AS bucket (grain, at_ms)
    WHERE outcome <> 'waiting'
      AND (bucket.grain = 0) = (subject.site_id = '00000000-0000-0000-0000-000000000000'::uuid)
    GROUP BY 1, 2, 3, 4, 5
    -- The tenant's own comes first whether or not it changes: it is the lock.
    HAVING bucket.grain = 0
      OR (
        coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
      ) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms)
    DO UPDATE SET on_time = counts.on_time + excluded.on_time,
      done_late = counts.done_late + excluded.done_late, incomplete = counts.incomplete + excluded.incomplete,
      missed = counts.missed + excluded.missed, excused = counts.excused + excluded.excused,
      under_way = counts.under_way + excluded.under_way;
  FOR change IN
    SELECT tenant_id, subject.guard_id AS guard_id, subject.site_id AS site_id, place.grain, place.bucket_ms,
      place.slot, (coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0))::int AS on_time,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0))::int AS done_late,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0))::int AS incomplete,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0))::int AS missed,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0))::int AS excused,
      (coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0))::int AS under_way
    FROM (
        SELECT *
        FROM (
            SELECT tenant_id, site_id, guard_ids, begun_by, due_at_ms, outcome, 1 AS sign FROM inserted
          ) AS every
        WHERE outcome <> 'waiting'
      ) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid),
          ('00000000-0000-0000-0000-000000000000'::uuid, changed.site_id)
        UNION ALL SELECT DISTINCT whose, changed.site_id
        FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose
      ) AS subject (guard_id, site_id)
    JOIN LATERAL (
        VALUES (0, due_at_ms - due_at_ms % 86400000, (due_at_ms % 86400000 / 900000)::int + 1),
          (1, due_at_ms - due_at_ms % 8294400000, (due_at_ms % 8294400000 / 86400000)::int + 1)
      ) AS place (grain, bucket_ms, slot) ON place.grain = 1
      OR subject.guard_id = '00000000-0000-0000-0000-000000000000'::uuid
    GROUP BY 1, 2, 3, 4, 5, 6
    HAVING (
        coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0),
          coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0)
      ) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5, 6
    LOOP
    UPDATE due_sums AS counts
      SET on_time = CASE WHEN change.on_time = 0 THEN counts.on_time
          ELSE counts.on_time[:change.slot - 1] || ARRAY(
            SELECT each + change.on_time FROM unnest(counts.on_time[change.slot:]) AS each
          ) END,
        done_late = CASE WHEN change.done_late = 0 THEN counts.done_late
          ELSE counts.done_late[:change.slot - 1] || ARRAY(
            SELECT each + change.done_late FROM unnest(counts.done_late[change.slot:]) AS each
          ) END,
        incomplete = CASE WHEN change.incomplete = 0 THEN counts.incomplete
          ELSE counts.incomplete[:change.slot - 1] || ARRAY(
            SELECT each + change.incomplete FROM unnest(counts.incomplete[change.slot:]) AS each
          ) END,
        missed = CASE WHEN change.missed = 0 THEN counts.missed
          ELSE counts.missed[:change.slot - 1] || ARRAY(
            SELECT each + change.missed FROM unnest(counts.missed[change.slot:]) AS each
          ) END,
        excused = CASE WHEN change.excused = 0 THEN counts.excused
          ELSE counts.excused[:change.slot - 1] || ARRAY(
            SELECT each + change.excused FROM unnest(counts.excused[change.slot:]) AS each
          ) END,
        under_way = CASE WHEN change.under_way = 0 THEN counts.under_way
          ELSE counts.under_way[:change.slot - 1] || ARRAY(
            SELECT each + change.under_way FROM unnest(counts.under_way[change.slot:]) AS each
          ) END
      WHERE counts.tenant_id = change.tenant_id AND counts.guard_id = change.guard_id
        AND counts.site_id = change.site_id AND counts.grain = change.grain
        AND counts.bucket_ms = change.bucket_ms;
    IF NOT FOUND THEN
      INSERT INTO due_sums (
          tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused,
            under_way
        )
        VALUES (
            change.tenant_id, change.guard_id, change.site_id, change.grain, change.bucket_ms,
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.on_time, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.done_late, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.incomplete, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.missed, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.excused, ARRAY[97 - change.slot]),
              array_fill(0, ARRAY[change.slot - 1]) || array_fill(change.under_way, ARRAY[97 - change.slot])
          );
    END IF;
  END LOOP;
  RETURN NULL;
END
$$;
