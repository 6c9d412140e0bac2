-- Groups of three letters that every text with all the words has; null where there is no word.
CREATE OR REPLACE FUNCTION grams_of_words(words text[])
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
SELECT array_agg(DISTINCT g) FROM unnest(words) AS w, unnest(grams_within(w)) AS g
$$;
