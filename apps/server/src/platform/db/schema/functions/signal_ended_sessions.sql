-- Notifies servers that a session ended, so that its streams end.
CREATE OR REPLACE FUNCTION signal_ended_sessions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_access', tenant_id || ' ' || user_id)
    FROM (
        SELECT DISTINCT tenant_id, user_id::text AS user_id
        FROM (SELECT tenant_id, user_id FROM removed WHERE user_id IS NOT NULL) AS ended
      ) AS users;
  RETURN NULL;
END
$$;
