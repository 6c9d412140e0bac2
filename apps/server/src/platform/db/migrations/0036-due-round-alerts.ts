import { type Kysely, sql } from 'kysely';

/**
 * Whether it was told that nobody began a round. What was told is also in told_notices, but the rule of tenants keeps the
 * comparison with an id as text from its index, so that looking there takes longer with all that was ever told.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE due_rounds ADD COLUMN is_alerted boolean NOT NULL DEFAULT false`.execute(db);
}
