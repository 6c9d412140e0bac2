-- How a misspelt search is compared, where it has a word that is long enough: groups of three letters of which a
-- text needs one, and all groups with the word that each is of. Made once, since most rows may come near.
CREATE OR REPLACE FUNCTION search_slip(query text)
  RETURNS TABLE(needed text[], grams text[], places bigint[])
  LANGUAGE plpgsql
  IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  words text[] := words_of(fold_text(query));
BEGIN
  SELECT array_agg(DISTINCT g) INTO needed
    FROM unnest(words) AS w, unnest(grams_near(w)) AS g
    WHERE length(w) > 3;
  IF needed IS NULL THEN RETURN; END IF;
  SELECT array_agg(g), array_agg(each.place) INTO grams, places
    FROM (
        SELECT place,
          CASE WHEN length(w) > 3 THEN '  ' || left(w, 1) || grams_near(w) ELSE grams_within(w) END AS grams
        FROM unnest(words) WITH ORDINALITY AS w (w, place)
      ) AS each, unnest(each.grams) AS g;
  RETURN NEXT;
END
$$;
