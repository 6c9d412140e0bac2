import { type Kysely, sql } from 'kysely';

/** What was made for guards serves every kind of records. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE guard_imports RENAME TO record_imports',
  'ALTER TABLE guard_import_rows RENAME TO record_import_rows',
  'ALTER INDEX guard_imports_pkey RENAME TO record_imports_pkey',
  'ALTER INDEX guard_import_rows_pkey RENAME TO record_import_rows_pkey',
  'ALTER INDEX guard_imports_by_age RENAME TO record_imports_by_age',
  'ALTER INDEX guard_imports_under_way RENAME TO record_imports_under_way',
  `ALTER TABLE record_imports
    ADD COLUMN kind text NOT NULL DEFAULT 'guard' CHECK (kind IN ('guard', 'checkpoint')),
    DROP COLUMN country_code`,
  'ALTER TABLE record_imports ALTER COLUMN kind DROP DEFAULT',
];
