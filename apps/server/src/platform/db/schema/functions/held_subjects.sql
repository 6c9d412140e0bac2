-- Rounds and due rounds that stay in the database, because a person has still to deal with something of them.
CREATE OR REPLACE FUNCTION held_subjects(of_tenant uuid, subjects uuid[])
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
AS $$
WITH asked AS MATERIALIZED (SELECT DISTINCT unnest(subjects) AS id),
  walked AS MATERIALIZED (SELECT r.* FROM asked JOIN rounds r ON r.tenant_id = of_tenant AND r.id = asked.id),
  scanned AS MATERIALIZED (
    SELECT s.* FROM walked JOIN scans s ON s.tenant_id = of_tenant AND s.round_id = walked.id
  ),
  answered AS MATERIALIZED (
    SELECT s.round_id, f.*
    FROM scanned s
    JOIN field_events f ON f.tenant_id = of_tenant AND f.subject_id = s.id AND f.kind = 'checkpointAnswered'
  ),
  due AS MATERIALIZED (
    SELECT walked.id AS subject, d.*
    FROM walked
    JOIN due_rounds d ON d.tenant_id = of_tenant AND d.round_id = walked.id
    UNION ALL SELECT d.id, d.*
    FROM asked
    JOIN due_rounds d ON d.tenant_id = of_tenant AND d.id = asked.id AND d.round_id IS NULL
  ),
  judged AS MATERIALIZED (
    SELECT walked.id AS subject, e.*
    FROM walked
    JOIN exceptions e ON e.tenant_id = of_tenant AND e.kind IN ('incomplete', 'flagged')
      AND e.subject_id = walked.id
    UNION ALL SELECT due.subject, e.*
    FROM due
    JOIN exceptions e ON e.tenant_id = of_tenant AND e.kind IN ('missed', 'late') AND e.subject_id = due.id
  )
SELECT subject
FROM judged
WHERE status <> 'closed'
  OR EXISTS (SELECT FROM exception_files x WHERE x.tenant_id = of_tenant AND x.exception_id = judged.id)
UNION SELECT subject
FROM due
WHERE status IN ('due', 'late')
UNION SELECT a.round_id
FROM answered a
JOIN incidents i ON i.tenant_id = of_tenant AND i.id = a.id
WHERE i.status <> 'Closed'
UNION SELECT w.id
FROM walked w
JOIN incidents i ON i.tenant_id = of_tenant AND i.guard_id = w.guard_id AND i.site_id = w.site_id
WHERE i.status <> 'Closed'
  AND i.device_at_ms BETWEEN w.started_at_ms AND greatest(
    w.ended_at_ms, w.started_at_ms, (SELECT max(s.device_at_ms) FROM scanned s WHERE s.round_id = w.id)
  )
UNION SELECT w.id
FROM walked w
JOIN sos_calls c ON c.tenant_id = of_tenant AND c.guard_id = w.guard_id
WHERE c.resolved_at_ms IS NULL
  AND c.device_at_ms BETWEEN w.started_at_ms AND greatest(
    w.ended_at_ms, w.started_at_ms, (SELECT max(s.device_at_ms) FROM scanned s WHERE s.round_id = w.id)
  )
$$;
