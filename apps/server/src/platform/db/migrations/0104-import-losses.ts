import { type Kysely, sql } from 'kysely';

/**
 * What rows of an import would take from records that exist, the record that each is about, numbers in full that their cells show
 * shortened, and the sheet that was read. An erasure empties these too, and finds rows by the employee id as it was read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Where no employee id was read yet, digits of India count as those of ASCII. */
const digits = `'०१२३४५६७८९', '0123456789'`;

/** Within the transaction of erase_guard(), which marks the guard last and has emptied the cells of rows that it found. */
const emptying = `
  BEGIN
    UPDATE record_import_rows r SET cells = '[]', errors = '[]' FROM record_imports i
      WHERE r.tenant_id = NEW.tenant_id AND i.tenant_id = NEW.tenant_id AND i.id = r.import_id AND i.kind = 'guard'
        AND (lower(r.record) = lower(OLD.employee_id)
          OR r.record IS NULL AND EXISTS (SELECT FROM jsonb_array_elements_text(r.cells) AS c (cell)
            WHERE lower(trim(translate(c.cell, ${digits}))) = lower(OLD.employee_id)));
    UPDATE record_import_rows r SET exact = NULL, losses = NULL, record = NULL
      WHERE r.tenant_id = NEW.tenant_id AND r.cells = '[]';
    RETURN NULL;
  END`;

export const statements = [
  `ALTER TABLE record_imports ADD COLUMN sheet text NOT NULL DEFAULT '',
    ADD COLUMN other_sheets text[] NOT NULL DEFAULT '{}'`,
  'ALTER TABLE record_import_rows ADD COLUMN exact jsonb, ADD COLUMN losses jsonb, ADD COLUMN record text',
  `CREATE FUNCTION empty_import_rows() RETURNS trigger LANGUAGE plpgsql AS $$ ${emptying} $$`,
  `CREATE TRIGGER guards_empty_import_rows AFTER UPDATE OF erased_at ON guards
    FOR EACH ROW WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION empty_import_rows()`,
];
