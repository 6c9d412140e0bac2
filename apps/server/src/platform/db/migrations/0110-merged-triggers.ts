import { type Kysely, sql } from 'kysely';
import { applyFunctions } from '../apply-schema.queries.ts';
import type { Tables } from '../tables.ts';

/**
 * One function for each table that is counted, whatever happens to its rows, in place of one for each way in which they change: what
 * they have in common is written once. They delete standings that they make wrong themselves.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await applyFunctions(db, 'spoil_standings', 'change_round_totals', 'running_totals');
  await applyFunctions(db, 'count_rounds', 'count_missed_checkpoints', 'count_due_rounds');
  await applyFunctions(db, 'count_exceptions', 'signal_sites', 'signal_exceptions', 'signal_ended_access');
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const formerTriggers = [
  ['rounds_inserted_spoil', 'rounds'],
  ['rounds_deleted_spoil', 'rounds'],
  ['missed_inserted_spoil', 'missed_checkpoints'],
  ['missed_deleted_spoil', 'missed_checkpoints'],
  ['due_rounds_inserted_spoil', 'due_rounds'],
  ['due_rounds_updated_spoil', 'due_rounds'],
  ['due_rounds_deleted_spoil', 'due_rounds'],
];

const formerFunctions = [
  'spoil_by_begun_rounds',
  'spoil_by_gone_rounds',
  'spoil_by_missed',
  'spoil_by_found',
  'spoil_by_made_due',
  'spoil_by_changed_due',
  'spoil_by_deleted_due',
  'count_inserted_rounds',
  'count_deleted_rounds',
  'count_missed',
  'count_found',
  'count_made_due',
  'count_changed_due',
  'count_deleted_due',
  'count_opened_exceptions',
  'count_changed_exceptions',
  'count_deleted_exceptions',
  'signal_opened_exceptions',
  'signal_moved_exceptions',
  'signal_ended_sessions',
  'signal_moved_sub_admins',
];

const inserted = 'REFERENCING NEW TABLE AS after FOR EACH STATEMENT';
const updated = 'REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT';
const deleted = 'REFERENCING OLD TABLE AS before FOR EACH STATEMENT';
const removed = 'REFERENCING OLD TABLE AS removed FOR EACH STATEMENT';

const triggers = [
  `rounds_inserted AFTER INSERT ON rounds ${inserted} EXECUTE FUNCTION count_rounds()`,
  `rounds_deleted AFTER DELETE ON rounds ${deleted} EXECUTE FUNCTION count_rounds()`,
  `missed_inserted AFTER INSERT ON missed_checkpoints ${inserted} EXECUTE FUNCTION count_missed_checkpoints()`,
  `missed_deleted AFTER DELETE ON missed_checkpoints ${deleted} EXECUTE FUNCTION count_missed_checkpoints()`,
  `due_rounds_inserted AFTER INSERT ON due_rounds ${inserted} EXECUTE FUNCTION count_due_rounds()`,
  `due_rounds_updated AFTER UPDATE ON due_rounds ${updated} EXECUTE FUNCTION count_due_rounds()`,
  `due_rounds_deleted AFTER DELETE ON due_rounds ${deleted} EXECUTE FUNCTION count_due_rounds()`,
  `exceptions_inserted AFTER INSERT ON exceptions ${inserted} EXECUTE FUNCTION count_exceptions()`,
  `exceptions_updated AFTER UPDATE ON exceptions ${updated} EXECUTE FUNCTION count_exceptions()`,
  `exceptions_deleted AFTER DELETE ON exceptions ${deleted} EXECUTE FUNCTION count_exceptions()`,
  `signal_opened AFTER INSERT ON exceptions ${inserted} EXECUTE FUNCTION signal_exceptions()`,
  `signal_moved AFTER UPDATE ON exceptions ${updated} EXECUTE FUNCTION signal_exceptions()`,
  `signal_ended AFTER DELETE ON sessions ${removed} EXECUTE FUNCTION signal_ended_access()`,
  `signal_delete AFTER DELETE ON sub_admins ${removed} EXECUTE FUNCTION signal_ended_access()`,
  `signal_update AFTER UPDATE ON sub_admins ${removed} EXECUTE FUNCTION signal_ended_access()`,
];

const statements = [
  ...formerTriggers.map(([name, table]) => `DROP TRIGGER ${name} ON ${table}`),
  ...triggers.map((trigger) => `CREATE OR REPLACE TRIGGER ${trigger}`),
  ...formerFunctions.map((name) => `DROP FUNCTION ${name}()`),
];
