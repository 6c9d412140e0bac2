-- The groups of three letters of a folded text, which the index of a search stores.
CREATE OR REPLACE FUNCTION search_grams(folded text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
SELECT coalesce(array_agg(DISTINCT substr(p.padded, i, 3)), '{}')
FROM regexp_split_to_table(folded, '[\s!-/:-@\[-`{-~]+') AS word
CROSS JOIN LATERAL (SELECT '  ' || word || ' ' AS padded) AS p
CROSS JOIN LATERAL generate_series(1, length(p.padded) - 2) AS i
WHERE word <> ''
$$;
