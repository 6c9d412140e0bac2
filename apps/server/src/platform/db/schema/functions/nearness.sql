-- Which share of the groups of each searched word a row has: of all words in the mean, and of the worst.
CREATE OR REPLACE FUNCTION nearness(had text[], grams text[], places bigint[])
  RETURNS TABLE(mean real, worst real)
  LANGUAGE sql
  IMMUTABLE PARALLEL SAFE
AS $$
SELECT avg(share)::real, min(share)
FROM (
    SELECT count(*) FILTER (WHERE g = ANY (had))::real / count(*) AS share
    FROM unnest(grams, places) AS part (g, place)
    GROUP BY place
  ) AS shares
$$;
