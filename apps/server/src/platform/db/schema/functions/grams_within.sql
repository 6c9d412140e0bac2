-- Groups of three letters that every text with the word has.
CREATE OR REPLACE FUNCTION grams_within(word text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
SELECT CASE length(word) WHEN 1 THEN ARRAY['  ' || word] WHEN 2 THEN ARRAY[' ' || word]
    ELSE (SELECT array_agg(DISTINCT substr(word, i, 3)) FROM generate_series(1, length(word) - 2) AS i) END
$$;
