import { type Kysely, sql } from 'kysely';

/** Lists of duty sessions by their login, or by their logout where only that is known, and the closing of forgotten ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const at = 'coalesce(started_at_ms, ended_at_ms)';

const statements = [
  // When the system closed it; the guard's own logout, arriving later, takes the end over and leaves this.
  'ALTER TABLE duty_sessions ADD COLUMN system_closed_at_ms bigint',
  'DROP INDEX duty_sessions_by_start',
  'DROP INDEX duty_sessions_by_site',
  `CREATE INDEX duty_sessions_by_time ON duty_sessions (tenant_id, (${at}), id)`,
  `CREATE INDEX duty_sessions_by_site_time ON duty_sessions (tenant_id, site_id, (${at}), id)`,
  `CREATE INDEX duty_sessions_by_guard_time ON duty_sessions (tenant_id, guard_id, (${at}), id)`,
  `CREATE INDEX duty_sessions_not_logged_out ON duty_sessions (tenant_id, (${at}), id)
    WHERE ended_at_ms IS NULL OR is_closed_by_system`,
];
