import { type Kysely, sql } from 'kysely';
import { applyFunctions } from '../apply-schema.queries.ts';
import type { Tables } from '../tables.ts';

/**
 * The server opens the exceptions of due rounds itself, where it writes their history: a rule of the business is in one language. A
 * server of the version before, which still runs alongside, would open none: its steps that concern exceptions are refused, and are
 * judged by the new one or tried again.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await applyFunctions(db, 'refuse_former_version');
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ofTenant = `nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL`;
const isUnset = (name: string) => `nullif(current_setting('watchpost.${name}', true), '') IS NULL`;

const statements = [
  'DROP TRIGGER due_round_history_noted ON due_round_history',
  'DROP FUNCTION raise_due_exceptions()',
  `CREATE TRIGGER raised_by_this_version BEFORE INSERT ON due_round_history FOR EACH ROW
    WHEN (NEW.status IN ('late', 'missed', 'inProgress') AND ${ofTenant} AND ${isUnset('raising')})
    EXECUTE FUNCTION refuse_former_version('exceptions of due rounds are opened')`,
  `CREATE OR REPLACE TRIGGER sealed_by_this_version BEFORE INSERT ON log_leaves FOR EACH STATEMENT
    WHEN (${ofTenant} AND ${isUnset('sealing')}) EXECUTE FUNCTION refuse_former_version('the log is sealed')`,
  'DROP FUNCTION refuse_former_sealing()',
];
