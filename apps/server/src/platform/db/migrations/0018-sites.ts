import { type Kysely, sql } from 'kysely';

/** Accounts that were invited and have set no password yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // null: not invited, or a password was set since
  'ALTER TABLE users ADD COLUMN invited_at timestamptz',
];
