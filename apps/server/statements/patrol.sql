-- Statements that apps/server/src/patrol writes out, by file and function. In braces: what only the running program knows.
-- Written by "npx vitest run checks/statements.test.ts -u".

-- patrol/duties/close-forgotten.queries.ts

-- findForgotten
SELECT d.id, d.guard_id AS "guardId", trim(concat(g.first_name, ' ', g.last_name)) AS guard,
    d.started_at_ms AS "startedAtMs", d.ended_at_ms AS "endedAtMs", d.is_closed_by_system AS "isClosedBySystem",
    CASE WHEN d.is_closed_by_system THEN d.limit_hours END AS "limitHours",
    CASE WHEN e.phone_at_ms IS NULL THEN coalesce(e.clock_skew_ms, 0) ELSE 0 END AS "clockSkewMs",
    ARRAY(SELECT sign.at_ms::float8 FROM rounds r
      CROSS JOIN LATERAL (VALUES (r.started_at_ms), (r.ended_at_ms), ((SELECT max(c.device_at_ms) FROM scans c
        WHERE c.tenant_id = $1::uuid AND c.round_id = r.id))) AS sign (at_ms)
      WHERE r.tenant_id = $1::uuid AND r.guard_id = d.guard_id AND r.started_at_ms >= d.started_at_ms
        AND r.started_at_ms < coalesce((SELECT min(n.at_ms) FROM duty_sessions n
          WHERE n.tenant_id = $1::uuid AND n.guard_id = d.guard_id AND n.at_ms > d.started_at_ms
            AND n.started_at_ms IS NOT NULL),
          9007199254740991) AND sign.at_ms IS NOT NULL) AS "activityMs"
  FROM duty_sessions d JOIN guards g ON g.tenant_id = $1::uuid AND g.id = d.guard_id
    LEFT JOIN field_events e ON e.tenant_id = $1::uuid AND e.id = d.id
  WHERE d.tenant_id = $1::uuid AND {which === 'open' ? d.ended_at_ms IS NULL : d.is_closed_by_system}
    AND d.started_at_ms IS NOT NULL AND d.at_ms >= $2::bigint AND d.at_ms - (CASE WHEN e.phone_at_ms IS NULL THEN coalesce(e.clock_skew_ms, 0) ELSE 0 END) <= $3::bigint
    AND (d.at_ms, d.id) > ($4::bigint, $5::uuid)
  ORDER BY d.at_ms, d.id LIMIT 200;

-- setEnd
UPDATE duty_sessions SET ended_at_ms = $4::bigint, is_closed_by_system = $5::boolean,
    system_closed_at_ms = CASE WHEN $5::boolean THEN coalesce(system_closed_at_ms, $6::bigint) END,
    limit_hours = CASE WHEN $5::boolean THEN $7::smallint END
  WHERE tenant_id = $1::uuid AND id = $2::uuid AND ended_at_ms IS NOT DISTINCT FROM $3::bigint
    AND (ended_at_ms IS NULL OR is_closed_by_system) RETURNING id;


-- patrol/evidence/accept-log.queries.ts

-- acceptLog
DELETE FROM {table} WHERE tenant_id = $1::uuid;

-- queueFormerNotes
INSERT INTO log_pending (tenant_id, source, ids)
  SELECT n.tenant_id, 'log_notes', array_agg(n.id ORDER BY n.at_ms, n.id) FROM log_notes n
  WHERE n.tenant_id = $1::uuid AND NOT EXISTS (SELECT FROM log_leaves l
    WHERE l.tenant_id = $1::uuid AND l.source = 'log_notes' AND l.record_id = n.id)
  GROUP BY n.tenant_id;


-- patrol/evidence/chains.queries.ts

-- findSignedEvents
SELECT source, id, row, encode(proof_key, 'hex') AS key, proof_seq AS seq
  FROM ({parts.join(' UNION ALL ')}) AS u ORDER BY proof_key, proof_seq, id LIMIT $5::int;


-- patrol/evidence/check-due-rounds.queries.ts

-- outcomes
WITH kept AS (SELECT DISTINCT ON (record_key) record_key AS key, row FROM record_versions
  WHERE tenant_id = $1::uuid AND source = 'due_rounds' ORDER BY record_key, no DESC), now AS (
    SELECT d.id::text AS key, jsonb_build_object('id', d.id, 'status', d.status, 'round_id', d.round_id, 'excuse', d.excuse,
      'excused_by', d.excused_by, 'excused_at', d.excused_at) AS row,
      CASE WHEN EXISTS (SELECT FROM log_leaves l WHERE l.tenant_id = $1::uuid AND l.source = 'due_rounds'
  AND l.record_id = d.id) THEN jsonb_build_object('id', d.id, 'status', 'due') END AS first
    FROM due_rounds d WHERE d.tenant_id = $1::uuid)
  SELECT key, coalesce(kept.row, now.first) AS kept, now.row AS now FROM kept FULL JOIN now USING (key)
  WHERE NOT (now.row IS NULL AND kept.row ? 'plan') AND coalesce(kept.row, now.first) IS NOT NULL
    AND jsonb_strip_nulls(coalesce(kept.row, now.first)) IS DISTINCT FROM jsonb_strip_nulls(now.row)
  ORDER BY key;

-- starts
SELECT d.id FROM due_rounds d LEFT JOIN rounds r ON r.tenant_id = d.tenant_id AND r.id = d.round_id
  WHERE d.tenant_id = $1::uuid AND (d.begun_by, d.begun_at_ms) IS DISTINCT FROM (
    r.guard_id, told_or_happened_ms(r.tenant_id, r.id, 'roundStarted', r.started_at_ms))
  ORDER BY d.id;

