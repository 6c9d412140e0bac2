-- Shift patterns that a text names, best first. Runs as the owner so that the index is used, and repeats the
-- company's rule itself.
CREATE OR REPLACE FUNCTION search_shifts(query text, site uuid)
  RETURNS TABLE(id uuid, rank real)
  LANGUAGE plpgsql
  STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  reading record;
  slip record;
  needed text[];
BEGIN
  FOR reading IN SELECT * FROM search_readings(query, false) LOOP
    needed := grams_of_words(reading.meant);
    IF needed IS NULL THEN RETURN; END IF;
    RETURN QUERY SELECT r.id, CASE WHEN starts_with(r.search_text, reading.beginning) THEN 2::real ELSE 1::real END
      FROM shifts r
      WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
        AND r.search_grams @> needed
        AND NOT EXISTS (
          SELECT FROM unnest(reading.meant) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0
        );
    IF FOUND THEN RETURN; END IF;
  END LOOP;
  FOR slip IN SELECT * FROM search_slip(query) LOOP
    RETURN QUERY SELECT r.id, near.mean
      FROM shifts r
      CROSS JOIN LATERAL nearness(r.search_grams, slip.grams, slip.places) AS near
      WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
        AND r.search_grams && slip.needed AND near.worst >= 0.5;
  END LOOP;
END
$$;
REVOKE EXECUTE ON FUNCTION search_shifts(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_shifts(text,uuid) TO watchpost_app;
