-- Opens, escalates and settles exceptions when due rounds become late, missed or started.
CREATE OR REPLACE FUNCTION raise_due_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
AS $$
DECLARE
  own uuid;
  now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
BEGIN
  FOR own IN SELECT DISTINCT tenant_id FROM noted ORDER BY tenant_id LOOP
    PERFORM
      FROM exceptions e
      JOIN noted n ON e.subject_id = n.due_round_id
      WHERE e.tenant_id = own AND n.tenant_id = own AND e.kind IN ('missed', 'late')
        AND n.status IN ('missed', 'inProgress')
      ORDER BY e.id
      FOR NO KEY UPDATE OF e;
    WITH escalated AS (
        UPDATE exceptions e
        SET kind = 'missed', severity = 3, reasons = '{missed}', version = e.version + 1
        FROM noted n
        WHERE e.tenant_id = own AND n.tenant_id = own AND n.status = 'missed' AND e.kind = 'late'
          AND e.subject_id = n.due_round_id AND e.status <> 'closed'
        RETURNING e.id
      )
      INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
      SELECT own, gen_random_uuid(), id, now_ms, 'escalated', 'system', '{"reasons": ["missed"]}'
      FROM escalated;
    WITH fresh AS (
        SELECT d.id, d.site_id, d.route_id, d.route_name, d.tour_id, d.tour_name, d.guard_ids, d.due_at_ms,
          CASE n.status WHEN 'missed' THEN 'missed' ELSE 'late' END AS kind
        FROM noted n
        JOIN due_rounds d ON d.id = n.due_round_id
        WHERE n.tenant_id = own AND d.tenant_id = own
          AND (n.status IN ('missed', 'late') OR (n.status = 'inProgress' AND n.at_ms >= d.late_at_ms))
      ),
      opened AS (
        INSERT INTO exceptions AS e (
            tenant_id, id, kind, subject_id, severity, reasons, site_id, route_id, route_name, tour_id,
              tour_name, guard_id, due_round_id, happened_at_ms, opened_at_ms
          )
        SELECT own, gen_random_uuid(), f.kind, f.id, CASE f.kind WHEN 'missed' THEN 3 ELSE 1 END, ARRAY[f.kind],
          f.site_id, f.route_id, f.route_name, f.tour_id, f.tour_name,
          CASE WHEN cardinality(f.guard_ids) = 1 THEN f.guard_ids[1] END, f.id, f.due_at_ms, now_ms
        FROM fresh f
        WHERE NOT EXISTS (
            SELECT
            FROM exceptions known
            WHERE known.tenant_id = own AND known.kind = 'missed' AND known.subject_id = f.id
          )
        ORDER BY f.id
        ON CONFLICT
        DO NOTHING
        RETURNING e.id, e.reasons
      )
      INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
      SELECT own, gen_random_uuid(), id, now_ms, 'opened', 'system', jsonb_build_object('reasons', reasons)
      FROM opened;
    WITH walked AS (
        UPDATE exceptions e
        SET made_good_at_ms = n.at_ms, round_id = d.round_id, version = e.version + 1,
          guard_id = coalesce(
            (SELECT r.guard_id FROM rounds r WHERE r.tenant_id = own AND r.id = d.round_id), e.guard_id
          )
        FROM noted n
        JOIN due_rounds d ON d.id = n.due_round_id
        WHERE e.tenant_id = own AND n.tenant_id = own AND d.tenant_id = own AND n.status = 'inProgress'
          AND e.kind IN ('missed', 'late') AND e.subject_id = n.due_round_id AND e.made_good_at_ms IS NULL
        RETURNING e.id
      )
      INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind)
      SELECT own, gen_random_uuid(), id, now_ms + 1, 'madeGood', 'system'
      FROM walked;
  END LOOP;
  RETURN NULL;
END
$$;