-- calledOffLate
SELECT v.record_key AS id FROM record_versions v
  WHERE v.tenant_id = $1::uuid AND v.source = 'due_rounds' AND v.row ? 'plan'
    AND NOT v.at_ms <= (v.row #>> '{plan,due_at_ms}')::float8 + 120000 ORDER BY v.record_key;

-- findUnlikeDueRounds
SELECT set_config('timezone', 'UTC', true) AS key;


-- patrol/evidence/check-former-names.queries.ts

-- unlike
WITH newest AS (SELECT DISTINCT ON (record_key) record_key AS key, row FROM record_versions
  WHERE tenant_id = $1::uuid AND source = '{source}' ORDER BY record_key, no DESC),
    kept AS (SELECT key, row FROM newest WHERE row <> 'null'), now AS ({states})
  SELECT key, kept.row IS NOT NULL AS "isKept", now.row IS NOT NULL AS "isThere",
    coalesce(kept.row ->> 'names' = now.row ->> 'names', false) AS "isTimeAlone"
  FROM kept FULL JOIN now USING (key)
  WHERE kept.row IS DISTINCT FROM now.row AND (kept.row IS NOT NULL OR $2::boolean) ORDER BY key;

-- unlikeRounds
WITH kept AS (SELECT DISTINCT ON (of.key) of.key::uuid AS id, of.value::uuid AS names_id
      FROM record_versions v CROSS JOIN LATERAL jsonb_each_text(v.row) AS of (key, value)
      WHERE v.tenant_id = $1::uuid AND v.source = 'imported_rounds' ORDER BY of.key, v.no DESC)
  SELECT 'rounds ' || r.id || ': recorded_names_id was altered; the version of it says something else' AS sentence
    FROM kept JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = kept.id
    WHERE r.recorded_names_id IS DISTINCT FROM kept.names_id
  UNION ALL SELECT 'imported_rounds ' || i.round_id || ': inserted; it never went through the product'
    FROM imported_rounds i WHERE i.tenant_id = $1::uuid AND $2::boolean
      AND NOT EXISTS (SELECT FROM kept WHERE kept.id = i.round_id)
  ORDER BY 1;


-- patrol/evidence/check-log.queries.ts

-- findHeads
SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs",
    encode(key, 'hex') AS key, encode(signature, 'hex') AS signature
  FROM log_heads WHERE tenant_id = $1::uuid ORDER BY size;

-- findLogKeys
SELECT encode(key, 'hex') AS key, public_key AS "publicKey", first_used_ms AS "firstUsedMs"
  FROM log_keys WHERE tenant_id = $1::uuid ORDER BY first_used_ms, key;

-- findLeaves
SELECT leaf_no AS no, source, record_id AS "recordId", encode(hash, 'hex') AS hash,
    encode(marks, 'hex') AS marks
  FROM log_leaves WHERE tenant_id = $1::uuid AND leaf_no > $2::bigint ORDER BY leaf_no LIMIT $3::int;

-- findStoredNodes
SELECT n.level, n.node_no AS no, encode(n.hash, 'hex') AS hash
  FROM generate_series(1, 52) AS of (level) CROSS JOIN LATERAL (SELECT * FROM log_nodes t
    WHERE t.tenant_id = $1::uuid AND t.level = of.level
      AND t.node_no >= div($2::numeric - power(2::numeric, of.level) + 1, power(2::numeric, of.level))::bigint
      AND t.node_no <= div($3::numeric, power(2::numeric, of.level))::bigint) AS n
  WHERE (n.node_no + 1) * power(2::numeric, n.level) - 1 BETWEEN $2::numeric AND $3::numeric;

-- countNodes
SELECT count(*)::float8 AS nodes FROM log_nodes WHERE tenant_id = $1::uuid;

-- findUnsealed
SELECT '{name}' AS source, t.id FROM {name} t
  LEFT JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.source = '{name}' AND l.record_id = t.id
  WHERE t.tenant_id = $1::uuid AND l.record_id IS NULL AND {takenAtMs} > $2::float8
    AND NOT EXISTS (SELECT 1 FROM log_pending p WHERE p.tenant_id = $1::uuid AND p.source = '{name}'
      AND t.id = ANY(p.ids))
  ORDER BY t.id;

-- findErasureIds
SELECT id FROM guard_erasures WHERE tenant_id = $1::uuid ORDER BY at_ms, id;

-- findMisattributed
SELECT r.id, r.guard_id, r.site_id, r.route_version_id, r.device_id, e.guards, e.devices, e.version,
    v.site_id AS planned_site
  FROM rounds r CROSS JOIN LATERAL (
    SELECT array_agg(guard_id) AS guards, array_agg(device_id) AS devices,
      (array_agg(named_id) FILTER (WHERE named_id IS NOT NULL))[1] AS version FROM (
      SELECT guard_id, device_id, named_id FROM field_events f WHERE f.tenant_id = $1::uuid AND f.subject_id = r.id
      UNION ALL SELECT guard_id, device_id, NULL FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = r.id) u) e
  LEFT JOIN route_versions v ON v.tenant_id = $1::uuid AND v.id = coalesce(e.version, r.route_version_id)
  WHERE r.tenant_id = $1::uuid AND e.guards IS NOT NULL;

-- findMisattributed
SELECT d.id, d.guard_id, d.site_id, d.started_at_ms, d.ended_at_ms, d.is_closed_by_system, e.*
  FROM duty_sessions d CROSS JOIN LATERAL (
    SELECT array_agg(guard_id) AS guards, min(device_at_ms) FILTER (WHERE kind = 'dutyStarted') AS began,
      min(device_at_ms) FILTER (WHERE kind = 'dutyEnded') AS ended,
      (array_agg(named_id) FILTER (WHERE named_id IS NOT NULL))[1] AS site FROM field_events f
    WHERE f.tenant_id = $1::uuid AND f.subject_id = d.id) e
  WHERE d.tenant_id = $1::uuid AND e.guards IS NOT NULL;

-- findMisattributed
WITH r AS (SELECT r.id, r.guard_id, r.site_id, r.route_version_id, r.device_id, e.guards, e.devices, e.version,
    v.site_id AS planned_site
  FROM rounds r CROSS JOIN LATERAL (
    SELECT array_agg(guard_id) AS guards, array_agg(device_id) AS devices,
      (array_agg(named_id) FILTER (WHERE named_id IS NOT NULL))[1] AS version FROM (
      SELECT guard_id, device_id, named_id FROM field_events f WHERE f.tenant_id = $1::uuid AND f.subject_id = r.id
      UNION ALL SELECT guard_id, device_id, NULL FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = r.id) u) e
  LEFT JOIN route_versions v ON v.tenant_id = $1::uuid AND v.id = coalesce(e.version, r.route_version_id)
  WHERE r.tenant_id = $1::uuid AND e.guards IS NOT NULL), d AS (SELECT d.id, d.guard_id, d.site_id, d.started_at_ms, d.ended_at_ms, d.is_closed_by_system, e.*
  FROM duty_sessions d CROSS JOIN LATERAL (
    SELECT array_agg(guard_id) AS guards, min(device_at_ms) FILTER (WHERE kind = 'dutyStarted') AS began,
      min(device_at_ms) FILTER (WHERE kind = 'dutyEnded') AS ended,
      (array_agg(named_id) FILTER (WHERE named_id IS NOT NULL))[1] AS site FROM field_events f
    WHERE f.tenant_id = $1::uuid AND f.subject_id = d.id) e
  WHERE d.tenant_id = $1::uuid AND e.guards IS NOT NULL)
  SELECT 'rounds' AS source, id, 'guard_id' AS "column" FROM r WHERE NOT guard_id = ANY(guards)
  UNION ALL SELECT 'rounds', id, 'device_id' FROM r WHERE NOT device_id = ANY(devices)
  UNION ALL SELECT 'rounds', id, 'route_version_id' FROM r
    WHERE version IS NOT NULL AND route_version_id IS DISTINCT FROM version
  UNION ALL SELECT 'rounds', id, 'site_id' FROM r WHERE version IS NOT NULL AND planned_site <> site_id
  UNION ALL SELECT 'duty_sessions', id, 'guard_id' FROM d WHERE NOT guard_id = ANY(guards)
  UNION ALL SELECT 'duty_sessions', id, 'site_id' FROM d WHERE site IS NOT NULL AND site_id IS DISTINCT FROM site
  UNION ALL SELECT 'duty_sessions', id, 'started_at_ms' FROM d WHERE started_at_ms IS DISTINCT FROM began
  UNION ALL SELECT 'duty_sessions', id, 'ended_at_ms' FROM d
    WHERE NOT is_closed_by_system AND ended_at_ms IS DISTINCT FROM ended
  UNION ALL SELECT 'duty_sessions', subject_id, 'id' FROM field_events f
    WHERE f.tenant_id = $1::uuid AND kind IN ('dutyStarted', 'dutyEnded') AND NOT EXISTS (
      SELECT 1 FROM duty_sessions t WHERE t.tenant_id = $1::uuid AND t.id = f.subject_id)
  UNION ALL SELECT 'rounds', subject_id, 'id' FROM field_events f
    WHERE f.tenant_id = $1::uuid AND kind = 'roundStarted' AND NOT EXISTS (
      SELECT 1 FROM rounds t WHERE t.tenant_id = $1::uuid AND t.id = f.subject_id)
  ORDER BY 1, 2, 3;

-- findEventless
SELECT FROM field_events f WHERE f.tenant_id = $1::uuid AND f.subject_id = {row}.id;

-- findEventless
SELECT 'rounds' AS source, r.id FROM rounds r
    WHERE r.tenant_id = $1::uuid AND r.started_at_ms > $2::bigint AND NOT EXISTS (SELECT FROM field_events f WHERE f.tenant_id = $1::uuid AND f.subject_id = r.id)
      AND NOT EXISTS (SELECT FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = r.id)
  UNION ALL SELECT 'duty_sessions', d.id FROM duty_sessions d
    WHERE d.tenant_id = $1::uuid AND d.at_ms > $2::bigint AND NOT EXISTS (SELECT FROM field_events f WHERE f.tenant_id = $1::uuid AND f.subject_id = d.id)
  ORDER BY 1, 2;

-- findDeviceKeys
SELECT encode(key, 'hex') AS key, guard_id AS "guardId", device_id AS "deviceId",
  public_key AS "publicKey" FROM device_keys WHERE tenant_id = $1::uuid;


-- patrol/evidence/check-versions.queries.ts

-- newestVersions
SELECT DISTINCT ON (record_key) record_key AS key, row FROM record_versions
  WHERE tenant_id = $1::uuid AND source = '{table}' ORDER BY record_key, no DESC;

-- comparison
WITH newest AS (SELECT DISTINCT ON (record_key) record_key AS key, row FROM record_versions
  WHERE tenant_id = $1::uuid AND source = '{table.name}' ORDER BY record_key, no DESC), kept AS (SELECT key, nullif(row, 'null') - '{{names.join(',')}}'::text[] AS row FROM newest), now AS (
      SELECT concat_ws(' ', {key.map((column) => `t.${column}`).join(', ')}) AS key, {versionExpression()} AS row, {table.takenAtMs} AS taken_at_ms
      FROM {table.name} t WHERE tenant_id = $1::uuid)
    SELECT key, kept.row AS kept, now.row AS now FROM kept FULL JOIN now USING (key)
    WHERE jsonb_strip_nulls(kept.row) IS DISTINCT FROM jsonb_strip_nulls(now.row)
      AND (kept.row IS NOT NULL OR now.taken_at_ms > $2::float8) ORDER BY key;

-- duties
WITH kept AS (SELECT DISTINCT ON (record_key) record_key AS key, row FROM record_versions
  WHERE tenant_id = $1::uuid AND source = 'duty_sessions' ORDER BY record_key, no DESC), now AS (
    SELECT d.id::text AS key, d.id, d.is_closed_by_system, to_jsonb(d) AS row
    FROM duty_sessions d WHERE tenant_id = $1::uuid), both_of AS (
    SELECT key, now.id, kept.row IS NOT NULL AS is_kept, now.row IS NULL AS is_gone,
      CASE WHEN kept.row IS NULL THEN jsonb_build_object('id', now.id, 'is_closed_by_system', false)
        ELSE kept.row - '{tenant_id,at_ms,guard_id,site_id,started_at_ms}'::text[] - CASE WHEN now.is_closed_by_system THEN '' ELSE 'ended_at_ms' END END AS kept,
      now.row - '{tenant_id,at_ms,guard_id,site_id,started_at_ms}'::text[] - CASE WHEN now.is_closed_by_system THEN '' ELSE 'ended_at_ms' END AS now FROM kept FULL JOIN now USING (key))
  SELECT key, kept, now FROM both_of
  WHERE jsonb_strip_nulls(kept) IS DISTINCT FROM jsonb_strip_nulls(now)
    AND (is_gone OR is_kept OR EXISTS (SELECT FROM field_events f JOIN log_leaves l ON l.tenant_id = $1::uuid
      AND l.source = 'field_events' AND l.record_id = f.id WHERE f.tenant_id = $1::uuid AND f.subject_id = both_of.id))
  ORDER BY key;

-- findUnlikeVersions
SELECT set_config('timezone', 'UTC', true) AS key;


-- patrol/evidence/evidence-file.queries.ts

-- findFirstHead
SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs",
    encode(key, 'hex') AS key, encode(signature, 'hex') AS signature
  FROM log_heads WHERE tenant_id = $1::uuid ORDER BY size LIMIT 1;

-- findShownRounds
SELECT r.id, coalesce(recorded.site_name, coalesce(s.former -> width_bucket((r.started_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name)) AS "siteName", s.time_zone AS "siteTimeZone", trim(coalesce(recorded.first_name, coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name)) || ' ' || coalesce(recorded.last_name, coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name))) AS "guardName",
    coalesce(v.name, '') AS "routeName", r.started_at_ms AS "startedAtMs", r.ended_at_ms AS "endedAtMs",
    r.status_code AS "statusCode", r.total_check_points AS "totalCheckPoints",
    r.scanned_check_points AS "scannedCheckPoints"
  FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (id, place)
  JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = asked.id AND ($3::uuid IS NULL OR r.site_id = $3::uuid)
  JOIN guards g ON g.tenant_id = $1::uuid AND g.id = r.guard_id
  JOIN sites s ON s.tenant_id = $1::uuid AND s.id = r.site_id
  LEFT JOIN recorded_names recorded ON recorded.tenant_id = $1::uuid AND recorded.id = r.recorded_names_id
  LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
  ORDER BY asked.place;

-- findNamedRecords
WITH asked AS (SELECT unnest($2::uuid[]) AS round_id),
  events AS MATERIALIZED (
    SELECT 'scans' AS source, e.id, e.round_id, e.proof_key, e.guard_id, e.device_id
      FROM asked JOIN scans e ON e.tenant_id = $1::uuid AND e.round_id = asked.round_id
    UNION ALL SELECT 'field_events', e.id, e.subject_id, e.proof_key, e.guard_id, e.device_id
      FROM asked JOIN field_events e ON e.tenant_id = $1::uuid AND e.subject_id = asked.round_id),
  answers AS MATERIALIZED (
    SELECT e.id, s.round_id, e.proof_key, e.guard_id, e.device_id, (e.details ->> 'questionsId')::uuid AS questions_id
      FROM events s JOIN field_events e ON e.tenant_id = $1::uuid AND e.subject_id = s.id
        AND e.kind = 'checkpointAnswered' AND e.guard_id = s.guard_id
      WHERE s.source = 'scans'),
  phones AS (SELECT proof_key, guard_id, device_id FROM events WHERE proof_key IS NOT NULL
    UNION SELECT proof_key, guard_id, device_id FROM answers WHERE proof_key IS NOT NULL),
  named AS (SELECT source, id, round_id, false AS is_beside FROM events
    UNION ALL SELECT 'field_events', id, round_id, true FROM answers
    UNION ALL SELECT DISTINCT 'question_versions', questions_id, NULL::uuid, false FROM answers
      WHERE questions_id IS NOT NULL
    UNION ALL SELECT DISTINCT 'route_versions', r.route_version_id, NULL::uuid, false
      FROM asked JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = asked.round_id
      WHERE r.route_version_id IS NOT NULL
    UNION ALL SELECT 'guard_erasures', g.id, NULL::uuid, false
      FROM (SELECT guard_id FROM events UNION SELECT r.guard_id FROM asked
        JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = asked.round_id) AS who
      JOIN guard_erasures g ON g.tenant_id = $1::uuid AND g.guard_id = who.guard_id
    UNION ALL SELECT 'device_keys', k.id, NULL::uuid, false
      FROM phones p JOIN device_keys k ON k.tenant_id = $1::uuid AND k.key = p.proof_key
        AND k.guard_id = p.guard_id AND k.device_id = p.device_id)
  SELECT n.source, n.id, n.round_id AS "roundId", n.is_beside AS "isBeside", l.leaf_no AS leaf,
    l.leaf_no IS NULL AND EXISTS (SELECT 1 FROM log_pending p WHERE p.tenant_id = $1::uuid AND p.source = n.source
      AND n.id = ANY(p.ids)) AS "isPending"
  FROM named n LEFT JOIN LATERAL (SELECT t.leaf_no FROM log_leaves t
    WHERE t.tenant_id = $1::uuid AND t.source = n.source AND t.record_id = n.id LIMIT 1) l ON true
  ORDER BY n.source DESC, n.id;

-- findLeavesOf
SELECT l.leaf_no AS no, l.source, l.record_id AS id, encode(l.hash, 'hex') AS hash,
    encode(l.marks, 'hex') AS marks
  FROM unnest($2::bigint[]) AS asked (no) JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.leaf_no = asked.no
  ORDER BY l.leaf_no;


-- patrol/evidence/evidence-log.queries.ts

-- findHeadsBelow
SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs",
    encode(key, 'hex') AS key, encode(signature, 'hex') AS signature
  FROM log_heads WHERE tenant_id = $1::uuid AND size < $2::bigint ORDER BY size DESC LIMIT $3::int;

-- countLog
SELECT (SELECT count(*) FROM log_heads WHERE tenant_id = $1::uuid)::float8 AS "headCount",
  (SELECT coalesce(sum(cardinality(ids)), 0) FROM log_pending WHERE tenant_id = $1::uuid)::float8 AS waiting;


-- patrol/evidence/first-versions.queries.ts

-- storeFirstVersions
SELECT set_config('timezone', 'UTC', true);

-- storeFirstVersions
INSERT INTO record_versions (tenant_id, source, record_key, row)
  SELECT $1::uuid, '{table.name}', concat_ws(' ', {key.map((column) => `t.${column}`).join(', ')}), {versionExpression()}
  FROM {table.name} t WHERE t.tenant_id = $1::uuid;

-- storeFirstVersions
INSERT INTO record_versions (tenant_id, source, record_key, row)
  SELECT $1::uuid, '{source}', s.key, s.row FROM ({states}) AS s;


-- patrol/evidence/former-names.ts

-- formerOf
SELECT '{table} ' || t.id AS key, jsonb_build_object(
    'untilMs', to_jsonb(t.former_until_ms), 'names', encode(sha256(convert_to(coalesce(t.former::text, ''), 'UTF8')), 'hex')) AS row
  FROM {table} t WHERE t.tenant_id = $1::uuid AND (t.former IS NOT NULL OR t.former_until_ms IS NOT NULL);

-- recordedNames
SELECT t.id::text AS key, jsonb_build_object('names', encode(sha256(convert_to(jsonb_build_array(t.guard_id, t.employee_id, t.first_name, t.last_name, t.site_name, t.salt)::text, 'UTF8')), 'hex')) AS row FROM recorded_names t WHERE t.tenant_id = $1::uuid;

-- namesOfRounds
SELECT gen_random_uuid()::text AS key, jsonb_object_agg(p.id, p.names_id) AS row FROM (
  SELECT i.round_id AS id, r.recorded_names_id AS names_id, (row_number() OVER () - 1) / 200 AS portion
  FROM imported_rounds i JOIN rounds r ON r.tenant_id = i.tenant_id AND r.id = i.round_id
  WHERE i.tenant_id = $1::uuid) AS p GROUP BY p.portion;


-- patrol/evidence/head-witnesses.queries.ts

-- witnesses
SELECT w.id, w.address AS email, w.language,
    (SELECT CASE WHEN coalesce(c.state, 'invited') = 'invited' AND own.has_account THEN 'agreed'
      ELSE coalesce(c.state, 'notInvited') END
    FROM (SELECT EXISTS (SELECT FROM users u WHERE u.tenant_id = w.tenant_id AND lower(u.email) = lower(w.address)
        AND u.activated AND u.invited_at IS NULL AND NOT u.is_address_unproven AND u.role IN ('superAdmin', 'subAdmin')) AS has_account) own
    LEFT JOIN mail_consents c ON c.tenant_id = w.tenant_id AND c.purpose = 'logHeads'
      AND c.address_hash = sha256(convert_to(lower(w.address), 'UTF8'))) AS state,
    floor(extract(epoch FROM w.added_at) * 1000)::float8 AS "addedAtMs",
    floor(extract(epoch FROM w.last_mailed_at) * 1000)::float8 AS "mailedAtMs"
  FROM head_witnesses w WHERE w.tenant_id = $1::uuid;

-- listWitnesses
SELECT w.id, w.address AS email, w.language,
    (SELECT CASE WHEN coalesce(c.state, 'invited') = 'invited' AND own.has_account THEN 'agreed'
      ELSE coalesce(c.state, 'notInvited') END
    FROM (SELECT EXISTS (SELECT FROM users u WHERE u.tenant_id = w.tenant_id AND lower(u.email) = lower(w.address)
        AND u.activated AND u.invited_at IS NULL AND NOT u.is_address_unproven AND u.role IN ('superAdmin', 'subAdmin')) AS has_account) own
    LEFT JOIN mail_consents c ON c.tenant_id = w.tenant_id AND c.purpose = 'logHeads'
      AND c.address_hash = sha256(convert_to(lower(w.address), 'UTF8'))) AS state,
    floor(extract(epoch FROM w.added_at) * 1000)::float8 AS "addedAtMs",
    floor(extract(epoch FROM w.last_mailed_at) * 1000)::float8 AS "mailedAtMs"
  FROM head_witnesses w WHERE w.tenant_id = $1::uuid ORDER BY w.added_at, w.id;

-- findWitness
SELECT w.id, w.address AS email, w.language,
    (SELECT CASE WHEN coalesce(c.state, 'invited') = 'invited' AND own.has_account THEN 'agreed'
      ELSE coalesce(c.state, 'notInvited') END
    FROM (SELECT EXISTS (SELECT FROM users u WHERE u.tenant_id = w.tenant_id AND lower(u.email) = lower(w.address)
        AND u.activated AND u.invited_at IS NULL AND NOT u.is_address_unproven AND u.role IN ('superAdmin', 'subAdmin')) AS has_account) own
    LEFT JOIN mail_consents c ON c.tenant_id = w.tenant_id AND c.purpose = 'logHeads'
      AND c.address_hash = sha256(convert_to(lower(w.address), 'UTF8'))) AS state,
    floor(extract(epoch FROM w.added_at) * 1000)::float8 AS "addedAtMs",
    floor(extract(epoch FROM w.last_mailed_at) * 1000)::float8 AS "mailedAtMs"
  FROM head_witnesses w WHERE w.tenant_id = $1::uuid AND w.id = $2::uuid;

-- insertWitness
SELECT pg_advisory_xact_lock(hashtextextended({`witnesses ${tenantId}`}, 0));


-- patrol/evidence/log-notes.queries.ts

-- insertNote
INSERT INTO log_notes (tenant_id, at_ms, kind, details)
  VALUES ($1::uuid, $2::bigint, $3::text, $4::jsonb);

-- insertFirstNote
INSERT INTO log_notes (tenant_id, at_ms, kind, details)
  VALUES ($1::uuid, $2::bigint, $3::text, $4::jsonb) RETURNING id;

-- insertFirstNote
DELETE FROM log_pending WHERE tenant_id = $1::uuid AND source = 'log_notes' AND ids = ARRAY[$2::uuid];

-- findSetBacks
SELECT n.id, n.at_ms AS "atMs", n.details, l.leaf_no AS leaf FROM log_notes n
  LEFT JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.source = 'log_notes' AND l.record_id = n.id
  WHERE n.tenant_id = $1::uuid AND n.kind = 'clockSetBack' ORDER BY l.leaf_no, n.id;

-- findSealedSince
SELECT DISTINCT ON (since.key) since.key AS name, since.value::text::float8 AS "sinceMs"
  FROM log_notes n
  LEFT JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.source = 'log_notes' AND l.record_id = n.id
  LEFT JOIN log_pending p ON p.tenant_id = $1::uuid AND p.source = 'log_notes' AND n.id = ANY(p.ids)
  CROSS JOIN LATERAL jsonb_each(CASE jsonb_typeof(n.details -> 'tables') WHEN 'object' THEN n.details -> 'tables'
    ELSE '{}' END) AS since (key, value)
  WHERE n.tenant_id = $1::uuid AND n.kind = 'sealedSince' AND jsonb_typeof(since.value) = 'number'
    AND (l.leaf_no IS NOT NULL OR p.no IS NOT NULL)
  ORDER BY since.key, l.leaf_no, p.no;

-- findOperatorNotes
SELECT kind, at_ms AS "atMs", details FROM log_notes
  WHERE tenant_id = $1::uuid AND kind IN ('restored', 'accepted') ORDER BY at_ms DESC, id;

-- findClockNotes
SELECT id, at_ms, kind, details FROM log_notes
  WHERE tenant_id = $1::uuid AND kind = 'clockSetBack' ORDER BY at_ms DESC, id;


-- patrol/evidence/log-salts.queries.ts

-- findSalt
SELECT salt, made_at_ms AS "madeAtMs", encode(key, 'hex') AS key, encode(signature, 'hex') AS signature
  FROM log_salts WHERE tenant_id = $1::uuid;

-- makeConcealer
INSERT INTO log_salts (tenant_id, salt, made_at_ms, key, signature)
  VALUES ($1::uuid, $2::bytea, $3::bigint, decode($4::text, 'hex'), decode($5::text, 'hex'));


-- patrol/evidence/log.queries.ts

-- lockLog
SELECT pg_advisory_xact_lock(hashtextextended('log ' || $1::text, 0)), set_config('watchpost.sealing', '2', true), set_config('watchpost.tenant', $1::text, true);

-- tryLockLog
SELECT pg_try_advisory_xact_lock(hashtextextended('log ' || $1::text, 0)) AS taken, set_config('watchpost.sealing', '2', true), set_config('watchpost.tenant', $1::text, true);

-- findHead
SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs",
  encode(key, 'hex') AS key, encode(signature, 'hex') AS signature FROM log_heads WHERE tenant_id = $1::uuid AND size <= $2::bigint
    ORDER BY size DESC LIMIT 1;

-- takePending
WITH first AS (SELECT no, ids FROM log_pending WHERE tenant_id = $1::uuid ORDER BY no LIMIT $2::bigint),
    counted AS (SELECT no, sum(cardinality(ids)) OVER (ORDER BY no) - cardinality(ids) AS before FROM first),
    taken AS (DELETE FROM log_pending p USING counted c WHERE p.tenant_id = $1::uuid AND p.no = c.no
      AND c.before < $2::bigint RETURNING p.no, p.source, p.ids, ($2::bigint - c.before)::integer AS room),
    rest AS (INSERT INTO log_pending (tenant_id, no, source, ids) OVERRIDING SYSTEM VALUE
      SELECT $1::uuid, no, source, ids[room + 1:] FROM taken WHERE cardinality(ids) > room)
  SELECT source, ids[:room] AS ids FROM taken ORDER BY no;

-- isAnythingPending
SELECT 1 FROM log_pending WHERE tenant_id = $1::uuid LIMIT 1;

-- findSealed
SELECT found.record_id AS id FROM unnest($3::uuid[]) AS sent (id) CROSS JOIN LATERAL (SELECT l.record_id
  FROM log_leaves l WHERE l.tenant_id = $1::uuid AND l.source = $2::text AND l.record_id = sent.id LIMIT 1) AS found;

-- findEntries
SELECT sent.id, {table.former === undefined ? found.row : coalesce(found.row, {table.former}::json)} AS row, found.taken_at_ms AS "takenAtMs"
  FROM unnest($2::uuid[]) WITH ORDINALITY AS sent (id, place)
  LEFT JOIN LATERAL (SELECT (SELECT row_to_json(sealed) FROM (SELECT {members.join(', ')}) AS sealed) AS row, ({table.takenAtMs})::float8 AS taken_at_ms
    FROM {table.name} t WHERE t.tenant_id = $1::uuid AND t.id = sent.id LIMIT 1) AS found ON true
  ORDER BY sent.place;

-- findNodes
SELECT sent.level, sent.no, CASE WHEN sent.level >= 4
    THEN (SELECT n.hash FROM log_nodes n WHERE n.tenant_id = $1::uuid AND n.level = sent.level AND n.node_no = sent.no)
    ELSE (SELECT string_agg(l.hash, ''::bytea ORDER BY l.leaf_no) FROM log_leaves l WHERE l.tenant_id = $1::uuid
      AND l.leaf_no >= sent.no << sent.level AND l.leaf_no < (sent.no + 1) << sent.level) END AS hashes
  FROM unnest($2::smallint[], $3::bigint[]) AS sent (level, no);

-- insertHead
INSERT INTO log_keys (tenant_id, key, public_key, first_used_ms)
  VALUES ($1::uuid, decode($2::text, 'hex'), $3::text, $4::bigint) ON CONFLICT DO NOTHING;

-- insertHead
INSERT INTO log_heads (tenant_id, size, root, at_ms, key, signature)
  VALUES ($1::uuid, $2::bigint, decode($3::text, 'hex'), $4::bigint, decode($5::text, 'hex'), decode($6::text, 'hex'));


-- patrol/evidence/published-heads.queries.ts

-- findPublished
SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs", encode(key, 'hex') AS key,
  encode(signature, 'hex') AS signature, to_char(day, 'YYYY-MM-DD') AS day, no, note, stamp_state AS "stampState",
  stamp_reason AS "stampReason", stamped_at_ms AS "stampedAtMs" FROM published_heads
    WHERE tenant_id = $1::uuid AND ($2::date IS NULL OR day = $2::date) ORDER BY no DESC LIMIT 1;

-- findPublishedOfSize
SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs", encode(key, 'hex') AS key,
  encode(signature, 'hex') AS signature, to_char(day, 'YYYY-MM-DD') AS day, no, note, stamp_state AS "stampState",
  stamp_reason AS "stampReason", stamped_at_ms AS "stampedAtMs" FROM published_heads WHERE tenant_id = $1::uuid AND size = $2::bigint
    ORDER BY day LIMIT 1;

-- listPublished
SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs", encode(key, 'hex') AS key,
  encode(signature, 'hex') AS signature, to_char(day, 'YYYY-MM-DD') AS day, no, note, stamp_state AS "stampState",
  stamp_reason AS "stampReason", stamped_at_ms AS "stampedAtMs" FROM published_heads WHERE tenant_id = $1::uuid ORDER BY no DESC LIMIT $2::int;

-- findHeadAt
SELECT tenant_id AS "logId", size, encode(root, 'hex') AS root, at_ms AS "atMs",
    encode(key, 'hex') AS key, encode(signature, 'hex') AS signature
  FROM log_heads WHERE tenant_id = $1::uuid AND at_ms <= $2::bigint ORDER BY size DESC LIMIT 1;

-- insertPublished
INSERT INTO published_heads (tenant_id, day, size, root, at_ms, key, signature, note, stamp_state, no)
  VALUES ($1::uuid, $2::date, $3::bigint, decode($4::text, 'hex'), $5::bigint, decode($6::text, 'hex'),
    decode($7::text, 'hex'), $8::text, $9::text, $10::integer)
  ON CONFLICT DO NOTHING RETURNING day;

-- findTimeStamp
SELECT time_stamp AS "timeStamp" FROM published_heads WHERE tenant_id = $1::uuid AND day = $2::date;

-- findNoteKeys
SELECT verifier_key AS "verifierKey" FROM note_keys WHERE tenant_id = $1::uuid
  ORDER BY first_used_ms, verifier_key;

-- insertNoteKey
INSERT INTO note_keys (tenant_id, verifier_key, first_used_ms)
  SELECT $1::uuid, $2::text, $3::bigint WHERE NOT EXISTS (
    SELECT FROM note_keys WHERE tenant_id = $1::uuid AND verifier_key = $2::text) ON CONFLICT DO NOTHING;


-- patrol/evidence/related-records.queries.ts

-- findRelatedLeaves
WITH asked AS MATERIALIZED (
    SELECT r.id AS round_id, r.guard_id, r.site_id, r.started_at_ms, greatest(r.ended_at_ms, r.started_at_ms,
      (SELECT max(s.device_at_ms) FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = r.id)) AS last_ms
    FROM rounds r WHERE r.tenant_id = $1::uuid AND r.id = ANY($2::uuid[])),
  {[...(incidents ? incidentTables : []), ...(calls ? callTables : [])].join(', ')},
  named AS ({[...(incidents ? incidentRecords : []), ...(calls ? callRecords : [])].join(' UNION ALL ')})
  SELECT DISTINCT n.round_id AS "roundId", l.leaf_no AS leaf FROM named n
  JOIN log_leaves l ON l.tenant_id = $1::uuid AND l.source = n.source AND l.record_id = n.id
  ORDER BY leaf;

-- incidentRecords
SELECT t.round_id, 'record_versions' AS source, v.id FROM told t JOIN record_versions v ON v.tenant_id = $1::uuid AND v.source = 'incidents' AND v.record_key = t.id::text;

-- incidentRecords
SELECT t.round_id, 'incident_history', h.id FROM told t
  JOIN incident_history h ON h.tenant_id = $1::uuid AND h.incident_id = t.id;

-- incidentRecords
SELECT t.round_id, 'incident_photos', p.id FROM told t
  JOIN incident_photos p ON p.tenant_id = $1::uuid AND p.incident_id = t.id;

-- callRecords
SELECT c.round_id, 'record_versions' AS source, v.id FROM called c JOIN record_versions v ON v.tenant_id = $1::uuid AND v.source = 'sos_calls' AND v.record_key = c.id::text;

-- callRecords
SELECT c.round_id, 'record_versions', v.id FROM called c
  JOIN sos_history h ON h.tenant_id = $1::uuid AND h.sos_id = c.id
  JOIN record_versions v ON v.tenant_id = $1::uuid AND v.source = 'sos_history' AND v.record_key = concat_ws(' ', c.id, h.kind);

-- callRecords
SELECT c.round_id, 'record_versions', v.id FROM called c
  JOIN sos_positions p ON p.tenant_id = $1::uuid AND p.sos_id = c.id
  JOIN record_versions v ON v.tenant_id = $1::uuid AND v.source = 'sos_positions' AND v.record_key = concat_ws(' ', c.id, p.id);


-- patrol/evidence/time-stamps.queries.ts

-- findWaitingStamp
SELECT note, stamp_tries AS tries FROM published_heads
  WHERE tenant_id = $1::uuid AND day = $2::date AND stamp_state = 'waiting';

-- updateStamped
UPDATE published_heads SET stamp_state = 'stamped', stamp_reason = '',
    time_stamp = decode($3::text, 'hex'), stamped_at_ms = $4::bigint
  WHERE tenant_id = $1::uuid AND day = $2::date AND stamp_state = 'waiting';

-- updateUnstamped
UPDATE published_heads SET stamp_state = $3::text, stamp_reason = $4::text, stamp_tries = stamp_tries + 1
  WHERE tenant_id = $1::uuid AND day = $2::date AND stamp_state = 'waiting';


-- patrol/exceptions/close-excused.queries.ts

-- close
WITH closed AS (
    UPDATE exceptions e SET status = 'closed', outcome = 'justified', closing_reason = $3, closed_at_ms = $4::bigint,
      taken_at_ms = coalesce(e.taken_at_ms, $4::bigint), owner_id = coalesce(e.owner_id, $5::uuid),
      version = e.version + 1
    FROM (VALUES ('missed', $2::uuid), ('late', $6::uuid), ('incomplete', $7::uuid)) AS named (kind, subject_id)
    WHERE e.tenant_id = $1::uuid AND e.kind = named.kind AND e.subject_id = named.subject_id AND e.status <> 'closed'
    RETURNING e.id)
  INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, actor_id, actor_name, text, details)
  SELECT $1::uuid, gen_random_uuid(), id, $4::bigint, $8::text, 'user', $5::uuid, coalesce((
      SELECT coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) FROM users u
      WHERE u.tenant_id = $1::uuid AND u.id = $5::uuid), ''), $3, '{"outcome": "justified"}'
  FROM closed;


