-- Deletes standings that new rounds of the past make wrong.
CREATE OR REPLACE FUNCTION spoil_by_begun_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (
      SELECT
      FROM standings AS s,
        (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, started_at_ms FROM inserted) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 0
    ) THEN
    DELETE
      FROM standings AS s USING (
          SELECT tenant_id, min(at_ms) AS at_ms
          FROM (SELECT tenant_id, started_at_ms FROM inserted) AS rows (tenant_id, at_ms)
          GROUP BY 1
        ) AS changed
      WHERE s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = 0;
  END IF;
  RETURN NULL;
END
$$;
