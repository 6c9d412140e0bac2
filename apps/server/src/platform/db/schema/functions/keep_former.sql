-- Notes what a record was called before, with the time of the change.
CREATE OR REPLACE FUNCTION keep_former()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  NEW.former_until_ms := array_append(
      OLD.former_until_ms,
        greatest(
          floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
            OLD.former_until_ms[cardinality(OLD.former_until_ms)] + 1
        )
    );
  NEW.former := coalesce(OLD.former, '[]')
    || jsonb_build_array(
      (SELECT jsonb_object_agg(o.key, o.value) FROM jsonb_each(to_jsonb(OLD)) o WHERE o.key = ANY (TG_ARGV))
        || CASE WHEN TG_TABLE_NAME = 'guards' THEN jsonb_build_object('salt', gen_random_uuid()) ELSE '{}' END
    );
  RETURN NEW;
END
$$;