-- patrol/exceptions/exception-changes.queries.ts

-- lockItems
SELECT 1 FROM exceptions WHERE tenant_id = $1::uuid AND id = ANY ($2::uuid[])
  AND ($3::uuid IS NULL OR site_id = $3::uuid) ORDER BY id FOR NO KEY UPDATE;

-- lockItems
SELECT e.id, e.version, e.kind, e.status, e.site_id AS "siteId", s.name AS "siteName",
    e.route_name AS "routeName", e.owner_id AS "ownerId",
    coalesce((SELECT coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) FROM users u
      WHERE u.tenant_id = e.tenant_id AND u.id = e.owner_id), '') AS "ownerName",
    (SELECT count(*)::int FROM exception_files f WHERE f.tenant_id = e.tenant_id AND f.exception_id = e.id) AS files
  FROM exceptions e JOIN sites s ON s.tenant_id = e.tenant_id AND s.id = e.site_id
  WHERE e.tenant_id = $1::uuid AND e.id = ANY ($2::uuid[]) AND ($3::uuid IS NULL OR e.site_id = $3::uuid)
  ORDER BY e.id;

-- moveItems
UPDATE exceptions SET {set}, version = version + 1
  WHERE tenant_id = $1::uuid AND id = ANY ($2::uuid[]) AND $3::bigint IS NOT NULL RETURNING id, version;

-- insertHistory
INSERT INTO exception_history
    (tenant_id, id, exception_id, at_ms, kind, actor_kind, actor_id, actor_name, text, details)
  SELECT $1::uuid, gen_random_uuid(), id, $3::bigint, $4, 'user', $5::uuid, coalesce((
    SELECT coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) FROM users u
    WHERE u.tenant_id = $1::uuid AND u.id = $5::uuid), ''), $6, $7::jsonb
  FROM unnest($2::uuid[]) AS id;

-- notifyAssigned
SELECT coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), email) AS name FROM users
  WHERE tenant_id = $1::uuid AND id = $2::uuid;


-- patrol/exceptions/exception-counts.queries.ts

-- countExceptions
SELECT ({parts.join(' + ')})::int AS count;

-- countWaiting
SELECT r.kind, (coalesce(sum(r.items) FILTER (WHERE r.status = 'open'), 0))::int AS open, (coalesce(sum(r.items) FILTER (WHERE r.status = 'inHand'), 0))::int AS "inHand",
    (coalesce(sum(r.items) FILTER (WHERE NOT r.is_owned), 0))::int AS unowned
  FROM exception_counts r WHERE {conditions.join(' AND ')} AND r.grain = 0 GROUP BY r.kind;


-- patrol/exceptions/exceptions.queries.ts

-- findNamed
SELECT ARRAY(SELECT id FROM search_sites($1::text, $2::uuid)) AS "siteIds",
  ARRAY(SELECT id FROM search_guards($1::text, $2::uuid)) AS "guardIds",
  ARRAY(SELECT id FROM search_patrol_routes($1::text, $2::uuid)) AS "routeIds";

