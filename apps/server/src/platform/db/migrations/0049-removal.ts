// What migration 0049 removes by: what belongs to a round, what has to stay, and the one way to remove any of it.

/** Looked up by key, whatever plan the size of the tables suggests. */
const byKey = 'SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off';

/** Subjects are rounds, and due rounds that nobody walked. */
const named = `asked AS MATERIALIZED (SELECT DISTINCT unnest(subjects) AS id),
  walked AS MATERIALIZED (SELECT r.* FROM asked JOIN rounds r ON r.tenant_id = of_tenant AND r.id = asked.id),
  scanned AS MATERIALIZED (
    SELECT s.* FROM walked JOIN scans s ON s.tenant_id = of_tenant AND s.round_id = walked.id),
  answered AS MATERIALIZED (SELECT s.round_id, f.* FROM scanned s JOIN field_events f
    ON f.tenant_id = of_tenant AND f.subject_id = s.id AND f.kind = 'checkpointAnswered'),
  due AS MATERIALIZED (
    SELECT walked.id AS subject, d.* FROM walked JOIN due_rounds d
      ON d.tenant_id = of_tenant AND d.round_id = walked.id
    UNION ALL SELECT d.id, d.* FROM asked JOIN due_rounds d
      ON d.tenant_id = of_tenant AND d.id = asked.id AND d.round_id IS NULL),
  judged AS MATERIALIZED (
    SELECT walked.id AS subject, e.* FROM walked JOIN exceptions e
      ON e.tenant_id = of_tenant AND e.kind IN ('incomplete', 'flagged') AND e.subject_id = walked.id
    UNION ALL SELECT due.subject, e.* FROM due JOIN exceptions e
      ON e.tenant_id = of_tenant AND e.kind IN ('missed', 'late') AND e.subject_id = due.id)`;

const records = `SELECT id AS subject, 'rounds' AS source, id, to_jsonb(walked) AS content FROM walked
  UNION ALL SELECT round_id, 'scans', id, to_jsonb(scanned) FROM scanned
  UNION ALL SELECT f.subject_id, 'field_events', f.id, to_jsonb(f) FROM walked JOIN field_events f
    ON f.tenant_id = of_tenant AND f.subject_id = walked.id
  UNION ALL SELECT round_id, 'field_events', id, to_jsonb(answered) - 'round_id' FROM answered
  UNION ALL SELECT b.round_id, 'round_doubts', b.round_id, to_jsonb(b) FROM walked JOIN round_doubts b
    ON b.tenant_id = of_tenant AND b.round_id = walked.id
  UNION ALL SELECT subject, 'due_rounds', id, to_jsonb(due) - 'subject' FROM due
  UNION ALL SELECT due.subject, 'due_round_history', due.id, to_jsonb(h) FROM due JOIN due_round_history h
    ON h.tenant_id = of_tenant AND h.due_round_id = due.id
  UNION ALL SELECT subject, 'exceptions', id, to_jsonb(judged) - 'subject' FROM judged
  UNION ALL SELECT judged.subject, 'exception_history', h.id, to_jsonb(h) FROM judged JOIN exception_history h
    ON h.tenant_id = of_tenant AND h.exception_id = judged.id`;

const text = `r.source || ' ' || r.id || ' ' || r.content::text`;

const held = `SELECT subject FROM judged WHERE status <> 'closed' OR EXISTS (SELECT FROM exception_files x
    WHERE x.tenant_id = of_tenant AND x.exception_id = judged.id)
  UNION SELECT subject FROM due WHERE status IN ('due', 'late')
  UNION SELECT a.round_id FROM answered a JOIN incidents i ON i.tenant_id = of_tenant AND i.id = a.id
    WHERE i.status <> 'Closed'
  UNION SELECT w.id FROM walked w JOIN incidents i ON i.tenant_id = of_tenant AND i.guard_id = w.guard_id
    AND i.site_id = w.site_id WHERE i.status <> 'Closed' AND i.device_at_ms BETWEEN w.started_at_ms AND greatest(
      w.ended_at_ms, w.started_at_ms, (SELECT max(s.device_at_ms) FROM scanned s WHERE s.round_id = w.id))
  UNION SELECT w.id FROM walked w JOIN sos_calls c ON c.tenant_id = of_tenant AND c.guard_id = w.guard_id
    WHERE c.resolved_at_ms IS NULL AND c.device_at_ms BETWEEN w.started_at_ms AND greatest(
      w.ended_at_ms, w.started_at_ms, (SELECT max(s.device_at_ms) FROM scanned s WHERE s.round_id = w.id))`;

