-- Statements that apps/server/src/demo writes out, by file and function. In braces: what only the running program knows.
-- Written by "npx vitest run checks/statements.test.ts -u".

-- demo/demo-devices.queries.ts

-- insertDevices
WITH used AS (
    SELECT device_id, guard_id, min(started_at_ms) AS first_ms, max(started_at_ms) AS last_ms
    FROM rounds WHERE tenant_id = $1::uuid GROUP BY device_id, guard_id
  ), phones AS (
    INSERT INTO devices (tenant_id, id, name, agent, first_seen_ms, last_seen_ms, app_version, waiting, waiting_told_ms,
      report_no)
    SELECT $1::uuid, device_id, CASE row_number() OVER by_id % 4 WHEN 0 THEN 'Torch ' || 9 + row_number() OVER by_id ELSE '' END,
      ($2::text[])[1 + row_number() OVER by_id % cardinality($2::text[])], min(first_ms), max(last_ms),
      'Bytxlygt', CASE row_number() OVER by_id % 9 WHEN 0 THEN 3 ELSE 0 END, max(last_ms), 1
    FROM used GROUP BY device_id WINDOW by_id AS (ORDER BY device_id)
    RETURNING id
  )
  INSERT INTO device_guards (tenant_id, device_id, guard_id, last_seen_ms)
  SELECT $1::uuid, device_id, guard_id, last_ms FROM used JOIN phones ON phones.id = used.device_id;

-- insertDevices
WITH phone AS (
    INSERT INTO devices (tenant_id, id, name, agent, status, status_since_ms, first_seen_ms, last_seen_ms, app_version,
      waiting, waiting_told_ms, wiped_at_ms, lost_records, report_no, is_wipe_proved)
    VALUES ($1::uuid, gen_random_uuid(), $2, $3, $4::text, $5::bigint, $6::bigint, $7::bigint, 'BOHiv9dI', $8, $7,
      CASE $4::text WHEN 'wiped' THEN $5::bigint END, $9, 1, CASE $4::text WHEN 'wiped' THEN true END)
    RETURNING id)
  INSERT INTO device_guards (tenant_id, device_id, guard_id, last_seen_ms)
  SELECT $1::uuid, phone.id, g.id, $7::bigint FROM phone, (SELECT id FROM guards WHERE tenant_id = $1::uuid
    ORDER BY employee_id OFFSET $10::int LIMIT 1) AS g;


-- demo/demo-evidence.queries.ts

-- findSent
WITH begun AS (SELECT id FROM rounds WHERE tenant_id = $1::uuid AND started_at_ms >= $2::bigint
    UNION ALL SELECT id FROM duty_sessions WHERE tenant_id = $1::uuid AND at_ms >= $2::bigint),
  made AS (SELECT s.id FROM begun JOIN scans s ON s.tenant_id = $1::uuid AND s.round_id = begun.id),
  told AS (SELECT f.id FROM (SELECT id FROM begun UNION ALL SELECT id FROM made) AS subject
    JOIN field_events f ON f.tenant_id = $1::uuid AND f.subject_id = subject.id)
  SELECT (SELECT array_agg(id ORDER BY id) FROM made) AS scans, (SELECT array_agg(id ORDER BY id) FROM told) AS field_events;

-- storeProofs
UPDATE {table} t SET proof_key = decode(p.key, 'hex'), proof_seq = p.seq,
    proof_previous = decode(p.previous, 'hex'), proof_signature = decode(p.signature, 'hex'),
    proof_salt = decode(p.salt, 'hex')
  FROM unnest($2::uuid[], $3::text[], $4::integer[], $5::text[], $6::text[], $7::text[])
    AS p (id, key, seq, previous, signature, salt)
  WHERE t.tenant_id = $1::uuid AND t.id = p.id;

-- insertKeys
INSERT INTO device_keys (tenant_id, id, key, guard_id, device_id, public_key, enrolled_at_ms)
  SELECT $1::uuid, k.id, decode(k.key, 'hex'), k.guard_id, k.device_id, k.public_key, k.enrolled_at_ms
  FROM unnest($2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::bigint[])
    AS k (id, key, guard_id, device_id, public_key, enrolled_at_ms);

