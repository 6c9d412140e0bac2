-- Notifies open consoles that exceptions of some sites changed; of many, that any may have.
CREATE OR REPLACE FUNCTION signal_sites(of_tenant uuid, site_ids uuid[])
  RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify(
      'watchpost_exceptions',
        of_tenant || ' ' || CASE WHEN cardinality(site_ids) > 100 THEN '*' ELSE array_to_string(site_ids, ',') END
    );
END
$$;
