-- Statements that apps/server/src/reports writes out, by file and function. In braces: what only the running program knows.
-- Written by "npx vitest run checks/statements.test.ts -u".

-- reports/audit-log/audit-log.queries.ts

-- findEntries
SELECT e.id, e.at_ms AS at, e.actor_id AS "actorId", e.actor_name AS "actorName",
  e.actor_role AS "actorRole", e.action, e.subject_type AS "subjectType", e.subject_id AS "subjectId",
  e.subject_label AS "subjectLabel", e.before, e.after, e.address, e.agent, e.request_id AS "requestId" FROM ({ids.join(' UNION ALL ')} {ids.length === 1 ?  : ORDER BY id DESC LIMIT {limit}::int}) AS found
    JOIN LATERAL (SELECT * FROM audit_entries WHERE tenant_id = {tenantId}::uuid
      AND id = found.id LIMIT 1) AS e ON true
    ORDER BY e.id DESC LIMIT {limit}::int;

-- countEntries
SELECT count(*)::int AS count FROM ({ids.join(' UNION ALL ')} {ids.length === 1 ?  : LIMIT {max}::int}) AS found;

-- findNamed
SELECT DISTINCT kind, id FROM audit_names
  WHERE tenant_id = $1::uuid AND position(nullif(fold_text($2::text), '') IN fold_text(name)) > 0 LIMIT $3::int;

-- findNamesOf
SELECT id, {name} AS name FROM {table} WHERE tenant_id = $1::uuid AND id = ANY ($2::uuid[]);

-- findActors
SELECT n.id, coalesce(nullif(trim(concat(max(u.first_name), ' ', max(u.last_name))), ''), max(n.name)) AS name
  FROM audit_names n LEFT JOIN users u ON u.tenant_id = n.tenant_id
    AND u.id = CASE n.kind WHEN 'actor' THEN n.id::uuid END
  WHERE n.tenant_id = $1::uuid AND n.kind = 'actor' GROUP BY n.id ORDER BY fold_text(max(n.name)) COLLATE name_order, n.id LIMIT $2::int;


-- reports/dashboard/field-counts.queries.ts

-- findFieldCounts
WITH duty AS MATERIALIZED (
    SELECT * FROM (SELECT DISTINCT ON (d.guard_id) d.id, d.guard_id, d.site_id, d.started_at_ms FROM duty_sessions d
      WHERE d.tenant_id = {tenantId}::uuid AND d.ended_at_ms IS NULL AND d.started_at_ms IS NOT NULL AND d.site_id IS NOT NULL
        AND d.at_ms > {nowMs}::bigint - 86400000 AND d.at_ms < {nowMs}::bigint + 3600000
      ORDER BY d.guard_id, d.at_ms DESC) AS latest WHERE {site === null ? true : latest.site_id = {siteId === null ? null : {siteId}::uuid}}
  ), known AS MATERIALIZED (
    SELECT duty.*, n.scan_id, n.scan_at_ms, least(greatest(duty.started_at_ms, n.at_ms), {nowMs}::bigint) AS sign_ms
    FROM duty LEFT JOIN guard_signs n ON n.tenant_id = {tenantId}::uuid AND n.guard_id = duty.guard_id
  ) SELECT count(*)::int FROM known WHERE sign_ms <= {nowMs}::bigint - 7200000;

-- findFieldCounts
WITH open AS MATERIALIZED (
    SELECT r.id, r.guard_id, r.site_id, r.route_version_id, r.started_at_ms, r.scanned_check_points,
      r.total_check_points, n.scan_at_ms, n.scan_id
    FROM guard_signs n CROSS JOIN LATERAL (SELECT * FROM rounds x
      WHERE x.tenant_id = {tenantId}::uuid AND x.id = n.round_id LIMIT 1) AS r
    WHERE n.tenant_id = {tenantId}::uuid AND n.round_at_ms > {nowMs}::bigint - 86400000
      AND r.status_code = 1001 AND r.started_at_ms > {nowMs}::bigint - 86400000
      AND r.route_version_id IS NOT NULL AND {site === null ? true : r.site_id = {siteId === null ? null : {siteId}::uuid}}
  ), expected AS MATERIALIZED (
    SELECT v.id, sum(c.expected_minutes) AS minutes
    FROM (SELECT DISTINCT route_version_id FROM open) AS walked
    JOIN route_versions v ON v.tenant_id = {tenantId}::uuid AND v.id = walked.route_version_id
    JOIN patrol_route_checkpoints c ON c.tenant_id = {tenantId}::uuid AND c.route_id = v.route_id
    GROUP BY v.id HAVING sum(c.expected_minutes) > 0
  ), timed AS MATERIALIZED (
    SELECT o.*, o.started_at_ms + (e.minutes + 10) * 60000 AS late_at_ms
    FROM open o LEFT JOIN expected e ON e.id = o.route_version_id
  ) SELECT count(*)::int FROM timed WHERE late_at_ms <= {nowMs}::bigint;

-- findFieldCounts
SELECT {isSeen ? (WITH duty AS MATERIALIZED (
    SELECT * FROM (SELECT DISTINCT ON (d.guard_id) d.id, d.guard_id, d.site_id, d.started_at_ms FROM duty_sessions d
      WHERE d.tenant_id = {tenantId}::uuid AND d.ended_at_ms IS NULL AND d.started_at_ms IS NOT NULL AND d.site_id IS NOT NULL
        AND d.at_ms > {nowMs}::bigint - 86400000 AND d.at_ms < {nowMs}::bigint + 3600000
      ORDER BY d.guard_id, d.at_ms DESC) AS latest WHERE {site === null ? true : latest.site_id = {siteId === null ? null : {siteId}::uuid}}
  ), known AS MATERIALIZED (
    SELECT duty.*, n.scan_id, n.scan_at_ms, least(greatest(duty.started_at_ms, n.at_ms), {nowMs}::bigint) AS sign_ms
    FROM duty LEFT JOIN guard_signs n ON n.tenant_id = {tenantId}::uuid AND n.guard_id = duty.guard_id
  ) SELECT count(*)::int FROM known WHERE sign_ms <= {nowMs}::bigint - 7200000) : NULL::int} AS silent, {isSeen ? (WITH open AS MATERIALIZED (
    SELECT r.id, r.guard_id, r.site_id, r.route_version_id, r.started_at_ms, r.scanned_check_points,
      r.total_check_points, n.scan_at_ms, n.scan_id
    FROM guard_signs n CROSS JOIN LATERAL (SELECT * FROM rounds x
      WHERE x.tenant_id = {tenantId}::uuid AND x.id = n.round_id LIMIT 1) AS r
    WHERE n.tenant_id = {tenantId}::uuid AND n.round_at_ms > {nowMs}::bigint - 86400000
      AND r.status_code = 1001 AND r.started_at_ms > {nowMs}::bigint - 86400000
      AND r.route_version_id IS NOT NULL AND {site === null ? true : r.site_id = {siteId === null ? null : {siteId}::uuid}}
  ), expected AS MATERIALIZED (
    SELECT v.id, sum(c.expected_minutes) AS minutes
    FROM (SELECT DISTINCT route_version_id FROM open) AS walked
    JOIN route_versions v ON v.tenant_id = {tenantId}::uuid AND v.id = walked.route_version_id
    JOIN patrol_route_checkpoints c ON c.tenant_id = {tenantId}::uuid AND c.route_id = v.route_id
    GROUP BY v.id HAVING sum(c.expected_minutes) > 0
  ), timed AS MATERIALIZED (
    SELECT o.*, o.started_at_ms + (e.minutes + 10) * 60000 AS late_at_ms
    FROM open o LEFT JOIN expected e ON e.id = o.route_version_id
  ) SELECT count(*)::int FROM timed WHERE late_at_ms <= {nowMs}::bigint) : NULL::int} AS late;


-- reports/dashboard/figures.queries.ts

-- findFigures
WITH span AS MATERIALIZED (SELECT * FROM unnest(
      {numbers}::int[], {numbers}::bigint[],
      {numbers}::bigint[]) AS span (asked, from_ms, to_ms)),
    part AS MATERIALIZED (SELECT * FROM unnest(
      {numbers}::int[], {numbers}::int[],
      {numbers}::smallint[], {numbers}::bigint[],
      {numbers}::bigint[]) AS part (asked, sign, hours, from_ms, to_ms))
    SELECT {isSeen ? coalesce((SELECT json_agg(found) FROM (SELECT asked, sum(sign * (started - incompleted - completed)) AS "inProgress",
    sum(sign * incompleted) AS incompleted, sum(sign * completed) AS completed, sum(sign * planned) AS planned,
    sum(sign * scanned) AS scanned
  FROM (
    SELECT asked, sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT started, incompleted, completed, planned, scanned FROM site_round_rollups
      WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT asked, sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT 1, (status_code = 1005)::int, (status_code = 1010)::int,
        CASE WHEN status_code = 1001 THEN 0 ELSE total_check_points END,
        CASE WHEN status_code = 1001 THEN 0 ELSE scanned_check_points END
      FROM rounds
      WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND started_at_ms >= part.from_ms AND started_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
  ) AS rounds_in_parts
  GROUP BY asked) AS found), '[]'::json) : '[]'::json} AS rounds,
      {isSeen ? coalesce((SELECT json_agg(found) FROM (SELECT asked, sum(sign * on_time) AS "onTime", sum(sign * done_late) AS "doneLate",
    sum(sign * incomplete) AS incomplete, sum(sign * missed) AS missed, sum(sign * excused) AS excused,
    sum(sign * under_way) AS "underWay", sum(sign * waiting) AS waiting
  FROM (
    SELECT asked, sign, counted.*, 0 AS waiting FROM part CROSS JOIN LATERAL (
      SELECT on_time, done_late, incomplete, missed, excused, under_way FROM site_due_rollups
      WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT asked, sign, counted.*, 0 FROM part CROSS JOIN LATERAL (
      SELECT (outcome = 'onTime')::int, (outcome = 'doneLate')::int, (outcome = 'incomplete')::int,
        (outcome = 'missed')::int, (outcome = 'excused')::int, (outcome = 'underWay')::int
      FROM due_rounds
      WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND due_at_ms >= part.from_ms AND due_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
    UNION ALL
    SELECT asked, 1, 0, 0, 0, (missed_at_ms <= {nowMs}::bigint)::int, 0, 0, (missed_at_ms > {nowMs}::bigint)::int
    FROM span CROSS JOIN LATERAL (
      SELECT missed_at_ms FROM due_rounds WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND status IN ('due', 'late')
        AND due_at_ms >= span.from_ms AND due_at_ms < span.to_ms AND due_at_ms <= {nowMs}::bigint OFFSET 0) AS not_started
  ) AS due_in_parts
  GROUP BY asked) AS found), '[]'::json) : '[]'::json} AS due,
      {seen.onDuty ? (SELECT count(*)::int FROM duty_sessions WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND ended_at_ms IS NULL AND at_ms > 0) : NULL::int} AS "onDuty",
      {isSeen ? coalesce((SELECT json_agg(found) FROM (SELECT s.id, s.name, d.many AS "onDuty"
    FROM (SELECT site_id, count(*)::int AS many FROM duty_sessions WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND ended_at_ms IS NULL AND at_ms > 0 GROUP BY site_id) AS d
    JOIN sites s ON s.tenant_id = {scope.tenantId}::uuid AND s.id = d.site_id
    ORDER BY d.many DESC, s.sort_name, s.id LIMIT 4) AS found), '[]'::json) : '[]'::json} AS "onDutySites",
      {isSeen ? coalesce((SELECT json_agg(found) FROM (SELECT * FROM (SELECT count(*) FILTER (WHERE status = 'New') AS "New",
        count(*) FILTER (WHERE status = 'Attended') AS "Attended", count(*) FILTER (WHERE severity = 'critical') AS critical
      FROM incidents WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND status IN ('New', 'Attended')) AS open,
    (SELECT count(*) AS reported, count(attended_at) AS attended, percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM attended_at - reported_at) * 1000)::bigint AS "attendedMs",
      count(closed_at) AS closed, percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM closed_at - reported_at) * 1000)::bigint AS "closedMs" FROM incidents WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND reported_at >= {new Date(ms).toISOString()}::timestamptz AND reported_at < {new Date(ms).toISOString()}::timestamptz) AS now,
    (SELECT count(*) AS "reportedBefore" FROM incidents WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND reported_at >= {new Date(ms).toISOString()}::timestamptz AND reported_at < {new Date(ms).toISOString()}::timestamptz) AS before) AS found), '[]'::json) : '[]'::json} AS incidents,
      {isSeen ? coalesce((SELECT json_agg(found) FROM (SELECT * FROM (SELECT count(*) AS unsettled, count(*) FILTER (WHERE opened_at_ms <= ({openedBy}::bigint[])[severity]) AS overdue
      FROM exceptions WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND status <> 'closed') AS waiting,
    (SELECT count(*) AS closed, percentile_cont(0.5) WITHIN GROUP (ORDER BY closed_at_ms - opened_at_ms)::bigint AS "closedMs"
      FROM exceptions WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND status = 'closed' AND closed_at_ms >= {span.fromMs}::bigint
        AND closed_at_ms < {span.toMs}::bigint) AS closed) AS found), '[]'::json) : '[]'::json} AS exceptions,
      coalesce((SELECT json_agg(found) FROM (SELECT (SELECT count(*)::int FROM (SELECT FROM sites s WHERE {from.slice(-1)}.tenant_id = {scope.tenantId}::uuid
      AND {from.slice(-1)}.deleted_at IS NULL {own === null ? ORDER BY {from.slice(-1)}.id : AND s.id = {ownSiteId === null ? null : {ownSiteId}::uuid}}
      LIMIT 1) AS found) AS sites, (SELECT count(*)::int FROM (SELECT FROM guards g WHERE {from.slice(-1)}.tenant_id = {scope.tenantId}::uuid
      AND {from.slice(-1)}.deleted_at IS NULL {own === null ? ORDER BY {from.slice(-1)}.id : AND EXISTS (SELECT FROM guard_sites gs WHERE gs.tenant_id = {scope.tenantId}::uuid AND gs.guard_id = g.id AND gs.site_id = {ownSiteId === null ? null : {ownSiteId}::uuid})}
      LIMIT 1) AS found) AS guards,
    (SELECT count(*)::int FROM (SELECT FROM checkpoints c WHERE {from.slice(-1)}.tenant_id = {scope.tenantId}::uuid
      AND {from.slice(-1)}.deleted_at IS NULL {own === null ? ORDER BY {from.slice(-1)}.id : AND c.site_id = {ownSiteId === null ? null : {ownSiteId}::uuid}}
      LIMIT 1) AS found) AS checkpoints,
    (SELECT count(*)::int FROM (SELECT FROM patrol_routes r WHERE {from.slice(-1)}.tenant_id = {scope.tenantId}::uuid
      AND {from.slice(-1)}.deleted_at IS NULL {own === null ? ORDER BY {from.slice(-1)}.id : AND r.site_id = {ownSiteId === null ? null : {ownSiteId}::uuid}}
      LIMIT 1) AS found) AS routes, (SELECT count(*)::int FROM (SELECT FROM patrol_tours t WHERE {from.slice(-1)}.tenant_id = {scope.tenantId}::uuid
      AND {from.slice(-1)}.deleted_at IS NULL {own === null ? ORDER BY {from.slice(-1)}.id : AND EXISTS (SELECT FROM patrol_routes o WHERE o.tenant_id = {scope.tenantId}::uuid AND o.id = t.route_id AND o.site_id = {ownSiteId === null ? null : {ownSiteId}::uuid})}
      LIMIT 1) AS found) AS tours) AS found), '[]'::json) AS places,
      (SELECT count(*)::int FROM sos_calls WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND resolved_at_ms IS NULL) AS sos,
      {seen.due ? (SELECT count(*)::int FROM due_rounds WHERE tenant_id = {scope.tenantId}::uuid {siteId === null ?  : AND site_id = {siteId}::uuid} AND status IN ('due', 'late')
  AND due_at_ms <= {nowMs}::bigint AND due_at_ms > {nowMs}::bigint - 86400000 AND late_at_ms <= {nowMs}::bigint AND missed_at_ms > {nowMs}::bigint) : NULL::int} AS "lateStarts",
      {nowMs}::bigint AS now;