-- awaitSealing
INSERT INTO log_pending (tenant_id, source, ids)
  SELECT $1::uuid, source, ARRAY[id] FROM (
    SELECT 'route_versions' AS source, id, 0 AS at_ms FROM route_versions WHERE tenant_id = $1::uuid
    UNION ALL SELECT 'question_versions', id, 0 FROM question_versions WHERE tenant_id = $1::uuid
    UNION ALL SELECT 'device_keys', id, 0 FROM device_keys WHERE tenant_id = $1::uuid
    UNION ALL SELECT * FROM unnest($2::text[], $3::uuid[], $4::bigint[])) AS record (source, id, at_ms)
  ORDER BY at_ms, source, id;


-- demo/demo-exceptions.queries.ts

-- setBack
WITH known AS (
    SELECT e.id, least($2::bigint, coalesce(CASE e.kind WHEN 'missed' THEN d.missed_at_ms WHEN 'late' THEN d.late_at_ms
      ELSE coalesce(r.ended_at_ms, r.started_at_ms) END, e.happened_at_ms) + 20000) AS at_ms
    FROM exceptions e
    LEFT JOIN due_rounds d ON d.tenant_id = e.tenant_id AND d.id = e.due_round_id
    LEFT JOIN rounds r ON r.tenant_id = e.tenant_id AND r.id = e.round_id
    WHERE e.tenant_id = $1::uuid
  ), opened AS (
    UPDATE exceptions e SET opened_at_ms = known.at_ms FROM known WHERE e.tenant_id = $1::uuid AND e.id = known.id
  )
  UPDATE exception_history h SET at_ms = known.at_ms + CASE h.kind WHEN 'opened' THEN 0 ELSE 1000 END
  FROM known WHERE h.tenant_id = $1::uuid AND h.exception_id = known.id;

-- workThrough
SELECT id, kind || ' ' || subject_id AS key, kind, severity AS rank, opened_at_ms AS "openedAtMs"
  FROM exceptions WHERE tenant_id = $1::uuid ORDER BY opened_at_ms, id;

-- workThrough
SELECT id, trim(first_name || ' ' || last_name) AS name FROM users
  WHERE tenant_id = $1::uuid AND role = 'superAdmin' ORDER BY email DESC;

-- write
WITH course AS (
    SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[],
      $9::text[], $10::text[]) AS c (id, owner_id, owner, taken_at, comment_at, comment, closed_at, outcome, reason)
  ), moved AS (
    UPDATE exceptions e SET owner_id = c.owner_id, taken_at_ms = c.taken_at, closed_at_ms = c.closed_at,
      status = CASE WHEN c.closed_at IS NOT NULL THEN 'closed' WHEN c.owner_id IS NOT NULL THEN 'inHand' ELSE 'open' END,
      outcome = c.outcome, closing_reason = coalesce(c.reason, ''),
      version = e.version + (c.taken_at IS NOT NULL)::int + (c.closed_at IS NOT NULL)::int
    FROM course c WHERE e.tenant_id = $1::uuid AND e.id = c.id
  )
  INSERT INTO exception_history
    (tenant_id, id, exception_id, at_ms, kind, actor_kind, actor_id, actor_name, text, details)
  SELECT $1::uuid, gen_random_uuid(), c.id, step.at_ms, step.kind, 'user', c.owner_id, c.owner, step.text, step.details
  FROM course c CROSS JOIN LATERAL (VALUES ('taken', c.taken_at, '', '{}'::jsonb),
    ('comment', c.comment_at, coalesce(c.comment, ''), '{}'),
    ('closed', c.closed_at, coalesce(c.reason, ''), jsonb_build_object('outcome', c.outcome)))
    AS step (kind, at_ms, text, details)
  WHERE step.at_ms IS NOT NULL;


-- demo/demo-flags.queries.ts

-- insertFlags
SELECT fill_round_doubts($1::uuid);