-- findOwners
SELECT u.id, coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) AS name
  FROM users u LEFT JOIN sub_admins a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
  WHERE u.tenant_id = $1::uuid AND u.activated AND (u.role = 'superAdmin'
    OR (u.role = 'subAdmin' AND $3::boolean AND ($2::uuid IS NULL OR a.site_id = $2::uuid)))
  ORDER BY 2, 1 LIMIT 2000;

-- findSites
SELECT id, name FROM sites WHERE tenant_id = $1::uuid AND deleted_at IS NULL
  AND ($2::uuid IS NULL OR id = $2::uuid) ORDER BY sort_name, id LIMIT 2000;

-- findExtras
SELECT
      (SELECT json_build_object('dueAtMs', d.due_at_ms, 'lateAtMs', d.late_at_ms, 'missedAtMs', d.missed_at_ms)
        FROM due_rounds d WHERE d.tenant_id = $1::uuid AND d.id = e.due_round_id) AS due,
      (SELECT json_build_object('id', d.id, 'tourName', d.tour_name, 'siteName', coalesce(s.former -> width_bucket((d.due_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name), 'timeZone', s.time_zone,
          'dueAtMs', d.due_at_ms, 'status', CASE WHEN d.status IN ('due', 'late') AND d.missed_at_ms <= floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint THEN 'missed'
  WHEN d.status = 'due' AND d.late_at_ms <= floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint THEN 'late' ELSE d.status END, 'sentLate', (SELECT coalesce(json_agg(json_build_object('roundId', shown.id,
      'guardName', shown.guard_name, 'startedAtMs', shown.started_at_ms, 'arrivedAtMs', shown.arrived_at_ms,
      'scannedCheckPoints', shown.scanned, 'totalCheckPoints', shown.planned, 'isOpen', shown.is_open,
      'acceptance', shown.acceptance) ORDER BY shown.started_at_ms, shown.id), '[]')
  FROM (SELECT r.id, trim(coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name) || ' ' || coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS guard_name, a.arrived_at_ms,
      told_or_happened_ms(r.tenant_id, r.id, 'roundStarted', r.started_at_ms) AS started_at_ms,
      CASE WHEN r.total_check_points > 0 THEN r.scanned_check_points::int
    ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
      WHERE c.tenant_id = r.tenant_id AND c.round_id = r.id) END AS scanned, coalesce(nullif(r.total_check_points, 0), 0) AS planned,
      (coalesce(a.accepted_until_ms < a.arrived_at_ms, true)
    AND coalesce(d.round_id = a.round_id, true) AND d.status <> 'completed') AS is_open, CASE WHEN a.accepted_at IS NOT NULL THEN json_build_object('reason', a.acceptance,
        'by', a.accepted_by, 'atMs', (extract(epoch FROM a.accepted_at) * 1000)::bigint) END AS acceptance
    FROM late_arrivals a JOIN rounds r ON r.tenant_id = a.tenant_id AND r.id = a.round_id
    JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id
    WHERE a.tenant_id = d.tenant_id AND a.due_round_id = d.id
    ORDER BY r.started_at_ms, r.id LIMIT 20) AS shown))
        FROM due_rounds d JOIN sites s ON s.tenant_id = d.tenant_id AND s.id = d.site_id
        WHERE d.tenant_id = $1::uuid AND d.id = coalesce(e.due_round_id,
            (SELECT l.due_round_id FROM late_arrivals l WHERE l.tenant_id = $1::uuid AND l.round_id = e.round_id))
          AND EXISTS (SELECT FROM late_arrivals l WHERE l.tenant_id = $1::uuid AND l.due_round_id = d.id)) AS "lateDue",
      (SELECT json_build_object('endedAtMs', r.ended_at_ms, 'startedAtMs', coalesce((SELECT d.begun_at_ms FROM due_rounds d
            WHERE d.tenant_id = $1::uuid AND d.id = e.due_round_id AND d.round_id = r.id), r.started_at_ms),
          'scannedCheckPoints', CASE WHEN r.total_check_points > 0 THEN r.scanned_check_points::int
    ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
      WHERE c.tenant_id = $1::uuid AND c.round_id = r.id) END, 'totalCheckPoints', nullif(r.total_check_points, 0))
        FROM rounds r WHERE r.tenant_id = $1::uuid AND r.id = e.round_id) AS round,
      (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'bytes', f.bytes,
          'addedAtMs', x.added_at_ms, 'addedBy', coalesce((SELECT coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) FROM users u
            WHERE u.tenant_id = $1::uuid AND u.id = x.added_by), '')) ORDER BY x.added_at_ms, f.id), '[]')
        FROM exception_files x JOIN files f ON f.tenant_id = x.tenant_id AND f.id = x.file_id
        WHERE x.tenant_id = $1::uuid AND x.exception_id = e.id) AS files,
      (SELECT coalesce(json_agg(json_build_object('id', h.id, 'atMs', h.at_ms, 'kind', h.kind, 'actorKind', h.actor_kind,
          'actorName', h.actor_name, 'text', h.text, 'owner', coalesce(h.details ->> 'owner', ''),
          'outcome', h.details ->> 'outcome', 'reasons', coalesce(h.details -> 'reasons', '[]'),
          'fileName', coalesce(h.details ->> 'fileName', '')) ORDER BY h.at_ms, h.id), '[]')
        FROM exception_history h WHERE h.tenant_id = $1::uuid AND h.exception_id = e.id) AS history
    FROM exceptions e WHERE e.tenant_id = $1::uuid AND e.id = $2::uuid;

-- findEvidence
SELECT f.name, f.media_type AS "mediaType", f.storage_key AS "storageKey"
  FROM exception_files x JOIN files f ON f.tenant_id = x.tenant_id AND f.id = x.file_id
  WHERE x.tenant_id = $1::uuid AND x.exception_id = $2::uuid AND x.file_id = $3::uuid;

-- findWaiting
SELECT r.kind, (count(*) FILTER (WHERE r.status = 'open'))::int AS open, (count(*) FILTER (WHERE r.status = 'inHand'))::int AS "inHand",
  (count(*) FILTER (WHERE r.status <> 'closed' AND r.opened_at_ms <= floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint - ('{259200000,172800000,86400000,14400000}'::bigint[])[r.severity]))::int AS overdue, (count(*) FILTER (WHERE r.owner_id IS NULL))::int AS unowned
  FROM exceptions r WHERE {[ `r.tenant_id = ${values.add(scope.tenantId, 'uuid')}`, ...all.map((condition) => condition(values)), ].join(' AND ')} AND r.status <> 'closed' GROUP BY r.kind;

-- findClosingTimes
SELECT count(*)::int AS count, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY r.taken_at_ms - r.opened_at_ms))::float8 AS "medianTakingMs",
  round(percentile_cont(0.5) WITHIN GROUP (ORDER BY r.closed_at_ms - r.opened_at_ms))::float8 AS "medianClosingMs" FROM exceptions r WHERE {[ `r.tenant_id = ${values.add(scope.tenantId, 'uuid')}`, ...all.map((condition) => condition(values)), ].join(' AND ')};


-- patrol/exceptions/lock-rounds.queries.ts

-- lockRounds
SELECT pg_advisory_xact_lock(hashtext('rounds looked at ' || $1::text), ordered.lock) FROM (
  SELECT DISTINCT abs(hashtext(id) % 512) AS lock FROM unnest($2::text[]) AS id ORDER BY lock) AS ordered;


-- patrol/exceptions/open-exceptions.queries.ts

-- openExceptions
WITH opened AS (
    INSERT INTO exceptions AS e (tenant_id, id, kind, subject_id, severity, reasons, site_id, route_id, route_name,
      tour_id, tour_name, guard_id, due_round_id, round_id, happened_at_ms, opened_at_ms)
    SELECT $1::uuid, gen_random_uuid(), f.kind, f.subject_id, f.severity,
      ARRAY(SELECT json_array_elements_text(f.reasons)), f.site_id, f.route_id, f.route_name, f.tour_id, f.tour_name,
      f.guard_id, f.due_round_id, f.round_id, f.at_ms, $16::bigint
    FROM unnest($2::text[], $3::uuid[], $4::smallint[], $5::json[], $6::uuid[], $7::uuid[], $8::text[], $9::uuid[],
      $10::text[], $11::uuid[], $12::uuid[], $13::uuid[], $14::bigint[], $15::int[]) AS f (kind, subject_id, severity,
      reasons, site_id, route_id, route_name, tour_id, tour_name, guard_id, due_round_id, round_id, at_ms, number)
    ORDER BY f.number ON CONFLICT DO NOTHING RETURNING e.id, e.reasons)
  INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
  SELECT $1::uuid, gen_random_uuid(), id, $16::bigint, 'opened', 'system', jsonb_build_object('reasons', reasons)
  FROM opened;


-- patrol/exceptions/raise-due-exceptions.queries.ts

-- lockKnown
SELECT e.id, e.kind, e.subject_id AS "dueId", e.status = 'closed' AS "isClosed" FROM exceptions e
  WHERE e.tenant_id = $1::uuid AND e.kind IN ('missed', 'late') AND e.subject_id = ANY ($2::uuid[])
  ORDER BY e.id FOR NO KEY UPDATE;

-- findDueRounds
SELECT d.id, d.site_id AS "siteId", d.route_id AS "routeId", d.route_name AS "routeName",
    d.tour_id AS "tourId", d.tour_name AS "tourName", d.guard_ids::text[] AS "guardIds", d.due_at_ms AS "dueAtMs",
    d.late_at_ms AS "lateAtMs", floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"
  FROM due_rounds d WHERE d.tenant_id = $1::uuid AND d.id = ANY ($2::uuid[]);

-- escalate
WITH escalated AS (
    UPDATE exceptions e SET kind = 'missed', severity = $3::smallint, reasons = '{missed}', version = e.version + 1
    WHERE e.tenant_id = $1::uuid AND e.id = ANY ($2::uuid[]) RETURNING e.id)
  INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
  SELECT $1::uuid, gen_random_uuid(), id, $4::bigint, 'escalated', 'system', '{"reasons": ["missed"]}' FROM escalated;

-- makeGood
WITH walked AS (
    UPDATE exceptions e SET made_good_at_ms = step.at_ms, round_id = d.round_id, version = e.version + 1,
      guard_id = coalesce(d.begun_by, e.guard_id)
    FROM unnest($2::uuid[], $3::bigint[]) AS step (due_id, at_ms)
    JOIN due_rounds d ON d.tenant_id = $1::uuid AND d.id = step.due_id
    WHERE e.tenant_id = $1::uuid AND e.kind IN ('missed', 'late') AND e.subject_id = step.due_id
      AND e.made_good_at_ms IS NULL
    RETURNING e.id)
  INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind)
  SELECT $1::uuid, gen_random_uuid(), id, $4::bigint + 1, 'madeGood', 'system' FROM walked;


-- patrol/exceptions/raise-exceptions.queries.ts

-- findSuspectRounds
SELECT r.id, r.site_id AS "siteId", r.guard_id AS "guardId", r.started_at_ms AS "startedAtMs",
      r.ended_at_ms AS "endedAtMs", r.status_code AS "statusCode", r.total_check_points AS total,
      r.scanned_check_points AS scanned, v.route_id AS "routeId", coalesce(v.name, '') AS "routeName",
      coalesce(v.is_fixed_order, false) AS "isFixedOrder", v.checkpoints AS planned,
      d.id AS "dueRoundId", d.tour_id AS "tourId", coalesce(d.tour_name, '') AS "tourName",
      (SELECT coalesce(json_agg(json_build_object(
    'receivedAtMs', e.received_at_ms, 'flags', e.flags) ORDER BY e.received_at_ms, e.id), '[]')
  FROM field_events e WHERE e.tenant_id = r.tenant_id AND e.subject_id = r.id
    AND e.kind IN ('roundStarted', 'roundEnded') AND e.flags && '{fromFuture,sentLate}'::text[]) AS events
    FROM unnest($2::uuid[]) AS named (id) JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = named.id
    LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
    LEFT JOIN due_rounds d ON d.tenant_id = r.tenant_id AND d.round_id = r.id ORDER BY r.id;

-- findSuspectScans
SELECT s.id, s.checkpoint_id AS "checkpointId", s.device_id AS "deviceId",
  s.device_at_ms AS "deviceAtMs", s.phone_at_ms AS "phoneAtMs", s.clock_skew_ms AS "clockSkewMs", s.accuracy_metres AS "accuracyMetres",
  (s.proof_key IS NOT NULL AND NOT 'badSignature' = ANY(s.flags) AND EXISTS (
  SELECT FROM device_keys k WHERE k.tenant_id = s.tenant_id AND k.key = s.proof_key AND k.guard_id = s.guard_id
    AND k.device_id = s.device_id AND k.is_vouched IS NOT FALSE)) AS "isProved",
  CASE WHEN s.latitude IS NULL OR s.longitude IS NULL THEN NULL
    ELSE json_build_object('latitude', s.latitude, 'longitude', s.longitude) END AS position, s.round_id AS "roundId", s.received_at_ms AS "receivedAtMs", s.flags
    FROM unnest($2::uuid[], $3::boolean[]) AS named (id, ended)
    JOIN scans s ON s.tenant_id = $1::uuid AND s.round_id = named.id AND (named.ended OR s.flags <> '{}');

-- followRounds
WITH held AS MATERIALIZED (
    SELECT e.id, f.* FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::text[], $8::uuid[],
      $9::uuid[], $10::bigint[]) AS f (round_id, site_id, route_id, route_name, tour_id, tour_name, guard_id,
      due_round_id, at_ms)
    JOIN exceptions e ON e.tenant_id = $1::uuid AND e.kind IN ('incomplete', 'flagged') AND e.subject_id = f.round_id
    ORDER BY e.id FOR NO KEY UPDATE OF e
  )
  UPDATE exceptions e SET site_id = held.site_id, route_id = held.route_id, route_name = held.route_name,
    tour_id = held.tour_id, tour_name = held.tour_name, guard_id = held.guard_id, due_round_id = held.due_round_id,
    happened_at_ms = held.at_ms, version = e.version + 1
  FROM held WHERE e.tenant_id = $1::uuid AND e.id = held.id
    AND (e.site_id, e.route_id, e.route_name, e.tour_id, e.tour_name, e.guard_id, e.due_round_id, e.happened_at_ms)
      IS DISTINCT FROM (held.site_id, held.route_id, held.route_name, held.tour_id, held.tour_name, held.guard_id,
      held.due_round_id, held.at_ms);

-- addReasons
WITH held AS MATERIALIZED (
    SELECT e.id, f.severity, ARRAY(SELECT json_array_elements_text(f.reasons) EXCEPT SELECT unnest(e.reasons)) AS added
    FROM unnest($2::text[], $3::uuid[], $4::smallint[], $5::json[]) AS f (kind, round_id, severity, reasons)
    JOIN exceptions e ON e.tenant_id = $1::uuid AND e.kind = f.kind AND e.subject_id = f.round_id
    ORDER BY e.id FOR NO KEY UPDATE OF e
  ), grown AS (
    UPDATE exceptions e SET reasons = e.reasons || held.added, severity = greatest(e.severity, held.severity),
      version = e.version + 1
    FROM held WHERE e.tenant_id = $1::uuid AND e.id = held.id AND cardinality(held.added) > 0
    RETURNING e.id, held.added)
  INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind, details)
  SELECT $1::uuid, gen_random_uuid(), id, $6::bigint, 'flagsAdded', 'system', jsonb_build_object('reasons', added)
  FROM grown;

