-- Notifies servers that a session ended, or that a site manager lost or changed the site, so that open streams end.
CREATE OR REPLACE FUNCTION signal_ended_access()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_access', tenant_id || ' ' || user_id)
    FROM (SELECT DISTINCT tenant_id, user_id FROM removed WHERE user_id IS NOT NULL) AS ended;
  RETURN NULL;
END
$$;
