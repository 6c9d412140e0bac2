-- Statements that apps/server/src/records writes out, by file and function. In braces: what only the running program knows.
-- Written by "npx vitest run checks/statements.test.ts -u".

-- records/checkpoint-codes/checkpoint-codes.queries.ts

-- issueCodes
WITH moment AS (SELECT clock_timestamp() AS at),
  retired AS (UPDATE qr_codes SET retired_at = moment.at FROM moment
    WHERE tenant_id = {tenantId} AND checkpoint_id = ANY ({checkpointIds}::uuid[]) AND retired_at IS NULL)
  SELECT wanted.id, moment.at::text AS at, 1 + coalesce((SELECT max(c.serial) FROM qr_codes c
    WHERE c.tenant_id = {tenantId} AND c.checkpoint_id = wanted.id), 0) AS serial
  FROM unnest({checkpointIds}::uuid[]) AS wanted (id) CROSS JOIN moment;

-- findLiveCodes
SELECT c.checkpoint_id AS "checkpointId", c.code FROM qr_codes c
  WHERE c.tenant_id = $1::uuid AND c.checkpoint_id = ANY ($2::uuid[]) AND c.retired_at IS NULL;

-- findCodeBook
SELECT c.code, c.checkpoint_id AS "checkpointId", c.key_version IS NOT NULL AS "isSigned",
    floor(extract(epoch FROM c.retired_at) * 1000)::float8 AS "retiredAtMs"
  FROM qr_codes c WHERE c.tenant_id = $1::uuid;


-- records/checkpoint-imports/import-checkpoints.queries.ts

-- waitForOthers
SELECT pg_advisory_xact_lock(hashtextextended('checkpoint imports ' || $1::text, 0));

-- findLiveSites
SELECT s.id FROM sites s WHERE s.tenant_id = $1::uuid AND s.id = ANY ($2::uuid[])
  AND s.deleted_at IS NULL ORDER BY s.id {isHeld ? FOR SHARE : };

-- findKnown
SELECT r.id, r.site_id AS "siteId", r.name FROM checkpoints r
  WHERE r.tenant_id = $1::uuid AND r.site_id = ANY($2::uuid[]) AND r.deleted_at IS NULL;

-- findKnown
SELECT r.name, r.latitude, r.longitude, r.radius_metres AS "radiusMetres", r.instructions,
  coalesce(r.nfc_tag_id, '') AS "nfcTagId", r.scan_methods AS "scanMethods", r.id, r.site_id AS "siteId" FROM checkpoints r
    WHERE r.tenant_id = $1::uuid AND r.id = ANY($2::uuid[]) AND r.deleted_at IS NULL
    ORDER BY r.id {isHeld ? FOR UPDATE OF r : };

-- findTagOwners
SELECT r.id, r.nfc_tag_id AS tag FROM checkpoints r
  WHERE r.tenant_id = $1::uuid AND r.nfc_tag_id = ANY ($2::text[]) AND r.deleted_at IS NULL;

-- storeCheckpoints
INSERT INTO checkpoints (tenant_id, id, site_id, name, latitude, longitude, radius_metres,
        instructions, nfc_tag_id, scan_methods)
      SELECT $1::uuid, id, site_id, name, latitude, longitude, radius_metres, instructions, nullif(nfc_tag_id, ''),
        string_to_array(scan_methods, ',')
      FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::float8[], $6::float8[], $7::float8[], $8::text[],
  $9::text[], $10::text[]) AS sent (id, site_id, name, latitude, longitude, radius_metres, instructions, nfc_tag_id,
  scan_methods);

-- storeCheckpoints
UPDATE checkpoints r SET name = sent.name, latitude = sent.latitude, longitude = sent.longitude,
        radius_metres = sent.radius_metres, instructions = sent.instructions,
        nfc_tag_id = nullif(sent.nfc_tag_id, ''), scan_methods = string_to_array(sent.scan_methods, ','),
        version = r.version + 1, updated_at = now()
      FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::float8[], $6::float8[], $7::float8[], $8::text[],
  $9::text[], $10::text[]) AS sent (id, site_id, name, latitude, longitude, radius_metres, instructions, nfc_tag_id,
  scan_methods) WHERE r.tenant_id = $1::uuid AND r.id = sent.id;


-- records/checkpoints/checkpoint-details.queries.ts

