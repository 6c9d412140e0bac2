-- Queues added records to be sealed in the log.
CREATE OR REPLACE FUNCTION note_for_log()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO log_pending (tenant_id, source, ids)
    SELECT tenant_id, TG_TABLE_NAME, array_agg(id)
    FROM added
    GROUP BY tenant_id;
  RETURN NULL;
END
$$;
