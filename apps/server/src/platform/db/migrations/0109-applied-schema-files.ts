import { type Kysely, sql } from 'kysely';

/** Which text of each file of schema/ was applied to this database, by its hash: a start applies those that changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('CREATE TABLE applied_schema_files (name text PRIMARY KEY, hash text NOT NULL)').execute(db);
}