-- noteCompleted
WITH good AS (
    UPDATE exceptions e SET made_good_at_ms = $3::bigint, version = e.version + 1
    WHERE e.tenant_id = $1::uuid AND e.kind = 'incomplete' AND e.subject_id = ANY ($2::uuid[])
      AND e.made_good_at_ms IS NULL RETURNING e.id)
  INSERT INTO exception_history (tenant_id, id, exception_id, at_ms, kind, actor_kind)
  SELECT $1::uuid, gen_random_uuid(), id, $3::bigint, 'madeGood', 'system' FROM good;


-- patrol/field/device-keys.queries.ts

-- findKeyRecord
SELECT
    ARRAY(SELECT k.public_key FROM device_keys k WHERE k.tenant_id = $1::uuid AND k.device_id = $2::uuid
      AND k.is_vouched IS NOT FALSE AND k.enrolled_at_ms > coalesce(d.wiped_at_ms, 0)
      ORDER BY k.enrolled_at_ms, k.id) AS living,
    EXISTS (SELECT FROM device_guards g WHERE g.tenant_id = $1::uuid AND g.device_id = $2::uuid
      AND g.guard_id <> $3::uuid) AS "isOfOthers",
    EXISTS (SELECT FROM device_keys k WHERE k.tenant_id = $1::uuid AND k.device_id = $2::uuid
      AND k.guard_id = $3::uuid AND k.is_vouched IS NOT FALSE) AS "wasOwn"
  FROM devices d WHERE d.tenant_id = $1::uuid AND d.id = $2::uuid;

-- enrolDeviceKey
WITH known AS (SELECT guard_id = $4::uuid AND device_id = $5::uuid AS is_same FROM device_keys
    WHERE tenant_id = $1::uuid AND key = decode($3::text, 'hex')),
  made AS (INSERT INTO device_keys (tenant_id, id, key, guard_id, device_id, public_key, enrolled_at_ms, is_proved, is_vouched)
    SELECT $1::uuid, $2::uuid, decode($3::text, 'hex'), $4::uuid, $5::uuid, $6::text, $7::bigint, $8::boolean, $9::boolean
    WHERE $8::boolean OR NOT EXISTS (SELECT FROM known)
    ON CONFLICT DO NOTHING RETURNING id)
  SELECT EXISTS (SELECT FROM made) AS "isNew", EXISTS (SELECT FROM known WHERE is_same) AS "isKnown";

-- oweSignatures
WITH owing AS (SELECT token_hash FROM sessions WHERE tenant_id = $1::uuid AND NOT owes_signature
    AND (guard_id = $2::uuid OR ($4::boolean AND device_id = $3::uuid)) ORDER BY token_hash FOR UPDATE)
  UPDATE sessions s SET owes_signature = true FROM owing
  WHERE s.tenant_id = $1::uuid AND s.token_hash = owing.token_hash;

-- hasEverSigned
SELECT EXISTS (SELECT FROM device_keys WHERE tenant_id = $1::uuid AND guard_id = $2::uuid)
  OR EXISTS (SELECT FROM device_keys WHERE tenant_id = $1::uuid AND device_id = $3::uuid
    AND is_vouched IS NOT FALSE) AS "hasSigned";

-- findDeviceKeys
SELECT found.public_key AS "publicKey" FROM unnest($4::text[]) AS sent (key)
  CROSS JOIN LATERAL (SELECT k.public_key FROM device_keys k WHERE k.tenant_id = $1::uuid
    AND k.key = decode(sent.key, 'hex') AND k.guard_id = $2::uuid AND k.device_id = $3::uuid LIMIT 1) AS found;


-- patrol/field/elsewhere.queries.ts

-- elsewhereText
WITH screens AS MATERIALIZED (
    SELECT s.checkpoint_id AS "checkpointId", s.serial, encode(s.secret, 'hex') AS secret,
      s.paired_at_ms AS "pairedAtMs", s.revoked_at_ms AS "revokedAtMs"
    FROM unnest($5::uuid[]) AS site (id)
    CROSS JOIN LATERAL (SELECT c.id FROM checkpoints c WHERE c.tenant_id = $1::uuid AND c.site_id = site.id OFFSET 0) AS c
    CROSS JOIN LATERAL (SELECT * FROM checkpoint_screens x WHERE x.tenant_id = $1::uuid AND x.checkpoint_id = c.id
      AND x.secret IS NOT NULL OFFSET 0) AS s
    LIMIT 200
  ), named AS MATERIALIZED (
    SELECT unnest($3::uuid[]) AS id UNION SELECT "checkpointId" FROM screens
    UNION SELECT tagged.id FROM unnest($4::text[]) AS sent (tag)
      CROSS JOIN LATERAL (SELECT c.id FROM checkpoints c WHERE c.tenant_id = $1::uuid AND c.nfc_tag_id = sent.tag
        AND c.deleted_at IS NULL LIMIT 1) AS tagged
  ), ids AS MATERIALIZED (SELECT array_agg(id) AS all FROM named)
  SELECT coalesce((SELECT json_agg(found) FROM (SELECT * FROM screens) AS found), '[]') AS screens,
    coalesce((SELECT json_agg(found) FROM (SELECT found.* FROM unnest((SELECT ids.all FROM ids)::uuid[]) AS sent (key) CROSS JOIN LATERAL (SELECT id, site_id AS "siteId", latitude, longitude, radius_metres AS "radiusMetres",
  nfc_tag_id AS "nfcTagId", scan_methods AS methods, former_scan_methods AS "formerMethods",
  scan_methods_since_ms AS "sinceMs"
    FROM checkpoints t WHERE t.tenant_id = $1::uuid AND t.id = sent.key LIMIT 1) AS found) AS found), '[]') AS checkpoints,
    coalesce((SELECT json_agg(found) FROM (SELECT DISTINCT s.round_id AS "roundId", s.checkpoint_id AS "checkpointId"
      FROM unnest($2::uuid[]) AS round (id)
      CROSS JOIN LATERAL (SELECT round_id, checkpoint_id FROM scans t
        WHERE t.tenant_id = $1::uuid AND t.round_id = round.id OFFSET 0) AS s
      WHERE s.checkpoint_id IN (SELECT id FROM named)) AS found), '[]') AS scanned;


-- patrol/field/field-due-rounds.queries.ts

-- findGuardsDues
SELECT d.id, d.tour_name AS "tourName", d.route_name AS "routeName",
    CASE WHEN r.activated THEN r.current_version_id END AS "routeVersionId", d.site_id AS "siteId",
    s.name AS "siteName", s.time_zone AS "siteTimeZone", d.due_at_ms AS "dueAtMs", d.late_at_ms AS "lateAtMs",
    d.missed_at_ms AS "missedAtMs", t.schedule || coalesce((SELECT
      jsonb_build_object('fromMinute', f.from_minute, 'toMinute', f.to_minute)
      FROM shifts f WHERE f.tenant_id = t.tenant_id AND f.id = t.shift_id), '{}') AS schedule
  FROM guard_sites g
  JOIN sites s ON s.tenant_id = g.tenant_id AND s.id = g.site_id AND s.activated AND s.deleted_at IS NULL
  JOIN due_rounds d ON d.tenant_id = g.tenant_id AND d.site_id = g.site_id
  JOIN patrol_tours t ON t.tenant_id = d.tenant_id AND t.id = d.tour_id
  LEFT JOIN patrol_routes r ON r.tenant_id = d.tenant_id AND r.id = d.route_id AND r.deleted_at IS NULL
  WHERE g.tenant_id = $1::uuid AND g.guard_id = $2::uuid AND d.status IN ('due', 'late') AND d.round_id IS NULL
    AND d.missed_at_ms > $3::bigint AND d.due_at_ms >= $3::bigint - $5::bigint AND d.due_at_ms < $4::bigint
    AND (d.guard_ids = '{}' OR $2::uuid = ANY (d.guard_ids))
  ORDER BY d.due_at_ms, d.id;


-- patrol/field/field-posts.queries.ts

-- findPosts
SELECT o.id, o.no, o.effective_from_ms AS "effectiveFromMs", o.text, EXISTS (
    SELECT 1 FROM field_events e WHERE e.tenant_id = $1::uuid AND e.subject_id = o.id
      AND e.kind = 'ordersAcknowledged' AND e.guard_id = $2::uuid) AS "isAcknowledged"
  FROM post_order_versions o WHERE o.tenant_id = $1::uuid AND o.site_id = s.id
  ORDER BY o.no DESC LIMIT 20;

-- findPosts
SELECT n.id, trim(concat(w.first_name, ' ', w.last_name)) AS "guardName",
    n.device_at_ms AS "deviceAtMs", least(n.device_at_ms - CASE WHEN n.phone_at_ms IS NULL THEN coalesce(n.clock_skew_ms, 0) ELSE 0 END, n.received_at_ms) AS "atMs", (n.details ->> 'isUrgent')::boolean AS "isUrgent", n.details ->> 'text' AS text
  FROM field_events n JOIN guards w ON w.tenant_id = $1::uuid AND w.id = n.guard_id
  WHERE n.tenant_id = $1::uuid AND n.subject_id = s.id AND n.kind = 'handoverNoted'
    AND n.received_at_ms > $3::bigint AND n.guard_id <> $2::uuid AND NOT EXISTS (
      SELECT 1 FROM field_events e WHERE e.tenant_id = $1::uuid AND e.subject_id = n.id
        AND e.kind = 'handoverRead' AND e.guard_id = $2::uuid)
  ORDER BY n.received_at_ms DESC, n.id DESC LIMIT 20;

-- findPosts
SELECT s.id AS "siteId", s.name AS "siteName", s.time_zone AS "siteTimeZone",
    s.contact_phone AS "contactPhone",
    coalesce((SELECT json_agg(found) FROM (SELECT o.id, o.no, o.effective_from_ms AS "effectiveFromMs", o.text, EXISTS (
      SELECT 1 FROM field_events e WHERE e.tenant_id = $1::uuid AND e.subject_id = o.id
        AND e.kind = 'ordersAcknowledged' AND e.guard_id = $2::uuid) AS "isAcknowledged"
    FROM post_order_versions o WHERE o.tenant_id = $1::uuid AND o.site_id = s.id
    ORDER BY o.no DESC LIMIT 20) AS found), '[]') AS orders, coalesce((SELECT json_agg(found) FROM (SELECT n.id, trim(concat(w.first_name, ' ', w.last_name)) AS "guardName",
      n.device_at_ms AS "deviceAtMs", least(n.device_at_ms - CASE WHEN n.phone_at_ms IS NULL THEN coalesce(n.clock_skew_ms, 0) ELSE 0 END, n.received_at_ms) AS "atMs", (n.details ->> 'isUrgent')::boolean AS "isUrgent", n.details ->> 'text' AS text
    FROM field_events n JOIN guards w ON w.tenant_id = $1::uuid AND w.id = n.guard_id
    WHERE n.tenant_id = $1::uuid AND n.subject_id = s.id AND n.kind = 'handoverNoted'
      AND n.received_at_ms > $3::bigint AND n.guard_id <> $2::uuid AND NOT EXISTS (
        SELECT 1 FROM field_events e WHERE e.tenant_id = $1::uuid AND e.subject_id = n.id
          AND e.kind = 'handoverRead' AND e.guard_id = $2::uuid)
    ORDER BY n.received_at_ms DESC, n.id DESC LIMIT 20) AS found), '[]') AS handovers
  FROM guard_sites g JOIN sites s ON s.tenant_id = $1::uuid AND s.id = g.site_id
  WHERE g.tenant_id = $1::uuid AND g.guard_id = $2::uuid AND s.activated ORDER BY s.sort_name, s.id;


-- patrol/field/field-state.queries.ts

-- issuedCode
SELECT t.code, t.checkpoint_id AS "checkpointId", t.key_version IS NOT NULL AS "isSigned",
  floor(extract(epoch FROM t.retired_at) * 1000)::float8 AS "retiredAtMs" FROM qr_codes t
  WHERE t.tenant_id = $1::uuid AND;

-- stateText
SELECT
  coalesce((SELECT json_agg(found) FROM (SELECT found.* FROM unnest($2::uuid[]) AS sent (key) CROSS JOIN LATERAL (SELECT id, guard_id AS "guardId", encode(body_hash, 'hex') AS "bodyHash", received_at_ms AS "receivedAtMs", flags, CASE WHEN claimed_checkpoint_id IS NOT NULL
  THEN json_build_object('checkpointId', checkpoint_id) END AS elsewhere
    FROM scans t WHERE t.tenant_id = $1::uuid AND t.id = sent.key LIMIT 1) AS found
    UNION ALL SELECT found.* FROM unnest($2::uuid[]) AS sent (key) CROSS JOIN LATERAL (SELECT id, guard_id AS "guardId", encode(body_hash, 'hex') AS "bodyHash", received_at_ms AS "receivedAtMs", '{}'::text[] AS flags, NULL::json
    FROM field_events t WHERE t.tenant_id = $1::uuid AND t.id = sent.key LIMIT 1) AS found) AS found), '[]') AS records,
  coalesce((SELECT json_agg(found) FROM (SELECT found.* FROM unnest($3::uuid[]) AS sent (key) CROSS JOIN LATERAL (SELECT id, site_id AS "siteId", guard_id AS "guardId", device_id AS "deviceId",
  route_version_id AS "routeVersionId", started_at_ms AS "startedAtMs", ended_at_ms AS "endedAtMs",
  status_code AS "statusCode", total_check_points AS "totalCheckPoints", scanned_check_points AS "scannedCheckPoints"
    FROM rounds t WHERE t.tenant_id = $1::uuid AND t.id = sent.key LIMIT 1 FOR UPDATE) AS found) AS found), '[]') AS rounds,
  coalesce((SELECT json_agg(found) FROM (SELECT found.* FROM unnest($4::uuid[]) AS sent (key) CROSS JOIN LATERAL (SELECT id, guard_id AS "guardId", site_id AS "siteId", started_at_ms AS "startedAtMs",
  ended_at_ms AS "endedAtMs", is_closed_by_system AS "isClosedBySystem"
    FROM duty_sessions t WHERE t.tenant_id = $1::uuid AND t.id = sent.key LIMIT 1 FOR UPDATE) AS found) AS found), '[]') AS duties,
  coalesce((SELECT json_agg(found) FROM (SELECT found.* FROM unnest($5::uuid[]) AS sent (key) CROSS JOIN LATERAL (SELECT id, site_id AS "siteId", latitude, longitude, radius_metres AS "radiusMetres",
  nfc_tag_id AS "nfcTagId", scan_methods AS methods, former_scan_methods AS "formerMethods",
  scan_methods_since_ms AS "sinceMs"
    FROM checkpoints t WHERE t.tenant_id = $1::uuid AND t.id = sent.key LIMIT 1) AS found) AS found), '[]') AS checkpoints,
  coalesce((SELECT json_agg(found) FROM (SELECT pair.round_id AS "roundId", pair.checkpoint_id AS "checkpointId"
    FROM unnest($6::uuid[], $7::uuid[]) AS pair (round_id, checkpoint_id)
    CROSS JOIN LATERAL (SELECT 1 FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = pair.round_id
      AND s.checkpoint_id = pair.checkpoint_id LIMIT 1) AS known) AS found), '[]') AS scanned,
  coalesce((SELECT json_agg(found) FROM (SELECT found.* FROM unnest($8::text[]) AS sent (code)
    CROSS JOIN LATERAL (SELECT t.code, t.checkpoint_id AS "checkpointId", t.key_version IS NOT NULL AS "isSigned",
  floor(extract(epoch FROM t.retired_at) * 1000)::float8 AS "retiredAtMs" FROM qr_codes t
  WHERE t.tenant_id = $1::uuid AND t.code = sent.code LIMIT 1) AS found) AS found), '[]') AS codes,
  -- Many codes may share a typed end: the checkpoint's own come first.
  coalesce((SELECT json_agg(found) FROM (SELECT found.* FROM unnest($9::text[], $10::uuid[]) AS sent (ending, checkpoint_id)
    CROSS JOIN LATERAL (SELECT t.code, t.checkpoint_id AS "checkpointId", t.key_version IS NOT NULL AS "isSigned",
  floor(extract(epoch FROM t.retired_at) * 1000)::float8 AS "retiredAtMs" FROM qr_codes t
  WHERE t.tenant_id = $1::uuid AND t.typed = sent.ending
      ORDER BY t.checkpoint_id = sent.checkpoint_id DESC, t.retired_at DESC LIMIT 8) AS found) AS found), '[]') AS typed,
  coalesce((SELECT json_agg(found) FROM (SELECT encode(key, 'hex') AS key FROM code_keys WHERE tenant_id = $1::uuid) AS found), '[]') AS keys,
  coalesce((SELECT json_agg(found) FROM (SELECT checkpoint_id AS "checkpointId", serial, encode(secret, 'hex') AS secret,
      paired_at_ms AS "pairedAtMs", revoked_at_ms AS "revokedAtMs" FROM checkpoint_screens
    WHERE tenant_id = $1::uuid AND checkpoint_id = ANY ($5::uuid[]) AND secret IS NOT NULL) AS found), '[]') AS screens,
  coalesce((SELECT json_agg(found) FROM (SELECT settings FROM trust_settings WHERE tenant_id = $1::uuid ORDER BY version DESC LIMIT 1) AS found), '[]') AS trust;


