-- Notifies servers that a site manager got another site, so that open streams end.
CREATE OR REPLACE FUNCTION signal_moved_sub_admins()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_access', tenant_id || ' ' || user_id)
    FROM (
        SELECT DISTINCT tenant_id, user_id::text AS user_id
        FROM (SELECT tenant_id, user_id FROM removed) AS ended
      ) AS users;
  RETURN NULL;
END
$$;
