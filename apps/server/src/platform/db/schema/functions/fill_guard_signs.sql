-- Works out when guards were last heard of from stored rounds, for a past that was not written event by event.
CREATE OR REPLACE FUNCTION fill_guard_signs(of_tenant uuid, since_ms bigint)
  RETURNS void
  LANGUAGE sql
AS $$
INSERT INTO guard_signs (
    tenant_id, guard_id, at_ms, round_id, round_at_ms, scan_id, scan_at_ms, scan_received_at_ms
  )
SELECT DISTINCT ON (r.guard_id) of_tenant, r.guard_id,
  least(greatest(r.started_at_ms, r.ended_at_ms, last.at_ms), (extract(epoch FROM now()) * 1000)::bigint), r.id,
  r.started_at_ms, last.id, last.at_ms, last.received_at_ms
FROM rounds r
LEFT JOIN LATERAL (
    SELECT s.id,
      least(
        CASE WHEN s.phone_at_ms IS NULL THEN s.device_at_ms - s.clock_skew_ms ELSE s.device_at_ms END,
          s.received_at_ms
      ) AS at_ms, s.received_at_ms
    FROM scans s
    WHERE s.tenant_id = of_tenant AND s.round_id = r.id
    ORDER BY s.device_at_ms DESC, s.id LIMIT 1
  ) AS last ON true
WHERE r.tenant_id = of_tenant AND r.started_at_ms >= since_ms
ORDER BY r.guard_id, r.started_at_ms DESC, r.id
ON CONFLICT
DO NOTHING
$$;
REVOKE EXECUTE ON FUNCTION fill_guard_signs(uuid,bigint) FROM PUBLIC;
