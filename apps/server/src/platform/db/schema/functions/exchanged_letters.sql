-- The words with two neighbouring letters exchanged, so that a search finds a name in spite of that slip.
CREATE OR REPLACE FUNCTION exchanged_letters(words text[])
  RETURNS SETOF text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
SELECT words[:p - 1] || (left(w, i - 1) || substr(w, i + 1, 1) || substr(w, i, 1) || substr(w, i + 2))
  || words[p + 1:]
FROM unnest(words) WITH ORDINALITY AS word (w, p)
CROSS JOIN LATERAL generate_series(1, length(w) - 1) AS i
WHERE length(w) > 3 AND substr(w, i, 1) <> substr(w, i + 1, 1) AND substr(w, i, 2) !~ '[0-9]'
ORDER BY p, i LIMIT 40
$$;
