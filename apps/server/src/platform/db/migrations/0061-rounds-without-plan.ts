import { type Kysely, sql } from 'kysely';

/** Few, and counted before each file of a report: their rows are in no counter, since nothing of them is planned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('CREATE INDEX rounds_without_plan ON rounds (tenant_id, started_at_ms) WHERE total_check_points = 0')
    .execute(db);
}
