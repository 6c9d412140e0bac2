-- Notifies servers that access rights of a company changed, so that open streams end.
CREATE OR REPLACE FUNCTION signal_changed_access()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_access', r.tenant_id || ' *')
    FROM removed r
    JOIN changed c ON c.tenant_id = r.tenant_id
    WHERE c.sub_admin_access IS DISTINCT FROM r.sub_admin_access;
  RETURN NULL;
END
$$;
