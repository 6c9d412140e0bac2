-- First page
WITH page AS MATERIALIZED (SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM rounds WHERE tenant_id = $1::uuid ORDER BY started_at_ms DESC, id DESC OFFSET 0 LIMIT 30),
    totals AS MATERIALIZED (SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = $1::uuid), 0) AS as_of
    FROM (SELECT rounds, checkpoints FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = '00000000-0000-0000-0000-000000000000' AND site_id = $4::uuid AND grain = 0 AND bucket_ms >= $2::bigint AND bucket_ms < $3::bigint) AS counters)
    SELECT page.id, page.guard_id AS "guardId", coalesce(recorded.employee_id, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id)) AS "employeeId", coalesce(recorded.first_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name)) AS "firstName",
    coalesce(recorded.last_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS "lastName", page.site_id AS "siteId", coalesce(recorded.site_name, coalesce(s.former -> width_bucket((page.started_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name)) AS "siteName", s.time_zone AS "siteTimeZone",
    page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
    page.status_code AS "statusCode", nullif(page.total_check_points, 0) AS "totalCheckPoints", page.scanned_check_points AS "scannedCheckPoints",
    (SELECT json_agg(json_build_array(d.flag, d.scans)) FROM round_doubts d
      WHERE d.tenant_id = $1::uuid AND d.round_id = page.id) AS doubts, totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"
    FROM page JOIN guards g ON g.tenant_id = $1::uuid AND g.id = page.guard_id
    JOIN sites s ON s.tenant_id = $1::uuid AND s.id = page.site_id
    LEFT JOIN recorded_names recorded ON recorded.tenant_id = $1::uuid AND recorded.id = page.recorded_names_id
    CROSS JOIN totals
    ORDER BY page.started_at_ms DESC, page.id DESC;

-- Page after a cursor, of a site and dates
WITH page AS MATERIALIZED (SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM rounds WHERE tenant_id = $1::uuid AND site_id = $2::uuid AND started_at_ms >= $3::bigint AND started_at_ms < $4::bigint AND (started_at_ms, id) < ($5::bigint, $6::uuid) AND arrival_no <= $7::bigint ORDER BY started_at_ms DESC, id DESC OFFSET 0 LIMIT 30),
    totals AS MATERIALIZED (SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = $1::uuid), 0) AS as_of
    FROM (SELECT rounds, checkpoints FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = '00000000-0000-0000-0000-000000000000' AND site_id = $14::uuid AND grain = 2 AND bucket_ms >= $8::bigint AND bucket_ms < $9::bigint UNION ALL SELECT rounds, checkpoints FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = '00000000-0000-0000-0000-000000000000' AND site_id = $14::uuid AND grain = 1 AND bucket_ms >= $10::bigint AND bucket_ms < $11::bigint UNION ALL SELECT rounds, checkpoints FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = '00000000-0000-0000-0000-000000000000' AND site_id = $14::uuid AND grain = 2 AND bucket_ms >= $12::bigint AND bucket_ms < $13::bigint) AS counters)
    SELECT page.id, page.guard_id AS "guardId", coalesce(recorded.employee_id, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id)) AS "employeeId", coalesce(recorded.first_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name)) AS "firstName",
    coalesce(recorded.last_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS "lastName", page.site_id AS "siteId", coalesce(recorded.site_name, coalesce(s.former -> width_bucket((page.started_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name)) AS "siteName", s.time_zone AS "siteTimeZone",
    page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
    page.status_code AS "statusCode", nullif(page.total_check_points, 0) AS "totalCheckPoints", page.scanned_check_points AS "scannedCheckPoints",
    (SELECT json_agg(json_build_array(d.flag, d.scans)) FROM round_doubts d
      WHERE d.tenant_id = $1::uuid AND d.round_id = page.id) AS doubts, totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"
    FROM page JOIN guards g ON g.tenant_id = $1::uuid AND g.id = page.guard_id
    JOIN sites s ON s.tenant_id = $1::uuid AND s.id = page.site_id
    LEFT JOIN recorded_names recorded ON recorded.tenant_id = $1::uuid AND recorded.id = page.recorded_names_id
    CROSS JOIN totals
    ORDER BY page.started_at_ms DESC, page.id DESC;

-- Page 1,000, found in sums
WITH spans AS MATERIALIZED (
      SELECT bucket_ms, begun, begun[96] AS rounds, sum(begun[96]) OVER (ORDER BY bucket_ms) AS upto
      FROM round_sums WHERE tenant_id = $1::uuid AND site_id = $2::uuid AND grain = 1),
    asked AS (SELECT max(upto) - $3::bigint AS place FROM spans),
    span AS (SELECT bucket_ms, begun, (place - upto + rounds)::int AS place FROM spans, asked
      WHERE place > 0 AND upto >= place ORDER BY bucket_ms LIMIT 1),
    day AS MATERIALIZED (SELECT bucket_ms + width_bucket(place - 1, begun) * 86400000::bigint AS from_ms, place - coalesce(begun[width_bucket(place - 1, begun)], 0) AS place FROM span),
    hit AS MATERIALIZED (
      SELECT from_ms + width_bucket(place - 1, begun) * 900000::bigint AS bucket_ms,
        (begun[width_bucket(place - 1, begun) + 1] - place)::bigint AS skip
      FROM day, (SELECT begun FROM round_sums WHERE tenant_id = $1::uuid AND site_id = $2::uuid AND grain = 0 AND bucket_ms = (SELECT from_ms FROM day)) AS quarters),
    page AS MATERIALIZED (SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM rounds WHERE tenant_id = $1::uuid AND started_at_ms < (SELECT bucket_ms + 900000 FROM hit) ORDER BY started_at_ms DESC, id DESC OFFSET (SELECT skip FROM hit) LIMIT 30),
    totals AS MATERIALIZED (SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = $1::uuid), 0) AS as_of
    FROM (SELECT rounds, checkpoints FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = '00000000-0000-0000-0000-000000000000' AND site_id = $6::uuid AND grain = 0 AND bucket_ms >= $4::bigint AND bucket_ms < $5::bigint) AS counters)
    SELECT page.id, page.guard_id AS "guardId", coalesce(recorded.employee_id, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id)) AS "employeeId", coalesce(recorded.first_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name)) AS "firstName",
    coalesce(recorded.last_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS "lastName", page.site_id AS "siteId", coalesce(recorded.site_name, coalesce(s.former -> width_bucket((page.started_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name)) AS "siteName", s.time_zone AS "siteTimeZone",
    page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
    page.status_code AS "statusCode", nullif(page.total_check_points, 0) AS "totalCheckPoints", page.scanned_check_points AS "scannedCheckPoints",
    (SELECT json_agg(json_build_array(d.flag, d.scans)) FROM round_doubts d
      WHERE d.tenant_id = $1::uuid AND d.round_id = page.id) AS doubts, totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"
    FROM page JOIN guards g ON g.tenant_id = $1::uuid AND g.id = page.guard_id
    JOIN sites s ON s.tenant_id = $1::uuid AND s.id = page.site_id
    LEFT JOIN recorded_names recorded ON recorded.tenant_id = $1::uuid AND recorded.id = page.recorded_names_id
    CROSS JOIN totals
    ORDER BY page.started_at_ms DESC, page.id DESC;

-- Page 1,000 of guards that a search matched, found in counters
WITH coarse AS (SELECT b.*, sum(rounds) OVER (ORDER BY bucket_ms DESC ROWS UNBOUNDED PRECEDING) AS upto FROM (SELECT grain, bucket_ms, sum(rounds)::float8 AS rounds
          FROM (SELECT grain, bucket_ms, rounds FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = ANY($3::uuid[]) AND grain = 2 AND bucket_ms >= $4::bigint AND bucket_ms < $5::bigint UNION ALL SELECT grain, bucket_ms, rounds FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = ANY($3::uuid[]) AND grain = 1 AND bucket_ms >= $6::bigint AND bucket_ms < $7::bigint UNION ALL SELECT grain, bucket_ms, rounds FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = ANY($3::uuid[]) AND grain = 2 AND bucket_ms >= $8::bigint AND bucket_ms < $9::bigint) AS each GROUP BY grain, bucket_ms) AS b),
    near AS MATERIALIZED (
      SELECT bucket_ms AS from_ms, bucket_ms + CASE grain WHEN 1 THEN 86400000 ELSE 900000 END AS to_ms, $2::float8 - upto + rounds AS left_over
      FROM coarse WHERE upto > $2::float8 ORDER BY bucket_ms DESC LIMIT 1),
    fine AS (SELECT b.*, sum(rounds) OVER (ORDER BY bucket_ms DESC ROWS UNBOUNDED PRECEDING) AS upto FROM (SELECT grain, bucket_ms, sum(rounds)::float8 AS rounds
          FROM (SELECT grain, bucket_ms, rounds FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = ANY($3::uuid[]) AND grain = 2 AND bucket_ms >= (SELECT from_ms FROM near) AND bucket_ms < (SELECT to_ms FROM near)) AS each GROUP BY grain, bucket_ms) AS b),
    hit AS (
      SELECT bucket_ms, ((SELECT left_over FROM near) - upto + rounds)::bigint AS skip
      FROM fine WHERE upto > (SELECT left_over FROM near) ORDER BY bucket_ms DESC LIMIT 1),
    page AS MATERIALIZED (SELECT found.* FROM unnest($12::uuid[]) AS chosen (guard)
    CROSS JOIN LATERAL (SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM rounds WHERE tenant_id = $1::uuid AND started_at_ms >= $10::bigint AND started_at_ms < $11::bigint AND started_at_ms < (SELECT bucket_ms + 900000 FROM hit) AND guard_id = chosen.guard ORDER BY started_at_ms DESC, id DESC LIMIT (SELECT skip FROM hit) + 30) AS found
    ORDER BY started_at_ms DESC, id DESC OFFSET (SELECT skip FROM hit) LIMIT 30),
    totals AS MATERIALIZED (SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = $1::uuid), 0) AS as_of
    FROM (SELECT rounds, checkpoints FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = ANY($19::uuid[]) AND grain = 2 AND bucket_ms >= $13::bigint AND bucket_ms < $14::bigint UNION ALL SELECT rounds, checkpoints FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = ANY($19::uuid[]) AND grain = 1 AND bucket_ms >= $15::bigint AND bucket_ms < $16::bigint UNION ALL SELECT rounds, checkpoints FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = ANY($19::uuid[]) AND grain = 2 AND bucket_ms >= $17::bigint AND bucket_ms < $18::bigint) AS counters)
    SELECT page.id, page.guard_id AS "guardId", coalesce(recorded.employee_id, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id)) AS "employeeId", coalesce(recorded.first_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name)) AS "firstName",
    coalesce(recorded.last_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS "lastName", page.site_id AS "siteId", coalesce(recorded.site_name, coalesce(s.former -> width_bucket((page.started_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name)) AS "siteName", s.time_zone AS "siteTimeZone",
    page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
    page.status_code AS "statusCode", nullif(page.total_check_points, 0) AS "totalCheckPoints", page.scanned_check_points AS "scannedCheckPoints",
    (SELECT json_agg(json_build_array(d.flag, d.scans)) FROM round_doubts d
      WHERE d.tenant_id = $1::uuid AND d.round_id = page.id) AS doubts, totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"
    FROM page JOIN guards g ON g.tenant_id = $1::uuid AND g.id = page.guard_id
    JOIN sites s ON s.tenant_id = $1::uuid AND s.id = page.site_id
    LEFT JOIN recorded_names recorded ON recorded.tenant_id = $1::uuid AND recorded.id = page.recorded_names_id
    CROSS JOIN totals
    ORDER BY page.started_at_ms DESC, page.id DESC;

-- Page of a status and hours of the week
WITH coarse AS (SELECT *, sum(n) OVER (ORDER BY from_ms DESC ROWS UNBOUNDED PRECEDING) AS upto FROM (SELECT from_ms, to_ms, sum(n) AS n
      FROM (SELECT c.bucket_ms AS from_ms, c.bucket_ms + CASE c.grain WHEN 1 THEN 86400000 ELSE 900000 END AS to_ms, completed AS n,
      planned_completed AS planned
    FROM unnest($5::smallint[], $6::bigint[],
      $7::bigint[]) AS asked (grain, from_ms, to_ms)
    CROSS JOIN LATERAL (SELECT * FROM round_counts WHERE tenant_id = $1::uuid AND guard_id = '00000000-0000-0000-0000-000000000000' AND site_id = $4::uuid AND grain = asked.grain
      AND bucket_ms >= asked.from_ms AND bucket_ms < asked.to_ms OFFSET 0) AS c) AS s GROUP BY from_ms, to_ms HAVING sum(n) > 0) AS grouped),
    near AS MATERIALIZED (SELECT * FROM coarse WHERE upto > $2::bigint AND upto - n < $2::bigint + $3::bigint),
    fine AS (SELECT from_ms, to_ms, sum(n) AS n FROM (
        SELECT q.bucket_ms AS from_ms, q.bucket_ms + 900000 AS to_ms, completed AS n
        FROM near CROSS JOIN LATERAL (SELECT * FROM round_counts WHERE tenant_id = $1::uuid AND guard_id = '00000000-0000-0000-0000-000000000000' AND site_id = $8::uuid AND grain = 2
          AND bucket_ms >= near.from_ms AND bucket_ms < near.to_ms OFFSET 0) AS q
        WHERE near.to_ms - near.from_ms > 900000
        UNION ALL SELECT from_ms, to_ms, n FROM near WHERE to_ms - from_ms <= 900000) AS q
      GROUP BY from_ms, to_ms HAVING sum(n) > 0),
    run AS (SELECT *, (SELECT min(upto - n) FROM near) + sum(n) OVER (ORDER BY from_ms DESC ROWS UNBOUNDED PRECEDING) AS upto FROM fine),
    hits AS MATERIALIZED (SELECT * FROM run WHERE upto > $2::bigint AND upto - n < $2::bigint + $3::bigint),
    page AS MATERIALIZED (SELECT found.* FROM hits
      CROSS JOIN LATERAL (SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM rounds WHERE tenant_id = $1::uuid AND status_code = ANY($9::smallint[])
        AND started_at_ms >= hits.from_ms AND started_at_ms < hits.to_ms OFFSET 0) AS found
      ORDER BY started_at_ms DESC, id DESC
      OFFSET $2::bigint - coalesce((SELECT min(upto - n) FROM hits), $2::bigint) LIMIT 30),
    totals AS MATERIALIZED (SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = $1::uuid), 0) AS as_of
    FROM (SELECT sum(n) AS rounds, sum(planned) AS checkpoints FROM (SELECT c.bucket_ms AS from_ms, c.bucket_ms + CASE c.grain WHEN 1 THEN 86400000 ELSE 900000 END AS to_ms, completed AS n,
      planned_completed AS planned
    FROM unnest($11::smallint[], $12::bigint[],
      $13::bigint[]) AS asked (grain, from_ms, to_ms)
    CROSS JOIN LATERAL (SELECT * FROM round_counts WHERE tenant_id = $1::uuid AND guard_id = '00000000-0000-0000-0000-000000000000' AND site_id = $10::uuid AND grain = asked.grain
      AND bucket_ms >= asked.from_ms AND bucket_ms < asked.to_ms OFFSET 0) AS c) AS s) AS counters)
    SELECT page.id, page.guard_id AS "guardId", coalesce(recorded.employee_id, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id)) AS "employeeId", coalesce(recorded.first_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name)) AS "firstName",
    coalesce(recorded.last_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS "lastName", page.site_id AS "siteId", coalesce(recorded.site_name, coalesce(s.former -> width_bucket((page.started_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name)) AS "siteName", s.time_zone AS "siteTimeZone",
    page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
    page.status_code AS "statusCode", nullif(page.total_check_points, 0) AS "totalCheckPoints", page.scanned_check_points AS "scannedCheckPoints",
    (SELECT json_agg(json_build_array(d.flag, d.scans)) FROM round_doubts d
      WHERE d.tenant_id = $1::uuid AND d.round_id = page.id) AS doubts, totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"
    FROM page JOIN guards g ON g.tenant_id = $1::uuid AND g.id = page.guard_id
    JOIN sites s ON s.tenant_id = $1::uuid AND s.id = page.site_id
    LEFT JOIN recorded_names recorded ON recorded.tenant_id = $1::uuid AND recorded.id = page.recorded_names_id
    CROSS JOIN totals
    ORDER BY page.started_at_ms DESC, page.id DESC;

-- Page of a flag
WITH page AS MATERIALIZED (SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM (SELECT * FROM rounds WHERE tenant_id = $1::uuid AND id IN (SELECT d.round_id FROM round_doubts d WHERE d.tenant_id = $1::uuid AND d.flag = $3::text)) AS rounds
      WHERE true
      ORDER BY started_at_ms DESC, id DESC OFFSET $2::bigint LIMIT 30),
    totals AS MATERIALIZED (SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = $1::uuid), 0) AS as_of
    FROM (SELECT count(*) AS rounds, sum(total_check_points) AS checkpoints FROM (SELECT * FROM rounds WHERE tenant_id = $1::uuid AND id IN (SELECT d.round_id FROM round_doubts d WHERE d.tenant_id = $1::uuid AND d.flag = $4::text)) AS rounds) AS counters)
    SELECT page.id, page.guard_id AS "guardId", coalesce(recorded.employee_id, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id)) AS "employeeId", coalesce(recorded.first_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name)) AS "firstName",
    coalesce(recorded.last_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS "lastName", page.site_id AS "siteId", coalesce(recorded.site_name, coalesce(s.former -> width_bucket((page.started_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name)) AS "siteName", s.time_zone AS "siteTimeZone",
    page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
    page.status_code AS "statusCode", nullif(page.total_check_points, 0) AS "totalCheckPoints", page.scanned_check_points AS "scannedCheckPoints",
    (SELECT json_agg(json_build_array(d.flag, d.scans)) FROM round_doubts d
      WHERE d.tenant_id = $1::uuid AND d.round_id = page.id) AS doubts, totals.rounds AS "totalRounds", totals.checkpoints AS "totalCheckpoints", totals.as_of AS "asOf"
    FROM page JOIN guards g ON g.tenant_id = $1::uuid AND g.id = page.guard_id
    JOIN sites s ON s.tenant_id = $1::uuid AND s.id = page.site_id
    LEFT JOIN recorded_names recorded ON recorded.tenant_id = $1::uuid AND recorded.id = page.recorded_names_id
    CROSS JOIN totals
    ORDER BY page.started_at_ms DESC, page.id DESC;

-- Totals
SELECT coalesce(sum(rounds), 0)::bigint AS rounds, coalesce(sum(checkpoints), 0)::bigint AS checkpoints,
      coalesce((SELECT last_no FROM round_arrivals WHERE tenant_id = $1::uuid), 0) AS as_of
    FROM (SELECT rounds, checkpoints FROM round_counts
          WHERE tenant_id = $1::uuid AND guard_id = '00000000-0000-0000-0000-000000000000' AND site_id = $4::uuid AND grain = 0 AND bucket_ms >= $2::bigint AND bucket_ms < $3::bigint) AS counters;

-- Newer rounds
SELECT count(*) AS newer
    FROM (SELECT 1 FROM rounds AS rounds WHERE tenant_id = $1::uuid
      AND arrival_no > $2::bigint AND arrival_no <= $3::bigint LIMIT 1000) AS found;

-- Portion of a file
WITH page AS MATERIALIZED (
      SELECT id, guard_id, site_id, route_version_id, started_at_ms, ended_at_ms, status_code,
  total_check_points, scanned_check_points, recorded_names_id FROM rounds WHERE tenant_id = $1::uuid AND (started_at_ms, id) < ($2::bigint, $3::uuid) AND arrival_no <= $4::bigint ORDER BY started_at_ms DESC, id DESC OFFSET 0 LIMIT 30)
    SELECT page.id, page.guard_id AS "guardId", coalesce(recorded.employee_id, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'employee_id', g.employee_id)) AS "employeeId", coalesce(recorded.first_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'first_name', g.first_name)) AS "firstName",
    coalesce(recorded.last_name, coalesce(g.former -> width_bucket((page.started_at_ms)::bigint, g.former_until_ms) ->> 'last_name', g.last_name)) AS "lastName", page.site_id AS "siteId", coalesce(recorded.site_name, coalesce(s.former -> width_bucket((page.started_at_ms)::bigint, s.former_until_ms) ->> 'name', s.name)) AS "siteName", s.time_zone AS "siteTimeZone",
    page.route_version_id AS "routeVersionId", page.started_at_ms AS "startedAtMs", page.ended_at_ms AS "endedAtMs",
    page.status_code AS "statusCode", nullif(page.total_check_points, 0) AS "totalCheckPoints", CASE WHEN page.total_check_points > 0 THEN page.scanned_check_points::int
    ELSE (SELECT count(DISTINCT c.checkpoint_id)::int FROM scans c
      WHERE c.tenant_id = $1::uuid AND c.round_id = page.id) END AS "scannedCheckPoints"
    FROM page JOIN guards g ON g.tenant_id = $1::uuid AND g.id = page.guard_id
    JOIN sites s ON s.tenant_id = $1::uuid AND s.id = page.site_id
    LEFT JOIN recorded_names recorded ON recorded.tenant_id = $1::uuid AND recorded.id = page.recorded_names_id
    ORDER BY page.started_at_ms DESC, page.id DESC;

-- Rows of rounds without a plan
SELECT coalesce(sum(greatest(1, (SELECT count(DISTINCT s.checkpoint_id)
      FROM scans s WHERE s.tenant_id = $1::uuid AND s.round_id = rounds.id))), 0)::bigint AS found
    FROM rounds AS rounds
    WHERE tenant_id = $1::uuid AND total_check_points = 0;
