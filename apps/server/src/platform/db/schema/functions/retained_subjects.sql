-- All that is stored of rounds and due rounds, with a digest by which an archive shows that nothing changed since.
CREATE OR REPLACE FUNCTION retained_subjects(of_tenant uuid, subjects uuid[])
  RETURNS TABLE(subject_id uuid, digest text, contents json)
  LANGUAGE sql
  STABLE
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
  SET TimeZone = 'UTC'
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
  ),
  records AS (
    SELECT id AS subject, 'rounds' AS source, id, to_jsonb(walked) AS content
    FROM walked
    UNION ALL SELECT round_id, 'scans', id, to_jsonb(scanned)
    FROM scanned
    UNION ALL SELECT f.subject_id, 'field_events', f.id, to_jsonb(f)
    FROM walked
    JOIN field_events f ON f.tenant_id = of_tenant AND f.subject_id = walked.id
    UNION ALL SELECT round_id, 'field_events', id, to_jsonb(answered) - 'round_id'
    FROM answered
    UNION ALL SELECT i.round_id, 'imported_rounds', i.round_id, to_jsonb(i)
    FROM walked
    JOIN imported_rounds i ON i.tenant_id = of_tenant AND i.round_id = walked.id
    UNION ALL SELECT b.round_id, 'round_doubts', b.round_id, to_jsonb(b)
    FROM walked
    JOIN round_doubts b ON b.tenant_id = of_tenant AND b.round_id = walked.id
    UNION ALL SELECT subject, 'due_rounds', id, to_jsonb(due) - 'subject'
    FROM due
    UNION ALL SELECT due.subject, 'due_round_history', coalesce(h.id, due.id), to_jsonb(h)
    FROM due
    JOIN due_round_history h ON h.tenant_id = of_tenant AND h.due_round_id = due.id
    UNION ALL SELECT due.subject, 'late_arrivals', a.round_id, to_jsonb(a)
    FROM due
    JOIN late_arrivals a ON a.tenant_id = of_tenant AND a.due_round_id = due.id
    UNION ALL SELECT subject, 'exceptions', id, to_jsonb(judged) - 'subject'
    FROM judged
    UNION ALL SELECT due.subject, 'record_versions', v.id, to_jsonb(v)
    FROM due
    JOIN record_versions v ON v.tenant_id = of_tenant AND v.source = 'due_rounds'
      AND v.record_key = due.id::text
    UNION ALL SELECT due.subject, 'record_versions', v.id, to_jsonb(v)
    FROM due
    JOIN late_arrivals l ON l.tenant_id = of_tenant AND l.due_round_id = due.id
    JOIN record_versions v ON v.tenant_id = of_tenant AND v.source = 'late_arrivals'
      AND v.record_key = l.round_id::text
    UNION ALL SELECT judged.subject, 'record_versions', v.id, to_jsonb(v)
    FROM judged
    JOIN record_versions v ON v.tenant_id = of_tenant AND v.source = 'exceptions'
      AND v.record_key = judged.id::text
    UNION ALL SELECT judged.subject, 'exception_history', h.id, to_jsonb(h)
    FROM judged
    JOIN exception_history h ON h.tenant_id = of_tenant AND h.exception_id = judged.id
  )
SELECT r.subject,
  md5(
    string_agg(
        r.source || ' ' || r.id || ' ' || r.content::text, E'\n'
        ORDER BY r.source || ' ' || r.id || ' ' || r.content::text
      )
  ),
  json_agg(
    json_build_object('table', r.source, 'id', r.id, 'row', r.content - 'tenant_id')
    ORDER BY r.source || ' ' || r.id || ' ' || r.content::text
  )
FROM records r
GROUP BY r.subject
$$;
