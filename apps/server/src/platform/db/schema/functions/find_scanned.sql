-- Takes a checkpoint off the missed ones when its scan arrives late.
CREATE OR REPLACE FUNCTION find_scanned()
  RETURNS trigger
  LANGUAGE plpgsql
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
AS $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT missed.*
    FROM inserted AS s
    CROSS JOIN LATERAL (
        SELECT m.tenant_id, m.round_id, m.checkpoint_id
        FROM missed_checkpoints AS m
        WHERE m.tenant_id = s.tenant_id AND m.round_id = s.round_id AND m.checkpoint_id = s.checkpoint_id
        OFFSET 0
      ) AS missed
    LOOP
    DELETE
      FROM missed_checkpoints AS m
      WHERE m.tenant_id = found.tenant_id AND m.round_id = found.round_id
        AND m.checkpoint_id = found.checkpoint_id;
  END LOOP;
  RETURN NULL;
END
$$;
