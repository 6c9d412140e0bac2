-- Copies who started a due round's round and when onto the due round.
CREATE OR REPLACE FUNCTION note_begun()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  NEW.begun_by := NULL;
  NEW.begun_at_ms := NULL;
  SELECT r.guard_id, told_or_happened_ms(r.tenant_id, r.id, 'roundStarted', r.started_at_ms) INTO NEW.begun_by,
    NEW.begun_at_ms
    FROM rounds r
    WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.round_id;
  RETURN NEW;
END
$$;
