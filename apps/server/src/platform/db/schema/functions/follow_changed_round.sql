-- Keeps counters, totals and missed checkpoints right when a round changes.
CREATE OR REPLACE FUNCTION follow_changed_round()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF (
      OLD.tenant_id, OLD.site_id, OLD.guard_id, OLD.started_at_ms, OLD.status_code, OLD.total_check_points,
        CASE WHEN OLD.status_code = 1001 THEN 0 ELSE OLD.scanned_check_points END
    ) IS DISTINCT FROM (
        NEW.tenant_id, NEW.site_id, NEW.guard_id, NEW.started_at_ms, NEW.status_code, NEW.total_check_points,
          CASE WHEN NEW.status_code = 1001 THEN 0 ELSE NEW.scanned_check_points END
      ) THEN
    PERFORM change_round_totals(ARRAY[OLD], ARRAY[NEW]);
  END IF;
  IF (OLD.guard_id, OLD.started_at_ms) IS DISTINCT FROM (NEW.guard_id, NEW.started_at_ms) THEN
    UPDATE due_rounds SET round_id = round_id WHERE tenant_id = NEW.tenant_id AND round_id = NEW.id;
  END IF;
  IF (
      OLD.tenant_id, OLD.id, OLD.site_id, OLD.guard_id, OLD.started_at_ms, OLD.route_version_id,
        OLD.status_code = 1005
    ) IS DISTINCT FROM (
        NEW.tenant_id, NEW.id, NEW.site_id, NEW.guard_id, NEW.started_at_ms, NEW.route_version_id,
          NEW.status_code = 1005
      ) THEN
    IF OLD.status_code = 1005 THEN
      DELETE FROM missed_checkpoints WHERE tenant_id = OLD.tenant_id AND round_id = OLD.id;
    END IF;
    IF NEW.status_code = 1005 THEN
      INSERT INTO missed_checkpoints (tenant_id, round_id, checkpoint_id, site_id, guard_id, started_at_ms)
        SELECT *
        FROM missed_of(ARRAY[NEW.tenant_id], ARRAY[NEW.id]);
    END IF;
  END IF;
  RETURN NULL;
END
$$;
