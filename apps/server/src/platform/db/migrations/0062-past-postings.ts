import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** Where guards were posted before, and from when to when: what they did there may arrive after they were moved (FIELD-02). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // null: since before this was kept
  'ALTER TABLE guard_sites ADD COLUMN since timestamptz',
  'ALTER TABLE guard_sites ALTER COLUMN since SET DEFAULT now()',

  // Outlives guard and site, as rounds do.
  `CREATE TABLE past_postings (
    tenant_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    site_id uuid NOT NULL,
    since timestamptz,
    until timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, guard_id, site_id, until)
  )`,
  ...secured('past_postings', 'SELECT, INSERT'),

  // Whoever takes a guard from a site, by hand, by an import or otherwise.
  `CREATE FUNCTION keep_past_postings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO past_postings (tenant_id, guard_id, site_id, since)
      SELECT tenant_id, guard_id, site_id, since FROM taken ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER keep_past_postings AFTER DELETE ON guard_sites REFERENCING OLD TABLE AS taken
    FOR EACH STATEMENT EXECUTE FUNCTION keep_past_postings()`,
];
