-- The server opens the exceptions of due rounds itself, where it writes their history: a rule of the business is in one language.
-- A server of the version before, which still runs alongside, would open none: its steps that concern exceptions are refused, and
-- are judged by the new one or tried again.

-- Refuses what a server of an older version would write wrong while it runs alongside a newer one; the argument
-- says what.
CREATE FUNCTION refuse_former_version()
  RETURNS trigger
  LANGUAGE plpgsql
  SET search_path = public, pg_temp
AS $$
BEGIN
  RAISE EXCEPTION '% by a newer version of the product', TG_ARGV[0];
END
$$;

DROP TRIGGER due_round_history_noted ON due_round_history;
DROP FUNCTION raise_due_exceptions();

CREATE TRIGGER raised_by_this_version BEFORE INSERT ON due_round_history FOR EACH ROW
  WHEN (NEW.status IN ('late', 'missed', 'inProgress') AND nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
    AND nullif(current_setting('watchpost.raising', true), '') IS NULL)
  EXECUTE FUNCTION refuse_former_version('exceptions of due rounds are opened');
CREATE OR REPLACE TRIGGER sealed_by_this_version BEFORE INSERT ON log_leaves FOR EACH STATEMENT
  WHEN (nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL
    AND nullif(current_setting('watchpost.sealing', true), '') IS NULL)
  EXECUTE FUNCTION refuse_former_version('the log is sealed');

DROP FUNCTION refuse_former_sealing();
