import { type Kysely, sql } from 'kysely';

/** Recovery codes are kept as passwords are, salted and slow; those without a salt are of before and stay good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE recovery_codes ADD COLUMN salt bytea').execute(db);
}
