-- Notes where a guard was posted until now, because what was done there may arrive late.
CREATE OR REPLACE FUNCTION keep_past_postings()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  INSERT INTO past_postings (tenant_id, guard_id, site_id, since)
    SELECT tenant_id, guard_id, site_id, since
    FROM taken
    ON CONFLICT
    DO NOTHING;
  RETURN NULL;
END
$$;
