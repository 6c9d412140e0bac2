import { type Kysely, sql } from 'kysely';

/**
 * The time that a duty session is listed by, as a column: a condition on an expression is not looked up in an index
 * under row-level security, and all sessions would be read for those of some days.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE duty_sessions
    ADD COLUMN at_ms bigint GENERATED ALWAYS AS (coalesce(started_at_ms, ended_at_ms)) STORED`,
  'DROP INDEX duty_sessions_by_time',
  'DROP INDEX duty_sessions_by_site_time',
  'DROP INDEX duty_sessions_by_guard_time',
  'DROP INDEX duty_sessions_not_logged_out',
  'CREATE INDEX duty_sessions_by_time ON duty_sessions (tenant_id, at_ms, id)',
  'CREATE INDEX duty_sessions_by_site_time ON duty_sessions (tenant_id, site_id, at_ms, id)',
  'CREATE INDEX duty_sessions_by_guard_time ON duty_sessions (tenant_id, guard_id, at_ms, id)',
  `CREATE INDEX duty_sessions_on_duty ON duty_sessions (tenant_id, at_ms, id) WHERE ended_at_ms IS NULL`,
  `CREATE INDEX duty_sessions_closed_by_system ON duty_sessions (tenant_id, at_ms, id) WHERE is_closed_by_system`,
];
