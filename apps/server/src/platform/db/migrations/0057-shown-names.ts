import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/**
 * By which whoever has put names of sites, guards and checkpoints beside numbers knows whether they are still the names:
 * each transaction that changes one leaves another version, so that one row is read instead of all names. It is left at
 * its end, so that nobody waits for another's names but while he commits; a tenant whose names never changed since has none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Once a transaction and tenant. */
const renamed = `
  CREATE FUNCTION leave_names_version() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    whose uuid := CASE TG_OP WHEN 'DELETE' THEN OLD.tenant_id ELSE NEW.tenant_id END;
    mark text := pg_current_xact_id()::text || ' ' || whose;
  BEGIN
    IF current_setting('watchpost.renamed', true) IS DISTINCT FROM mark THEN
      INSERT INTO names_versions (tenant_id, version) VALUES (whose, gen_random_uuid())
        ON CONFLICT (tenant_id) DO UPDATE SET version = EXCLUDED.version;
      PERFORM set_config('watchpost.renamed', mark, true);
    END IF;
    RETURN NULL;
  END $$`;

const onChange = (table: string, events: string) => `
  CREATE CONSTRAINT TRIGGER ${table}_renamed AFTER ${events} ON ${table} DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION leave_names_version()`;

const statements = [
  'CREATE TABLE names_versions (tenant_id uuid PRIMARY KEY, version uuid NOT NULL)',
  ...secured('names_versions', 'SELECT, INSERT, UPDATE'),
  renamed,
  // A new site is shown without anything having happened there; of guards and checkpoints something has.
  onChange('sites', 'INSERT OR DELETE OR UPDATE OF name, activated, deleted_at'),
  onChange('guards', 'DELETE OR UPDATE OF first_name, last_name'),
  onChange('checkpoints', 'DELETE OR UPDATE OF name, site_id'),
];
