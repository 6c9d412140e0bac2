-- Works out the flags of stored rounds from those of their scans.
CREATE OR REPLACE FUNCTION fill_round_doubts(tenant uuid)
  RETURNS void
  LANGUAGE sql
AS $$
INSERT INTO round_doubts (tenant_id, round_id, flag, scans, started_at_ms)
SELECT r.tenant_id, r.id, f.flag, count(*), r.started_at_ms
FROM scans s
CROSS JOIN unnest(s.flags) AS f (flag)
JOIN rounds r ON r.tenant_id = s.tenant_id AND r.id = s.round_id
WHERE s.tenant_id = tenant AND s.flags <> '{}'
GROUP BY r.tenant_id, r.id, f.flag
ON CONFLICT
DO NOTHING
$$;
