-- Keeps the state of one changed row for the log; arguments are the key and columns to leave out.
CREATE OR REPLACE FUNCTION keep_version()
  RETURNS trigger
  LANGUAGE plpgsql
  SET TimeZone = 'UTC'
AS $$
DECLARE
  told jsonb := to_jsonb(NEW);
BEGIN
  INSERT INTO record_versions (tenant_id, source, record_key, row)
    SELECT NEW.tenant_id, TG_TABLE_NAME, string_agg(told ->> name, ' ' ORDER BY place),
      told - 'tenant_id' - string_to_array(TG_ARGV[1], ' ')
    FROM unnest(string_to_array(TG_ARGV[0], ' ')) WITH ORDINALITY AS key (name, place);
  RETURN NULL;
END
$$;
