import { type Kysely, sql } from 'kysely';
import { noteSince } from './0076-log-notes.ts';

/** Entries of the audit log are sealed from now on, those of operators too: nothing of it goes without a trace (TRUTH-06). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Not limited to the serving role: operators' commands write as the owner.
  `CREATE TRIGGER log_added AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_for_log()`,
  noteSince(
    `jsonb_build_object('audit_entries', floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint)`,
  ),
];
