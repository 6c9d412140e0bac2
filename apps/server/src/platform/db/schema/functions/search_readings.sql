-- What a search may mean, likeliest first: its words, and how a text begins that comes first. Where numbers of
-- phones are searched, one written in groups or with a zero for abroad is read as one number, too.
CREATE OR REPLACE FUNCTION search_readings(query text, has_numbers boolean)
  RETURNS TABLE(meant text[], beginning text)
  LANGUAGE plpgsql
  IMMUTABLE PARALLEL SAFE
AS $$
DECLARE
  folded text := fold_text(query);
  whole text := folded;
  bare text := folded;
BEGIN
  IF has_numbers AND length(regexp_replace(folded, '[^0-9]', '', 'g')) >= 5 THEN
    whole := regexp_replace(replace(folded, '(0)', ''), '([0-9])[-() ./+]+(?=[0-9])', '\1', 'g');
    bare := regexp_replace(whole, '(^|[^0-9])0+(?=[0-9]{5})', '\1', 'g');
  END IF;
  RETURN QUERY SELECT words_of(whole), whole
    WHERE whole <> folded
    UNION ALL SELECT words_of(folded), folded
    UNION ALL SELECT words_of(bare), bare
    WHERE bare <> whole
    UNION ALL SELECT e, array_to_string(e, ' ')
    FROM exchanged_letters(words_of(folded)) AS e;
END
$$;
