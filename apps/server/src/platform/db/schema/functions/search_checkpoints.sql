-- Checkpoints that a text names, best first. Runs as the owner so that the index is used, and repeats the company's
-- rule itself.
CREATE OR REPLACE FUNCTION search_checkpoints(query text, site uuid)
  RETURNS TABLE(id uuid, rank real)
  LANGUAGE plpgsql
  STABLE SECURITY DEFINER
  SET search_path = public, pg_temp
AS $$
DECLARE
  tenant uuid := nullif(current_setting('watchpost.tenant', true), '')::uuid;
  folded text := fold_text(query);
  words text[] := array_remove(regexp_split_to_array(folded, '[\s!-/:-@\[-`{-~]+'), '');
  whole text := folded;
  bare text := folded;
  reading record;
  needed text[];
  grams text[];
  places bigint[];
BEGIN
  FOR reading IN
    SELECT words AS meant, folded AS beginning
    UNION ALL SELECT e, array_to_string(e, ' ')
    FROM exchanged_letters(words) AS e
    LOOP
    SELECT array_agg(DISTINCT g) INTO needed FROM unnest(reading.meant) AS w, unnest(grams_within(w)) AS g;
    IF needed IS NULL THEN RETURN; END IF;
    RETURN QUERY SELECT r.id,
      CASE WHEN starts_with(r.search_text, reading.beginning) THEN 2::real ELSE 1::real END
      FROM checkpoints r
      WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
        AND r.search_grams @> needed
        AND NOT EXISTS (
          SELECT FROM unnest(reading.meant) AS w WHERE length(w) > 3 AND position(w IN r.search_text) = 0
        );
    IF FOUND THEN RETURN; END IF;
  END LOOP;
  SELECT array_agg(DISTINCT g) INTO needed
    FROM unnest(words) AS w, unnest(grams_near(w)) AS g
    WHERE length(w) > 3;
  IF needed IS NULL THEN RETURN; END IF;
  -- Made once: a slip that most rows come near is weighed against each of them.
  SELECT array_agg(g), array_agg(each.place) INTO grams, places
    FROM (
        SELECT place,
          CASE WHEN length(w) > 3 THEN '  ' || left(w, 1) || grams_near(w) ELSE grams_within(w) END AS grams
        FROM unnest(words) WITH ORDINALITY AS w (w, place)
      ) AS each, unnest(each.grams) AS g;
  RETURN QUERY SELECT r.id, near.mean
    FROM checkpoints r
    CROSS JOIN LATERAL (
        SELECT avg(share)::real AS mean, min(share) AS least
        FROM (
            SELECT count(*) FILTER (WHERE g = ANY (r.search_grams))::real / count(*) AS share
            FROM unnest(grams, places) AS part (g, place)
            GROUP BY place
          ) AS shares
      ) AS near
    WHERE r.tenant_id = tenant AND (site IS NULL OR r.site_id = site) AND r.deleted_at IS NULL
      AND r.search_grams && needed AND near.least >= 0.5;
END
$$;
REVOKE EXECUTE ON FUNCTION search_checkpoints(text,uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION search_checkpoints(text,uuid) TO watchpost_app;