-- findCodes
SELECT serial, CASE WHEN retired_at IS NULL THEN code END AS text, key_version IS NOT NULL AS "isSigned",
    floor(extract(epoch FROM issued_at) * 1000)::float8 AS "issuedAtMs", floor(extract(epoch FROM retired_at) * 1000)::float8 AS "retiredAtMs"
  FROM qr_codes WHERE tenant_id = $1::uuid AND checkpoint_id = $2::uuid
  ORDER BY serial DESC LIMIT 20;

-- findRoutesPast
SELECT r.id, r.name, r.activated FROM patrol_routes r WHERE r.tenant_id = $1::uuid AND r.deleted_at IS NULL
    AND r.id IN (SELECT c.route_id FROM patrol_route_checkpoints c
      WHERE c.tenant_id = $1::uuid AND c.checkpoint_id = $2::uuid)
  ORDER BY r.sort_name, r.id;

-- findScanFigures
SELECT count(*)::int AS scans, (count(*) FILTER (WHERE s.flags <> '{}'))::int AS flagged
      FROM scans s WHERE s.tenant_id = $1::uuid AND s.checkpoint_id = $2::uuid
  AND s.device_at_ms >= $3::bigint AND s.device_at_ms < $4::bigint;

-- countScansBetween
SELECT width_bucket(s.device_at_ms, $3::bigint[]) AS place, count(*)::int AS scans FROM scans s
  WHERE s.tenant_id = $1::uuid AND s.checkpoint_id = $2::uuid AND s.device_at_ms >= $4::bigint
    AND s.device_at_ms < $5::bigint GROUP BY 1;