/** So young that no tenant may wish it away, whatever a caller says: 85 days, as months are at least three. */
const removableAgeMs = 85 * 86_400_000;

/** Its own tenant alone, though it runs as the owner: the serving role may delete nothing of this by itself. */
const removal = `
  DECLARE
    own uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
    going uuid[];
    due_ids uuid[];
    scan_ids uuid[];
  BEGIN
    PERFORM FROM archives a WHERE a.tenant_id = own AND a.id = of_archive AND a.status = 'verified'
      AND a.until_ms <= extract(epoch FROM now()) * 1000 - ${removableAgeMs} FOR SHARE;
    IF NOT FOUND THEN RAISE EXCEPTION 'there is no verified archive %', of_archive; END IF;
    -- Whatever concerns these rounds waits, or was committed and makes them differ from what was archived.
    PERFORM FROM rounds r WHERE r.tenant_id = own AND r.id = ANY(subjects) ORDER BY r.id FOR UPDATE;
    PERFORM FROM due_rounds d WHERE d.tenant_id = own AND d.id = ANY(subjects) ORDER BY d.id FOR UPDATE;
    PERFORM FROM due_rounds d WHERE d.tenant_id = own AND d.round_id = ANY(subjects) ORDER BY d.id FOR UPDATE;
    going := ARRAY(SELECT sent.id FROM unnest(subjects, digests) AS sent (id, digest)
      JOIN retained_subjects(own, subjects) AS now ON now.subject_id = sent.id AND now.digest = sent.digest
      WHERE NOT sent.id = ANY(ARRAY(SELECT held_subjects(own, subjects))));
    due_ids := ARRAY(
      SELECT d.id FROM due_rounds d WHERE d.tenant_id = own AND d.round_id = ANY(going)
      UNION SELECT d.id FROM due_rounds d WHERE d.tenant_id = own AND d.id = ANY(going) AND d.round_id IS NULL);
    scan_ids := ARRAY(SELECT s.id FROM scans s WHERE s.tenant_id = own AND s.round_id = ANY(going));
    -- Rounds first: their counters are locked before all others.
    DELETE FROM rounds r WHERE r.tenant_id = own AND r.id = ANY(going);
    DELETE FROM due_rounds d WHERE d.tenant_id = own AND d.id = ANY(due_ids);
    DELETE FROM exceptions e WHERE e.tenant_id = own AND e.kind IN ('incomplete', 'flagged')
      AND e.subject_id = ANY(going);
    DELETE FROM exceptions e WHERE e.tenant_id = own AND e.kind IN ('missed', 'late') AND e.subject_id = ANY(due_ids);
    DELETE FROM field_events f WHERE f.tenant_id = own AND f.subject_id = ANY(scan_ids)
      AND f.kind = 'checkpointAnswered';
    DELETE FROM field_events f WHERE f.tenant_id = own AND f.subject_id = ANY(going);
    DELETE FROM scans s WHERE s.tenant_id = own AND s.round_id = ANY(going);
    RETURN cardinality(going);
  END`;

export const removalStatements = [
  // All that is kept of subjects, as it is stored, and a digest of it; no row where there is nothing.
  `CREATE FUNCTION retained_subjects(of_tenant uuid, subjects uuid[])
  RETURNS TABLE (subject_id uuid, digest text, contents json) STABLE LANGUAGE sql ${byKey} SET timezone = 'UTC' AS $$
    WITH ${named}, records AS (${records})
    SELECT r.subject, md5(string_agg(${text}, E'\\n' ORDER BY ${text})),
      json_agg(json_build_object('table', r.source, 'id', r.id, 'row', r.content - 'tenant_id') ORDER BY ${text})
    FROM records r GROUP BY r.subject
  $$`,
  // Those that stay because somebody has still to look into something.
  `CREATE FUNCTION held_subjects(of_tenant uuid, subjects uuid[]) RETURNS SETOF uuid STABLE LANGUAGE sql ${byKey} AS $$
    WITH ${named} ${held}
  $$`,
  // How many of them were removed: those that are as they were archived, and not held.
  `CREATE FUNCTION remove_archived(of_archive uuid, subjects uuid[], digests text[]) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER ${byKey} SET search_path = public, pg_temp AS $$ ${removal} $$`,
  'REVOKE ALL ON FUNCTION remove_archived(uuid, uuid[], text[]) FROM PUBLIC',
  'GRANT EXECUTE ON FUNCTION remove_archived(uuid, uuid[], text[]) TO watchpost_app',
];
