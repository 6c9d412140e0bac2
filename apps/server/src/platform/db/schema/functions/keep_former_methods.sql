-- Notes how a checkpoint could be scanned before a change, which stays valid for one more day.
CREATE OR REPLACE FUNCTION keep_former_methods()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
DECLARE
  now_ms bigint := floor(extract(epoch FROM clock_timestamp()) * 1000);
BEGIN
  NEW.former_scan_methods := CASE
      WHEN OLD.scan_methods_since_ms + 86400000 > now_ms THEN ARRAY(
        SELECT unnest(OLD.scan_methods) UNION SELECT unnest(OLD.former_scan_methods) ORDER BY 1
      ) ELSE OLD.scan_methods END;
  NEW.scan_methods_since_ms := now_ms;
  RETURN NEW;
END
$$;