-- rounds
SELECT asked, sum(sign * (started - incompleted - completed)) AS "inProgress",
    sum(sign * incompleted) AS incompleted, sum(sign * completed) AS completed, sum(sign * planned) AS planned,
    sum(sign * scanned) AS scanned
  FROM (
    SELECT asked, sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT started, incompleted, completed, planned, scanned FROM site_round_rollups
      WHERE {own} AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT asked, sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT 1, (status_code = 1005)::int, (status_code = 1010)::int,
        CASE WHEN status_code = 1001 THEN 0 ELSE total_check_points END,
        CASE WHEN status_code = 1001 THEN 0 ELSE scanned_check_points END
      FROM rounds
      WHERE {own} AND started_at_ms >= part.from_ms AND started_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
  ) AS rounds_in_parts
  GROUP BY asked;

-- due
SELECT asked, sum(sign * on_time) AS "onTime", sum(sign * done_late) AS "doneLate",
    sum(sign * incomplete) AS incomplete, sum(sign * missed) AS missed, sum(sign * excused) AS excused,
    sum(sign * under_way) AS "underWay", sum(sign * waiting) AS waiting
  FROM (
    SELECT asked, sign, counted.*, 0 AS waiting FROM part CROSS JOIN LATERAL (
      SELECT on_time, done_late, incomplete, missed, excused, under_way FROM site_due_rollups
      WHERE {own} AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT asked, sign, counted.*, 0 FROM part CROSS JOIN LATERAL (
      SELECT (outcome = 'onTime')::int, (outcome = 'doneLate')::int, (outcome = 'incomplete')::int,
        (outcome = 'missed')::int, (outcome = 'excused')::int, (outcome = 'underWay')::int
      FROM due_rounds
      WHERE {own} AND due_at_ms >= part.from_ms AND due_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
    UNION ALL
    SELECT asked, 1, 0, 0, 0, (missed_at_ms <= {now})::int, 0, 0, (missed_at_ms > {now})::int
    FROM span CROSS JOIN LATERAL (
      SELECT missed_at_ms FROM due_rounds WHERE {own} AND status IN ('due', 'late')
        AND due_at_ms >= span.from_ms AND due_at_ms < span.to_ms AND due_at_ms <= {now} OFFSET 0) AS not_started
  ) AS due_in_parts
  GROUP BY asked;

-- onDutySites
SELECT s.id, s.name, d.many AS "onDuty"
  FROM (SELECT site_id, count(*)::int AS many FROM duty_sessions WHERE {own} AND ended_at_ms IS NULL AND at_ms > 0 GROUP BY site_id) AS d
  JOIN sites s ON s.tenant_id = {tenant} AND s.id = d.site_id
  ORDER BY d.many DESC, s.sort_name, s.id LIMIT 4;

-- incidents
SELECT * FROM (SELECT count(*) FILTER (WHERE status = 'New') AS "New",
      count(*) FILTER (WHERE status = 'Attended') AS "Attended", count(*) FILTER (WHERE severity = 'critical') AS critical
    FROM incidents WHERE {own} AND status IN ('New', 'Attended')) AS open,
  (SELECT count(*) AS reported, count(attended_at) AS attended, percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM attended_at - reported_at) * 1000)::bigint AS "attendedMs",
    count(closed_at) AS closed, percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM closed_at - reported_at) * 1000)::bigint AS "closedMs" FROM incidents WHERE {own} AND reported_at >= {new Date(ms).toISOString()}::timestamptz AND reported_at < {new Date(ms).toISOString()}::timestamptz) AS now,
  (SELECT count(*) AS "reportedBefore" FROM incidents WHERE {own} AND reported_at >= {new Date(ms).toISOString()}::timestamptz AND reported_at < {new Date(ms).toISOString()}::timestamptz) AS before;

-- exceptions
SELECT * FROM (SELECT count(*) AS unsettled, count(*) FILTER (WHERE opened_at_ms <= ({openedBy}::bigint[])[severity]) AS overdue
    FROM exceptions WHERE {own} AND status <> 'closed') AS waiting,
  (SELECT count(*) AS closed, percentile_cont(0.5) WITHIN GROUP (ORDER BY closed_at_ms - opened_at_ms)::bigint AS "closedMs"
    FROM exceptions WHERE {own} AND status = 'closed' AND closed_at_ms >= {span.fromMs}::bigint
      AND closed_at_ms < {span.toMs}::bigint) AS closed;

-- places
SELECT (SELECT count(*)::int FROM (SELECT FROM sites s WHERE {from.slice(-1)}.tenant_id = {tenant}
    AND {from.slice(-1)}.deleted_at IS NULL {own === null ? ORDER BY {from.slice(-1)}.id : AND s.id = {ownSiteId === null ? null : {ownSiteId}::uuid}}
    LIMIT 1) AS found) AS sites, (SELECT count(*)::int FROM (SELECT FROM guards g WHERE {from.slice(-1)}.tenant_id = {tenant}
    AND {from.slice(-1)}.deleted_at IS NULL {own === null ? ORDER BY {from.slice(-1)}.id : AND EXISTS (SELECT FROM guard_sites gs WHERE gs.tenant_id = {tenant} AND gs.guard_id = g.id AND gs.site_id = {ownSiteId === null ? null : {ownSiteId}::uuid})}
    LIMIT 1) AS found) AS guards,
  (SELECT count(*)::int FROM (SELECT FROM checkpoints c WHERE {from.slice(-1)}.tenant_id = {tenant}
    AND {from.slice(-1)}.deleted_at IS NULL {own === null ? ORDER BY {from.slice(-1)}.id : AND c.site_id = {ownSiteId === null ? null : {ownSiteId}::uuid}}
    LIMIT 1) AS found) AS checkpoints,
  (SELECT count(*)::int FROM (SELECT FROM patrol_routes r WHERE {from.slice(-1)}.tenant_id = {tenant}
    AND {from.slice(-1)}.deleted_at IS NULL {own === null ? ORDER BY {from.slice(-1)}.id : AND r.site_id = {ownSiteId === null ? null : {ownSiteId}::uuid}}
    LIMIT 1) AS found) AS routes, (SELECT count(*)::int FROM (SELECT FROM patrol_tours t WHERE {from.slice(-1)}.tenant_id = {tenant}
    AND {from.slice(-1)}.deleted_at IS NULL {own === null ? ORDER BY {from.slice(-1)}.id : AND EXISTS (SELECT FROM patrol_routes o WHERE o.tenant_id = {tenant} AND o.id = t.route_id AND o.site_id = {ownSiteId === null ? null : {ownSiteId}::uuid})}
    LIMIT 1) AS found) AS tours;


-- reports/dashboard/ranking.queries.ts

