-- Deletes rounds that are archived and unchanged since, with all that belongs to them; returns how many.
CREATE OR REPLACE FUNCTION remove_archived(of_archive uuid, subjects uuid[], digests text[])
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
  SET search_path = public, pg_temp
AS $$
DECLARE
  own uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  going uuid[];
  due_ids uuid[];
  scan_ids uuid[];
BEGIN
  PERFORM
    FROM archives a
    WHERE a.tenant_id = own AND a.id = of_archive AND a.status = 'verified'
      AND a.until_ms <= extract(epoch FROM now()) * 1000 - 7344000000 FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no verified archive %', of_archive;
  END IF;
  -- Whatever concerns these rounds waits, or was committed and makes them differ from what was archived.
  PERFORM FROM rounds r WHERE r.tenant_id = own AND r.id = ANY(subjects) ORDER BY r.id FOR UPDATE;
  PERFORM FROM due_rounds d WHERE d.tenant_id = own AND d.id = ANY(subjects) ORDER BY d.id FOR UPDATE;
  PERFORM FROM due_rounds d WHERE d.tenant_id = own AND d.round_id = ANY(subjects) ORDER BY d.id FOR UPDATE;
  going := ARRAY(
      SELECT sent.id
      FROM unnest(subjects, digests) AS sent (id, digest)
      JOIN retained_subjects(own, subjects) AS now ON now.subject_id = sent.id AND now.digest = sent.digest
      WHERE NOT sent.id = ANY(ARRAY(SELECT held_subjects(own, subjects)))
    );
  due_ids := ARRAY(
      SELECT d.id
      FROM due_rounds d
      WHERE d.tenant_id = own AND d.round_id = ANY(going)
      UNION SELECT d.id
      FROM due_rounds d
      WHERE d.tenant_id = own AND d.id = ANY(going) AND d.round_id IS NULL
    );
  scan_ids := ARRAY(SELECT s.id FROM scans s WHERE s.tenant_id = own AND s.round_id = ANY(going));
  DELETE
    FROM record_versions v USING (
        SELECT 'due_rounds' AS source, unnest(due_ids) AS id
        UNION ALL SELECT 'late_arrivals', a.round_id
        FROM late_arrivals a
        WHERE a.tenant_id = own AND a.due_round_id = ANY(due_ids)
        UNION ALL SELECT 'exceptions', e.id
        FROM exceptions e
        WHERE e.tenant_id = own AND e.kind IN ('incomplete', 'flagged') AND e.subject_id = ANY(going)
        UNION ALL SELECT 'exceptions', e.id
        FROM exceptions e
        WHERE e.tenant_id = own AND e.kind IN ('missed', 'late') AND e.subject_id = ANY(due_ids)
      ) AS gone
    WHERE v.tenant_id = own AND v.source = gone.source AND v.record_key = gone.id::text;
  DELETE FROM imported_rounds i WHERE i.tenant_id = own AND i.round_id = ANY(going);
  -- Rounds first: their counters are locked before all others.
  DELETE FROM rounds r WHERE r.tenant_id = own AND r.id = ANY(going);
  DELETE FROM due_rounds d WHERE d.tenant_id = own AND d.id = ANY(due_ids);
  DELETE
    FROM exceptions e
    WHERE e.tenant_id = own AND e.kind IN ('incomplete', 'flagged') AND e.subject_id = ANY(going);
  DELETE
    FROM exceptions e
    WHERE e.tenant_id = own AND e.kind IN ('missed', 'late') AND e.subject_id = ANY(due_ids);
  DELETE
    FROM field_events f
    WHERE f.tenant_id = own AND f.subject_id = ANY(scan_ids) AND f.kind = 'checkpointAnswered';
  DELETE FROM field_events f WHERE f.tenant_id = own AND f.subject_id = ANY(going);
  DELETE FROM scans s WHERE s.tenant_id = own AND s.round_id = ANY(going);
  RETURN cardinality(going);
END
$$;
REVOKE EXECUTE ON FUNCTION remove_archived(uuid,uuid[],text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_archived(uuid,uuid[],text[]) TO watchpost_app;
