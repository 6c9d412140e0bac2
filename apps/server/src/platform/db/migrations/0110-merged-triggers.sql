-- One function for each table that is counted, whatever happens to its rows, in place of one for each way in which they change:
-- what they have in common is written once. They delete standings that they make wrong themselves.

-- Deletes the standings of a kind that a change at a time makes wrong: 0 rounds, 1 missed checkpoints, 2 due
-- rounds. Looks first, since there hardly ever is one, and looking costs half of what deleting nothing does.
CREATE FUNCTION spoil_standings(of_tenant uuid, of_kind integer, changed_ms bigint)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM standings AS s WHERE s.tenant_id = of_tenant AND s.at_ms > changed_ms AND s.kind = of_kind) THEN
    DELETE FROM standings AS s WHERE s.tenant_id = of_tenant AND s.at_ms > changed_ms AND s.kind = of_kind;
  END IF;
END
$$;

-- Counters and totals of rounds when some change: of rows as they were, and as they are. The tenant's own counter
-- comes first: it is the lock.
CREATE FUNCTION change_round_totals(old_rows rounds[], new_rows rounds[])
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
  INSERT INTO round_sums AS counts (
      tenant_id, site_id, grain, bucket_ms, begun, incompleted, completed, planned, scanned
    )
    SELECT tenant_id, site_id, grain, bucket_ms, running_totals(array_agg(slot), array_agg(begun)),
      running_totals(array_agg(slot), array_agg(incompleted)),
      running_totals(array_agg(slot), array_agg(completed)), running_totals(array_agg(slot), array_agg(planned)),
      running_totals(array_agg(slot), array_agg(scanned))
    FROM (
        SELECT tenant_id, subject.site_id AS site_id, place.grain, place.bucket_ms, place.slot,
          (sum(sign))::int AS begun,
          (coalesce(sum(sign) FILTER (WHERE status_code = 1005), 0))::int AS incompleted,
          (coalesce(sum(sign) FILTER (WHERE status_code = 1010), 0))::int AS completed,
          (coalesce(sum(sign * total_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS planned,
          (coalesce(sum(sign * scanned_check_points) FILTER (WHERE status_code <> 1001), 0))::int AS scanned
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
    WHERE (begun, incompleted, completed, planned, scanned) <> (0, 0, 0, 0, 0)
    GROUP BY 1, 2, 3, 4
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, site_id, grain, bucket_ms)
    DO UPDATE SET begun = CASE WHEN 0 = ALL(excluded.begun) THEN counts.begun
          ELSE ARRAY(SELECT had + came FROM unnest(counts.begun, excluded.begun) AS slot (had, came)) END,
      incompleted = CASE WHEN 0 = ALL(excluded.incompleted) THEN counts.incompleted
          ELSE ARRAY(SELECT had + came FROM unnest(counts.incompleted, excluded.incompleted) AS slot (had, came)) END,
      completed = CASE WHEN 0 = ALL(excluded.completed) THEN counts.completed
          ELSE ARRAY(SELECT had + came FROM unnest(counts.completed, excluded.completed) AS slot (had, came)) END,
      planned = CASE WHEN 0 = ALL(excluded.planned) THEN counts.planned
          ELSE ARRAY(SELECT had + came FROM unnest(counts.planned, excluded.planned) AS slot (had, came)) END,
      scanned = CASE WHEN 0 = ALL(excluded.scanned) THEN counts.scanned
          ELSE ARRAY(SELECT had + came FROM unnest(counts.scanned, excluded.scanned) AS slot (had, came)) END;
  PERFORM spoil_standings(tenant_id, 0, min(started_at_ms))
    FROM unnest(old_rows || new_rows) AS changed
    GROUP BY tenant_id;
END
$$;

-- What amounts of some of the 96 slots of a row of totals come to up to each slot.
CREATE FUNCTION running_totals(slots integer[], amounts integer[])
  RETURNS integer[]
  LANGUAGE plpgsql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
BEGIN
  IF 0 = ALL(amounts) THEN RETURN array_fill(0, ARRAY[96]); END IF;
  IF cardinality(slots) = 1 THEN
    RETURN array_fill(0, ARRAY[slots[1] - 1]) || array_fill(amounts[1], ARRAY[97 - slots[1]]);
  END IF;
  RETURN ARRAY(
      SELECT (coalesce(sum(amount) OVER (ORDER BY at ROWS UNBOUNDED PRECEDING), 0))::int
      FROM generate_series(1, 96) AS at
      LEFT JOIN unnest(slots, amounts) AS one (slot, amount) ON one.slot = at
      ORDER BY at
    );
END
$$;

-- Keeps counters and totals of rounds right when rounds arrive or are deleted, and which checkpoints ended rounds
-- missed.
CREATE FUNCTION count_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  own uuid;
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM change_round_totals(ARRAY(SELECT b::rounds FROM before AS b), '{}');
    FOR own IN SELECT DISTINCT tenant_id FROM before ORDER BY tenant_id LOOP
      DELETE
        FROM missed_checkpoints AS m USING before AS gone
        WHERE m.tenant_id = own AND gone.tenant_id = own AND m.round_id = gone.id;
    END LOOP;
    RETURN NULL;
  END IF;
  PERFORM change_round_totals('{}', ARRAY(SELECT a::rounds FROM after AS a));
  IF EXISTS (SELECT FROM after WHERE status_code = 1005) THEN
    INSERT INTO missed_checkpoints (tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms)
      SELECT *
      FROM missed_of(
          ARRAY(SELECT tenant_id FROM after WHERE status_code = 1005 ORDER BY id),
            ARRAY(SELECT id FROM after WHERE status_code = 1005 ORDER BY id)
        );
  END IF;
  RETURN NULL;
END
$$;

-- Keeps the totals of missed checkpoints right when checkpoints are missed, or turn out to be scanned. Locks the
-- tenant's counter of rounds first.
CREATE FUNCTION count_missed_checkpoints()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  sign integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
  changed missed_checkpoints[];
BEGIN
  IF TG_OP = 'DELETE' THEN
    changed := ARRAY(SELECT b::missed_checkpoints FROM before AS b);
  ELSE
    changed := ARRAY(SELECT a::missed_checkpoints FROM after AS a);
  END IF;
  IF cardinality(changed) = 0 THEN RETURN NULL; END IF;
  PERFORM
    FROM round_counts
    WHERE tenant_id IN (SELECT DISTINCT tenant_id FROM unnest(changed))
      AND guard_id = '00000000-0000-0000-0000-000000000000'::uuid
      AND site_id = '00000000-0000-0000-0000-000000000000'::uuid AND grain = 0 AND bucket_ms = 0
    ORDER BY tenant_id
    FOR UPDATE;
  INSERT INTO missed_sums AS counts (tenant_id, site_id, checkpoint_id, grain, bucket_ms, missed)
    SELECT tenant_id, site_id, checkpoint_id, 1, bucket_ms, running_totals(array_agg(slot), array_agg(missed))
    FROM (
        SELECT tenant_id, site_id, checkpoint_id, place.bucket_ms, place.slot, (sign * count(*))::int AS missed
        FROM unnest(changed)
        CROSS JOIN LATERAL (
            VALUES (started_at_ms - started_at_ms % 8294400000, (started_at_ms % 8294400000 / 86400000)::int + 1)
          ) AS place (bucket_ms, slot)
        GROUP BY 1, 2, 3, 4, 5
      ) AS change
    GROUP BY 1, 2, 3, 5
    ORDER BY 1, 2, 3, 5
    ON CONFLICT (tenant_id, site_id, checkpoint_id, grain, bucket_ms)
    DO UPDATE SET missed = CASE WHEN 0 = ALL(excluded.missed) THEN counts.missed
          ELSE ARRAY(SELECT had + came FROM unnest(counts.missed, excluded.missed) AS slot (had, came)) END;
  PERFORM spoil_standings(tenant_id, 1, min(started_at_ms)) FROM unnest(changed) GROUP BY tenant_id;
  RETURN NULL;
END
$$;

-- Keeps counters and totals of due rounds right when due rounds are made, change or are deleted. Those that wait
-- count nowhere.
CREATE FUNCTION count_due_rounds()
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

-- Keeps the counters of exceptions right when exceptions are opened, change or are deleted.
CREATE FUNCTION count_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  old_rows exceptions[] := '{}';
  new_rows exceptions[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN old_rows := ARRAY(SELECT b::exceptions FROM before AS b); END IF;
  IF TG_OP <> 'DELETE' THEN new_rows := ARRAY(SELECT a::exceptions FROM after AS a); END IF;
  INSERT INTO exception_counts AS counts (
      tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned, items
    )
    SELECT tenant_id, subject.site_id, bucket.grain, bucket.at_ms, kind, severity, status, owner_id IS NOT NULL,
      sum(sign)
    FROM (SELECT *, -1 AS sign FROM unnest(old_rows) UNION ALL SELECT *, 1 FROM unnest(new_rows)) AS changed
    CROSS JOIN LATERAL (
        VALUES ('00000000-0000-0000-0000-000000000000'::uuid), (changed.site_id)
      ) AS subject (site_id)
    CROSS JOIN LATERAL (
        VALUES (0, 0::bigint), (1, happened_at_ms - happened_at_ms % 86400000)
      ) AS bucket (grain, at_ms)
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
    HAVING sum(sign) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
    ON CONFLICT (tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned)
    DO UPDATE SET items = counts.items + excluded.items;
  RETURN NULL;
END
$$;

-- Notifies open consoles that exceptions of some sites changed; of many, that any may have.
CREATE FUNCTION signal_sites(of_tenant uuid, site_ids uuid[])
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify(
      'watchpost_exceptions',
        of_tenant || ' ' || CASE WHEN cardinality(site_ids) > 100 THEN '*' ELSE array_to_string(site_ids, ',') END
    );
END
$$;

-- Notifies open consoles that exceptions were opened or changed, those of both sites when one moved.
CREATE FUNCTION signal_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM signal_sites(tenant_id, array_agg(DISTINCT site_id ORDER BY site_id)) FROM after GROUP BY tenant_id;
  ELSE
    PERFORM signal_sites(tenant_id, array_agg(site_id ORDER BY site_id))
      FROM (SELECT tenant_id, site_id FROM after UNION SELECT tenant_id, site_id FROM before) AS sites
      GROUP BY tenant_id;
  END IF;
  RETURN NULL;
END
$$;

-- Notifies servers that a session ended, or that a site manager lost or changed the site, so that open streams end.
CREATE FUNCTION signal_ended_access()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_access', tenant_id || ' ' || user_id)
    FROM (SELECT DISTINCT tenant_id, user_id FROM removed WHERE user_id IS NOT NULL) AS ended;
  RETURN NULL;
END
$$;

DROP TRIGGER rounds_inserted_spoil ON rounds;
DROP TRIGGER rounds_deleted_spoil ON rounds;
DROP TRIGGER missed_inserted_spoil ON missed_checkpoints;
DROP TRIGGER missed_deleted_spoil ON missed_checkpoints;
DROP TRIGGER due_rounds_inserted_spoil ON due_rounds;
DROP TRIGGER due_rounds_updated_spoil ON due_rounds;
DROP TRIGGER due_rounds_deleted_spoil ON due_rounds;

CREATE OR REPLACE TRIGGER rounds_inserted AFTER INSERT ON rounds
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_rounds();
CREATE OR REPLACE TRIGGER rounds_deleted AFTER DELETE ON rounds
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION count_rounds();
CREATE OR REPLACE TRIGGER missed_inserted AFTER INSERT ON missed_checkpoints
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_missed_checkpoints();
CREATE OR REPLACE TRIGGER missed_deleted AFTER DELETE ON missed_checkpoints
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION count_missed_checkpoints();
CREATE OR REPLACE TRIGGER due_rounds_inserted AFTER INSERT ON due_rounds
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_due_rounds();
CREATE OR REPLACE TRIGGER due_rounds_updated AFTER UPDATE ON due_rounds
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_due_rounds();
CREATE OR REPLACE TRIGGER due_rounds_deleted AFTER DELETE ON due_rounds
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION count_due_rounds();
CREATE OR REPLACE TRIGGER exceptions_inserted AFTER INSERT ON exceptions
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_exceptions();
CREATE OR REPLACE TRIGGER exceptions_updated AFTER UPDATE ON exceptions
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_exceptions();
CREATE OR REPLACE TRIGGER exceptions_deleted AFTER DELETE ON exceptions
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION count_exceptions();
CREATE OR REPLACE TRIGGER signal_opened AFTER INSERT ON exceptions
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION signal_exceptions();
CREATE OR REPLACE TRIGGER signal_moved AFTER UPDATE ON exceptions
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION signal_exceptions();
CREATE OR REPLACE TRIGGER signal_ended AFTER DELETE ON sessions
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION signal_ended_access();
CREATE OR REPLACE TRIGGER signal_delete AFTER DELETE ON sub_admins
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION signal_ended_access();
CREATE OR REPLACE TRIGGER signal_update AFTER UPDATE ON sub_admins
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT
  EXECUTE FUNCTION signal_ended_access();

DROP FUNCTION spoil_by_begun_rounds();
DROP FUNCTION spoil_by_gone_rounds();
DROP FUNCTION spoil_by_missed();
DROP FUNCTION spoil_by_found();
DROP FUNCTION spoil_by_made_due();
DROP FUNCTION spoil_by_changed_due();
DROP FUNCTION spoil_by_deleted_due();
DROP FUNCTION count_inserted_rounds();
DROP FUNCTION count_deleted_rounds();
DROP FUNCTION count_missed();
DROP FUNCTION count_found();
DROP FUNCTION count_made_due();
DROP FUNCTION count_changed_due();
DROP FUNCTION count_deleted_due();
DROP FUNCTION count_opened_exceptions();
DROP FUNCTION count_changed_exceptions();
DROP FUNCTION count_deleted_exceptions();
DROP FUNCTION signal_opened_exceptions();
DROP FUNCTION signal_moved_exceptions();
DROP FUNCTION signal_ended_sessions();
DROP FUNCTION signal_moved_sub_admins();