-- rankingText
WITH part AS MATERIALIZED (
  SELECT * FROM unnest($5::int[], $6::smallint[], $7::bigint[], $8::bigint[]) AS part (sign, hours, from_ms, to_ms)
),
rounds_of_sites AS (
  SELECT site_id, sum(sign * started)::int AS started, sum(sign * incompleted)::int AS incompleted,
    sum(sign * completed)::int AS completed, sum(sign * planned)::int AS planned, sum(sign * scanned)::int AS scanned
  FROM (
    SELECT sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT site_id, started, incompleted, completed, planned, scanned FROM site_round_rollups
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT site_id, 1, (status_code = 1005)::int, (status_code = 1010)::int,
        CASE WHEN status_code = 1001 THEN 0 ELSE total_check_points END,
        CASE WHEN status_code = 1001 THEN 0 ELSE scanned_check_points END
      FROM rounds
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND started_at_ms >= part.from_ms AND started_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
  ) AS rounds_in_parts
  WHERE $3::boolean
  GROUP BY site_id
),
due_of_sites AS (
  SELECT site_id, sum(sign * on_time)::int AS on_time, sum(sign * done_late)::int AS done_late,
    sum(sign * incomplete)::int AS incomplete, sum(sign * missed)::int AS missed, sum(sign * excused)::int AS excused,
    sum(sign * under_way)::int AS under_way, sum(sign * waiting)::int AS waiting
  FROM (
    SELECT sign, counted.*, 0 AS waiting FROM part CROSS JOIN LATERAL (
      SELECT site_id, on_time, done_late, incomplete, missed, excused, under_way FROM site_due_rollups
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT sign, counted.*, 0 FROM part CROSS JOIN LATERAL (
      SELECT site_id, (outcome = 'onTime')::int, (outcome = 'doneLate')::int, (outcome = 'incomplete')::int,
        (outcome = 'missed')::int, (outcome = 'excused')::int, (outcome = 'underWay')::int
      FROM due_rounds
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND due_at_ms >= part.from_ms AND due_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
    UNION ALL
    SELECT 1, site_id, 0, 0, 0, (missed_at_ms <= $11::bigint)::int, 0, 0, (missed_at_ms > $11::bigint)::int
    FROM due_rounds
    WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid) AND status IN ('due', 'late')
      AND due_at_ms >= $9::bigint AND due_at_ms < $10::bigint AND due_at_ms <= $11::bigint
  ) AS due_in_parts
  WHERE $4::boolean
  GROUP BY site_id
),
-- Sites in use and sites of which there is something to report. Grouped, not joined: a join would add up once more for each site.
figures_of_sites AS (
  SELECT site_id, sum(started) AS started, sum(incompleted) AS incompleted, sum(completed) AS completed,
    sum(planned) AS planned, sum(scanned) AS scanned, sum(on_time) AS on_time, sum(done_late) AS done_late,
    sum(incomplete) AS incomplete, sum(missed) AS missed, sum(excused) AS excused, sum(under_way) AS under_way,
    sum(waiting) AS waiting
  FROM (
    SELECT site_id, false AS is_in_use, started, incompleted, completed, planned, scanned,
      0 AS on_time, 0 AS done_late, 0 AS incomplete, 0 AS missed, 0 AS excused, 0 AS under_way, 0 AS waiting
    FROM rounds_of_sites
    UNION ALL
    SELECT site_id, false, 0, 0, 0, 0, 0, on_time, done_late, incomplete, missed, excused, under_way, waiting
    FROM due_of_sites
    UNION ALL
    SELECT id, true, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 FROM sites
    WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR id = $2::uuid) AND deleted_at IS NULL AND activated
  ) AS figures
  GROUP BY site_id
  HAVING bool_or(is_in_use)
    OR sum(started + on_time + done_late + incomplete + missed + excused + under_way + waiting) > 0
),
due_of_guards AS (
  SELECT guard_id, sum(sign * on_time) AS on_time, sum(sign * done_late) AS done_late,
    sum(sign * incomplete) AS incomplete, sum(sign * missed) AS missed, sum(sign * excused) AS excused,
    sum(sign * under_way) AS under_way, sum(sign * waiting) AS waiting,
    sum(sign * (done_late + incomplete + missed)) AS not_on_time
  FROM (
    SELECT sign, counted.*, 0 AS waiting FROM part CROSS JOIN LATERAL (
      SELECT guard_id, on_time, done_late, incomplete, missed, excused, under_way FROM guard_due_rollups
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT sign, whose.guard_id, (outcome = 'onTime')::int, (outcome = 'doneLate')::int, (outcome = 'incomplete')::int,
      (outcome = 'missed')::int, (outcome = 'excused')::int, (outcome = 'underWay')::int, 0
    FROM part
    CROSS JOIN LATERAL (
      SELECT outcome, begun_by, guard_ids FROM due_rounds
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND due_at_ms >= part.from_ms AND due_at_ms < part.to_ms OFFSET 0) AS due
    CROSS JOIN LATERAL (
      SELECT DISTINCT unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS guard_id) AS whose
    WHERE hours = 0
    UNION ALL
    SELECT 1, whose.guard_id, 0, 0, 0, (missed_at_ms <= $11::bigint)::int, 0, 0, (missed_at_ms > $11::bigint)::int
    FROM due_rounds
    CROSS JOIN LATERAL (
      SELECT DISTINCT unnest(CASE WHEN begun_by IS NULL THEN guard_ids ELSE ARRAY[begun_by] END) AS guard_id) AS whose
    WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid) AND status IN ('due', 'late')
      AND due_at_ms >= $9::bigint AND due_at_ms < $10::bigint AND due_at_ms <= $11::bigint
  ) AS due_in_parts
  WHERE $4::boolean
  GROUP BY guard_id
),
missed_checkpoints_of_span AS (
  SELECT checkpoint_id, sum(sign * missed) AS missed
  FROM (
    SELECT sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT checkpoint_id, missed FROM checkpoint_rollups
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND hours = part.hours AND from_ms >= part.from_ms AND from_ms < part.to_ms OFFSET 0) AS counted
    UNION ALL
    SELECT sign, counted.* FROM part CROSS JOIN LATERAL (
      SELECT checkpoint_id, 1 FROM missed_checkpoints
      WHERE tenant_id = $1::uuid AND ($2::uuid IS NULL OR site_id = $2::uuid)
        AND started_at_ms >= part.from_ms AND started_at_ms < part.to_ms OFFSET 0) AS counted
    WHERE hours = 0
  ) AS missed_in_parts
  WHERE $3::boolean
  GROUP BY checkpoint_id
),
-- Those who come first, with all who equal the last of them: names decide between equals, and only these are looked up.
first_guards AS (
  SELECT * FROM due_of_guards WHERE not_on_time > 0
  ORDER BY not_on_time DESC, on_time
  FETCH FIRST 25 ROWS WITH TIES
),
first_checkpoints AS (
  SELECT * FROM missed_checkpoints_of_span WHERE missed > 0
  ORDER BY missed DESC
  FETCH FIRST 15 ROWS WITH TIES
),
named_guards AS (
  SELECT g.id, trim(g.first_name || ' ' || g.last_name) AS name, f.*
  FROM first_guards AS f JOIN guards AS g ON g.tenant_id = $1::uuid AND g.id = f.guard_id
  ORDER BY f.not_on_time DESC, f.on_time, g.sort_name, g.id
  LIMIT 25
),
named_checkpoints AS (
  SELECT c.id, c.name, s.name AS "siteName", f.missed
  FROM first_checkpoints AS f
  JOIN checkpoints AS c ON c.tenant_id = $1::uuid AND c.id = f.checkpoint_id
  JOIN sites AS s ON s.tenant_id = $1::uuid AND s.id = c.site_id
  ORDER BY f.missed DESC, c.sort_name, c.id
  LIMIT 15
),
named_sites AS (
  SELECT s.id, s.name,
    CASE WHEN $3::boolean THEN json_build_object('inProgress', started - incompleted - completed,
      'incompleted', incompleted, 'completed', completed, 'planned', planned, 'scanned', scanned) END AS rounds,
    CASE WHEN $4::boolean THEN json_build_object('onTime', on_time, 'doneLate', done_late, 'incomplete', incomplete,
      'missed', missed, 'excused', excused, 'underWay', under_way, 'waiting', waiting) END AS due
  FROM figures_of_sites AS f JOIN sites AS s ON s.tenant_id = $1::uuid AND s.id = f.site_id
  ORDER BY s.sort_name, s.id
  LIMIT 1000
)
SELECT
  (SELECT coalesce(json_agg(s), '[]') FROM named_sites AS s) AS sites,
  CASE WHEN $4::boolean THEN (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'due', json_build_object(
      'onTime', on_time, 'doneLate', done_late, 'incomplete', incomplete, 'missed', missed, 'excused', excused,
      'underWay', under_way, 'waiting', waiting))), '[]') FROM named_guards) END AS guards,
  CASE WHEN $3::boolean THEN (SELECT coalesce(json_agg(c), '[]') FROM named_checkpoints AS c) END AS missed;


-- reports/dashboard/trend.queries.ts

-- findTrend
WITH alike AS MATERIALIZED (SELECT * FROM unnest({alike.map(of)}::int[],
    {alike.map(of)}::bigint[], {alike.map(of)}::bigint[],
    {alike.map(of)}::int[], {alike.map(of)}::int[])
    AS alike (part, from_ms, to_ms, midnight, phase)),
  cut AS MATERIALIZED (SELECT * FROM unnest({[...cuts.keys()]}::int[],
    {cuts.map(of)}::bigint[], {cuts.map(of)}::bigint[]) AS cut (asked, from_ms, to_ms)),
  day AS (SELECT * FROM alike CROSS JOIN LATERAL (SELECT bucket_ms, begun, incompleted, completed FROM round_sums WHERE tenant_id = {scope.tenantId}::uuid AND site_id = {siteId ?? allSites}::uuid AND grain = 0
    AND bucket_ms >= alike.from_ms AND bucket_ms < alike.to_ms OFFSET 0) AS d)
  SELECT (SELECT coalesce(json_agg(json_build_array(bucket_ms, begun, incompleted, completed)), '[]'::json) FROM round_sums WHERE tenant_id = {scope.tenantId}::uuid AND site_id = {siteId ?? allSites}::uuid AND grain = 0 AND bucket_ms = ANY ({singleDays}::bigint[])) AS single,
    (SELECT coalesce(json_agg(json_build_array(bucket_ms, coalesce(begun[midnight], 0), coalesce(incompleted[midnight], 0), coalesce(completed[midnight], 0), begun[96], incompleted[96], completed[96])), '[]'::json) FROM day) AS days,
    (SELECT coalesce(json_agg(json_build_array(part, weekday, sums)), '[]'::json) FROM (SELECT part, bucket_ms / 86400000 % 7 AS weekday, ARRAY[{hourTurns.join(', ')}, sum(begun[96])] AS sums
        FROM day GROUP BY 1, 2) AS w) AS week,
    (SELECT coalesce(json_agg(json_build_array(asked, n, incompleted, completed)), '[]'::json) FROM (SELECT asked, counted.* FROM cut CROSS JOIN LATERAL (SELECT count(*) AS n,
        count(*) FILTER (WHERE status_code = 1005) AS incompleted, count(*) FILTER (WHERE status_code = 1010) AS completed
        FROM rounds WHERE tenant_id = {scope.tenantId}::uuid AND {siteId ?? allSites}::uuid IN (site_id, '00000000-0000-0000-0000-000000000000') AND started_at_ms >= cut.from_ms AND started_at_ms < cut.to_ms) AS counted) AS c) AS cuts;


-- reports/guard-details/guard-details.queries.ts

-- findLastDuty
SELECT coalesce(s.former -> width_bucket((d.at_ms)::bigint, s.former_until_ms) ->> 'name', s.name) AS "siteName", s.time_zone AS "siteTimeZone", d.started_at_ms AS "startedAtMs",
    d.ended_at_ms AS "endedAtMs"
  FROM duty_sessions d LEFT JOIN sites s ON s.tenant_id = d.tenant_id AND s.id = d.site_id
  WHERE d.tenant_id = $1::uuid AND d.guard_id = $2::uuid AND ($3::uuid IS NULL OR d.site_id = $3::uuid)
    AND d.started_at_ms IS NOT NULL
  ORDER BY d.at_ms DESC, d.id DESC LIMIT 1;

