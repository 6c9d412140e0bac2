-- Stores states of records for the log. The owner's are queued here, since their trigger queues those of a company
-- alone.
CREATE OR REPLACE FUNCTION store_versions(of_tenant uuid, of_source text, keys text[], states jsonb[])
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  WITH stored AS (
      INSERT INTO record_versions (tenant_id, source, record_key, row)
      SELECT of_tenant, of_source, s.key, s.state
      FROM unnest(keys, states) AS s (key, state)
      RETURNING id
    )
    INSERT INTO log_pending (tenant_id, source, ids)
    SELECT of_tenant, 'record_versions', array_agg(id)
    FROM stored
    WHERE nullif(current_setting('watchpost.tenant', true), '') IS NULL
    HAVING count(*) > 0;
END
$$;
