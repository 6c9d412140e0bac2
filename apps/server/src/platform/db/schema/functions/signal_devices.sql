-- Notifies open consoles that a phone changed.
CREATE OR REPLACE FUNCTION signal_devices()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  PERFORM pg_notify('watchpost_devices', tenant_id || ' *')
    FROM (SELECT DISTINCT tenant_id FROM added) AS tenants;
  RETURN NULL;
END
$$;
