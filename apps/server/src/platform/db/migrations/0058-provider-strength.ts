import { type Kysely, sql } from 'kysely';

/** A sign-in that waits for its second step keeps how it began, for the audit log: through which provider. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`ALTER TABLE pending_sign_ins ADD COLUMN way jsonb NOT NULL DEFAULT '{}'`).execute(db);
}