-- sharePhones
WITH pair AS (
    SELECT DISTINCT ON (b.site_id) b.id, a.device_id FROM rounds a JOIN rounds b ON b.tenant_id = a.tenant_id
      AND b.site_id = a.site_id AND b.guard_id <> a.guard_id
      AND b.started_at_ms > a.started_at_ms AND b.started_at_ms < a.ended_at_ms
    WHERE a.tenant_id = $1::uuid AND a.started_at_ms >= $2::bigint AND a.ended_at_ms IS NOT NULL
      AND b.ended_at_ms IS NOT NULL
    ORDER BY b.site_id, b.started_at_ms DESC LIMIT 6
  ), walked AS (
    UPDATE rounds r SET device_id = pair.device_id FROM pair WHERE r.tenant_id = $1::uuid AND r.id = pair.id
  ), told AS (
    UPDATE field_events f SET device_id = pair.device_id FROM pair
    WHERE f.tenant_id = $1::uuid AND f.subject_id = pair.id
  )
  UPDATE scans s SET device_id = pair.device_id FROM pair WHERE s.tenant_id = $1::uuid AND s.round_id = pair.id;

-- makeLeaps
SELECT DISTINCT ON (r.guard_id) s.id, s.flags, json_build_object('latitude', s.latitude, 'longitude', s.longitude)
    AS position, point AS checkpoint
  FROM rounds r JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
  JOIN scans s ON s.tenant_id = r.tenant_id AND s.round_id = r.id AND s.latitude IS NOT NULL
  CROSS JOIN LATERAL jsonb_array_elements(v.checkpoints) WITH ORDINALITY AS planned (point, no)
  WHERE r.tenant_id = $1::uuid AND r.started_at_ms >= $2::bigint AND r.ended_at_ms IS NOT NULL AND planned.no = 3
    AND (planned.point ->> 'checkpointId')::uuid = s.checkpoint_id
  ORDER BY r.guard_id, r.started_at_ms DESC LIMIT 5;

-- makeLeaps
UPDATE scans SET latitude = $3, distance_metres = $4, flags = $5 WHERE tenant_id = $1::uuid AND id = $2::uuid;


-- demo/demo-posts.queries.ts

-- maker
SELECT id, trim(concat(first_name, ' ', last_name)) AS name FROM users
  WHERE tenant_id = $1::uuid AND email = 'super@demo.example';

-- eventsFrom
INSERT INTO field_events (tenant_id, id, kind, guard_id, device_id, subject_id,
    device_at_ms, received_at_ms, clock_skew_ms, body_hash, details)
  SELECT $1::uuid, coalesce(told.id, gen_random_uuid()), told.kind, told.guard_id, told.device_id, told.subject_id,
    told.at_ms, told.at_ms + 2000, 0, sha256(convert_to(told::text, 'UTF8')), told.details FROM ({rows}) AS told
    WHERE told.device_id IS NOT NULL;

-- insertQuestions
INSERT INTO question_versions (tenant_id, id, checkpoint_id, no, questions, created_at, created_by, created_by_name)
        SELECT $1::uuid, $2::uuid, $3::uuid, 1, $4::jsonb, to_timestamp($5::bigint / 1000.0), maker.id, maker.name
        FROM (SELECT id, trim(concat(first_name, ' ', last_name)) AS name FROM users
  WHERE tenant_id = $1::uuid AND email = 'super@demo.example') AS maker;

-- insertQuestions
SELECT NULL::uuid AS id, 'checkpointAnswered' AS kind, s.guard_id, s.device_id, s.id AS subject_id,
    s.received_at_ms + 20000 AS at_ms, jsonb_build_object('checkpointId', s.checkpoint_id, 'questionsId', $2::uuid,
      'answers', jsonb_build_array(
        jsonb_build_object('questionId', $3::uuid, 'value', 'yes'),
        jsonb_build_object('questionId', $4::uuid, 'value', CASE WHEN drawn % 23 = 0 THEN 18 ELSE 40 + drawn % 55 END),
        jsonb_build_object('questionId', $5::uuid, 'value', CASE WHEN drawn % 29 = 0 THEN 'Seal broken' ELSE 'In order' END)),
      'note', CASE WHEN drawn % 13 = 0 THEN ($8::text[])[1 + drawn / 13 % cardinality($8::text[])] ELSE '' END) AS details
  FROM (SELECT *, ('x' || left(md5(id::text), 6))::bit(24)::int AS drawn FROM scans) AS s
  WHERE s.tenant_id = $1::uuid AND s.checkpoint_id = $6::uuid AND s.received_at_ms >= $7::bigint
    AND s.received_at_ms < $9::bigint;