-- findGuardRounds
SELECT r.id, coalesce(s.former -> width_bucket((r.started_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name) AS "siteName", s.time_zone AS "siteTimeZone", coalesce(v.name, '') AS "routeName",
      r.started_at_ms AS "startedAtMs", r.ended_at_ms AS "endedAtMs", r.status_code AS "statusCode", nullif(r.total_check_points, 0) AS "totalCheckPoints",
      CASE WHEN r.total_check_points > 0 THEN r.scanned_check_points::int
  ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
    WHERE c.tenant_id = $1::uuid AND c.round_id = r.id) END AS "scannedCheckPoints", coalesce(v.is_fixed_order, false) AS "isFixedOrder",
      coalesce(v.checkpoints, '[]') AS planned
    FROM rounds r JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.site_id
    LEFT JOIN route_versions v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
    WHERE r.tenant_id = $1::uuid AND r.guard_id = $2::uuid AND ($3::uuid IS NULL OR r.site_id = $3::uuid)
      AND r.started_at_ms >= $4::bigint
    ORDER BY r.started_at_ms DESC, r.id DESC LIMIT 400;

-- findGuardScans
SELECT s.id, s.checkpoint_id AS "checkpointId", s.device_id AS "deviceId",
  s.device_at_ms AS "deviceAtMs", s.phone_at_ms AS "phoneAtMs", s.clock_skew_ms AS "clockSkewMs", s.accuracy_metres AS "accuracyMetres",
  (s.proof_key IS NOT NULL AND NOT 'badSignature' = ANY(s.flags) AND EXISTS (
  SELECT FROM device_keys k WHERE k.tenant_id = s.tenant_id AND k.key = s.proof_key AND k.guard_id = s.guard_id
    AND k.device_id = s.device_id AND k.is_vouched IS NOT FALSE)) AS "isProved",
  CASE WHEN s.latitude IS NULL OR s.longitude IS NULL THEN NULL
    ELSE json_build_object('latitude', s.latitude, 'longitude', s.longitude) END AS position, s.round_id AS "roundId", s.received_at_ms AS "receivedAtMs", s.flags
    FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = ANY($2::uuid[]);

-- findGuardShifts
SELECT h.id, h.name, s.name AS "siteName", h.from_minute AS "fromMinute", h.to_minute AS "toMinute", h.weekdays
  FROM shift_guards g JOIN shifts h ON h.tenant_id = g.tenant_id AND h.id = g.shift_id
  JOIN sites s ON s.tenant_id = h.tenant_id AND s.id = h.site_id
  WHERE g.tenant_id = $1::uuid AND g.guard_id = $2::uuid AND ($3::uuid IS NULL OR h.site_id = $3::uuid)
    AND h.deleted_at IS NULL AND h.activated
  ORDER BY s.sort_name, h.from_minute, h.id;

-- findOpenIncidents
SELECT i.id, i.type, i.severity, i.status, s.name AS "siteName", s.time_zone AS "siteTimeZone",
    floor(extract(epoch FROM i.reported_at) * 1000)::float8 AS "reportedAtMs"
  FROM incidents i JOIN sites s ON s.tenant_id = i.tenant_id AND s.id = i.site_id
  WHERE i.tenant_id = $1::uuid AND i.guard_id = $2::uuid AND ($3::uuid IS NULL OR i.site_id = $3::uuid)
    AND i.status <> 'Closed'
  ORDER BY i.reported_at DESC, i.id DESC LIMIT 50;


-- reports/live-board/field-sos.queries.ts

-- findSosSite
SELECT s.id, s.name FROM guard_sites g JOIN sites s ON s.tenant_id = $1::uuid AND s.id = g.site_id
  LEFT JOIN LATERAL (SELECT d.at_ms, d.ended_at_ms IS NULL AND d.at_ms > $4::bigint AS is_open FROM duty_sessions d
    WHERE d.tenant_id = $1::uuid AND d.guard_id = $2::uuid AND d.site_id = s.id
    ORDER BY d.at_ms DESC, d.id DESC LIMIT 1) AS duty ON true
  LEFT JOIN LATERAL (SELECT r.started_at_ms FROM rounds r
    WHERE r.tenant_id = $1::uuid AND r.guard_id = $2::uuid AND r.site_id = s.id AND r.started_at_ms > $5::bigint
      AND r.status_code = 1001 ORDER BY r.started_at_ms DESC LIMIT 1) AS round ON true
  WHERE g.tenant_id = $1::uuid AND g.guard_id = $2::uuid
  ORDER BY s.deleted_at IS NOT NULL, s.id = $3::uuid DESC NULLS LAST, duty.is_open DESC NULLS LAST,
    round.started_at_ms DESC NULLS LAST, duty.at_ms DESC NULLS LAST, s.name, s.id LIMIT 1;

-- insertPositions
WITH sent AS (
    SELECT * FROM unnest($3::uuid[], $4::bigint[], $5::double precision[], $6::double precision[], $7::real[],
      $9::bigint[]) AS s (id, at_ms, latitude, longitude, accuracy_metres, phone_at_ms)
  ), stored AS (
    INSERT INTO sos_positions (tenant_id, sos_id, id, at_ms, latitude, longitude, accuracy_metres, phone_at_ms,
      received_at_ms)
    SELECT $1::uuid, $2::uuid, sent.*, $8::bigint FROM sent ON CONFLICT DO NOTHING
  )
  UPDATE sos_calls c SET latitude = last.latitude, longitude = last.longitude,
    accuracy_metres = last.accuracy_metres, position_at_ms = last.at_ms
  FROM (SELECT * FROM sent ORDER BY at_ms DESC, id LIMIT 1) AS last
  WHERE c.tenant_id = $1::uuid AND c.id = $2::uuid
    AND (c.position_at_ms IS NULL OR c.position_at_ms < last.at_ms);


-- reports/live-board/live-board.queries.ts

-- guardsText
WITH duty AS MATERIALIZED (
    SELECT * FROM (SELECT DISTINCT ON (d.guard_id) d.id, d.guard_id, d.site_id, d.started_at_ms FROM duty_sessions d
      WHERE d.tenant_id = $1::uuid AND d.ended_at_ms IS NULL AND d.started_at_ms IS NOT NULL AND d.site_id IS NOT NULL
        AND d.at_ms > $3::bigint - 86400000 AND d.at_ms < $3::bigint + 3600000
      ORDER BY d.guard_id, d.at_ms DESC) AS latest WHERE ($2::uuid IS NULL OR latest.site_id = $2::uuid)
  ), known AS MATERIALIZED (
    SELECT duty.*, n.scan_id, n.scan_at_ms, least(greatest(duty.started_at_ms, n.at_ms), $3::bigint) AS sign_ms
    FROM duty LEFT JOIN guard_signs n ON n.tenant_id = $1::uuid AND n.guard_id = duty.guard_id
  ), shown AS (
    SELECT k.guard_id AS "guardId", trim(concat(g.first_name, ' ', g.last_name)) AS "guardName", k.site_id AS "siteId", s.name AS "siteName", s.time_zone AS "siteTimeZone",
      k.id AS "dutyId", k.started_at_ms AS "sinceMs", k.sign_ms AS "lastSignMs",
      CASE WHEN p.id IS NOT NULL THEN json_build_object('checkpointName', p.name, 'atMs', k.scan_at_ms) END AS "lastScan",
      CASE WHEN p.id IS NOT NULL THEN json_build_object('latitude', coalesce(c.latitude, p.latitude),
        'longitude', coalesce(c.longitude, p.longitude)) END AS position
    FROM (SELECT * FROM known ORDER BY sign_ms, guard_id LIMIT 100) AS k
    JOIN guards g ON g.tenant_id = $1::uuid AND g.id = k.guard_id JOIN sites s ON s.tenant_id = $1::uuid AND s.id = k.site_id
    LEFT JOIN scans c ON c.tenant_id = $1::uuid AND c.id = k.scan_id AND k.scan_at_ms >= k.started_at_ms
    LEFT JOIN checkpoints p ON p.tenant_id = $1::uuid AND p.id = coalesce(c.checkpoint_id, c.claimed_checkpoint_id) AND ($2::uuid IS NULL OR p.site_id = $2::uuid)
    ORDER BY k.sign_ms, k.guard_id
  )
  SELECT (SELECT count(*)::int FROM known) AS count,
    (SELECT count(*)::int FROM known WHERE sign_ms <= $3::bigint - 3600000
      AND NOT sign_ms <= $3::bigint - 7200000) AS quiet,
    (SELECT count(*)::int FROM known WHERE sign_ms <= $3::bigint - 7200000) AS silent,
    coalesce((SELECT json_agg(listed) FROM (SELECT * FROM shown) AS listed), '[]') AS data,
    coalesce((SELECT json_agg(listed) FROM (SELECT site_id AS "siteId", count(*)::int AS "onDuty", count(*) FILTER (
      WHERE sign_ms <= $3::bigint - 7200000)::int AS silent FROM known GROUP BY 1) AS listed), '[]') AS "bySite";

-- roundsText
WITH open AS MATERIALIZED (
    SELECT r.id, r.guard_id, r.site_id, r.route_version_id, r.started_at_ms, r.scanned_check_points,
      r.total_check_points, n.scan_at_ms, n.scan_id
    FROM guard_signs n CROSS JOIN LATERAL (SELECT * FROM rounds x
      WHERE x.tenant_id = $1::uuid AND x.id = n.round_id LIMIT 1) AS r
    WHERE n.tenant_id = $1::uuid AND n.round_at_ms > $3::bigint - 86400000
      AND r.status_code = 1001 AND r.started_at_ms > $3::bigint - 86400000
      AND r.route_version_id IS NOT NULL AND ($2::uuid IS NULL OR r.site_id = $2::uuid)
  ), expected AS MATERIALIZED (
    SELECT v.id, sum(c.expected_minutes) AS minutes
    FROM (SELECT DISTINCT route_version_id FROM open) AS walked
    JOIN route_versions v ON v.tenant_id = $1::uuid AND v.id = walked.route_version_id
    JOIN patrol_route_checkpoints c ON c.tenant_id = $1::uuid AND c.route_id = v.route_id
    GROUP BY v.id HAVING sum(c.expected_minutes) > 0
  ), timed AS MATERIALIZED (
    SELECT o.*, o.started_at_ms + (e.minutes + 10) * 60000 AS late_at_ms
    FROM open o LEFT JOIN expected e ON e.id = o.route_version_id
  ), shown AS (
    SELECT o.id, v.name AS "routeName", trim(concat(g.first_name, ' ', g.last_name)) AS "guardName", o.site_id AS "siteId", s.name AS "siteName", s.time_zone AS "siteTimeZone",
      o.started_at_ms AS "startedAtMs", o.scanned_check_points AS scanned, o.total_check_points AS total,
      (SELECT plan.point ->> 'name' FROM jsonb_array_elements(v.checkpoints) WITH ORDINALITY AS plan (point, place)
        WHERE NOT EXISTS (SELECT FROM scans c WHERE c.tenant_id = $1::uuid AND c.round_id = o.id
          AND c.checkpoint_id = (plan.point ->> 'checkpointId')::uuid)
        ORDER BY plan.place LIMIT 1) AS "nextCheckpoint",
      (SELECT least(max(least(c.device_at_ms - CASE WHEN c.phone_at_ms IS NULL THEN coalesce(c.clock_skew_ms, 0) ELSE 0 END, c.received_at_ms)), $3::bigint) FROM scans c
        WHERE c.tenant_id = $1::uuid AND c.round_id = o.id) AS "lastScanAtMs",
      o.late_at_ms AS "lateAtMs"
    FROM (SELECT * FROM timed ORDER BY late_at_ms NULLS LAST, started_at_ms, id LIMIT 60) AS o
    JOIN route_versions v ON v.tenant_id = $1::uuid AND v.id = o.route_version_id
    JOIN guards g ON g.tenant_id = $1::uuid AND g.id = o.guard_id JOIN sites s ON s.tenant_id = $1::uuid AND s.id = o.site_id
    ORDER BY o.late_at_ms NULLS LAST, o.started_at_ms, o.id
  )
  SELECT (SELECT count(*)::int FROM timed) AS count,
    (SELECT count(*)::int FROM timed WHERE late_at_ms <= $3::bigint) AS late, coalesce((SELECT json_agg(listed) FROM (SELECT * FROM shown) AS listed), '[]') AS data;

-- scansText
WITH latest AS MATERIALIZED (
    SELECT n.guard_id FROM guard_signs n WHERE n.tenant_id = $1::uuid AND n.scan_received_at_ms IS NOT NULL
      AND ($2::uuid IS NULL OR EXISTS (SELECT FROM guard_sites x WHERE x.tenant_id = $1::uuid
        AND x.guard_id = n.guard_id AND x.site_id = $2::uuid))
    ORDER BY n.scan_received_at_ms DESC, n.guard_id LIMIT 40
  ), found AS MATERIALIZED (
    SELECT c.id, c.round_id, coalesce(c.checkpoint_id, c.claimed_checkpoint_id) AS checkpoint_id, c.guard_id, r.site_id,
      c.flags, c.received_at_ms, least(c.device_at_ms - CASE WHEN c.phone_at_ms IS NULL THEN coalesce(c.clock_skew_ms, 0) ELSE 0 END, c.received_at_ms) AS at_ms
    FROM latest CROSS JOIN LATERAL (SELECT x.id, x.site_id FROM rounds x
      WHERE x.tenant_id = $1::uuid AND x.guard_id = latest.guard_id AND ($2::uuid IS NULL OR x.site_id = $2::uuid)
      ORDER BY x.started_at_ms DESC, x.id DESC LIMIT 3) AS r
    CROSS JOIN LATERAL (SELECT * FROM scans y WHERE y.tenant_id = $1::uuid AND y.round_id = r.id OFFSET 0) AS c
    ORDER BY c.received_at_ms DESC, c.device_at_ms DESC, c.id DESC LIMIT 40
  )
  SELECT f.id, f.round_id AS "roundId", p.name AS "checkpointName", trim(concat(g.first_name, ' ', g.last_name)) AS "guardName",
    f.site_id AS "siteId", s.name AS "siteName", s.time_zone AS "siteTimeZone", f.at_ms AS "atMs", f.received_at_ms AS "receivedAtMs", f.flags
  FROM found f JOIN checkpoints p ON p.tenant_id = $1::uuid AND p.id = f.checkpoint_id
  JOIN guards g ON g.tenant_id = $1::uuid AND g.id = f.guard_id JOIN sites s ON s.tenant_id = $1::uuid AND s.id = f.site_id
  ORDER BY f.received_at_ms DESC, f.at_ms DESC, f.id DESC;

-- incidentsText
WITH open AS MATERIALIZED (
    SELECT i.id, i.type, i.severity, i.status, i.site_id, i.reported_at FROM incidents i
    WHERE i.tenant_id = $1::uuid AND i.status IN ('New', 'Attended') AND ($2::uuid IS NULL OR i.site_id = $2::uuid)
  )
  SELECT (SELECT count(*)::int FROM open) AS count, coalesce((SELECT json_agg(listed) FROM (SELECT i.id, i.type, i.severity, i.status,
    i.site_id AS "siteId", s.name AS "siteName", s.time_zone AS "siteTimeZone", floor(extract(epoch FROM i.reported_at) * 1000)::float8 AS "reportedAtMs"
    FROM open i JOIN sites s ON s.tenant_id = $1::uuid AND s.id = i.site_id
    ORDER BY i.status DESC, CASE i.severity WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END, i.reported_at DESC, i.id LIMIT 20) AS listed), '[]') AS data;

-- lateStartsText
WITH late AS MATERIALIZED (
    SELECT d.* FROM due_rounds d
    WHERE d.tenant_id = $1::uuid AND status IN ('due', 'late')
  AND due_at_ms <= $3::bigint AND due_at_ms > $3::bigint - 86400000 AND late_at_ms <= $3::bigint AND missed_at_ms > $3::bigint AND ($2::uuid IS NULL OR d.site_id = $2::uuid)
  )
  SELECT (SELECT count(*)::int FROM late) AS count, coalesce((SELECT json_agg(listed) FROM (SELECT d.id, d.route_name AS "routeName",
    d.site_id AS "siteId", s.name AS "siteName", s.time_zone AS "siteTimeZone", d.due_at_ms AS "dueAtMs", d.missed_at_ms AS "missedAtMs"
    FROM late d JOIN sites s ON s.tenant_id = $1::uuid AND s.id = d.site_id ORDER BY d.due_at_ms, d.id LIMIT 20) AS listed), '[]') AS data;

-- findBoardSites
SELECT id, name, latitude, longitude FROM sites s WHERE s.tenant_id = $1::uuid AND ($2::uuid IS NULL OR s.id = $2::uuid)
  AND s.activated AND s.deleted_at IS NULL ORDER BY s.sort_name, s.id LIMIT 2000;


-- reports/live-board/sos-history.queries.ts

-- insertSosEvent
INSERT INTO sos_history (tenant_id, sos_id, kind, id, at_ms, received_at_ms, actor_kind, actor_id,
    actor_name, comment, flags, phone_at_ms)
  SELECT $1::uuid, $2::uuid, $3::text, $4::uuid, $5::bigint, $6::bigint, $7::text, $8::uuid,
    coalesce((SELECT {named[actor.kind]} WHERE tenant_id = $1::uuid AND id = $8::uuid), ''), $9::text,
    nullif($10::text[], '{}'), $11::bigint
  ON CONFLICT DO NOTHING RETURNING id;


-- reports/live-board/sos.queries.ts

-- findOpenSos
SELECT c.id, c.guard_id AS "guardId", trim(concat(g.first_name, ' ', g.last_name)) AS "guardName",
  CASE WHEN g.phone_number = '' THEN '' ELSE concat(g.country_code, ' ', g.phone_number) END AS "guardPhone",
  c.site_id AS "siteId", coalesce(s.name, '') AS "siteName", s.time_zone AS "siteTimeZone",
  least(c.device_at_ms - CASE WHEN c.phone_at_ms IS NULL THEN coalesce(c.clock_skew_ms, 0) ELSE 0 END, c.received_at_ms) AS "raisedAtMs", c.received_at_ms AS "receivedAtMs",
  c.latitude, c.longitude, c.accuracy_metres::float8 AS "accuracyMetres", c.position_at_ms AS "positionAtMs",
  near.name AS "nearName", near.latitude AS "nearLatitude", near.longitude AS "nearLongitude",
  c.safe_at_ms AS "safeAtMs", c.acknowledged_at_ms AS "acknowledgedAtMs", coalesce(a.actor_name, '') AS "acknowledgedBy",
  c.resolved_at_ms AS "resolvedAtMs", coalesce(r.actor_name, '') AS "resolvedBy", coalesce(r.comment, '') AS comment,
  EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'raised' AND 'lostPhone' = ANY (l.flags)) AS "isFromLostPhone", EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'safe' AND 'lostPhone' = ANY (l.flags)) AS "isSafeFromLostPhone",
  EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'raised' AND 'sentLate' = ANY (l.flags)) AS "isSentLate", EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'raised' AND 'fromFuture' = ANY (l.flags)) AS "isFromFuture", count(*) OVER ()::int AS total FROM sos_calls c JOIN guards g ON g.tenant_id = $1::uuid AND g.id = c.guard_id
  LEFT JOIN sites s ON s.tenant_id = $1::uuid AND s.id = c.site_id
  LEFT JOIN sos_history a ON a.tenant_id = $1::uuid AND a.sos_id = c.id AND a.kind = 'acknowledged' LEFT JOIN sos_history r ON r.tenant_id = $1::uuid AND r.sos_id = c.id AND r.kind = 'resolved'
  LEFT JOIN LATERAL (SELECT k.name, k.latitude, k.longitude FROM checkpoints k
    WHERE k.tenant_id = $1::uuid AND k.site_id = c.site_id AND k.activated AND k.deleted_at IS NULL
    ORDER BY round((k.latitude - c.latitude)::numeric, 8)::float8 ^ 2 + (round((k.longitude - c.longitude)::numeric, 8)::float8 * cos(radians(round((c.latitude)::numeric, 8)::float8))) ^ 2, k.id
    LIMIT 1) AS near ON c.latitude IS NOT NULL
    WHERE c.tenant_id = $1::uuid AND ($2::uuid IS NULL OR c.site_id = $2::uuid) AND c.resolved_at_ms IS NULL
    ORDER BY c.acknowledged_at_ms IS NOT NULL, c.received_at_ms {order === 'newestFirst' ? DESC : ASC}, c.id
    LIMIT $3::int;

