-- Deletes the standings of a kind that a change at a time makes wrong: 0 rounds, 1 missed checkpoints, 2 due
-- rounds. Looks first, since there hardly ever is one, and looking costs half of what deleting nothing does.
CREATE OR REPLACE FUNCTION spoil_standings(of_tenant uuid, of_kind integer, changed_ms bigint)
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF EXISTS (SELECT FROM standings AS s WHERE s.tenant_id = of_tenant AND s.at_ms > changed_ms AND s.kind = of_kind) THEN
    DELETE FROM standings AS s WHERE s.tenant_id = of_tenant AND s.at_ms > changed_ms AND s.kind = of_kind;
  END IF;
END
$$;
