-- Notes on an incident when it was first acknowledged and closed.
CREATE OR REPLACE FUNCTION note_incident_step()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE incidents
    SET attended_at = CASE WHEN NEW.to_status = 'Attended' THEN coalesce(attended_at, NEW.at)
        ELSE attended_at END,
      closed_at = CASE WHEN NEW.to_status = 'Closed' THEN coalesce(closed_at, NEW.at) ELSE closed_at END
    WHERE tenant_id = NEW.tenant_id AND id = NEW.incident_id;
  RETURN NULL;
END
$$;