-- findSosPage
SELECT c.id, c.guard_id AS "guardId", trim(concat(g.first_name, ' ', g.last_name)) AS "guardName",
  CASE WHEN g.phone_number = '' THEN '' ELSE concat(g.country_code, ' ', g.phone_number) END AS "guardPhone",
  c.site_id AS "siteId", coalesce(s.name, '') AS "siteName", s.time_zone AS "siteTimeZone",
  least(c.device_at_ms - CASE WHEN c.phone_at_ms IS NULL THEN coalesce(c.clock_skew_ms, 0) ELSE 0 END, c.received_at_ms) AS "raisedAtMs", c.received_at_ms AS "receivedAtMs",
  c.latitude, c.longitude, c.accuracy_metres::float8 AS "accuracyMetres", c.position_at_ms AS "positionAtMs",
  near.name AS "nearName", near.latitude AS "nearLatitude", near.longitude AS "nearLongitude",
  c.safe_at_ms AS "safeAtMs", c.acknowledged_at_ms AS "acknowledgedAtMs", coalesce(a.actor_name, '') AS "acknowledgedBy",
  c.resolved_at_ms AS "resolvedAtMs", coalesce(r.actor_name, '') AS "resolvedBy", coalesce(r.comment, '') AS comment,
  EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'raised' AND 'lostPhone' = ANY (l.flags)) AS "isFromLostPhone", EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'safe' AND 'lostPhone' = ANY (l.flags)) AS "isSafeFromLostPhone",
  EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'raised' AND 'sentLate' = ANY (l.flags)) AS "isSentLate", EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'raised' AND 'fromFuture' = ANY (l.flags)) AS "isFromFuture" FROM sos_calls c JOIN guards g ON g.tenant_id = $1::uuid AND g.id = c.guard_id
  LEFT JOIN sites s ON s.tenant_id = $1::uuid AND s.id = c.site_id
  LEFT JOIN sos_history a ON a.tenant_id = $1::uuid AND a.sos_id = c.id AND a.kind = 'acknowledged' LEFT JOIN sos_history r ON r.tenant_id = $1::uuid AND r.sos_id = c.id AND r.kind = 'resolved'
  LEFT JOIN LATERAL (SELECT k.name, k.latitude, k.longitude FROM checkpoints k
    WHERE k.tenant_id = $1::uuid AND k.site_id = c.site_id AND k.activated AND k.deleted_at IS NULL
    ORDER BY round((k.latitude - c.latitude)::numeric, 8)::float8 ^ 2 + (round((k.longitude - c.longitude)::numeric, 8)::float8 * cos(radians(round((c.latitude)::numeric, 8)::float8))) ^ 2, k.id
    LIMIT 1) AS near ON c.latitude IS NOT NULL WHERE c.tenant_id = $1::uuid AND ($2::uuid IS NULL OR c.site_id = $2::uuid) AND ($3::text IS NULL OR (c.resolved_at_ms IS NULL) = ($3::text = 'open'))
    ORDER BY c.received_at_ms DESC, c.id DESC LIMIT $4::int OFFSET $5::int;

-- findSosPage
SELECT count(*)::int AS count FROM sos_calls c WHERE c.tenant_id = $1::uuid AND ($2::uuid IS NULL OR c.site_id = $2::uuid) AND ($3::text IS NULL OR (c.resolved_at_ms IS NULL) = ($3::text = 'open'));

-- findSos
SELECT c.id, c.guard_id AS "guardId", trim(concat(g.first_name, ' ', g.last_name)) AS "guardName",
  CASE WHEN g.phone_number = '' THEN '' ELSE concat(g.country_code, ' ', g.phone_number) END AS "guardPhone",
  c.site_id AS "siteId", coalesce(s.name, '') AS "siteName", s.time_zone AS "siteTimeZone",
  least(c.device_at_ms - CASE WHEN c.phone_at_ms IS NULL THEN coalesce(c.clock_skew_ms, 0) ELSE 0 END, c.received_at_ms) AS "raisedAtMs", c.received_at_ms AS "receivedAtMs",
  c.latitude, c.longitude, c.accuracy_metres::float8 AS "accuracyMetres", c.position_at_ms AS "positionAtMs",
  near.name AS "nearName", near.latitude AS "nearLatitude", near.longitude AS "nearLongitude",
  c.safe_at_ms AS "safeAtMs", c.acknowledged_at_ms AS "acknowledgedAtMs", coalesce(a.actor_name, '') AS "acknowledgedBy",
  c.resolved_at_ms AS "resolvedAtMs", coalesce(r.actor_name, '') AS "resolvedBy", coalesce(r.comment, '') AS comment,
  EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'raised' AND 'lostPhone' = ANY (l.flags)) AS "isFromLostPhone", EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'safe' AND 'lostPhone' = ANY (l.flags)) AS "isSafeFromLostPhone",
  EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'raised' AND 'sentLate' = ANY (l.flags)) AS "isSentLate", EXISTS (SELECT FROM sos_history l
  WHERE l.tenant_id = $1::uuid AND l.sos_id = c.id AND l.kind = 'raised' AND 'fromFuture' = ANY (l.flags)) AS "isFromFuture" FROM sos_calls c JOIN guards g ON g.tenant_id = $1::uuid AND g.id = c.guard_id
  LEFT JOIN sites s ON s.tenant_id = $1::uuid AND s.id = c.site_id
  LEFT JOIN sos_history a ON a.tenant_id = $1::uuid AND a.sos_id = c.id AND a.kind = 'acknowledged' LEFT JOIN sos_history r ON r.tenant_id = $1::uuid AND r.sos_id = c.id AND r.kind = 'resolved'
  LEFT JOIN LATERAL (SELECT k.name, k.latitude, k.longitude FROM checkpoints k
    WHERE k.tenant_id = $1::uuid AND k.site_id = c.site_id AND k.activated AND k.deleted_at IS NULL
    ORDER BY round((k.latitude - c.latitude)::numeric, 8)::float8 ^ 2 + (round((k.longitude - c.longitude)::numeric, 8)::float8 * cos(radians(round((c.latitude)::numeric, 8)::float8))) ^ 2, k.id
    LIMIT 1) AS near ON c.latitude IS NOT NULL WHERE c.tenant_id = $1::uuid AND ($2::uuid IS NULL OR c.site_id = $2::uuid) AND c.id = $3::uuid;

-- findSosCourse
SELECT id, kind, at_ms AS "atMs", actor_kind AS "actorKind", actor_name AS "actorName", comment,
    coalesce('lostPhone' = ANY (flags), false) AS "isFromLostPhone",
    coalesce('sentLate' = ANY (flags), false) AS "isSentLate",
    coalesce('fromFuture' = ANY (flags), false) AS "isFromFuture", phone_at_ms AS "phoneAtMs"
  FROM sos_history WHERE tenant_id = $1::uuid AND sos_id = $2::uuid ORDER BY at_ms, received_at_ms;

-- findSosCourse
SELECT latitude, longitude, accuracy_metres::float8 AS "accuracyMetres", at_ms AS "atMs" FROM sos_positions
  WHERE tenant_id = $1::uuid AND sos_id = $2::uuid ORDER BY at_ms DESC, id LIMIT 500;


-- reports/login-logout/duty-details.queries.ts

-- findDutyRounds
SELECT r.id, coalesce(v.name, '') AS "routeName", coalesce(v.checkpoints, '[]') AS planned,
    r.started_at_ms AS "startedAtMs", r.ended_at_ms AS "endedAtMs", r.status_code AS "statusCode",
    nullif(r.total_check_points, 0) AS "totalCheckPoints", CASE WHEN r.total_check_points > 0 THEN r.scanned_check_points::int
  ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
    WHERE c.tenant_id = $1::uuid AND c.round_id = r.id) END AS "scannedCheckPoints"
  FROM duty_sessions d JOIN rounds r ON r.tenant_id = $1::uuid AND r.guard_id = d.guard_id AND ($3::uuid IS NULL OR r.site_id = $3::uuid)
  AND r.started_at_ms >= d.started_at_ms AND r.started_at_ms <= coalesce(d.ended_at_ms, 9007199254740991)
  AND r.started_at_ms < coalesce((SELECT min(n.at_ms) FROM duty_sessions n WHERE n.tenant_id = $1::uuid
    AND n.guard_id = d.guard_id AND n.at_ms > d.started_at_ms AND n.started_at_ms IS NOT NULL), 9007199254740991)
  LEFT JOIN route_versions v ON v.tenant_id = $1::uuid AND v.id = r.route_version_id
  WHERE d.tenant_id = $1::uuid AND d.id = $2::uuid
  ORDER BY r.started_at_ms, r.id LIMIT 300;

-- findDutyScans
SELECT id, round_id AS "roundId", checkpoint_id AS "checkpointId", device_at_ms AS "deviceAtMs",
    latitude, longitude
  FROM scans WHERE tenant_id = $1::uuid AND round_id = ANY($2::uuid[]) ORDER BY device_at_ms, id;

-- findDutyReports
SELECT e.kind, e.device_id AS "deviceId", e.received_at_ms AS "receivedAtMs",
    e.phone_at_ms AS "phoneAtMs", 'sentLate' = ANY (e.flags) AS "isSentLate", d.name, d.agent
  FROM field_events e LEFT JOIN devices d ON d.tenant_id = $1::uuid AND d.id = e.device_id
  WHERE e.tenant_id = $1::uuid AND e.subject_id = $2::uuid AND e.kind IN ('dutyStarted', 'dutyEnded')
  ORDER BY e.device_at_ms, e.id;


-- reports/login-logout/login-logout.queries.ts

