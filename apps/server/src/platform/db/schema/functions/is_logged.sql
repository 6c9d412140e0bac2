-- Whether changes of a company are sealed in its log. What the owner brings in before a log begins, it begins with.
CREATE OR REPLACE FUNCTION is_logged(of_tenant uuid)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
AS $$
BEGIN
  IF nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL THEN RETURN true; END IF;
  RETURN EXISTS (SELECT FROM log_heads h WHERE h.tenant_id = of_tenant);
END
$$;
