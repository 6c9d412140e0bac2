import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/**
 * What records were called before they were changed, and what imported rounds say of themselves: a round reads as it was
 * walked (REP-12). Nothing is filled in: of the time before, the present names are what is known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Columns of which a record keeps what they were. */
const kept = {
  guards: ['employee_id', 'first_name', 'last_name'],
  sites: ['name'],
  checkpoints: ['name', 'latitude', 'longitude', 'radius_metres', 'activated'],
} as const;

const list = (columns: readonly string[], row: string) => columns.map((name) => `${row}.${name}`).join(', ');

const formerOf = (table: keyof typeof kept): string[] => [
  // The record read as former[n] says until former_until_ms[n], from former_until_ms[n - 1] on, by the server's clock in epoch
  // milliseconds; what is true now is in the other columns. Both null for a record that was never changed. In the record, since
  // a query that reads the record reads them at no cost: see decision 0021.
  `ALTER TABLE ${table} ADD COLUMN former_until_ms bigint[], ADD COLUMN former jsonb`,
  `CREATE TRIGGER keep_former BEFORE UPDATE OF ${kept[table].join(', ')} ON ${table} FOR EACH ROW
    WHEN (${table === 'guards' ? 'NEW.erased_at IS NULL AND ' : ''}
      (${list(kept[table], 'OLD')}) IS DISTINCT FROM (${list(kept[table], 'NEW')}))
    EXECUTE FUNCTION keep_former(${kept[table].map((name) => `'${name}'`).join(', ')})`,
];

const statements = [
  // Times go up, also where the clock was set back.
  `CREATE FUNCTION keep_former() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
    NEW.former_until_ms := array_append(OLD.former_until_ms, greatest(
      floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
      OLD.former_until_ms[cardinality(OLD.former_until_ms)] + 1));
    NEW.former := coalesce(OLD.former, '[]') || jsonb_build_array((SELECT jsonb_object_agg(o.key, o.value)
      FROM jsonb_each(to_jsonb(OLD)) o WHERE o.key = ANY (TG_ARGV)));
    RETURN NEW;
  END $$`,
  ...(['guards', 'sites', 'checkpoints'] as const).flatMap(formerOf),

  // As many rows as there are different names, not as there are rounds.
  `CREATE TABLE recorded_names (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    guard_id uuid NOT NULL,
    -- null: not said
    employee_id text,
    first_name text,
    last_name text,
    site_name text,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, guard_id) REFERENCES guards ON DELETE CASCADE,
    CHECK ((first_name IS NULL) = (last_name IS NULL))
  )`,
  ...secured('recorded_names', 'SELECT'),
  'CREATE INDEX recorded_names_by_guard ON recorded_names (tenant_id, guard_id)',
  // null: the names of its time
  'ALTER TABLE rounds ADD COLUMN recorded_names_id uuid',

  // An erasure takes all of them, and an import after it brings none back.
  `CREATE FUNCTION forget_former() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
    NEW.former_until_ms := NULL;
    NEW.former := NULL;
    UPDATE recorded_names n SET employee_id = NULL, first_name = NULL, last_name = NULL
      WHERE n.tenant_id = NEW.tenant_id AND n.guard_id = NEW.id;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER forget_former BEFORE UPDATE OF erased_at ON guards FOR EACH ROW
    WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL) EXECUTE FUNCTION forget_former()`,
  `CREATE FUNCTION name_no_erased_guard() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$ BEGIN
    IF EXISTS (SELECT FROM guards g WHERE g.tenant_id = NEW.tenant_id AND g.id = NEW.guard_id AND g.erased_at IS NOT NULL)
    THEN
      NEW.employee_id := NULL;
      NEW.first_name := NULL;
      NEW.last_name := NULL;
    END IF;
    RETURN NEW;
  END $$`,
  `CREATE TRIGGER name_no_erased_guard BEFORE INSERT ON recorded_names
    FOR EACH ROW EXECUTE FUNCTION name_no_erased_guard()`,
];
