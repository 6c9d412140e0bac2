import { type Kysely, sql } from 'kysely';

/** The three lowest levels, seven of eight nodes: each is made anew out of its leaves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('DELETE FROM log_nodes WHERE level < 4').execute(db);
}
