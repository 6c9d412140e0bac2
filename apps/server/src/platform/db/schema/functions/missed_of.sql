-- Planned checkpoints without a scan of rounds that ended incomplete; rounds are given as pairs of company and id.
CREATE OR REPLACE FUNCTION missed_of(tenant_ids uuid[], round_ids uuid[])
  RETURNS SETOF missed_checkpoints
  LANGUAGE sql
  STABLE
  SET enable_hashjoin = off
  SET enable_mergejoin = off
  SET enable_seqscan = off
AS $$
SELECT r.tenant_id, r.id, planned.id, r.site_id, r.guard_id, r.started_at_ms
FROM unnest(tenant_ids, round_ids) AS asked (tenant_id, id)
JOIN rounds AS r USING (tenant_id, id)
JOIN route_versions AS v ON v.tenant_id = r.tenant_id AND v.id = r.route_version_id
CROSS JOIN LATERAL (
    SELECT DISTINCT (point ->> 'checkpointId')::uuid AS id FROM jsonb_array_elements(v.checkpoints) AS point
  ) AS planned
WHERE r.status_code = 1005
  AND NOT EXISTS (
    SELECT
    FROM scans AS s
    WHERE s.tenant_id = r.tenant_id AND s.round_id = r.id AND s.checkpoint_id = planned.id
  )
$$;
