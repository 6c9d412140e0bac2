-- Keeps rollups of due rounds right when due rounds are made, change or are deleted. Those that wait count nowhere.
-- One transaction at a time changes those of a company, so that no two wait for each other.
CREATE OR REPLACE FUNCTION count_due_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  old_rows due_rounds[] := '{}';
  new_rows due_rounds[] := '{}';
  own uuid;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    old_rows := ARRAY(SELECT b::due_rounds FROM before AS b WHERE b.outcome <> 'waiting');
  END IF;
  IF TG_OP <> 'DELETE' THEN
    new_rows := ARRAY(SELECT a::due_rounds FROM after AS a WHERE a.outcome <> 'waiting');
  END IF;
  IF cardinality(old_rows) + cardinality(new_rows) = 0 THEN RETURN NULL; END IF;
  FOR own IN SELECT DISTINCT tenant_id FROM unnest(old_rows || new_rows) ORDER BY tenant_id LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('rollups of due rounds ' || own, 0));
  END LOOP;
  INSERT INTO site_due_rollups AS rollups (
      tenant_id, hours, from_ms, site_id, on_time, done_late, incomplete, missed, excused, under_way
    )
    SELECT *
    FROM (
        SELECT tenant_id, length.hours, due_at_ms - due_at_ms % (length.hours * 3600000), site_id,
          coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0) AS on_time,
          coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0) AS done_late,
          coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0) AS incomplete,
          coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0) AS missed,
          coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0) AS excused,
          coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0) AS under_way
        FROM (SELECT *, -1 AS sign FROM unnest(old_rows) UNION ALL SELECT *, 1 FROM unnest(new_rows)) AS changed
        CROSS JOIN unnest(ARRAY[1, 24, 168, 2184]::bigint[]) AS length (hours)
        GROUP BY 1, 2, 3, 4
      ) AS change
    WHERE (on_time, done_late, incomplete, missed, excused, under_way) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, hours, from_ms, site_id)
    DO UPDATE SET on_time = rollups.on_time + excluded.on_time,
      done_late = rollups.done_late + excluded.done_late,
      incomplete = rollups.incomplete + excluded.incomplete,
      missed = rollups.missed + excluded.missed,
      excused = rollups.excused + excluded.excused,
      under_way = rollups.under_way + excluded.under_way;
  INSERT INTO guard_due_rollups AS rollups (
      tenant_id, hours, from_ms, guard_id, site_id, on_time, done_late, incomplete, missed, excused, under_way
    )
    SELECT *
    FROM (
        SELECT tenant_id, length.hours, due_at_ms - due_at_ms % (length.hours * 3600000), guard_id, site_id,
          coalesce(sum(sign) FILTER (WHERE outcome = 'onTime'), 0) AS on_time,
          coalesce(sum(sign) FILTER (WHERE outcome = 'doneLate'), 0) AS done_late,
          coalesce(sum(sign) FILTER (WHERE outcome = 'incomplete'), 0) AS incomplete,
          coalesce(sum(sign) FILTER (WHERE outcome = 'missed'), 0) AS missed,
          coalesce(sum(sign) FILTER (WHERE outcome = 'excused'), 0) AS excused,
          coalesce(sum(sign) FILTER (WHERE outcome = 'underWay'), 0) AS under_way
        FROM (SELECT *, -1 AS sign FROM unnest(old_rows) UNION ALL SELECT *, 1 FROM unnest(new_rows)) AS changed
        CROSS JOIN LATERAL (
            SELECT DISTINCT unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS guard_id
          ) AS whose
        CROSS JOIN unnest(ARRAY[1, 24, 168, 2184]::bigint[]) AS length (hours)
        GROUP BY 1, 2, 3, 4, 5
      ) AS change
    WHERE (on_time, done_late, incomplete, missed, excused, under_way) <> (0, 0, 0, 0, 0, 0)
    ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (tenant_id, hours, from_ms, guard_id, site_id)
    DO UPDATE SET on_time = rollups.on_time + excluded.on_time,
      done_late = rollups.done_late + excluded.done_late,
      incomplete = rollups.incomplete + excluded.incomplete,
      missed = rollups.missed + excluded.missed,
      excused = rollups.excused + excluded.excused,
      under_way = rollups.under_way + excluded.under_way;
  RETURN NULL;
END
$$;