-- patrol/field/field.queries.ts

-- probe
SELECT found.* FROM unnest({keys}::uuid[]) AS sent (key) CROSS JOIN LATERAL (SELECT {columns}
  FROM {table} t WHERE t.tenant_id = $1::uuid AND t.id = sent.key LIMIT 1) AS found;

-- upsertDuties
INSERT INTO duty_sessions AS d
    (tenant_id, id, guard_id, site_id, started_at_ms, ended_at_ms, is_closed_by_system)
  SELECT $1::uuid, sent.* FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[],
    $7::boolean[]) AS sent
  ON CONFLICT (tenant_id, id) DO UPDATE SET site_id = excluded.site_id, started_at_ms = excluded.started_at_ms,
    ended_at_ms = excluded.ended_at_ms, is_closed_by_system = excluded.is_closed_by_system
  WHERE d.guard_id = excluded.guard_id;

-- signUpsert
INSERT INTO guard_signs AS g
    (tenant_id, guard_id, at_ms, round_id, round_at_ms, scan_id, scan_at_ms, scan_received_at_ms)
  SELECT $1::uuid, sent.* FROM unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::bigint[], $6::uuid[], $7::bigint[],
    $8::bigint[]) AS sent
  ON CONFLICT (tenant_id, guard_id) DO UPDATE SET at_ms = greatest(g.at_ms, excluded.at_ms),
    round_id = CASE WHEN excluded.round_at_ms >= coalesce(g.round_at_ms, 0) THEN excluded.round_id ELSE g.round_id END,
    round_at_ms = greatest(g.round_at_ms, excluded.round_at_ms),
    scan_id = CASE WHEN excluded.scan_at_ms >= coalesce(g.scan_at_ms, 0) THEN excluded.scan_id ELSE g.scan_id END,
    scan_at_ms = greatest(g.scan_at_ms, excluded.scan_at_ms),
    scan_received_at_ms = greatest(g.scan_received_at_ms, excluded.scan_received_at_ms);

-- roundsInserted
WITH taken AS (
    INSERT INTO round_arrivals AS arrivals (tenant_id, last_no) VALUES ($1::uuid, cardinality($2::uuid[]))
    ON CONFLICT (tenant_id) DO UPDATE SET last_no = arrivals.last_no + excluded.last_no
    RETURNING last_no - cardinality($2::uuid[]) AS before_no)
  INSERT INTO rounds (tenant_id, id, site_id, guard_id, device_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, arrival_no)
  SELECT $1::uuid, id, site_id, guard_id, device_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, taken.before_no + position
  FROM taken CROSS JOIN unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::bigint[], $8::bigint[],
  $9::smallint[], $10::smallint[], $11::smallint[]) WITH ORDINALITY AS sent (id, site_id, guard_id, device_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, position);

-- roundsUpdated
UPDATE rounds r SET site_id = sent.site_id, device_id = sent.device_id,
    route_version_id = sent.route_version_id, started_at_ms = sent.started_at_ms, ended_at_ms = sent.ended_at_ms,
    status_code = sent.status_code, total_check_points = sent.total_check_points,
    scanned_check_points = sent.scanned_check_points
  FROM (SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::bigint[], $8::bigint[],
  $9::smallint[], $10::smallint[], $11::smallint[]) AS s (id, site_id, guard_id, device_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points) LIMIT cardinality($2::uuid[])) AS sent
  WHERE r.tenant_id = $1::uuid AND r.id = sent.id AND r.guard_id = sent.guard_id;


-- patrol/field/post-state.queries.ts

-- findPostState
SELECT id, checkpoint_id AS "checkpointId", questions FROM question_versions
  WHERE tenant_id = $1::uuid AND id = ANY($2::uuid[]);

-- findPostState
SELECT id, site_id AS "siteId" FROM post_order_versions
    WHERE tenant_id = $1::uuid AND id = ANY($2::uuid[])
  UNION ALL SELECT id, subject_id FROM field_events
    WHERE tenant_id = $1::uuid AND id = ANY($3::uuid[]) AND kind = 'handoverNoted';


-- patrol/field/removed-records.queries.ts

-- findRemoved
SELECT l.record_id AS id FROM unnest($2::uuid[]) AS asked (id) JOIN log_leaves l
  ON l.tenant_id = $1::uuid AND l.source = '{table}' AND l.record_id = asked.id
  WHERE NOT EXISTS (SELECT FROM {table} t WHERE t.tenant_id = $1::uuid AND t.id = asked.id);

-- findRemoved
SELECT l.record_id AS id FROM unnest($2::uuid[]) AS asked (id) JOIN log_leaves l
  ON l.tenant_id = $1::uuid AND l.source = 'scans' AND l.record_id = asked.id
  WHERE NOT EXISTS (SELECT FROM scans t WHERE t.tenant_id = $1::uuid AND t.id = asked.id) UNION ALL SELECT l.record_id AS id FROM unnest($2::uuid[]) AS asked (id) JOIN log_leaves l
  ON l.tenant_id = $1::uuid AND l.source = 'field_events' AND l.record_id = asked.id
  WHERE NOT EXISTS (SELECT FROM field_events t WHERE t.tenant_id = $1::uuid AND t.id = asked.id);


-- patrol/field/round-notices.queries.ts

-- notifyIncomplete
SELECT r.id, r.site_id AS "siteId", s.name AS site, v.name AS route,
  trim(concat(g.first_name, ' ', g.last_name)) AS guard, r.scanned_check_points AS scanned,
  r.total_check_points AS total, (($2::bigint - r.started_at_ms) / 60000)::int AS minutes FROM unnest($3::uuid[]) AS named (id)
    JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = named.id JOIN route_versions v ON v.tenant_id = $1::uuid AND v.id = r.route_version_id
  JOIN sites s ON s.tenant_id = $1::uuid AND s.id = r.site_id
  JOIN guards g ON g.tenant_id = $1::uuid AND g.id = r.guard_id
    WHERE r.status_code = 1005 ORDER BY r.ended_at_ms, r.id;

-- notifyLateRounds
SELECT r.id, r.site_id AS "siteId", s.name AS site, v.name AS route,
  trim(concat(g.first_name, ' ', g.last_name)) AS guard, r.scanned_check_points AS scanned,
  r.total_check_points AS total, (($2::bigint - r.started_at_ms) / 60000)::int AS minutes, s.time_zone AS "timeZone",
      r.started_at_ms + expected.minutes * 60000 AS "dueAtMs" FROM rounds r JOIN route_versions v ON v.tenant_id = $1::uuid AND v.id = r.route_version_id
  JOIN sites s ON s.tenant_id = $1::uuid AND s.id = r.site_id
  JOIN guards g ON g.tenant_id = $1::uuid AND g.id = r.guard_id
    CROSS JOIN LATERAL (SELECT sum(c.expected_minutes)::bigint AS minutes FROM patrol_route_checkpoints c
      WHERE c.tenant_id = $1::uuid AND c.route_id = v.route_id) AS expected
    CROSS JOIN LATERAL (SELECT $2::bigint - r.started_at_ms
      - (expected.minutes + 10) * 60000 AS ms) AS late
    WHERE r.tenant_id = $1::uuid AND r.started_at_ms > $2::bigint - 86400000
      AND r.started_at_ms <= $2::bigint AND r.status_code = 1001
      AND expected.minutes > 0 AND late.ms >= 0 AND late.ms < 7200000
      AND NOT EXISTS (SELECT FROM told_notices t
        WHERE t.tenant_id = $1::uuid AND t.kind = 'roundLate' AND t.subject = r.id::text)
    ORDER BY r.started_at_ms, r.id;

-- deleteOldNotices
DELETE FROM told_notices WHERE tenant_id = $1::uuid AND told_at < now() - interval '30 days';


-- patrol/field/used-phones.queries.ts

-- findUsedPhone
SELECT coalesce(k.is_proved, false) AS "isProved" FROM guards g
  JOIN device_guards d ON d.tenant_id = g.tenant_id AND d.guard_id = g.id AND d.device_id = $3::uuid
  LEFT JOIN device_keys k ON k.tenant_id = g.tenant_id AND k.guard_id = g.id AND k.device_id = $3::uuid
  WHERE g.tenant_id = $1::uuid AND lower(g.employee_id) = lower($2) AND g.deleted_at IS NULL
    AND encode(k.key, 'hex') IS NOT DISTINCT FROM $4::text LIMIT 1;

-- isUsedPhone
SELECT FROM devices d WHERE d.tenant_id = $1::uuid AND d.id = $2::uuid AND d.status = 'active'
  AND EXISTS (SELECT FROM device_guards g WHERE g.tenant_id = $1::uuid AND g.device_id = $2::uuid);


-- patrol/incidents/answered-incidents.queries.ts

-- findAnswered
SELECT e.id, e.guard_id AS "guardId", c.site_id AS "siteId", c.name AS "checkpointName", c.latitude, c.longitude,
    e.received_at_ms AS "receivedAtMs", e.device_at_ms AS "deviceAtMs", e.phone_at_ms AS "phoneAtMs", e.clock_skew_ms AS "clockSkewMs",
    e.details -> 'answers' AS answers, e.details ->> 'note' AS note, q.questions,
    ARRAY(SELECT unnest(e.flags) INTERSECT SELECT unnest('{lostPhone,formerSite,fromFuture,sentLate}'::text[])) AS flags
  FROM field_events e
  JOIN question_versions q ON q.tenant_id = e.tenant_id AND q.id = (e.details ->> 'questionsId')::uuid
  JOIN checkpoints c ON c.tenant_id = e.tenant_id AND c.id = q.checkpoint_id
  WHERE e.tenant_id = {tenantId} AND e.id = ANY({eventIds}::uuid[]) AND e.kind = 'checkpointAnswered';


-- patrol/incidents/incident-changes.queries.ts

-- insertHistory
INSERT INTO incident_history (tenant_id, id, incident_id, at, kind, actor_kind, actor_id, actor_name,
    from_status, to_status, comment, changes, flags)
  VALUES ({tenantId}, {uuidv7()}, {entry.incidentId}, clock_timestamp(), {entry.kind}, {actor.kind}, {actor.id},
    coalesce({name}, ''), {fromStatus ?? null}, {toStatus ?? null}, {comment},
    {JSON.stringify(changes)}::jsonb, nullif({[...flags]}::text[], '{}'));

-- lockIncident
SELECT 1 FROM incidents WHERE tenant_id = {tenantId} AND id = {id} FOR NO KEY UPDATE;


-- patrol/incidents/incident-details.queries.ts

-- findSiteGuards
SELECT g.id,
    trim(concat(g.first_name, ' ', g.last_name)) AS name, g.employee_id AS "employeeId"
  FROM guards g WHERE g.tenant_id = {tenantId}::uuid AND g.deleted_at IS NULL
    AND EXISTS (SELECT FROM guard_sites p WHERE p.tenant_id = g.tenant_id AND p.guard_id = g.id
      AND ({at}::uuid IS NULL OR p.site_id = {at}::uuid))
  ORDER BY g.sort_name, g.id LIMIT 2000;

-- findAssignees
SELECT u.id,
    coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.email) AS name
  FROM users u LEFT JOIN sub_admins a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
  WHERE u.tenant_id = {tenantId}::uuid AND u.activated AND (u.role = 'superAdmin'
    OR (u.role = 'subAdmin' AND {subAdminsMay} AND ({at}::uuid IS NULL OR a.site_id = {at}::uuid)))
  ORDER BY 2, 1 LIMIT 2000;


-- patrol/tours/accept-late-round.queries.ts

-- findLocked
SELECT d.site_id AS "siteId", d.tour_name AS "tourName", CASE WHEN d.status IN ('due', 'late') AND d.missed_at_ms <= $4::bigint THEN 'missed'
  WHEN d.status = 'due' AND d.late_at_ms <= $4::bigint THEN 'late' ELSE d.status END AS status,
      d.round_id AS "roundId", d.due_at_ms AS "dueAtMs", d.missed_at_ms AS "missedAtMs",
      a.arrived_at_ms AS "arrivedAtMs", a.accepted_until_ms AS "acceptedUntilMs"
    FROM due_rounds d JOIN late_arrivals a ON a.tenant_id = d.tenant_id AND a.due_round_id = d.id
    WHERE d.tenant_id = $1::uuid AND d.id = $2::uuid AND a.round_id = $3::uuid
      AND EXISTS (SELECT FROM rounds r WHERE r.tenant_id = d.tenant_id AND r.id = a.round_id) FOR UPDATE OF d, a;

-- storeAcceptance
UPDATE late_arrivals SET accepted_until_ms = arrived_at_ms, accepted_at = now(), acceptance = $3,
    accepted_by = coalesce((SELECT coalesce(nullif(trim(concat(first_name, ' ', last_name)), ''), email)
      FROM users WHERE tenant_id = $1::uuid AND id = $4::uuid), '')
  WHERE tenant_id = $1::uuid AND round_id = $2::uuid;