-- findLastScans
SELECT s.id, s.round_id AS "roundId", coalesce(trim(coalesce(g.former -> width_bucket((s.device_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name) || ' ' || coalesce(g.former -> width_bucket((s.device_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)), '') AS "guardName",
        s.device_at_ms AS "deviceAtMs", s.method, s.distance_metres AS "distanceMetres", s.flags
      FROM (SELECT * FROM scans s WHERE s.tenant_id = $1::uuid AND s.checkpoint_id = $2::uuid
  AND s.device_at_ms >= $3::bigint AND s.device_at_ms < $4::bigint ORDER BY s.device_at_ms DESC, s.id DESC
        LIMIT 50) AS s
      LEFT JOIN guards g ON g.tenant_id = s.tenant_id AND g.id = s.guard_id AND g.deleted_at IS NULL
      ORDER BY s.device_at_ms DESC, s.id DESC;

-- findGaps
WITH ends AS (SELECT s.device_at_ms AS at FROM scans s WHERE s.tenant_id = $1::uuid AND s.checkpoint_id = $2::uuid
  AND s.device_at_ms >= $3::bigint AND s.device_at_ms < $4::bigint
        UNION ALL SELECT $3::bigint UNION ALL SELECT $4::bigint),
      spans AS (SELECT lag(at) OVER (ORDER BY at) AS from_ms, at AS to_ms FROM ends)
    SELECT from_ms AS "fromMs", to_ms AS "toMs" FROM spans WHERE from_ms < to_ms
    ORDER BY to_ms - from_ms DESC, from_ms LIMIT 10;


-- records/checkpoints/checkpoint-questions.queries.ts

-- lockCheckpoint
SELECT 1 FROM checkpoints WHERE tenant_id = {tenantId} AND id = {checkpointId} FOR NO KEY UPDATE;


-- records/checkpoints/checkpoint-screens.queries.ts

-- findScreens
SELECT id, serial, offered_at_ms AS "offeredAtMs", paired_at_ms AS "pairedAtMs",
    seen_at_ms AS "seenAtMs", revoked_at_ms AS "revokedAtMs"
  FROM checkpoint_screens WHERE tenant_id = $1::uuid AND checkpoint_id = $2::uuid AND paired_at_ms IS NOT NULL
  ORDER BY serial DESC;

-- insertOffer
SELECT FROM checkpoints WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE;

-- insertOffer
UPDATE checkpoint_screens SET pairing_hash = NULL
  WHERE tenant_id = $1::uuid AND checkpoint_id = $2::uuid AND pairing_hash IS NOT NULL;

-- insertOffer
INSERT INTO checkpoint_screens (tenant_id, id, checkpoint_id, serial, pairing_hash, pairing_ends_at_ms, offered_at_ms)
  SELECT $1::uuid, $2::uuid, $3::uuid, 1 + coalesce(max(serial), 0), $4::bytea, $5::bigint, $6::bigint
  FROM checkpoint_screens WHERE tenant_id = $1::uuid AND checkpoint_id = $3::uuid RETURNING serial;

-- revokeScreen
UPDATE checkpoint_screens SET revoked_at_ms = $4::bigint, pairing_hash = NULL
  WHERE tenant_id = $1::uuid AND checkpoint_id = $2::uuid AND id = $3::uuid AND revoked_at_ms IS NULL RETURNING serial;

-- pairOffered
UPDATE checkpoint_screens s SET pairing_hash = NULL, secret = $3::bytea, paired_at_ms = $4::bigint,
    seen_at_ms = $4::bigint
  FROM checkpoints c WHERE s.tenant_id = $1::uuid AND s.pairing_hash = $2::bytea
    AND s.pairing_ends_at_ms >= $4::bigint AND s.revoked_at_ms IS NULL
    AND c.tenant_id = s.tenant_id AND c.id = s.checkpoint_id AND c.deleted_at IS NULL
  RETURNING s.id AS "screenId", c.id AS "checkpointId", c.name AS "checkpointName", s.serial,
    encode(s.secret, 'hex') AS secret;

-- noteSeen
UPDATE checkpoint_screens SET seen_at_ms = $3::bigint WHERE tenant_id = $1::uuid AND id = $2::uuid
  AND paired_at_ms IS NOT NULL AND revoked_at_ms IS NULL RETURNING id;


-- records/checkpoints/checkpoints.queries.ts

-- findDependents
SELECT
  EXISTS (SELECT FROM scans x WHERE x.tenant_id = {tenantId} AND x.checkpoint_id = {id})
    OR EXISTS (SELECT FROM route_versions v JOIN rounds o ON o.tenant_id = v.tenant_id AND o.route_version_id = v.id
      WHERE v.tenant_id = {tenantId}
        AND v.site_id = (SELECT c.site_id FROM checkpoints c WHERE c.tenant_id = {tenantId} AND c.id = {id})
        AND v.checkpoints @> jsonb_build_array(jsonb_build_object('checkpointId', {id}::text))) AS "hasHistory",
  EXISTS (SELECT FROM patrol_route_checkpoints x JOIN patrol_routes r ON r.tenant_id = x.tenant_id
    AND r.id = x.route_id WHERE x.tenant_id = {tenantId} AND x.checkpoint_id = {id}
    AND r.deleted_at IS NULL) AS "hasRoutes";


-- records/devices/device-reports.queries.ts

-- findReporting
SELECT d.status, d.report_no AS "reportNo", ARRAY_AGG(k.public_key ORDER BY k.enrolled_at_ms, k.id)
    FILTER (WHERE k.enrolled_at_ms > coalesce(d.wiped_at_ms, 0)) AS living, count(k.id) > 0 AS "hasHadKey"
  FROM devices d LEFT JOIN device_keys k ON k.tenant_id = $1::uuid AND k.device_id = $2::uuid
    AND k.is_vouched IS NOT FALSE
  WHERE d.tenant_id = $1::uuid AND d.id = $2::uuid GROUP BY d.tenant_id, d.id;

-- noteReport
UPDATE devices SET last_seen_ms = CASE WHEN $8::boolean THEN greatest(last_seen_ms, $3::bigint)
      ELSE last_seen_ms END,
    waiting = $4::int, waiting_told_ms = $3::bigint, app_version = coalesce($5::text, app_version),
    report_no = coalesce($6::bigint, report_no)
  WHERE tenant_id = $1::uuid AND id = $2::uuid AND ($6::bigint IS NULL OR coalesce(report_no, 0) < $6::bigint)
    AND (coalesce(waiting_told_ms, 0) < $7::bigint OR waiting IS DISTINCT FROM $4::int
      OR app_version <> coalesce($5::text, app_version) OR (report_no IS NULL AND $6::bigint IS NOT NULL));

-- noteWipe
UPDATE devices SET status = 'wiped', status_since_ms = $3::bigint, wiped_at_ms = $3::bigint,
    lost_records = $4::int, waiting = 0, waiting_told_ms = $3::bigint, version = version + 1,
    is_wipe_proved = $5::boolean, claimed_wipe_ms = NULL, claimed_lost = NULL, report_no = coalesce($6::bigint, report_no)
  WHERE tenant_id = $1::uuid AND id = $2::uuid AND status = 'wipeAsked' AND ($6::bigint IS NULL OR coalesce(report_no, 0) < $6::bigint) RETURNING name, agent;

-- noteClaimedWipe
UPDATE devices SET claimed_wipe_ms = $3::bigint, claimed_lost = $4::int
  WHERE tenant_id = $1::uuid AND id = $2::uuid AND status = 'wipeAsked' AND claimed_wipe_ms IS NULL;


-- records/devices/devices.queries.ts

-- revokeSessions
UPDATE sessions SET revoked_at = now()
  WHERE tenant_id = $1::uuid AND device_id = $2::uuid AND revoked_at IS NULL;


-- records/guard-imports/import-guards.queries.ts

-- findKnown
SELECT r.id, r.employee_id AS "employeeId", r.first_name AS "firstName", r.last_name AS "lastName",
    r.email, r.phone_number AS "phoneNumber", r.country_code AS "countryCode",
    ARRAY(SELECT g.site_id::text FROM guard_sites g WHERE g.tenant_id = r.tenant_id AND g.guard_id = r.id
      ORDER BY g.site_id::text COLLATE "C") AS "siteIds", ($3::uuid IS NOT NULL AND EXISTS (SELECT FROM guard_sites w
  JOIN sites ws ON ws.tenant_id = w.tenant_id AND ws.id = w.site_id AND ws.deleted_at IS NULL
  WHERE w.tenant_id = r.tenant_id AND w.guard_id = r.id AND w.site_id <> $3::uuid)) AS "isShared"
  FROM guards r WHERE r.tenant_id = $1::uuid AND lower(r.employee_id) = ANY($2::text[]) AND r.deleted_at IS NULL
  ORDER BY r.id {isHeld ? FOR UPDATE OF r : };

-- setPlans
SELECT set_config('plan_cache_mode', $1::text, true);

-- storeGuards
INSERT INTO guards (tenant_id, id, employee_id, first_name, last_name, email, phone_number, country_code)
      SELECT $1::uuid, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
  AS sent (id, employee_id, first_name, last_name, email, phone_number, country_code);

-- storeGuards
UPDATE guards r SET employee_id = sent.employee_id, first_name = sent.first_name, last_name = sent.last_name,
        email = sent.email, phone_number = sent.phone_number, country_code = sent.country_code,
        version = r.version + 1, updated_at = now()
      FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
  AS sent (id, employee_id, first_name, last_name, email, phone_number, country_code) WHERE r.tenant_id = $1::uuid AND r.id = sent.id;

-- storeSites
DELETE FROM guard_sites g WHERE g.tenant_id = $1::uuid AND g.guard_id = ANY($4::uuid[]) AND NOT EXISTS
  (SELECT FROM unnest($2::uuid[], $3::uuid[]) AS sent (guard_id, site_id) WHERE sent.guard_id = g.guard_id AND sent.site_id = g.site_id);

-- storeSites
INSERT INTO guard_sites (tenant_id, guard_id, site_id) SELECT $1::uuid, * FROM unnest($2::uuid[], $3::uuid[]) AS sent (guard_id, site_id) ON CONFLICT DO NOTHING;


-- records/guards/guards.queries.ts

-- hasHistory
SELECT EXISTS (SELECT FROM {table} AS x WHERE x.tenant_id = {tenantId} AND x.guard_id = {id}) OR EXISTS (SELECT FROM {table} AS x WHERE x.tenant_id = {tenantId} AND x.guard_id = {id})
  OR EXISTS (SELECT FROM {table} AS x WHERE x.tenant_id = {tenantId} AND x.guard_id = {id}) OR EXISTS (SELECT FROM {table} AS x WHERE x.tenant_id = {tenantId} AND x.guard_id = {id}) AS has;

-- updateSecrets
UPDATE guards g SET secret_hash = sent.hash, secret_issued_by = $4::uuid, version = version + 1, updated_at = now()
  FROM unnest($2::uuid[], $3::text[]) AS sent (id, hash)
  WHERE g.tenant_id = $1::uuid AND g.id = sent.id AND g.activated AND g.deleted_at IS NULL
  RETURNING g.id, g.employee_id AS "employeeId", trim(g.first_name || ' ' || g.last_name) AS label;


-- records/past-names/past-checkpoints.queries.ts

-- findPastCheckpoints
SELECT id AS "checkpointId", name, latitude, longitude, radius_metres AS "radiusMetres",
    activated AS "isActivated", former, to_jsonb(former_until_ms) AS "formerUntilMs"
  FROM checkpoints WHERE tenant_id = $1::uuid AND id = ANY($2::uuid[]);


-- records/patrol-routes/patrol-routes.queries.ts

-- findVersions
SELECT v.id, v.number, v.total, v.name, v.is_fixed_order AS "isFixedOrder",
    EXISTS (SELECT FROM patrol_routes r WHERE r.tenant_id = v.tenant_id AND r.current_version_id = v.id) AS "isCurrent",
    jsonb_path_query_array(v.checkpoints, '$[*].name') AS checkpoints,
    (SELECT count(*)::int FROM rounds o WHERE o.tenant_id = v.tenant_id AND o.route_version_id = v.id) AS rounds,
    floor(extract(epoch FROM v.created_at) * 1000)::float8 AS "createdAt"
  FROM (SELECT *, row_number() OVER (ORDER BY created_at, id)::int AS number, count(*) OVER ()::int AS total
    FROM route_versions WHERE tenant_id = {tenantId} AND route_id = {routeId}) v
  ORDER BY v.number DESC LIMIT {routeVersionsShown};

-- findDependents
SELECT
  EXISTS (SELECT FROM route_versions v JOIN rounds o ON o.tenant_id = v.tenant_id AND o.route_version_id = v.id
    WHERE v.tenant_id = {tenantId} AND v.route_id = {id}) AS "hasRounds",
  EXISTS (SELECT FROM patrol_tours x WHERE x.tenant_id = {tenantId} AND x.route_id = {id}
    AND x.deleted_at IS NULL) AS "hasTours";


-- records/record-imports/import-losses.queries.ts

-- countLosses
SELECT loss ->> 'field' AS field, count(*) FILTER (WHERE loss ->> 'after' = '')::int AS emptied,
      count(*) FILTER (WHERE loss ->> 'after' <> '')::int AS replaced
    FROM (SELECT jsonb_array_elements(r.losses) AS loss FROM record_import_rows r
  WHERE r.tenant_id = $1::uuid AND r.import_id = $2::uuid AND r.outcome = 'changed' AND r.losses <> '[]') AS taken GROUP BY 1 ORDER BY 1;

-- findLossRows
SELECT r.row_no AS "rowNo", coalesce(r.record, '') AS record, r.cells, r.losses
    FROM record_import_rows r
  WHERE r.tenant_id = $1::uuid AND r.import_id = $2::uuid AND r.outcome = 'changed' AND r.losses <> '[]' AND r.row_no > $3::int ORDER BY r.row_no LIMIT $4::int;


-- records/record-imports/record-imports.queries.ts

-- findImport
SELECT i.id, i.kind, i.tenant_id AS "tenantId", i.user_id AS "userId", i.site_id AS "siteId", i.origin, i.file_name AS "fileName",
  i.headings, i.row_count AS "rowCount", i.mapping, i.state, i.stop_reason AS "stopReason", i.mode, i.rows_done AS "rowsDone",
  i.sheet, i.other_sheets AS "otherSheets" FROM record_imports i WHERE i.tenant_id = $1::uuid AND i.id = $2::uuid
    AND i.kind = $3::text AND i.user_id = $4::uuid AND i.site_id IS NOT DISTINCT FROM $5::uuid;

-- findImportToRun
SELECT i.id, i.kind, i.tenant_id AS "tenantId", i.user_id AS "userId", i.site_id AS "siteId", i.origin, i.file_name AS "fileName",
  i.headings, i.row_count AS "rowCount", i.mapping, i.state, i.stop_reason AS "stopReason", i.mode, i.rows_done AS "rowsDone",
  i.sheet, i.other_sheets AS "otherSheets" FROM record_imports i WHERE i.tenant_id = $1::uuid AND i.id = $2::uuid
    AND i.state IN ('queued', 'running');

-- countOutcomes
SELECT outcome, count(*)::int AS count FROM record_import_rows
  WHERE tenant_id = $1::uuid AND import_id = $2::uuid AND outcome IS NOT NULL {state === 'stopped' ? AND (is_applied OR outcome = 'wrong') : } GROUP BY outcome;

-- findErrorRows
SELECT row_no AS "rowNo", cells, coalesce(errors, '[]') AS errors FROM record_import_rows
  WHERE tenant_id = $1::uuid AND import_id = $2::uuid AND outcome = 'wrong' AND row_no > $3::int
  ORDER BY row_no LIMIT $4::int;

-- findRows
SELECT row_no AS "rowNo", cells, exact, losses FROM record_import_rows
  WHERE tenant_id = $1::uuid AND import_id = $2::uuid AND row_no > $3::int {isLeft ? AND NOT is_applied AND outcome <> 'wrong' : }
  ORDER BY row_no LIMIT $4::int;

-- updateRows
UPDATE record_import_rows r SET outcome = sent.outcome, errors = sent.errors::jsonb, is_applied = $6::boolean,
    losses = coalesce(sent.losses::jsonb, r.losses), record = sent.record
  FROM unnest($3::int[], $4::text[], $5::text[], $7::text[], $8::text[]) AS sent (row_no, outcome, errors, losses, record)
  WHERE r.tenant_id = $1::uuid AND r.import_id = $2::uuid AND r.row_no = sent.row_no;

-- isAlone
SELECT pg_try_advisory_xact_lock(hashtextextended($1::text, 0)) AS "isAlone";


-- records/route-versions/route-versions.queries.ts

-- renewRouteVersions
SELECT FROM patrol_routes WHERE tenant_id = {tenantId} AND id = ANY ({routeIds}::uuid[])
  ORDER BY id FOR NO KEY UPDATE;

-- renewRouteVersions
SELECT r.id, p.plan::text AS plan FROM patrol_routes r
  CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_agg(jsonb_build_object('checkpointId', k.id, 'name', k.name, 'latitude', k.latitude,
      'longitude', k.longitude, 'radiusMetres', k.radius_metres) ORDER BY c.position), '[]') AS plan
    FROM patrol_route_checkpoints c JOIN checkpoints k ON k.tenant_id = c.tenant_id AND k.id = c.checkpoint_id
    WHERE c.tenant_id = r.tenant_id AND c.route_id = r.id) p
  LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.current_version_id
  WHERE r.tenant_id = {tenantId} AND r.id = ANY ({routeIds}::uuid[]) AND (v.id IS NULL
    OR v.name <> r.name OR v.is_fixed_order <> r.is_fixed_order OR v.checkpoints <> p.plan)
  ORDER BY r.id;

-- renewRouteVersions
WITH made AS (
    SELECT * FROM unnest({ids}::uuid[], {versionIds}::uuid[], {plans}::text[]) AS m (route_id, id, plan)
  ), inserted AS (
    INSERT INTO route_versions (tenant_id, id, route_id, site_id, name, is_fixed_order, checkpoints)
    SELECT r.tenant_id, m.id, r.id, r.site_id, r.name, r.is_fixed_order, m.plan::jsonb
    FROM made m JOIN patrol_routes r ON r.tenant_id = {tenantId} AND r.id = m.route_id
  )
  UPDATE patrol_routes r SET current_version_id = m.id FROM made m
  WHERE r.tenant_id = {tenantId} AND r.id = m.route_id;


-- records/shifts/shift-plan.queries.ts

-- findPlanGuards
SELECT g.id, trim(g.first_name || ' ' || g.last_name) AS name,
    g.employee_id AS "employeeId", p.guard_id IS NOT NULL AND g.activated AS "isOfSite"
  FROM guards g LEFT JOIN guard_sites p ON p.tenant_id = g.tenant_id AND p.guard_id = g.id AND p.site_id = {siteId}
  WHERE g.tenant_id = {tenantId} AND g.deleted_at IS NULL AND (p.guard_id IS NOT NULL AND g.activated
    OR g.id IN (SELECT x.guard_id FROM shift_guards x JOIN shifts s ON s.tenant_id = x.tenant_id AND s.id = x.shift_id
      WHERE x.tenant_id = {tenantId} AND s.site_id = {siteId} AND s.deleted_at IS NULL))
  ORDER BY g.sort_name, g.id;

-- findShiftsAt
SELECT r.id, r.version, r.name, s.name AS "siteName", s.time_zone AS "timeZone",
  r.from_minute AS "fromMinute", r.to_minute AS "toMinute", r.weekdays,
  ARRAY(SELECT x.guard_id FROM shift_guards x JOIN guards g ON g.tenant_id = x.tenant_id AND g.id = x.guard_id
    WHERE x.tenant_id = r.tenant_id AND x.shift_id = r.id AND g.deleted_at IS NULL
    ORDER BY g.sort_name, g.id)::text[] AS "guardIds"
  FROM shifts r JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.site_id
    WHERE r.tenant_id = {tenantId} AND r.site_id = {siteId} AND r.activated AND r.deleted_at IS NULL
    ORDER BY r.from_minute, r.sort_name, r.id LIMIT {shiftsShownMax};

-- findShiftsOf
SELECT r.site_id AS "siteId", r.id, r.version, r.name, s.name AS "siteName", s.time_zone AS "timeZone",
  r.from_minute AS "fromMinute", r.to_minute AS "toMinute", r.weekdays,
  ARRAY(SELECT x.guard_id FROM shift_guards x JOIN guards g ON g.tenant_id = x.tenant_id AND g.id = x.guard_id
    WHERE x.tenant_id = r.tenant_id AND x.shift_id = r.id AND g.deleted_at IS NULL
    ORDER BY g.sort_name, g.id)::text[] AS "guardIds"
  FROM shifts r JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.site_id
    WHERE r.tenant_id = {tenantId} AND ({siteId}::uuid IS NULL OR r.site_id = {siteId}::uuid) AND r.activated AND r.deleted_at IS NULL AND s.activated AND s.deleted_at IS NULL
      AND r.id IN (SELECT x.shift_id FROM shift_guards x
        WHERE x.tenant_id = {tenantId} AND x.guard_id = ANY ({guardIds}::uuid[]))
    ORDER BY r.from_minute, r.id;


-- records/sites/deleted-sites.queries.ts

-- refuseDeletedSites
SELECT r.site_id FROM {table} r
  WHERE r.tenant_id = {tenantId} AND r.id = ANY ({ids}::uuid[]);

-- refuseDeletedCheckpoints
SELECT c.checkpoint_id FROM patrol_route_checkpoints c
  WHERE c.tenant_id = {tenantId} AND c.route_id = ANY ({ids}::uuid[]);

-- refuseDeletedPlans
SELECT r.{column} FROM patrol_tours r
  WHERE r.tenant_id = {tenantId} AND r.id = ANY ({ids}::uuid[]);

-- refuseDeletedPlans
SELECT o.site_id FROM patrol_routes o
  WHERE o.tenant_id = {tenantId} AND o.id IN (SELECT r.{column} FROM patrol_tours r
  WHERE r.tenant_id = {tenantId} AND r.id = ANY ({ids}::uuid[]));

-- refuseDeleted
SELECT p.name, p.deleted_at IS NOT NULL AS "isGone"
  FROM {table} p WHERE p.tenant_id = {tenantId} AND p.id IN ({ids}) ORDER BY p.id FOR SHARE;

-- findPosts
SELECT p.guard_id AS "guardId",
    s.deleted_at IS NOT NULL AS "isGone"
  FROM guard_sites p JOIN sites s ON s.tenant_id = p.tenant_id AND s.id = p.site_id
  WHERE p.tenant_id = {tenantId} AND p.guard_id = ANY ({ids}::uuid[]) ORDER BY s.id FOR SHARE OF s;


-- records/sites/handover-notes.queries.ts

-- findHandovers
SELECT DISTINCT ON (e.guard_id) e.guard_id AS "guardId", trim(concat(r.first_name, ' ', r.last_name)) AS "guardName",
    e.device_at_ms AS "deviceAtMs"
  FROM field_events e JOIN guards r ON r.tenant_id = $1::uuid AND r.id = e.guard_id
  WHERE e.tenant_id = $1::uuid AND e.subject_id = n.id AND e.kind = 'handoverRead'
  ORDER BY e.guard_id, e.device_at_ms, e.id;

-- findHandovers
SELECT n.id, n.guard_id AS "guardId", trim(concat(g.first_name, ' ', g.last_name)) AS "guardName", n.details ->> 'text' AS text,
    (n.details ->> 'isUrgent')::boolean AS "isUrgent", n.device_at_ms AS "deviceAtMs",
    n.received_at_ms AS "receivedAtMs",
    coalesce((SELECT json_agg(read ORDER BY read."deviceAtMs", read."guardId") FROM (SELECT DISTINCT ON (e.guard_id) e.guard_id AS "guardId", trim(concat(r.first_name, ' ', r.last_name)) AS "guardName",
    e.device_at_ms AS "deviceAtMs"
  FROM field_events e JOIN guards r ON r.tenant_id = $1::uuid AND r.id = e.guard_id
  WHERE e.tenant_id = $1::uuid AND e.subject_id = n.id AND e.kind = 'handoverRead'
  ORDER BY e.guard_id, e.device_at_ms, e.id) AS read), '[]') AS reads
  FROM field_events n JOIN guards g ON g.tenant_id = $1::uuid AND g.id = n.guard_id
  WHERE n.tenant_id = $1::uuid AND n.subject_id = $2::uuid AND n.kind = 'handoverNoted' ORDER BY n.received_at_ms DESC, n.id DESC OFFSET $3 LIMIT $4;

-- findHandovers
SELECT count(*)::int AS count FROM field_events n WHERE n.tenant_id = $1::uuid AND n.subject_id = $2::uuid AND n.kind = 'handoverNoted';


-- records/sites/post-orders.queries.ts

-- lockNewestNo
SELECT 1 FROM sites WHERE tenant_id = {tenantId} AND id = {siteId} FOR NO KEY UPDATE;

-- findAcknowledged
SELECT * FROM (SELECT DISTINCT ON (e.guard_id) e.guard_id AS "guardId",
    trim(concat(g.first_name, ' ', g.last_name)) AS "guardName", g.employee_id AS "employeeId",
    e.device_at_ms AS "deviceAtMs", e.received_at_ms AS "receivedAtMs"
  FROM field_events e JOIN guards g ON g.tenant_id = $1::uuid AND g.id = e.guard_id
  WHERE e.tenant_id = $1::uuid AND e.subject_id = $2::uuid AND e.kind = 'ordersAcknowledged'
  ORDER BY e.guard_id, e.device_at_ms, e.id) AS first ORDER BY "deviceAtMs" DESC, "guardId";

-- findSiteGuards
SELECT g.id AS "guardId", trim(concat(g.first_name, ' ', g.last_name)) AS "guardName",
    g.employee_id AS "employeeId"
  FROM guard_sites s JOIN guards g ON g.tenant_id = $1::uuid AND g.id = s.guard_id
  WHERE s.tenant_id = $1::uuid AND s.site_id = $2::uuid AND g.activated AND g.deleted_at IS NULL
  ORDER BY g.sort_name, g.id;


-- records/sites/site-details.queries.ts

-- some
SELECT count(*)::int AS count FROM {from};

-- some
SELECT {columns} FROM {from} ORDER BY {order} LIMIT 20;

-- countRounds
SELECT coalesce(sum(rounds), 0)::float8 AS rounds, coalesce(sum(completed), 0)::float8 AS completed, coalesce(sum(incompleted), 0)::float8 AS incompleted,
    coalesce(sum(in_progress), 0)::float8 AS "inProgress"
  FROM round_counts WHERE tenant_id = $1::uuid AND site_id = $2::uuid
    AND guard_id = '00000000-0000-0000-0000-000000000000' AND grain = 2
    AND bucket_ms >= $3::bigint AND bucket_ms < $4::bigint;

-- findLastRounds
SELECT r.id, trim(coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name) || ' ' || coalesce(g.former -> width_bucket((r.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS "guardName", coalesce(v.name, '') AS "routeName",
      r.started_at_ms AS "startedAtMs", r.status_code AS "statusCode", nullif(r.total_check_points, 0) AS "totalCheckPoints",
      CASE WHEN r.total_check_points > 0 THEN r.scanned_check_points::int
  ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
    WHERE c.tenant_id = r.tenant_id AND c.round_id = r.id) END AS "scannedCheckPoints"
    FROM unnest($5::int[]) AS wanted (status)
    CROSS JOIN LATERAL (SELECT * FROM rounds o WHERE o.tenant_id = $1::uuid AND o.site_id = $2::uuid AND o.status_code = wanted.status
      AND o.started_at_ms >= $3::bigint AND o.started_at_ms < $4::bigint
      ORDER BY o.started_at_ms DESC, o.id DESC LIMIT 10) AS r
    JOIN guards g ON g.tenant_id = r.tenant_id AND g.id = r.guard_id
    LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
    ORDER BY r.started_at_ms DESC, r.id DESC;


-- records/sites/sites.queries.ts

-- findDependents
SELECT
  EXISTS (SELECT FROM {table} AS x
  WHERE x.tenant_id = {tenantId} AND x.site_id = {id}) OR EXISTS (SELECT FROM {table} AS x
  WHERE x.tenant_id = {tenantId} AND x.site_id = {id}) OR EXISTS (SELECT FROM {table} AS x
  WHERE x.tenant_id = {tenantId} AND x.site_id = {id}) OR EXISTS (SELECT FROM {table} AS x
  WHERE x.tenant_id = {tenantId} AND x.site_id = {id}) AS "hasHistory",
  (SELECT count(*)::int FROM {table} AS x
  WHERE x.tenant_id = {tenantId} AND x.site_id = {id} AND x.deleted_at IS NULL) AS checkpoints, (SELECT count(*)::int FROM {table} AS x
  WHERE x.tenant_id = {tenantId} AND x.site_id = {id} AND x.deleted_at IS NULL) AS routes, (SELECT count(*)::int FROM {table} AS x
  WHERE x.tenant_id = {tenantId} AND x.site_id = {id} AND x.deleted_at IS NULL) AS shifts,
  (SELECT count(*)::int FROM sub_admins AS x WHERE x.tenant_id = {tenantId} AND x.site_id = {id}) AS "subAdmins";