-- insertOrders
INSERT INTO post_order_versions (tenant_id, id, site_id, no, text, effective_from_ms, created_at, created_by,
          created_by_name)
        SELECT $1::uuid, $2::uuid, $3::uuid, $4, $5, $6::bigint, to_timestamp($6::bigint / 1000.0 - 40000), maker.id,
          maker.name FROM (SELECT id, trim(concat(first_name, ' ', last_name)) AS name FROM users
  WHERE tenant_id = $1::uuid AND email = 'super@demo.example') AS maker;

-- insertOrders
SELECT DISTINCT ON (d.guard_id) NULL::uuid AS id, 'ordersAcknowledged' AS kind, d.guard_id,
          (SELECT u.device_id FROM device_guards u WHERE u.tenant_id = $1::uuid
  AND u.guard_id = d.guard_id ORDER BY u.last_seen_ms DESC, u.device_id LIMIT 1) AS device_id, $2::uuid AS subject_id, d.started_at_ms + 90000 AS at_ms,
          NULL::jsonb AS details
        FROM duty_sessions d WHERE d.tenant_id = $1::uuid AND d.site_id = $3::uuid
          AND d.started_at_ms BETWEEN $4::bigint AND $5::bigint
        ORDER BY d.guard_id, d.started_at_ms;

-- insertNotes
SELECT gen_random_uuid() AS id, 'handoverNoted' AS kind, d.guard_id, (SELECT u.device_id FROM device_guards u WHERE u.tenant_id = $1::uuid
  AND u.guard_id = d.guard_id ORDER BY u.last_seen_ms DESC, u.device_id LIMIT 1) AS device_id,
        $2::uuid AS subject_id, d.ended_at_ms - 240000 AS at_ms,
        jsonb_build_object('text', ($3::text[])[d.place], 'isUrgent', ($4::boolean[])[d.place]) AS details
      FROM (SELECT guard_id, ended_at_ms, row_number() OVER (ORDER BY ended_at_ms DESC, id)::int AS place
        FROM duty_sessions WHERE tenant_id = $1::uuid AND site_id = $2::uuid AND ended_at_ms < $5::bigint
          AND NOT is_closed_by_system) AS d
      WHERE d.place <= cardinality($3::text[]);

-- insertNotes
SELECT DISTINCT ON (n.id, d.guard_id) NULL::uuid AS id, 'handoverRead' AS kind, d.guard_id,
        (SELECT u.device_id FROM device_guards u WHERE u.tenant_id = $1::uuid
  AND u.guard_id = d.guard_id ORDER BY u.last_seen_ms DESC, u.device_id LIMIT 1) AS device_id, n.id AS subject_id,
        greatest(d.started_at_ms, n.received_at_ms) + 120000 AS at_ms, NULL::jsonb AS details
      FROM field_events n JOIN duty_sessions d ON d.tenant_id = $1::uuid AND d.site_id = $2::uuid
        AND d.guard_id <> n.guard_id AND d.started_at_ms BETWEEN n.device_at_ms AND least($3::bigint, n.device_at_ms + 86400000)
      WHERE n.tenant_id = $1::uuid AND n.kind = 'handoverNoted' AND n.subject_id = $2::uuid
      ORDER BY n.id, d.guard_id, d.started_at_ms;


-- demo/demo-tenant.queries.ts

-- lockSeeding
SELECT pg_advisory_xact_lock(hashtext('watchpost demo'));


-- demo/patrol-history.queries.ts

-- finishHistory
INSERT INTO round_arrivals (tenant_id, last_no)
  SELECT {tenantId}::uuid, coalesce(max(arrival_no), 0) FROM rounds WHERE tenant_id = {tenantId}::uuid;

-- finishHistory
SELECT fill_guard_signs({tenantId}::uuid, {nowMs - signsMs}::bigint);
