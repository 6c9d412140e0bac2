-- The words of a folded text.
CREATE OR REPLACE FUNCTION words_of(folded text)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
SELECT array_remove(regexp_split_to_array(folded, '[\s!-/:-@\[-`{-~]+'), '')
$$;
