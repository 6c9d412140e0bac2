import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** Ids that imported records had in the system that they come from, by which people still know them (DATA-02). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Of sites, guards, checkpoints, shifts, routes, tours, incidents, codes and accounts; a record may have had several.
  `CREATE TABLE former_ids (
    tenant_id uuid NOT NULL,
    -- also of a checkpoint that rounds alone still name
    record_id uuid NOT NULL,
    former_id text NOT NULL,
    PRIMARY KEY (tenant_id, record_id, former_id)
  )`,
  'CREATE INDEX former_ids_by_former ON former_ids (tenant_id, former_id)',
  ...secured('former_ids', 'SELECT'),

  // An erasure takes a guard's, and an import after it brings none back.
  `CREATE FUNCTION forget_former_ids() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
    DELETE FROM former_ids f WHERE f.tenant_id = NEW.tenant_id AND f.record_id = NEW.id;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER forget_former_ids AFTER UPDATE OF erased_at ON guards FOR EACH ROW
    WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION forget_former_ids()`,
  `CREATE FUNCTION keep_no_erased_id() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
    IF EXISTS (SELECT FROM guards g WHERE g.tenant_id = NEW.tenant_id AND g.id = NEW.record_id AND g.erased_at IS NOT NULL)
    THEN RETURN NULL; END IF;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER keep_no_erased_id BEFORE INSERT ON former_ids FOR EACH ROW EXECUTE FUNCTION keep_no_erased_id()`,
];
