-- Takes an erased guard's data out of rows of imports that name the guard.
CREATE OR REPLACE FUNCTION empty_import_rows()
  RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE record_import_rows r
    SET cells = '[]', errors = '[]'
    FROM record_imports i
    WHERE r.tenant_id = NEW.tenant_id AND i.tenant_id = NEW.tenant_id AND i.id = r.import_id
      AND i.kind = 'guard'
      AND (
        lower(r.record) = lower(OLD.employee_id) OR r.record IS NULL
          AND EXISTS (
            SELECT
            FROM jsonb_array_elements_text(r.cells) AS c (cell)
            WHERE lower(trim(translate(c.cell, '०१२३४५६७८९', '0123456789'))) = lower(OLD.employee_id)
          )
      );
  UPDATE record_import_rows r
    SET exact = NULL, losses = NULL, record = NULL
    WHERE r.tenant_id = NEW.tenant_id AND r.cells = '[]';
  RETURN NULL;
END
$$;
