-- Notifies open consoles that exceptions changed, those of both sites when one moved.
CREATE OR REPLACE FUNCTION signal_moved_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify(
      'watchpost_exceptions',
        tenant_id || ' ' || CASE WHEN count(*) > 100 THEN '*'
          ELSE string_agg(site_id::text, ',' ORDER BY site_id) END
    )
    FROM (SELECT tenant_id, site_id FROM added UNION SELECT tenant_id, site_id FROM removed) AS sites
    GROUP BY tenant_id;
  RETURN NULL;
END
$$;
