-- Keeps counters and totals of rounds right when rounds arrive or are deleted, and which checkpoints ended rounds
-- missed.
CREATE OR REPLACE FUNCTION count_rounds()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  own uuid;
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM change_round_totals(ARRAY(SELECT b::rounds FROM before AS b), '{}');
    FOR own IN SELECT DISTINCT tenant_id FROM before ORDER BY tenant_id LOOP
      DELETE
        FROM missed_checkpoints AS m USING before AS gone
        WHERE m.tenant_id = own AND gone.tenant_id = own AND m.round_id = gone.id;
    END LOOP;
    RETURN NULL;
  END IF;
  PERFORM change_round_totals('{}', ARRAY(SELECT a::rounds FROM after AS a));
  IF EXISTS (SELECT FROM after WHERE status_code = 1005) THEN
    INSERT INTO missed_checkpoints (tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms)
      SELECT *
      FROM missed_of(
          ARRAY(SELECT tenant_id FROM after WHERE status_code = 1005 ORDER BY id),
            ARRAY(SELECT id FROM after WHERE status_code = 1005 ORDER BY id)
        );
  END IF;
  RETURN NULL;
END
$$;