-- tie
UPDATE due_rounds SET round_id = $3::uuid, status = 'inProgress'
  WHERE tenant_id = $1::uuid AND id = $2::uuid;


-- patrol/tours/due-history.queries.ts

-- noteDueSteps
SELECT set_config('watchpost.raising', '1', true);

-- noteDueSteps
INSERT INTO due_round_history (tenant_id, due_round_id, status, at_ms)
  SELECT $1::uuid, step.* FROM unnest($2::uuid[], $3::text[], $4::bigint[]) AS step ON CONFLICT DO NOTHING
  RETURNING due_round_id AS "dueId", status, at_ms AS "atMs";


-- patrol/tours/due-rounds.queries.ts

-- countDueRounds
SELECT ({counts.join(' + ')})::int AS count;

-- pageOf
WITH page AS MATERIALIZED (
      SELECT id FROM ({found.join(' UNION ALL ')}) AS found ORDER BY due_at_ms DESC, id DESC LIMIT {filter.limit ?? gridPageSize}::int OFFSET {filter.offset ?? 0}::int)
    SELECT d.id, d.tour_id AS "tourId", d.tour_name AS "tourName", d.route_name AS "routeName",
  d.site_id AS "siteId", coalesce(s.former -> width_bucket((d.due_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name) AS "siteName", s.time_zone AS "timeZone", d.due_at_ms AS "dueAtMs",
  d.late_at_ms AS "lateAtMs", d.missed_at_ms AS "missedAtMs",
  (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', trim(coalesce(g.former -> width_bucket((d.due_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name) || ' ' || coalesce(g.former -> width_bucket((d.due_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name))) ORDER BY g.sort_name, g.id), '[]')
    FROM unnest(d.guard_ids) AS whose JOIN guards g ON g.tenant_id = d.tenant_id AND g.id = whose) AS guards,
  (SELECT json_build_object('id', r.id, 'guardName', trim(coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name) || ' ' || coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)), 'begunAtMs', d.begun_at_ms)
    FROM rounds r JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id
    WHERE r.tenant_id = d.tenant_id AND r.id = d.round_id) AS round,
  CASE WHEN d.excused_at IS NULL THEN NULL ELSE json_build_object('reason', d.excuse, 'by', d.excused_by,
    'atMs', (extract(epoch FROM d.excused_at) * 1000)::bigint) END AS excuse,
  (SELECT coalesce(json_agg(json_build_object('roundId', shown.id,
      'guardName', shown.guard_name, 'startedAtMs', shown.started_at_ms, 'arrivedAtMs', shown.arrived_at_ms,
      'scannedCheckPoints', shown.scanned, 'totalCheckPoints', shown.planned, 'isOpen', shown.is_open,
      'acceptance', shown.acceptance) ORDER BY shown.started_at_ms, shown.id), '[]')
  FROM (SELECT r.id, trim(coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name) || ' ' || coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS guard_name, a.arrived_at_ms,
      told_or_happened_ms(r.tenant_id, r.id, 'roundStarted', r.started_at_ms) AS started_at_ms,
      CASE WHEN r.total_check_points > 0 THEN r.scanned_check_points::int
    ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
      WHERE c.tenant_id = r.tenant_id AND c.round_id = r.id) END AS scanned, coalesce(nullif(r.total_check_points, 0), 0) AS planned,
      (coalesce(a.accepted_until_ms < a.arrived_at_ms, true)
    AND coalesce(d.round_id = a.round_id, true) AND d.status <> 'completed') AS is_open, CASE WHEN a.accepted_at IS NOT NULL THEN json_build_object('reason', a.acceptance,
        'by', a.accepted_by, 'atMs', (extract(epoch FROM a.accepted_at) * 1000)::bigint) END AS acceptance
    FROM late_arrivals a JOIN rounds r ON r.tenant_id = a.tenant_id AND r.id = a.round_id
    JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id
    WHERE a.tenant_id = d.tenant_id AND a.due_round_id = d.id
    ORDER BY r.started_at_ms, r.id LIMIT 20) AS shown) AS "sentLate", CASE WHEN d.status IN ('due', 'late') AND d.missed_at_ms <= {nowMs}::bigint THEN 'missed'
  WHEN d.status = 'due' AND d.late_at_ms <= {nowMs}::bigint THEN 'late' ELSE d.status END AS status FROM page
    JOIN due_rounds d ON d.tenant_id = {scope.tenantId}::uuid AND d.id = page.id
    JOIN sites s ON s.tenant_id = d.tenant_id AND s.id = d.site_id ORDER BY d.due_at_ms DESC, d.id DESC;

-- excuse
UPDATE due_rounds SET status = 'excused', excuse = $3, excused_at = now(), excused_by =
    coalesce((SELECT trim(first_name || ' ' || last_name) FROM users WHERE tenant_id = $1::uuid AND id = $4::uuid), '')
  WHERE tenant_id = $1::uuid AND id = $2::uuid;


-- patrol/tours/holidays.queries.ts

-- upsertHoliday
SELECT name FROM site_holidays
  WHERE tenant_id = {tenantId} AND site_id = {site} AND day = {day} FOR UPDATE;

-- deleteHoliday
DELETE FROM site_holidays
  WHERE tenant_id = {tenantId} AND site_id = {site} AND day = {day} RETURNING name;


-- patrol/tours/judge-again.queries.ts

-- judgeAgain
SELECT id FROM due_rounds WHERE tenant_id = $1::uuid AND {where}
  AND due_at_ms > $2::bigint - 86400000 AND round_id IS NULL ORDER BY id FOR UPDATE SKIP LOCKED;

-- judgeAgain
WITH missed AS (SELECT id FROM due_rounds WHERE tenant_id = $1::uuid AND outcome = 'missed' AND missed_at_ms > $2::bigint + 120000
  AND due_at_ms > $2::bigint - 86400000 AND round_id IS NULL ORDER BY id FOR UPDATE SKIP LOCKED),
  late AS (SELECT id FROM due_rounds WHERE tenant_id = $1::uuid AND status = 'late' AND late_at_ms > $2::bigint + 120000
  AND due_at_ms > $2::bigint - 86400000 AND round_id IS NULL ORDER BY id FOR UPDATE SKIP LOCKED),
  waiting AS (
    UPDATE due_rounds d SET is_alerted = false, status = CASE WHEN d.late_at_ms <= $2::bigint THEN 'late' ELSE 'due' END
    FROM (SELECT id FROM missed UNION ALL SELECT id FROM late) AS early
    WHERE d.tenant_id = $1::uuid AND d.id = early.id RETURNING d.id)
  DELETE FROM told_notices t USING waiting w
  WHERE t.tenant_id = $1::uuid AND t.kind IN ('roundNotBegun', 'roundMissed') AND t.subject = w.id::text;


-- patrol/tours/judge-rounds.queries.ts

-- alertSome
WITH found AS (
    SELECT id FROM due_rounds WHERE tenant_id = $1::uuid AND status IN ('due', 'late') AND due_at_ms <= $2::bigint
      AND NOT is_alerted AND missed_at_ms > $2::bigint
      AND late_at_ms - least(300000, (late_at_ms - due_at_ms) / 2) <= $2::bigint
    ORDER BY due_at_ms, id LIMIT 200 FOR UPDATE SKIP LOCKED
  ), alerted AS (
    UPDATE due_rounds d SET is_alerted = true FROM found WHERE d.tenant_id = $1::uuid AND d.id = found.id RETURNING d.*
  )
  SELECT j.id, j.site_id AS "siteId", s.name AS site, j.route_name AS route, s.time_zone AS "timeZone",
    j.due_at_ms AS "dueAtMs", j.missed_at_ms AS "missedAtMs"
  FROM alerted j JOIN sites s ON s.tenant_id = j.tenant_id AND s.id = j.site_id ORDER BY j.due_at_ms, j.id;

-- judgeSome
WITH found AS (
    SELECT id FROM due_rounds WHERE tenant_id = $1::uuid AND status IN ('due', 'late') AND due_at_ms <= $2::bigint
      AND (missed_at_ms <= $2::bigint OR (status = 'due' AND late_at_ms <= $2::bigint))
    ORDER BY due_at_ms, id LIMIT 200 FOR UPDATE SKIP LOCKED
  ), judged AS (
    UPDATE due_rounds d SET status = CASE WHEN d.missed_at_ms <= $2::bigint THEN 'missed' ELSE 'late' END
    FROM found WHERE d.tenant_id = $1::uuid AND d.id = found.id RETURNING d.*
  )
  SELECT j.id, j.site_id AS "siteId", s.name AS site, j.route_name AS route, s.time_zone AS "timeZone",
    j.due_at_ms AS "dueAtMs", j.missed_at_ms AS "missedAtMs", j.status, j.late_at_ms AS "lateAtMs"
  FROM judged j JOIN sites s ON s.tenant_id = j.tenant_id AND s.id = j.site_id ORDER BY j.due_at_ms, j.id;

-- findMoved
SELECT r.id, v.route_id AS "routeId", r.guard_id AS "guardId", r.started_at_ms AS "startedAtMs",
      told_or_happened_ms(r.tenant_id, r.id, 'roundStarted', r.started_at_ms) AS "begunAtMs",
      told_or_happened_ms(r.tenant_id, r.id, 'roundEnded', r.ended_at_ms) AS "endedAtMs", r.status_code AS "statusCode",
      (SELECT max(e.received_at_ms) FROM field_events e WHERE e.tenant_id = r.tenant_id
  AND e.subject_id = r.id AND e.kind = 'roundStarted' AND 'sentLate' = ANY (e.flags)) AS "lateStartAtMs", (SELECT max(s.received_at_ms) FROM scans s WHERE s.tenant_id = r.tenant_id
  AND s.round_id = r.id AND 'sentLate' = ANY (s.flags)) AS "lateScanAtMs",
      EXISTS (SELECT FROM field_events e WHERE e.tenant_id = r.tenant_id
  AND e.subject_id = r.id AND e.kind = 'roundStarted' AND 'fromFuture' = ANY (e.flags)) AS "hasFutureStart", EXISTS (SELECT FROM scans s WHERE s.tenant_id = r.tenant_id
  AND s.round_id = r.id AND 'fromFuture' = ANY (s.flags)) AS "hasFutureScan"
    FROM rounds r JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
    WHERE r.tenant_id = $1::uuid AND r.id = ANY ($2::uuid[]) ORDER BY r.started_at_ms, r.id;

-- findTied
SELECT id AS "dueId", round_id AS "roundId", missed_at_ms AS "missedAtMs" FROM due_rounds
  WHERE tenant_id = $1::uuid AND round_id = ANY ($2::uuid[]) ORDER BY id FOR UPDATE;

-- findExpected
SELECT d.id, d.route_id AS "routeId", d.guard_ids::text[] AS "guardIds", d.due_at_ms AS "dueAtMs",
    d.late_at_ms AS "lateAtMs", d.missed_at_ms AS "missedAtMs", '' AS date, d.status = 'excused' AS "isExcused",
    EXISTS (SELECT FROM late_arrivals a WHERE a.tenant_id = d.tenant_id AND a.due_round_id = d.id) AS "hasOffer"
  FROM due_rounds d WHERE d.tenant_id = $1::uuid AND d.round_id IS NULL AND EXISTS (
    SELECT FROM unnest($2::uuid[], $3::bigint[]) AS begun (route_id, at_ms) WHERE d.route_id = begun.route_id
      AND d.due_at_ms BETWEEN begun.at_ms - 86400000 AND begun.at_ms + 600000)
    AND d.route_id = ANY ($2::uuid[])
  ORDER BY d.id FOR UPDATE OF d;


-- patrol/tours/make-rounds.queries.ts

-- withMakingLock
SELECT pg_advisory_xact_lock(hashtextextended({`due rounds ${tenantId}`}, 0));

-- findMadeTours
SELECT r.id, r.name, s.id AS "siteId", o.id AS "routeId", o.name AS "routeName",
      s.time_zone AS "timeZone", coalesce((SELECT f.weekdays FROM shifts f WHERE f.tenant_id = r.tenant_id AND f.id = r.shift_id), r.weekdays) AS weekdays, r.schedule || coalesce(
  (SELECT jsonb_build_object('fromMinute', f.from_minute, 'toMinute', f.to_minute) FROM shifts f WHERE f.tenant_id = r.tenant_id AND f.id = r.shift_id), '{}') AS schedule,
      r.valid_from::text AS "validFrom", r.valid_to::text AS "validTo",
      CASE WHEN r.skips_holidays THEN ARRAY(SELECT h.day::text FROM site_holidays h
        WHERE h.tenant_id = r.tenant_id AND h.site_id = s.id ORDER BY h.day) ELSE '{}' END AS holidays,
      r.start_window_minutes AS "startWindowMinutes", r.grace_minutes AS "graceMinutes",
      ARRAY(SELECT x.guard_id::text FROM tour_guards x JOIN guards g ON g.tenant_id = x.tenant_id AND g.id = x.guard_id
        WHERE x.tenant_id = r.tenant_id AND x.tour_id = r.id AND g.deleted_at IS NULL
        ORDER BY x.guard_id) AS "guardIds",
      r.draw_key AS "drawKey", (r.activated AND r.deleted_at IS NULL AND o.activated AND o.deleted_at IS NULL AND s.activated
    AND s.deleted_at IS NULL AND (r.shift_id IS NULL OR EXISTS (SELECT FROM shifts f
      WHERE f.tenant_id = r.tenant_id AND f.id = r.shift_id AND f.activated AND f.deleted_at IS NULL))) AS "isLive", r.made_plan AS "madePlan", r.made_until_ms AS "madeUntilMs"
    FROM patrol_tours r JOIN patrol_routes o ON o.tenant_id = r.tenant_id AND o.id = r.route_id
    JOIN sites s ON s.tenant_id = o.tenant_id AND s.id = o.site_id
    WHERE r.tenant_id = $1::uuid AND ($2::uuid[] IS NULL OR r.id = ANY ($2::uuid[]))
      AND r.schedule IS NOT NULL AND ((r.activated AND r.deleted_at IS NULL AND o.activated AND o.deleted_at IS NULL AND s.activated
    AND s.deleted_at IS NULL AND (r.shift_id IS NULL OR EXISTS (SELECT FROM shifts f
      WHERE f.tenant_id = r.tenant_id AND f.id = r.shift_id AND f.activated AND f.deleted_at IS NULL))) OR r.made_plan IS NOT NULL)
    ORDER BY r.id;

-- deleteReady
DELETE FROM due_rounds WHERE tenant_id = $1::uuid AND tour_id = ANY ($2::uuid[]) AND due_at_ms > $3::bigint
  AND round_id IS NULL AND status = 'due';

-- insertReady
INSERT INTO due_rounds (tenant_id, id, tour_id, site_id, route_id, tour_name, route_name, guard_ids,
    due_at_ms, late_at_ms, missed_at_ms)
  SELECT $1::uuid, made.id, t.id, t."siteId", t."routeId", t.name, t."routeName", t."guardIds", made.due, made.late,
    made.missed
  FROM unnest($3::uuid[], $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[]) AS made (tour_id, id, due, late, missed)
  JOIN jsonb_to_recordset($2::jsonb) AS t (id uuid, "siteId" uuid, "routeId" uuid, name text, "routeName" text,
    "guardIds" uuid[]) ON t.id = made.tour_id
  ON CONFLICT (tenant_id, tour_id, due_at_ms) DO NOTHING;

