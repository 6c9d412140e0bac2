-- What amounts of some of the 96 slots of a row of totals come to up to each slot.
CREATE OR REPLACE FUNCTION running_totals(slots integer[], amounts integer[])
  RETURNS integer[]
  LANGUAGE plpgsql
  IMMUTABLE PARALLEL SAFE STRICT
AS $$
BEGIN
  IF 0 = ALL(amounts) THEN RETURN array_fill(0, ARRAY[96]); END IF;
  IF cardinality(slots) = 1 THEN
    RETURN array_fill(0, ARRAY[slots[1] - 1]) || array_fill(amounts[1], ARRAY[97 - slots[1]]);
  END IF;
  RETURN ARRAY(
      SELECT (coalesce(sum(amount) OVER (ORDER BY at ROWS UNBOUNDED PRECEDING), 0))::int
      FROM generate_series(1, 96) AS at
      LEFT JOIN unnest(slots, amounts) AS one (slot, amount) ON one.slot = at
      ORDER BY at
    );
END
$$;
