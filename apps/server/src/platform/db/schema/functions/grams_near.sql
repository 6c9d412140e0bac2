-- Groups of three letters of a word but for its beginning, by which a misspelt word is found.
CREATE OR REPLACE FUNCTION grams_near(word text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
SELECT array_agg(DISTINCT substr(' ' || word, i, 3))
FROM generate_series(1, greatest(length(word) - 1, 1)) AS i
$$;