-- rowsOfPage
SELECT d.id, d.guard_id AS "guardId", coalesce(g.former -> width_bucket((d.at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id) AS "employeeId", coalesce(g.former -> width_bucket((d.at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name) AS "firstName",
    coalesce(g.former -> width_bucket((d.at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name) AS "lastName", d.site_id AS "siteId", coalesce(s.former -> width_bucket((d.at_ms)::bigint, s.former_until_ms) ->> 'name', s.name) AS "siteName", s.time_zone AS "siteTimeZone",
    d.started_at_ms AS "startedAtMs", d.ended_at_ms AS "endedAtMs", d.is_closed_by_system AS "isClosedBySystem",
    d.system_closed_at_ms AS "systemClosedAtMs", d.limit_hours AS "limitHours", walked.*
  FROM page JOIN duty_sessions d ON d.tenant_id = {scope.tenantId}::uuid AND d.id = page.id
  JOIN guards g ON g.tenant_id = {scope.tenantId}::uuid AND g.id = d.guard_id
  LEFT JOIN sites s ON s.tenant_id = {scope.tenantId}::uuid AND s.id = d.site_id
  CROSS JOIN LATERAL (SELECT count(*)::int AS rounds,
      coalesce(sum(r.scanned_check_points), 0)::int AS "scannedCheckPoints",
      coalesce(sum(r.total_check_points), 0)::int AS "totalCheckPoints",
      min(r.started_at_ms) AS "firstRoundAtMs"
    FROM rounds r WHERE r.tenant_id = {scope.tenantId}::uuid AND r.guard_id = d.guard_id AND ({scope.siteId}::uuid IS NULL OR r.site_id = {scope.siteId}::uuid)
  AND r.started_at_ms >= d.started_at_ms AND r.started_at_ms <= coalesce(d.ended_at_ms, 9007199254740991)
  AND r.started_at_ms < coalesce((SELECT min(n.at_ms) FROM duty_sessions n WHERE n.tenant_id = {scope.tenantId}::uuid
    AND n.guard_id = d.guard_id AND n.at_ms > d.started_at_ms AND n.started_at_ms IS NOT NULL), 9007199254740991)) AS walked;

-- findDuties
SELECT id, at_ms FROM duty_sessions WHERE {where.join(' AND ')};

-- findDuties
SELECT id, at_ms FROM duty_sessions WHERE {where.join(' AND ')} ORDER BY at_ms {filter.isAscending ? ASC : DESC}, id {filter.isAscending ? ASC : DESC} OFFSET {offset}::int LIMIT {limit}::int;

-- findDuties
SELECT found.* FROM unnest({filter.guardIds}::uuid[]) AS chosen (guard)
  CROSS JOIN LATERAL (SELECT id, at_ms FROM duty_sessions WHERE {where.join(' AND ')} AND guard_id = chosen.guard ORDER BY at_ms {filter.isAscending ? ASC : DESC}, id {filter.isAscending ? ASC : DESC} LIMIT {offset}::int + {limit}::int) AS found
  ORDER BY at_ms {filter.isAscending ? ASC : DESC}, id {filter.isAscending ? ASC : DESC} OFFSET {offset}::int LIMIT {limit}::int;

-- findDuties
WITH page AS MATERIALIZED ({filter.guardIds === null ? SELECT id, at_ms FROM duty_sessions WHERE {where.join(' AND ')} ORDER BY at_ms {filter.isAscending ? ASC : DESC}, id {filter.isAscending ? ASC : DESC} OFFSET {offset}::int LIMIT {limit}::int : SELECT found.* FROM unnest({filter.guardIds}::uuid[]) AS chosen (guard)
        CROSS JOIN LATERAL (SELECT id, at_ms FROM duty_sessions WHERE {where.join(' AND ')} AND guard_id = chosen.guard ORDER BY at_ms {filter.isAscending ? ASC : DESC}, id {filter.isAscending ? ASC : DESC} LIMIT {offset}::int + {limit}::int) AS found
        ORDER BY at_ms {filter.isAscending ? ASC : DESC}, id {filter.isAscending ? ASC : DESC} OFFSET {offset}::int LIMIT {limit}::int}) SELECT d.id, d.guard_id AS "guardId", coalesce(g.former -> width_bucket((d.at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id) AS "employeeId", coalesce(g.former -> width_bucket((d.at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name) AS "firstName",
    coalesce(g.former -> width_bucket((d.at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name) AS "lastName", d.site_id AS "siteId", coalesce(s.former -> width_bucket((d.at_ms)::bigint, s.former_until_ms) ->> 'name', s.name) AS "siteName", s.time_zone AS "siteTimeZone",
    d.started_at_ms AS "startedAtMs", d.ended_at_ms AS "endedAtMs", d.is_closed_by_system AS "isClosedBySystem",
    d.system_closed_at_ms AS "systemClosedAtMs", d.limit_hours AS "limitHours", walked.*
  FROM page JOIN duty_sessions d ON d.tenant_id = {scope.tenantId}::uuid AND d.id = page.id
  JOIN guards g ON g.tenant_id = {scope.tenantId}::uuid AND g.id = d.guard_id
  LEFT JOIN sites s ON s.tenant_id = {scope.tenantId}::uuid AND s.id = d.site_id
  CROSS JOIN LATERAL (SELECT count(*)::int AS rounds,
      coalesce(sum(r.scanned_check_points), 0)::int AS "scannedCheckPoints",
      coalesce(sum(r.total_check_points), 0)::int AS "totalCheckPoints",
      min(r.started_at_ms) AS "firstRoundAtMs"
    FROM rounds r WHERE r.tenant_id = {scope.tenantId}::uuid AND r.guard_id = d.guard_id AND ({scope.siteId}::uuid IS NULL OR r.site_id = {scope.siteId}::uuid)
  AND r.started_at_ms >= d.started_at_ms AND r.started_at_ms <= coalesce(d.ended_at_ms, 9007199254740991)
  AND r.started_at_ms < coalesce((SELECT min(n.at_ms) FROM duty_sessions n WHERE n.tenant_id = {scope.tenantId}::uuid
    AND n.guard_id = d.guard_id AND n.at_ms > d.started_at_ms AND n.started_at_ms IS NOT NULL), 9007199254740991)) AS walked
  ORDER BY page.at_ms {filter.isAscending ? ASC : DESC}, page.id {filter.isAscending ? ASC : DESC};

-- countDuties
SELECT count(*)::int AS count FROM duty_sessions WHERE {where.join(' AND ')};

-- findDuty
SELECT id FROM duty_sessions WHERE tenant_id = {scope.tenantId}::uuid
  AND id = {id}::uuid
  {scope.siteId === null ?  : AND site_id = {scope.siteId}::uuid};

-- findDuty
WITH page AS MATERIALIZED (SELECT id FROM duty_sessions WHERE tenant_id = {scope.tenantId}::uuid
  AND id = {id}::uuid
  {scope.siteId === null ?  : AND site_id = {scope.siteId}::uuid}) SELECT d.id, d.guard_id AS "guardId", coalesce(g.former -> width_bucket((d.at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id) AS "employeeId", coalesce(g.former -> width_bucket((d.at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name) AS "firstName",
    coalesce(g.former -> width_bucket((d.at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name) AS "lastName", d.site_id AS "siteId", coalesce(s.former -> width_bucket((d.at_ms)::bigint, s.former_until_ms) ->> 'name', s.name) AS "siteName", s.time_zone AS "siteTimeZone",
    d.started_at_ms AS "startedAtMs", d.ended_at_ms AS "endedAtMs", d.is_closed_by_system AS "isClosedBySystem",
    d.system_closed_at_ms AS "systemClosedAtMs", d.limit_hours AS "limitHours", walked.*
  FROM page JOIN duty_sessions d ON d.tenant_id = {scope.tenantId}::uuid AND d.id = page.id
  JOIN guards g ON g.tenant_id = {scope.tenantId}::uuid AND g.id = d.guard_id
  LEFT JOIN sites s ON s.tenant_id = {scope.tenantId}::uuid AND s.id = d.site_id
  CROSS JOIN LATERAL (SELECT count(*)::int AS rounds,
      coalesce(sum(r.scanned_check_points), 0)::int AS "scannedCheckPoints",
      coalesce(sum(r.total_check_points), 0)::int AS "totalCheckPoints",
      min(r.started_at_ms) AS "firstRoundAtMs"
    FROM rounds r WHERE r.tenant_id = {scope.tenantId}::uuid AND r.guard_id = d.guard_id AND ({scope.siteId}::uuid IS NULL OR r.site_id = {scope.siteId}::uuid)
  AND r.started_at_ms >= d.started_at_ms AND r.started_at_ms <= coalesce(d.ended_at_ms, 9007199254740991)
  AND r.started_at_ms < coalesce((SELECT min(n.at_ms) FROM duty_sessions n WHERE n.tenant_id = {scope.tenantId}::uuid
    AND n.guard_id = d.guard_id AND n.at_ms > d.started_at_ms AND n.started_at_ms IS NOT NULL), 9007199254740991)) AS walked;


-- reports/scanned-checkpoints/round-counters.queries.ts

-- totalsOf
SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
    coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = {q.tenant}), 0) AS as_of
  FROM ({summandsOf()}) AS counters;

-- summandsOf
SELECT count(*) AS rounds, sum(total_check_points) AS checkpoints FROM {q.named()} AS rounds;

-- summandsOf
SELECT sum(n) AS rounds, sum(planned) AS checkpoints FROM ({intervalsOf()}) AS s;

-- countersIn
SELECT {columns} FROM round_counts
  WHERE {subject} AND grain = {grain} AND bucket_ms >= {from} AND bucket_ms < {to};

-- matchInCounters
SELECT grain, bucket_ms, sum(rounds)::float8 AS rounds
  FROM ({windows .map( ({ grain, from, to }) => `SELECT ${columns} FROM round_counts WHERE ${subject} AND grain = ${grain} AND bucket_ms >= ${from} AND bucket_ms < ${to}`, ) .join(' UNION ALL ')}) AS each GROUP BY grain, bucket_ms;

-- intervalsOf
SELECT c.bucket_ms AS from_ms, c.bucket_ms + CASE c.grain WHEN 1 THEN {grainMs[grains.day]} ELSE 900000 END AS to_ms, {statusCodes === undefined ? rounds : {codes.map((code) => columns[code] ?? '0').join(' + ')}} AS n,
    {statusCodes === undefined ? checkpoints : {codes.map((code) => columns[code] ?? '0').join(' + ')}} AS planned
  FROM unnest({q.value(counters.map(of), type)}, {q.value(counters.map(of), type)},
    {q.value(counters.map(of), type)}) AS asked (grain, from_ms, to_ms)
  CROSS JOIN LATERAL (SELECT * FROM round_counts WHERE {q.subject()} AND grain = asked.grain
    AND bucket_ms >= asked.from_ms AND bucket_ms < asked.to_ms OFFSET 0) AS c;

-- intervalsOf
SELECT c.bucket_ms AS from_ms, c.bucket_ms + CASE c.grain WHEN 1 THEN {grainMs[grains.day]} ELSE 900000 END AS to_ms, {statusCodes === undefined ? rounds : {codes.map((code) => columns[code] ?? '0').join(' + ')}} AS n,
    {statusCodes === undefined ? checkpoints : {codes.map((code) => columns[code] ?? '0').join(' + ')}} AS planned
  FROM unnest({q.value(counters.map(of), type)}, {q.value(counters.map(of), type)},
    {q.value(counters.map(of), type)}) AS asked (grain, from_ms, to_ms)
  CROSS JOIN LATERAL (SELECT * FROM round_counts WHERE {q.subject()} AND grain = asked.grain
    AND bucket_ms >= asked.from_ms AND bucket_ms < asked.to_ms OFFSET 0) AS c UNION ALL SELECT cut.from_ms, cut.to_ms, r.n, r.planned
  FROM unnest({q.value(partials.map(of), 'bigint[]')}, {q.value(partials.map(of), 'bigint[]')}) AS cut (from_ms, to_ms)
  CROSS JOIN LATERAL (SELECT count(*) AS n, coalesce(sum(total_check_points), 0) AS planned FROM rounds
    WHERE {q.with({ ...q.filter, range: null }).rounds().sql}
      AND started_at_ms >= cut.from_ms AND started_at_ms < cut.to_ms) AS r;


-- reports/scanned-checkpoints/round-details.queries.ts

-- findRoundArrival
SELECT (SELECT coalesce(json_agg(json_build_object(
    'receivedAtMs', e.received_at_ms, 'flags', e.flags) ORDER BY e.received_at_ms, e.id), '[]')
  FROM field_events e WHERE e.tenant_id = r.tenant_id AND e.subject_id = r.id
    AND e.kind IN ('roundStarted', 'roundEnded') AND e.flags && '{fromFuture,sentLate}'::text[]) AS events, (SELECT json_build_object('id', d.id, 'isOpen', (coalesce(a.accepted_until_ms < a.arrived_at_ms, true)
    AND coalesce(d.round_id = a.round_id, true) AND d.status <> 'completed'))
      FROM late_arrivals a JOIN due_rounds d ON d.tenant_id = a.tenant_id AND d.id = a.due_round_id
      WHERE a.tenant_id = r.tenant_id AND a.round_id = r.id) AS due
    FROM rounds r WHERE r.tenant_id = $1::uuid AND r.id = $2::uuid;

-- findLateArrivals
SELECT named.id, greatest((SELECT max(s.received_at_ms)
    FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = named.id AND 'sentLate' = ANY (s.flags)),
  (SELECT max(e.received_at_ms) FROM field_events e WHERE e.tenant_id = $1::uuid AND e.subject_id = named.id
    AND e.kind IN ('roundStarted', 'roundEnded') AND 'sentLate' = ANY (e.flags))) AS "atMs"
    FROM unnest($2::uuid[]) AS named (id);

-- findScans
SELECT id, round_id AS "roundId", checkpoint_id AS "checkpointId", device_at_ms AS "deviceAtMs",
      phone_at_ms AS "phoneAtMs", received_at_ms AS "receivedAtMs", latitude, longitude, accuracy_metres AS "accuracyMetres",
      distance_metres AS "distanceMetres", device_id AS "deviceId", clock_skew_ms AS "clockSkewMs", code, method, flags,
      claimed_checkpoint_id AS "claimedId", (s.proof_key IS NOT NULL AND NOT 'badSignature' = ANY(s.flags) AND EXISTS (
  SELECT FROM device_keys k WHERE k.tenant_id = s.tenant_id AND k.key = s.proof_key AND k.guard_id = s.guard_id
    AND k.device_id = s.device_id AND k.is_vouched IS NOT FALSE)) AS "isProved"
    FROM scans s WHERE tenant_id = $1::uuid AND round_id = ANY($2::uuid[])
    ORDER BY round_id, checkpoint_id, device_at_ms, id;

-- findCountedScans
SELECT id, round_id AS "roundId", checkpoint_id AS "checkpointId", device_at_ms AS "deviceAtMs",
    latitude, longitude
  FROM scans WHERE tenant_id = $1::uuid AND round_id = ANY($2::uuid[]);

-- findImportedRounds
SELECT round_id AS id, former_id AS "formerId", has_scans AS "hasScans" FROM imported_rounds
  WHERE tenant_id = $1::uuid AND round_id = ANY($2::uuid[]);

-- hasImportedRounds
SELECT EXISTS (SELECT FROM imported_rounds WHERE tenant_id = $1::uuid) AS has;

-- findLateRounds
SELECT found.*, coalesce(d.tour_name, '') AS "tourName", d.due_at_ms AS "dueAtMs",
      CASE WHEN d.id IS NOT NULL THEN CASE WHEN d.status IN ('due', 'late') AND d.missed_at_ms <= $3::bigint THEN 'missed'
  WHEN d.status = 'due' AND d.late_at_ms <= $3::bigint THEN 'late' ELSE d.status END END AS status,
      coalesce(a.accepted_by, '') AS "acceptedBy", coalesce(a.acceptance, '') AS acceptance,
      (extract(epoch FROM a.accepted_at) * 1000)::bigint AS "acceptedAtMs"
    FROM (SELECT named.id, greatest((SELECT max(s.received_at_ms)
    FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = named.id AND 'sentLate' = ANY (s.flags)),
  (SELECT max(e.received_at_ms) FROM field_events e WHERE e.tenant_id = $1::uuid AND e.subject_id = named.id
    AND e.kind IN ('roundStarted', 'roundEnded') AND 'sentLate' = ANY (e.flags))) AS "arrivedAtMs"
      FROM unnest($2::uuid[]) AS named (id)) AS found
    LEFT JOIN late_arrivals a ON a.tenant_id = $1::uuid AND a.round_id = found.id
    LEFT JOIN due_rounds d ON d.tenant_id = $1::uuid AND d.id = coalesce(a.due_round_id,
      (SELECT t.id FROM due_rounds t WHERE t.tenant_id = $1::uuid AND t.round_id = found.id))
    WHERE found."arrivedAtMs" IS NOT NULL;

-- countScanned
SELECT r.id, CASE WHEN r.total_check_points > 0 THEN r.scanned_check_points::int
  ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
    WHERE c.tenant_id = $1::uuid AND c.round_id = r.id) END AS scanned FROM unnest($2::uuid[]) AS asked (id)
  JOIN rounds r ON r.tenant_id = $1::uuid AND r.id = asked.id;

-- countRemarkRows
SELECT coalesce(sum(jsonb_array_length(e.details -> 'answers')
    + CASE WHEN e.details ->> 'note' = '' THEN 0 ELSE 1 END), 0)::float8 AS count FROM scans s
  JOIN field_events e ON e.tenant_id = $1::uuid AND e.subject_id = s.id AND e.kind = 'checkpointAnswered'
    AND e.guard_id = s.guard_id WHERE s.tenant_id = $1::uuid AND s.round_id = ANY($2::uuid[]);

-- findRemarks
SELECT s.round_id AS "roundId", e.id, s.id AS "scanId", c.id AS "checkpointId",
    coalesce(c.former -> width_bucket((s.device_at_ms)::bigint, c.former_until_ms) ->> 'name', c.name) AS "checkpointName", e.device_at_ms AS "deviceAtMs", q.no AS "questionsNo", e.details -> 'answers' AS answers,
    e.details ->> 'note' AS note, i.id AS "incidentId", q.questions
  FROM scans s
  JOIN field_events e ON e.tenant_id = $1::uuid AND e.subject_id = s.id AND e.kind = 'checkpointAnswered'
    AND e.guard_id = s.guard_id
  JOIN checkpoints c ON c.tenant_id = $1::uuid AND c.id = coalesce(s.checkpoint_id, s.claimed_checkpoint_id)
  LEFT JOIN question_versions q ON q.tenant_id = $1::uuid AND q.id = (e.details ->> 'questionsId')::uuid
  LEFT JOIN incidents i ON i.tenant_id = $1::uuid AND i.id = e.id
  WHERE s.tenant_id = $1::uuid AND s.round_id = ANY($2::uuid[])
  ORDER BY s.round_id, e.device_at_ms, e.id;


-- reports/scanned-checkpoints/scanned-checkpoints.queries.ts

-- indexedPage
WITH page AS MATERIALIZED ({roundsInOrder()}),
  totals AS MATERIALIZED (SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
    coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = {q.tenant}), 0) AS as_of
  FROM ({summandsOf()}) AS counters)
  SELECT {columns.sql(q.tenant)}, totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"
  FROM page JOIN guards g ON g.tenant_id = {q.tenant} AND g.id = page.guard_id
  JOIN sites s ON s.tenant_id = {q.tenant} AND s.id = page.site_id
  LEFT JOIN recorded_names recorded ON recorded.tenant_id = {q.tenant} AND recorded.id = page.recorded_names_id
  CROSS JOIN totals
  ORDER BY page.started_at_ms {isAscending === isBackward ? DESC : ASC}, page.id {isAscending === isBackward ? DESC : ASC};

-- deepPage
WITH {q.filter.range === null && q.filter.guardIds === null ? spans AS MATERIALIZED (
    SELECT bucket_ms, begun, begun[96] AS rounds, sum(begun[96]) OVER (ORDER BY bucket_ms) AS upto
    FROM round_sums WHERE tenant_id = {q.tenant} AND site_id = {q.siteKey()} AND grain = 1),
  asked AS (SELECT {isAscending ? {q.value(offset, 'bigint')} + 1 : max(upto) - {q.value(offset, 'bigint')}} AS place FROM spans),
  span AS (SELECT bucket_ms, begun, (place - upto + rounds)::int AS place FROM spans, asked
    WHERE place > 0 AND upto >= place ORDER BY bucket_ms LIMIT 1),
  day AS MATERIALIZED (SELECT bucket_ms + width_bucket(place - 1, begun) * 86400000::bigint AS from_ms, place - coalesce(begun[width_bucket(place - 1, begun)], 0) AS place FROM span),
  hit AS MATERIALIZED (
    SELECT from_ms + width_bucket(place - 1, begun) * 900000::bigint AS bucket_ms,
      ({isAscending ? place - 1 - coalesce(begun[width_bucket(place - 1, begun)], 0) : begun[width_bucket(place - 1, begun) + 1] - place})::bigint AS skip
    FROM day, (SELECT begun FROM round_sums WHERE tenant_id = {q.tenant} AND site_id = {q.siteKey()} AND grain = 0 AND bucket_ms = (SELECT from_ms FROM day)) AS quarters) : coarse AS (SELECT b.*, sum(rounds) OVER (ORDER BY bucket_ms {isAscending ? ASC : DESC} ROWS UNBOUNDED PRECEDING) AS upto FROM ({guardIds === null ? {windows .map( ({ grain, from, to }) => `SELECT ${columns} FROM round_counts WHERE ${subject} AND grain = ${grain} AND bucket_ms >= ${from} AND bucket_ms < ${to}`, ) .join(' UNION ALL ')} : SELECT grain, bucket_ms, sum(rounds)::float8 AS rounds
        FROM ({windows .map( ({ grain, from, to }) => `SELECT ${columns} FROM round_counts WHERE ${subject} AND grain = ${grain} AND bucket_ms >= ${from} AND bucket_ms < ${to}`, ) .join(' UNION ALL ')}) AS each GROUP BY grain, bucket_ms}) AS b),
  near AS MATERIALIZED (
    SELECT bucket_ms AS from_ms, bucket_ms + CASE grain WHEN 1 THEN {grainMs[grains.day]} ELSE {grainMs[grains.quarter]} END AS to_ms, {q.value(offset, 'float8')} - upto + rounds AS left_over
    FROM coarse WHERE upto > {q.value(offset, 'float8')} ORDER BY bucket_ms {isAscending ? ASC : DESC} LIMIT 1),
  fine AS (SELECT b.*, sum(rounds) OVER (ORDER BY bucket_ms {isAscending ? ASC : DESC} ROWS UNBOUNDED PRECEDING) AS upto FROM ({guardIds === null ? SELECT grain, bucket_ms, rounds::float8 AS rounds FROM round_counts
        WHERE {q.subject()} AND grain = 2 AND bucket_ms >= (SELECT from_ms FROM near) AND bucket_ms < (SELECT to_ms FROM near) : SELECT grain, bucket_ms, sum(rounds)::float8 AS rounds
        FROM (SELECT grain, bucket_ms, rounds FROM round_counts
        WHERE {q.subject()} AND grain = 2 AND bucket_ms >= (SELECT from_ms FROM near) AND bucket_ms < (SELECT to_ms FROM near)) AS each GROUP BY grain, bucket_ms}) AS b),
  hit AS (
    SELECT bucket_ms, ((SELECT left_over FROM near) - upto + rounds)::bigint AS skip
    FROM fine WHERE upto > (SELECT left_over FROM near) ORDER BY bucket_ms {isAscending ? ASC : DESC} LIMIT 1)},
  page AS MATERIALIZED ({roundsInOrder()}),
  totals AS MATERIALIZED (SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
    coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = {q.tenant}), 0) AS as_of
  FROM ({summandsOf()}) AS counters)
  SELECT {columns.sql(q.tenant)}, totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"
  FROM page JOIN guards g ON g.tenant_id = {q.tenant} AND g.id = page.guard_id
  JOIN sites s ON s.tenant_id = {q.tenant} AND s.id = page.site_id
  LEFT JOIN recorded_names recorded ON recorded.tenant_id = {q.tenant} AND recorded.id = page.recorded_names_id
  CROSS JOIN totals
  ORDER BY page.started_at_ms {isAscending === isBackward ? DESC : ASC}, page.id {isAscending === isBackward ? DESC : ASC};

-- namedPage
WITH page AS MATERIALIZED (SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM {q.named()} AS rounds
      WHERE {where.sql}
      ORDER BY started_at_ms {isAscending === isBackward ? DESC : ASC}, id {isAscending === isBackward ? DESC : ASC} OFFSET {'side' in start ? 0 : {q.value(start.offset, 'bigint')}} LIMIT {limit}),
    totals AS MATERIALIZED (SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = {q.tenant}), 0) AS as_of
    FROM ({summandsOf()}) AS counters)
    SELECT {columns.sql(q.tenant)}, totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"
    FROM page JOIN guards g ON g.tenant_id = {q.tenant} AND g.id = page.guard_id
    JOIN sites s ON s.tenant_id = {q.tenant} AND s.id = page.site_id
    LEFT JOIN recorded_names recorded ON recorded.tenant_id = {q.tenant} AND recorded.id = page.recorded_names_id
    CROSS JOIN totals
    ORDER BY page.started_at_ms {isAscending === isBackward ? DESC : ASC}, page.id {isAscending === isBackward ? DESC : ASC};

-- narrowedPage
WITH coarse AS (SELECT *, sum(n) OVER (ORDER BY from_ms {isAscending === isBackward ? DESC : ASC} ROWS UNBOUNDED PRECEDING) AS upto FROM (SELECT from_ms, to_ms, sum(n) AS n
      FROM ({intervalsOf()}) AS s GROUP BY from_ms, to_ms HAVING sum(n) > 0) AS grouped),
    near AS MATERIALIZED (SELECT * FROM coarse WHERE upto > {q.value('side' in start ? 0 : start.offset, 'bigint')} AND upto - n < {q.value('side' in start ? 0 : start.offset, 'bigint')} + {q.value(need, 'bigint')}),
    fine AS (SELECT from_ms, to_ms, sum(n) AS n FROM (
        SELECT q.bucket_ms AS from_ms, q.bucket_ms + 900000 AS to_ms, {statusCodes === undefined ? rounds : {codes.map((code) => columns[code] ?? '0').join(' + ')}} AS n
        FROM near CROSS JOIN LATERAL (SELECT * FROM round_counts WHERE {q.subject()} AND grain = 2
          AND bucket_ms >= near.from_ms AND bucket_ms < near.to_ms OFFSET 0) AS q
        WHERE near.to_ms - near.from_ms > 900000
        UNION ALL SELECT from_ms, to_ms, n FROM near WHERE to_ms - from_ms <= 900000) AS q
      GROUP BY from_ms, to_ms HAVING sum(n) > 0),
    run AS (SELECT *, (SELECT min(upto - n) FROM near) + sum(n) OVER (ORDER BY from_ms {isAscending === isBackward ? DESC : ASC} ROWS UNBOUNDED PRECEDING) AS upto FROM fine),
    hits AS MATERIALIZED (SELECT * FROM run WHERE upto > {q.value('side' in start ? 0 : start.offset, 'bigint')} AND upto - n < {q.value('side' in start ? 0 : start.offset, 'bigint')} + {q.value(need, 'bigint')}),
    page AS MATERIALIZED (SELECT found.* FROM hits
      CROSS JOIN LATERAL (SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM rounds WHERE {where.sql}
        AND started_at_ms >= hits.from_ms AND started_at_ms < hits.to_ms OFFSET 0) AS found
      ORDER BY started_at_ms {isAscending === isBackward ? DESC : ASC}, id {isAscending === isBackward ? DESC : ASC}
      OFFSET {q.value('side' in start ? 0 : start.offset, 'bigint')} - coalesce((SELECT min(upto - n) FROM hits), {q.value('side' in start ? 0 : start.offset, 'bigint')}) LIMIT {limit}),
    totals AS MATERIALIZED (SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = {q.tenant}), 0) AS as_of
    FROM ({summandsOf()}) AS counters)
    SELECT {columns.sql(q.tenant)}, totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"
    FROM page JOIN guards g ON g.tenant_id = {q.tenant} AND g.id = page.guard_id
    JOIN sites s ON s.tenant_id = {q.tenant} AND s.id = page.site_id
    LEFT JOIN recorded_names recorded ON recorded.tenant_id = {q.tenant} AND recorded.id = page.recorded_names_id
    CROSS JOIN totals
    ORDER BY page.started_at_ms {isAscending === isBackward ? DESC : ASC}, page.id {isAscending === isBackward ? DESC : ASC};

-- roundsInOrder
SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM rounds WHERE {where.sql};

-- roundsInOrder
SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM rounds WHERE {where.sql} ORDER BY started_at_ms {direction}, id {direction} OFFSET {skip} LIMIT {limit};

-- roundsInOrder
SELECT found.* FROM unnest({q.value(guardIds, 'uuid[]')}) AS chosen (guard)
    CROSS JOIN LATERAL (SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM rounds WHERE {where.sql} AND guard_id = chosen.guard ORDER BY started_at_ms {direction}, id {direction} LIMIT {skip} + {limit}) AS found
    ORDER BY started_at_ms {direction}, id {direction} OFFSET {skip} LIMIT {limit};

-- countNewer
SELECT count(*) AS newer
  FROM (SELECT 1 FROM {q.relation(isOfNamedRounds(filter))} AS rounds WHERE {q.matching().sql}
    AND arrival_no > {q.value(sinceNo, 'bigint')} AND arrival_no <= {q.value(Math.min(uptoNo, sinceNo + newerArrivalsMax), 'bigint')} LIMIT 1000) AS found;

-- findPortion
WITH page AS MATERIALIZED (
    {roundsInOrder()})
  SELECT page.id, page.guard_id AS "guardId", coalesce(recorded.employee_id, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id)) AS "employeeId", coalesce(recorded.first_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name)) AS "firstName",
  coalesce(recorded.last_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS "lastName", page.site_id AS "siteId", coalesce(recorded.site_name, coalesce(s.former -> width_bucket((page.started_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name)) AS "siteName", s.time_zone AS "siteTimeZone",
  page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
  page.status_code AS "statusCode", nullif(page.total_check_points, 0) AS "totalCheckPoints", CASE WHEN page.total_check_points > 0 THEN page.scanned_check_points::int
  ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
    WHERE c.tenant_id = {q.tenant} AND c.round_id = page.id) END AS "scannedCheckPoints"
  FROM page JOIN guards g ON g.tenant_id = {q.tenant} AND g.id = page.guard_id
  JOIN sites s ON s.tenant_id = {q.tenant} AND s.id = page.site_id
  LEFT JOIN recorded_names recorded ON recorded.tenant_id = {q.tenant} AND recorded.id = page.recorded_names_id
  ORDER BY page.started_at_ms {filter.isAscending ? ASC : DESC}, page.id {filter.isAscending ? ASC : DESC};

-- findRound
WITH page AS (SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM rounds
      WHERE tenant_id = $1::uuid AND id = $2::uuid AND ($3::uuid IS NULL OR site_id = $3::uuid))
    SELECT page.id, page.guard_id AS "guardId", coalesce(recorded.employee_id, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id)) AS "employeeId", coalesce(recorded.first_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name)) AS "firstName",
    coalesce(recorded.last_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS "lastName", page.site_id AS "siteId", coalesce(recorded.site_name, coalesce(s.former -> width_bucket((page.started_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name)) AS "siteName", s.time_zone AS "siteTimeZone",
    page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
    page.status_code AS "statusCode", nullif(page.total_check_points, 0) AS "totalCheckPoints", CASE WHEN page.total_check_points > 0 THEN page.scanned_check_points::int
    ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
      WHERE c.tenant_id = $1::uuid AND c.round_id = page.id) END AS "scannedCheckPoints" FROM page JOIN guards g ON g.tenant_id = $1::uuid AND g.id = page.guard_id
    JOIN sites s ON s.tenant_id = $1::uuid AND s.id = page.site_id
    LEFT JOIN recorded_names recorded ON recorded.tenant_id = $1::uuid AND recorded.id = page.recorded_names_id;

-- countUnplannedRows
SELECT coalesce(sum(greatest(1, (SELECT count(DISTINCT s.checkpoint_id)
    FROM scans s WHERE s.tenant_id = {q.tenant} AND s.round_id = rounds.id))), 0)::bigint AS found
  FROM {q.relation(isOfNamedRounds(filter))} AS rounds
  WHERE {q.matching().sql} AND total_check_points = 0;

-- countUnexportedRows
SELECT coalesce(sum(found.total_check_points - 1), 0)::bigint AS found
  FROM imported_rounds i CROSS JOIN LATERAL (SELECT total_check_points
    FROM {q.relation(isOfNamedRounds(filter))} AS rounds
    WHERE {q.matching().sql} AND total_check_points > 1 AND id = i.round_id) AS found
  WHERE i.tenant_id = {q.tenant} AND NOT i.has_scans;


-- reports/scheduled-reports/plan-runs.queries.ts

-- findArmedReports
SELECT r.id, r.name, r.site_id AS "siteId", coalesce((SELECT s.time_zone FROM sites s WHERE s.tenant_id = r.tenant_id AND s.id = r.site_id), (SELECT nullif(c.config_value, '') FROM tenant_config c
  WHERE c.tenant_id = r.tenant_id AND c.config_key = 'timeZone'), 'Asia/Kolkata') AS "timeZone", r.timing, r.contents, r.period,
      r.day_start_minute AS "dayStartMinute", floor(extract(epoch FROM r.armed_at) * 1000)::float8 AS "armedAtMs",
      floor(extract(epoch FROM r.events_checked_at) * 1000)::float8 AS "eventsCheckedAtMs",
      (SELECT max(n.due_at_ms)::float8 FROM scheduled_report_runs n
        WHERE n.tenant_id = r.tenant_id AND n.report_id = r.id AND n.kind = 'planned'
          AND n.due_at_ms <= $2::bigint) AS "lastDueAtMs"
    FROM scheduled_reports r WHERE r.tenant_id = $1::uuid AND r.activated AND r.deleted_at IS NULL ORDER BY r.id;

-- noteEvents
WITH noted AS (INSERT INTO scheduled_report_events (tenant_id, report_id, subject_id, at_ms, noted_at)
    SELECT $1::uuid, $2::uuid, {source.subject}, {source.at}, $5::timestamptz FROM {source.from}
    WHERE e.tenant_id = $1::uuid AND {source.where} AND ($4::uuid IS NULL OR {source.site} = $4::uuid)
    ON CONFLICT DO NOTHING)
  UPDATE scheduled_reports SET events_checked_at = $5::timestamptz
  WHERE tenant_id = $1::uuid AND id = $2::uuid AND activated;

-- findPauseReason
SELECT u.role, u.activated, a.site_id AS "ownerSiteId", t.sub_admin_access AS stored,
    u.id AS "userId", r.site_id AS "siteId", s.deleted_at IS NOT NULL AS "isSiteGone", r.contents
  FROM scheduled_reports r LEFT JOIN users u ON u.tenant_id = r.tenant_id
    AND CASE WHEN $3::text IS NULL THEN u.id = r.owner_id ELSE lower(u.email) = lower($3::text) END
  LEFT JOIN sub_admins a ON a.tenant_id = u.tenant_id AND a.user_id = u.id
  LEFT JOIN sites s ON s.tenant_id = r.tenant_id AND s.id = r.site_id
  LEFT JOIN tenant_settings t ON t.tenant_id = r.tenant_id
  WHERE r.tenant_id = $1::uuid AND r.id = $2::uuid;


-- reports/scheduled-reports/report-changes.queries.ts

-- limitReached
SELECT pg_advisory_xact_lock(hashtextextended({`scheduled reports ${tenantId}`}, 0));


-- reports/scheduled-reports/report-rows.queries.ts

-- findFigures
SELECT count(*)::float8 AS "rowCount", {columns.join(', ')} FROM {from}
  WHERE {[ `r.tenant_id = ${values.add(tenantId, 'uuid')}`, ...(siteId === null ? [] : [`r.site_id = ${values.add(siteId, 'uuid')}`]), subjectIds === null ? rangeOf(values, content, range) : `r.id = ANY (${values.add(subjectIds, 'uuid[]')})`, ...(where === undefined ? [] : [where]), ].join(' AND ')};

-- readRows
SELECT r.id, ({at})::float8 AS at, json_build_array({cells}) AS cells
  FROM (SELECT r.* FROM {from} WHERE {[ `r.tenant_id = ${values.add(tenantId, 'uuid')}`, ...(siteId === null ? [] : [`r.site_id = ${values.add(siteId, 'uuid')}`]), subjectIds === null ? rangeOf(values, content, range) : `r.id = ANY (${values.add(subjectIds, 'uuid[]')})`, ...(where === undefined ? [] : [where]), ].join(' AND ')} ORDER BY {at}, r.id LIMIT {Math.min(rowsAtOnce, limit - read)}) AS r {joins}
  ORDER BY {at}, r.id;


-- reports/scheduled-reports/run-history.queries.ts

-- findRuns
SELECT n.id, n.kind, n.state, n.reason, n.due_at_ms::float8 AS "dueAtMs", n.from_ms::float8 AS "fromMs",
  n.to_ms::float8 AS "toMs", n.time_zone AS "timeZone", n.row_count AS rows, n.skipped,
  floor(extract(epoch FROM n.finished_at) * 1000)::float8 AS "finishedAtMs",
  (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'bytes', f.bytes,
      'isKept', (f.deleted_at IS NULL AND f.created_at >= now() - make_interval(days => 30))) ORDER BY f.created_at, f.id), '[]')
    FROM scheduled_report_files f
    WHERE f.tenant_id = n.tenant_id AND f.run_id = n.id AND f.attempt = n.attempts AND n.state = 'sent') AS files,
  (SELECT coalesce(json_agg(json_build_object('email', l.email,
      'mail', CASE m.state WHEN 'sending' THEN 'queued' ELSE coalesce(m.state, 'sent') END,
      'reason', coalesce(m.reason, '')) ORDER BY l.email), '[]')
    FROM scheduled_report_links l LEFT JOIN mail_messages m ON m.tenant_id = l.tenant_id AND m.id = l.message_id
    WHERE l.tenant_id = n.tenant_id AND l.run_id = n.id) AS "sentTo",
  (SELECT floor(extract(epoch FROM max(l.expires_at)) * 1000)::float8 FROM scheduled_report_links l
    WHERE l.tenant_id = n.tenant_id AND l.run_id = n.id AND l.revoked_at IS NULL AND l.expires_at > now())
    AS "linksUntilMs",
  (SELECT coalesce(json_agg(json_build_object('email', d.email, 'fileName', f.name,
      'atMs', floor(extract(epoch FROM d.at) * 1000)::float8) ORDER BY d.at DESC, d.id DESC), '[]')
    FROM scheduled_report_downloads d JOIN scheduled_report_files f ON f.tenant_id = d.tenant_id AND f.id = d.file_id
    WHERE d.tenant_id = n.tenant_id AND d.run_id = n.id) AS downloads FROM scheduled_report_runs n WHERE n.tenant_id = $1::uuid AND n.report_id = $2::uuid AND ($3::uuid IS NULL OR n.site_id = $3::uuid)
    ORDER BY n.due_at_ms DESC, n.id DESC LIMIT $4::int OFFSET $5::int;

-- findRuns
SELECT count(*)::int AS count FROM scheduled_report_runs n WHERE n.tenant_id = $1::uuid AND n.report_id = $2::uuid AND ($3::uuid IS NULL OR n.site_id = $3::uuid);


-- reports/scheduled-reports/runs.queries.ts

-- claimRun
UPDATE scheduled_report_runs AS n
  SET state = 'making', attempts = n.attempts + 1, next_try_at = now() + interval '10 minutes',
    site_id = r.site_id, contents = r.contents
  FROM scheduled_reports r
  WHERE n.tenant_id = $1::uuid AND n.id = $2::uuid AND r.tenant_id = n.tenant_id AND r.id = n.report_id
    AND n.state IN ('queued', 'making') AND (n.next_try_at <= now() + interval '1 second' OR n.next_try_at > now() + interval '1 hour')
  RETURNING n.id, n.kind, n.attempts::int AS attempt, n.from_ms::float8 AS "fromMs", n.to_ms::float8 AS "toMs",
    n.time_zone AS "timeZone", n.skipped, n.test_email AS "testEmail",
    ARRAY(SELECT e.subject_id::text FROM scheduled_report_events e
      WHERE e.tenant_id = n.tenant_id AND e.run_id = n.id) AS "subjectIds",
    r.id AS "reportId", r.name, r.site_id AS "siteId", r.contents, r.formats, r.language,
    r.sends_empty AS "sendsEmpty", r.activated AND r.deleted_at IS NULL AS "isActive";

-- requireAsMade
SELECT r.id FROM scheduled_reports r JOIN scheduled_report_runs n
    ON n.tenant_id = r.tenant_id AND n.report_id = r.id
  WHERE n.tenant_id = $1::uuid AND n.id = $2::uuid AND n.site_id IS NOT DISTINCT FROM r.site_id
    AND n.contents = r.contents FOR SHARE OF r;