-- updateMade
UPDATE patrol_tours t SET made_plan = made.plan, made_until_ms = made.until_ms, draw_key = made.draw_key
  FROM unnest($2::uuid[], $3::text[], $4::bigint[], $5::bytea[]) AS made (id, plan, until_ms, draw_key)
  WHERE t.tenant_id = $1::uuid AND t.id = made.id;


-- patrol/tours/tours.queries.ts

-- findParts
SELECT o.site_id AS "siteId",
    o.deleted_at IS NOT NULL AS "isRouteGone"
  FROM patrol_routes o JOIN sites s ON s.tenant_id = o.tenant_id AND s.id = o.site_id
  WHERE o.tenant_id = {tenantId} AND o.id = {routeId} AND s.deleted_at IS NULL
    AND ({siteId}::uuid IS NULL OR o.site_id = {siteId}::uuid) FOR SHARE OF o;

-- findParts
SELECT f.deleted_at IS NOT NULL AS "isGone" FROM shifts f
  WHERE f.tenant_id = {tenantId} AND f.id = {shiftId}::uuid AND f.site_id = {route.siteId} FOR SHARE;

-- findParts
SELECT count(*)::int AS count
  FROM guard_sites p JOIN guards g ON g.tenant_id = p.tenant_id AND g.id = p.guard_id
  WHERE p.tenant_id = {tenantId} AND p.site_id = {route.siteId} AND p.guard_id = ANY ({guardIds}::uuid[])
    AND g.deleted_at IS NULL;

-- findChoices
SELECT s.time_zone AS "timeZone",
    (SELECT coalesce(json_agg(json_build_object('id', x.id, 'name', x.name, 'checkpoints', c.checkpoints,
        'expectedMinutes', c.minutes) ORDER BY x.sort_name, x.id), '[]')
      FROM patrol_routes x CROSS JOIN LATERAL (SELECT count(*) AS checkpoints, coalesce(sum(c.expected_minutes), 0) AS minutes
        FROM patrol_route_checkpoints c WHERE c.tenant_id = x.tenant_id AND c.route_id = x.id) AS c
      WHERE x.tenant_id = s.tenant_id AND x.site_id = s.id AND x.activated AND x.deleted_at IS NULL) AS routes,
    (SELECT coalesce(json_agg(json_build_object('id', x.id, 'name', x.name, 'fromMinute', x.from_minute,
        'toMinute', x.to_minute, 'weekdays', x.weekdays) ORDER BY x.sort_name, x.id), '[]')
      FROM shifts x WHERE x.tenant_id = s.tenant_id AND x.site_id = s.id AND x.activated AND x.deleted_at IS NULL) AS shifts,
    (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', trim(g.first_name || ' ' || g.last_name),
        'employeeId', g.employee_id) ORDER BY g.sort_name, g.id), '[]')
      FROM guard_sites x JOIN guards g ON g.tenant_id = x.tenant_id AND g.id = x.guard_id
      WHERE x.tenant_id = s.tenant_id AND x.site_id = s.id AND g.activated AND g.deleted_at IS NULL) AS guards,
    (SELECT coalesce(json_agg(json_build_object('day', x.day, 'name', x.name) ORDER BY x.day), '[]')
      FROM site_holidays x WHERE x.tenant_id = s.tenant_id AND x.site_id = s.id AND x.day >= current_date - 1) AS holidays
  FROM sites s WHERE s.tenant_id = {tenantId} AND s.id = {id} AND s.deleted_at IS NULL
    AND ({siteId}::uuid IS NULL OR s.id = {siteId}::uuid);


-- patrol/tours/write-outcomes.queries.ts

-- writeOutcomes
UPDATE due_rounds d SET round_id = moved.round_id, status = moved.status
  FROM unnest($2::uuid[], $3::uuid[], $4::text[]) AS moved (id, round_id, status)
  WHERE d.tenant_id = $1::uuid AND d.id = moved.id;


-- patrol/trust/find-trust-settings.queries.ts

-- findTrustHistory
SELECT since_ms AS "sinceMs", settings FROM trust_settings WHERE tenant_id = $1::uuid
  ORDER BY version DESC;

-- findTrustInForce
SELECT settings FROM trust_settings WHERE tenant_id = $1::uuid ORDER BY version DESC LIMIT 1;

-- insertTrustSettings
INSERT INTO trust_settings (tenant_id, version, since_ms, settings)
  SELECT $1::uuid, $2::int + 1, greatest($3::bigint, max(since_ms) + 1), $4::jsonb
  FROM trust_settings WHERE tenant_id = $1::uuid HAVING coalesce(max(version), 0) = $2::int
  ON CONFLICT DO NOTHING RETURNING version;


-- patrol/trust/late-arrivals.queries.ts

-- lateArrivalsOf
SELECT coalesce(json_agg(json_build_object('roundId', shown.id,
      'guardName', shown.guard_name, 'startedAtMs', shown.started_at_ms, 'arrivedAtMs', shown.arrived_at_ms,
      'scannedCheckPoints', shown.scanned, 'totalCheckPoints', shown.planned, 'isOpen', shown.is_open,
      'acceptance', shown.acceptance) ORDER BY shown.started_at_ms, shown.id), '[]')
  FROM (SELECT r.id, trim(coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name) || ' ' || coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS guard_name, a.arrived_at_ms,
      told_or_happened_ms(r.tenant_id, r.id, 'roundStarted', r.started_at_ms) AS started_at_ms,
      CASE WHEN r.total_check_points > 0 THEN r.scanned_check_points::int
    ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
      WHERE c.tenant_id = r.tenant_id AND c.round_id = r.id) END AS scanned, coalesce(nullif(r.total_check_points, 0), 0) AS planned,
      (coalesce(a.accepted_until_ms < a.arrived_at_ms, true)
    AND coalesce({due}.round_id = a.round_id, true) AND {due}.status <> 'completed') AS is_open, CASE WHEN a.accepted_at IS NOT NULL THEN json_build_object('reason', a.acceptance,
        'by', a.accepted_by, 'atMs', (extract(epoch FROM a.accepted_at) * 1000)::bigint) END AS acceptance
    FROM late_arrivals a JOIN rounds r ON r.tenant_id = a.tenant_id AND r.id = a.round_id
    JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id
    WHERE a.tenant_id = {due}.tenant_id AND a.due_round_id = {due}.id
    ORDER BY r.started_at_ms, r.id LIMIT 20) AS shown;

-- findArrivals
SELECT round_id AS "roundId", due_round_id AS "dueRoundId", accepted_until_ms AS "acceptedUntilMs"
  FROM late_arrivals WHERE tenant_id = $1::uuid AND round_id = ANY ($2::uuid[]);

-- countArrived
SELECT r.id, ARRAY(SELECT point ->> 'checkpointId' FROM jsonb_array_elements(v.checkpoints) AS point) AS planned,
    (SELECT coalesce(json_agg(json_build_object('checkpointId', s.checkpoint_id,
        'lateAtMs', CASE WHEN 'sentLate' = ANY (s.flags) THEN s.received_at_ms END, 'isFromFuture', 'fromFuture' = ANY (s.flags))), '[]')
      FROM scans s WHERE s.tenant_id = r.tenant_id AND s.round_id = r.id) AS scans
  FROM rounds r JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
  WHERE r.tenant_id = $1::uuid AND r.id = ANY ($2::uuid[]);

-- noteArrivals
INSERT INTO late_arrivals AS known (tenant_id, round_id, due_round_id, arrived_at_ms)
  SELECT $1::uuid, sent.* FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS sent
  ON CONFLICT (tenant_id, round_id) DO UPDATE SET arrived_at_ms = excluded.arrived_at_ms
  WHERE known.arrived_at_ms < excluded.arrived_at_ms;


-- patrol/trust/round-context.queries.ts

-- findNear
WITH named AS MATERIALIZED (
      SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[]) AS n (id, guard_id, from_ms, to_ms)
    ), near AS MATERIALIZED (
      SELECT n.id AS for_round, own.id, true AS is_own FROM named n
      CROSS JOIN LATERAL (SELECT r.id FROM rounds r WHERE r.tenant_id = $1::uuid AND r.guard_id = n.guard_id
        AND r.started_at_ms > n.from_ms - 86400000 AND r.started_at_ms <= n.to_ms AND r.id <> n.id
        ORDER BY r.started_at_ms DESC, r.id DESC LIMIT 2) AS own
      UNION ALL
      SELECT n.id, other.id, false FROM named n
      CROSS JOIN LATERAL (SELECT DISTINCT s.device_id FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = n.id)
        AS used
      CROSS JOIN LATERAL (SELECT r.id FROM rounds r WHERE r.tenant_id = $1::uuid AND r.device_id = used.device_id
        AND r.guard_id <> n.guard_id AND r.started_at_ms > n.from_ms - 86400000
        AND r.started_at_ms < n.to_ms + 14400000
        ORDER BY r.started_at_ms DESC, r.id DESC LIMIT 20) AS other
    )
    SELECT near.for_round AS "forRound", near.is_own AS "isOwn", s.id, s.checkpoint_id AS "checkpointId", s.device_id AS "deviceId",
  s.device_at_ms AS "deviceAtMs", s.phone_at_ms AS "phoneAtMs", s.clock_skew_ms AS "clockSkewMs", s.accuracy_metres AS "accuracyMetres",
  (s.proof_key IS NOT NULL AND NOT 'badSignature' = ANY(s.flags) AND EXISTS (
  SELECT FROM device_keys k WHERE k.tenant_id = s.tenant_id AND k.key = s.proof_key AND k.guard_id = s.guard_id
    AND k.device_id = s.device_id AND k.is_vouched IS NOT FALSE)) AS "isProved",
  CASE WHEN s.latitude IS NULL OR s.longitude IS NULL THEN NULL
    ELSE json_build_object('latitude', s.latitude, 'longitude', s.longitude) END AS position FROM near
    JOIN scans s ON s.tenant_id = $1::uuid AND s.round_id = near.id;

-- codedScans
SELECT y.id, y.round_id, y.checkpoint_id, y.shown_step FROM scans y
  WHERE y.tenant_id = $1::uuid AND y.round_id = named.id AND y.shown_step IS NOT NULL OFFSET 0;

-- findSharedCodes
SELECT s.id FROM unnest($2::uuid[]) AS named (id) CROSS JOIN LATERAL (SELECT y.id, y.round_id, y.checkpoint_id, y.shown_step FROM scans y
  WHERE y.tenant_id = $1::uuid AND y.round_id = named.id AND y.shown_step IS NOT NULL OFFSET 0) AS s
    WHERE EXISTS (SELECT FROM scans o WHERE o.tenant_id = $1::uuid AND o.checkpoint_id = s.checkpoint_id
  AND o.shown_step = s.shown_step AND o.shown_step IS NOT NULL AND o.round_id <> s.round_id);

-- neighbours
WITH named AS MATERIALIZED (
    SELECT r.id, r.guard_id, r.device_id, r.started_at_ms, r.ended_at_ms, r.started_at_ms / 86400000 AS day,
      coalesce(r.ended_at_ms, r.started_at_ms) + 14400000 AS until_ms
    FROM unnest($2::uuid[]) AS sent (id)
    CROSS JOIN LATERAL (SELECT * FROM rounds WHERE tenant_id = $1::uuid AND id = sent.id LIMIT 1) AS r
  ), days AS MATERIALIZED (
    SELECT device_id, guard_id, day, min(started_at_ms) - 86400000 AS from_ms, max(until_ms) AS until_ms
    FROM named GROUP BY device_id, guard_id, day
  ), others AS MATERIALIZED (
    SELECT days.device_id, days.guard_id, days.day, r.* FROM days
    CROSS JOIN LATERAL (SELECT r.id, r.started_at_ms FROM rounds r
      WHERE r.tenant_id = $1::uuid AND r.device_id = days.device_id AND r.guard_id <> days.guard_id
        AND r.started_at_ms > days.from_ms AND r.started_at_ms < days.until_ms AND r.ended_at_ms IS NOT NULL
      ORDER BY r.started_at_ms DESC LIMIT 500) AS r
  )
  SELECT beside.id FROM named n CROSS JOIN LATERAL (
    (SELECT id FROM (SELECT r.id, r.started_at_ms, r.ended_at_ms FROM rounds r
        WHERE r.tenant_id = $1::uuid AND r.guard_id = n.guard_id
          AND (r.started_at_ms, r.id) > (n.started_at_ms, n.id) AND r.started_at_ms < n.started_at_ms + 86400000
        ORDER BY r.started_at_ms, r.id LIMIT 20) AS later
      WHERE ended_at_ms IS NOT NULL ORDER BY started_at_ms, id LIMIT 2)
    UNION ALL
    SELECT id FROM (SELECT r.id, r.ended_at_ms FROM rounds r WHERE r.tenant_id = $1::uuid AND r.guard_id = n.guard_id
        AND r.started_at_ms > n.started_at_ms - 86400000 AND (r.started_at_ms, r.id) < (n.started_at_ms, n.id)
        ORDER BY r.started_at_ms DESC, r.id DESC LIMIT 20) AS earlier
      WHERE ended_at_ms >= n.started_at_ms
    UNION ALL
    (SELECT o.id FROM others o WHERE o.device_id = n.device_id AND o.guard_id = n.guard_id AND o.day = n.day
        AND o.started_at_ms > n.started_at_ms - 86400000 AND o.started_at_ms < n.until_ms
      ORDER BY o.started_at_ms DESC, o.id DESC LIMIT 20)
  ) AS beside
  UNION ALL SELECT shared.round_id FROM unnest($2::uuid[]) AS named (id)
    CROSS JOIN LATERAL (SELECT y.id, y.round_id, y.checkpoint_id, y.shown_step FROM scans y
  WHERE y.tenant_id = $1::uuid AND y.round_id = named.id AND y.shown_step IS NOT NULL OFFSET 0) AS s
    CROSS JOIN LATERAL (SELECT o.round_id FROM scans o WHERE o.tenant_id = $1::uuid AND o.checkpoint_id = s.checkpoint_id
  AND o.shown_step = s.shown_step AND o.shown_step IS NOT NULL AND o.round_id <> s.round_id LIMIT 20) AS shared;


-- patrol/trust/round-flags.queries.ts

-- storeRoundFlags
WITH kept AS (
    INSERT INTO round_doubts AS d (tenant_id, round_id, flag, scans, started_at_ms)
    SELECT $1::uuid, sent.* FROM unnest($3::uuid[], $4::text[], $5::int[], $6::bigint[]) AS sent
    ON CONFLICT (tenant_id, round_id, flag) DO UPDATE
      SET scans = excluded.scans, started_at_ms = excluded.started_at_ms
      WHERE (d.scans, d.started_at_ms) IS DISTINCT FROM (excluded.scans, excluded.started_at_ms))
  DELETE FROM round_doubts d WHERE d.tenant_id = $1::uuid AND d.round_id = ANY ($2::uuid[])
    AND (d.round_id, d.flag) NOT IN (SELECT * FROM unnest($3::uuid[], $4::text[]));
