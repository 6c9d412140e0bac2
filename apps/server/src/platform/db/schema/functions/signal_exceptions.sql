-- Notifies open consoles that exceptions were opened or changed, those of both sites when one moved.
CREATE OR REPLACE FUNCTION signal_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM signal_sites(tenant_id, array_agg(DISTINCT site_id ORDER BY site_id)) FROM after GROUP BY tenant_id;
  ELSE
    PERFORM signal_sites(tenant_id, array_agg(site_id ORDER BY site_id))
      FROM (SELECT tenant_id, site_id FROM after UNION SELECT tenant_id, site_id FROM before) AS sites
      GROUP BY tenant_id;
  END IF;
  RETURN NULL;
END
$$;
