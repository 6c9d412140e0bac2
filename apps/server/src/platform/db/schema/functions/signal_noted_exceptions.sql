-- Notifies open consoles of the sites whose exceptions have a new step in their history.
CREATE OR REPLACE FUNCTION signal_noted_exceptions()
  RETURNS trigger
  LANGUAGE plpgsql
  SET plan_cache_mode = force_custom_plan
  SET enable_seqscan = off
  SET enable_hashjoin = off
  SET enable_mergejoin = off
AS $$
DECLARE
  own uuid;
BEGIN
  FOR own IN SELECT DISTINCT tenant_id FROM added ORDER BY tenant_id LOOP
    PERFORM signal_sites(own, array_agg(site_id ORDER BY site_id))
      FROM (
          SELECT DISTINCT found.site_id
          FROM (SELECT DISTINCT exception_id FROM added WHERE tenant_id = own) AS noted
          CROSS JOIN LATERAL (
              SELECT e.site_id FROM exceptions e WHERE e.tenant_id = own AND e.id = noted.exception_id LIMIT 1
            ) AS found
        ) AS sites
      HAVING count(*) > 0;
  END LOOP;
  RETURN NULL;
END
$$;
