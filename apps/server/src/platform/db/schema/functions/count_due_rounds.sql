-- Keeps counters and totals of due rounds right when due rounds are made, change or are deleted. Those that wait
-- count nowhere.
CREATE OR REPLACE FUNCTION count_due_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  old_rows due_rounds[] := '{}';
  new_rows due_rounds[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    old_rows := ARRAY(SELECT b::due_rounds FROM before AS b WHERE b.outcome <> 'waiting');
  END IF;
  IF TG_OP <> 'DELETE' THEN
    new_rows := ARRAY(SELECT a::due_rounds FROM after AS a WHERE a.outcome <> 'waiting');
  END IF;
  IF cardinality(old_rows) + cardinality(new_rows) = 0 THEN RETURN NULL; END IF;
  INSERT INTO due_counts AS counts (
      tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused, under_way
    )
    SELECT *
    FROM (
        SELECT changed.tenant_id, subject.guard_id, subject.site_id, bucket.grain, bucket.at_ms,
          coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0) AS on_time,
          coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0) AS done_late,
          coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0) AS incomplete,
          coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0) AS missed,
          coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0) AS excused,
          coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0) AS under_way
        FROM (SELECT *, -1 AS sign FROM unnest(old_rows) UNION ALL SELECT *, 1 FROM unnest(new_rows)) AS changed
        CROSS JOIN LATERAL (
            VALUES ('00000000-0000-0000-0000-000000000000'::uuid, '00000000-0000-0000-0000-000000000000'::uuid)
            UNION ALL SELECT DISTINCT whose, changed.site_id
            FROM unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS whose
          ) AS subject (guard_id, site_id)
        CROSS JOIN LATERAL (
            VALUES (0, 0::bigint), (2, due_at_ms - due_at_ms % 900000), (4, due_at_ms - due_at_ms % 21600000)
          ) AS bucket (grain, at_ms)
        WHERE (bucket.grain = 0) = (subject.site_id = '00000000-0000-0000-0000-000000000000'::uuid)
        GROUP BY 1, 2, 3, 4, 5
      ) AS change
    -- The tenant's own comes first whether or not it changes: it is the lock.
    WHERE grain = 0 OR (on_time, done_late, incomplete, missed, excused, under_way) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms)
    DO UPDATE SET on_time = counts.on_time + excluded.on_time,
      done_late = counts.done_late + excluded.done_late, incomplete = counts.incomplete + excluded.incomplete,
      missed = counts.missed + excluded.missed, excused = counts.excused + excluded.excused,
      under_way = counts.under_way + excluded.under_way;
  INSERT INTO due_sums AS counts (
      tenant_id, guard_id, site_id, grain, bucket_ms, on_time, done_late, incomplete, missed, excused, under_way
    )
    SELECT tenant_id, guard_id, site_id, grain, bucket_ms,
      running_totals(array_agg(slot), array_agg(on_time)), running_totals(array_agg(slot), array_agg(done_late)),
      running_totals(array_agg(slot), array_agg(incomplete)),
      running_totals(array_agg(slot), array_agg(missed)), running_totals(array_agg(slot), array_agg(excused)),
      running_totals(array_agg(slot), array_agg(under_way))
    FROM (
        SELECT tenant_id, subject.guard_id AS guard_id, subject.site_id AS site_id, place.grain,
          place.bucket_ms, place.slot, (coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0))::int AS on_time,
          (coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0))::int AS done_late,
          (coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0))::int AS incomplete,
          (coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0))::int AS missed,
          (coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0))::int AS excused,
          (coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0))::int AS under_way
        FROM (SELECT *, -1 AS sign FROM unnest(old_rows) UNION ALL SELECT *, 1 FROM unnest(new_rows)) AS changed
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
      ) AS change
    WHERE (on_time, done_late, incomplete, missed, excused, under_way) <> (0, 0, 0, 0, 0, 0)
    GROUP BY 1, 2, 3, 4, 5
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, guard_id, site_id, grain, bucket_ms)
    DO UPDATE SET on_time = CASE WHEN 0 = ALL(excluded.on_time) THEN counts.on_time
          ELSE ARRAY(SELECT had + came FROM unnest(counts.on_time, excluded.on_time) AS slot (had, came)) END,
      done_late = CASE WHEN 0 = ALL(excluded.done_late) THEN counts.done_late
          ELSE ARRAY(SELECT had + came FROM unnest(counts.done_late, excluded.done_late) AS slot (had, came)) END,
      incomplete = CASE WHEN 0 = ALL(excluded.incomplete) THEN counts.incomplete
          ELSE ARRAY(SELECT had + came FROM unnest(counts.incomplete, excluded.incomplete) AS slot (had, came)) END,
      missed = CASE WHEN 0 = ALL(excluded.missed) THEN counts.missed
          ELSE ARRAY(SELECT had + came FROM unnest(counts.missed, excluded.missed) AS slot (had, came)) END,
      excused = CASE WHEN 0 = ALL(excluded.excused) THEN counts.excused
          ELSE ARRAY(SELECT had + came FROM unnest(counts.excused, excluded.excused) AS slot (had, came)) END,
      under_way = CASE WHEN 0 = ALL(excluded.under_way) THEN counts.under_way
          ELSE ARRAY(SELECT had + came FROM unnest(counts.under_way, excluded.under_way) AS slot (had, came)) END;
  PERFORM spoil_standings(tenant_id, 2, min(due_at_ms)) FROM unnest(old_rows || new_rows) GROUP BY tenant_id;
  RETURN NULL;
END
$$;
