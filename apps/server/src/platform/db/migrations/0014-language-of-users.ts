import { type Kysely, sql } from 'kysely';

/** The language that somebody chose; null while they have chosen none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users ADD COLUMN language text CHECK (language ~ '^[a-z]{2,3}$')`.execute(db);
}
