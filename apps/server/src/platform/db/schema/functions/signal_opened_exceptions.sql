-- Notifies open consoles that exceptions were opened.
CREATE OR REPLACE FUNCTION signal_opened_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify(
      'watchpost_exceptions',
        tenant_id || ' ' || CASE WHEN count(*) > 100 THEN '*'
          ELSE string_agg(site_id::text, ',' ORDER BY site_id) END
    )
    FROM (SELECT DISTINCT tenant_id, site_id FROM added) AS sites
    GROUP BY tenant_id;
  RETURN NULL;
END
$$;
