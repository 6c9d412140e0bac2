-- Keeps a last version of due rounds that are deleted, so that the log says what was called off.
CREATE OR REPLACE FUNCTION keep_called_off()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO record_versions (tenant_id, source, record_key, row)
    SELECT tenant_id, 'due_rounds', id::text,
      jsonb_build_object(
        'plan',
          jsonb_build_object(
            'tour_id', tour_id, 'site_id', site_id, 'route_id', route_id, 'tour_name', tour_name, 'route_name',
              route_name, 'due_at_ms', due_at_ms, 'late_at_ms', late_at_ms, 'missed_at_ms', missed_at_ms,
              'guard_ids', guard_ids
          )
      )
    FROM gone
    WHERE status = 'due' AND round_id IS NULL;
  RETURN NULL;
END
$$;
