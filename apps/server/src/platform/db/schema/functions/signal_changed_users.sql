-- Notifies servers that a user was switched off or got another role, so that open streams end.
CREATE OR REPLACE FUNCTION signal_changed_users()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_access', r.tenant_id || ' ' || r.id)
    FROM removed r
    JOIN changed c ON c.tenant_id = r.tenant_id AND c.id = r.id
    WHERE (c.activated, c.role) IS DISTINCT FROM (r.activated, r.role);
  RETURN NULL;
END
$$;
