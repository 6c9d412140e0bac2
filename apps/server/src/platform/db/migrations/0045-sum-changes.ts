import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/**
 * How often the packed sums of a UTC day, and the rows that they sum up, have changed: whoever keeps what he has added
 * up over some days knows by these numbers' sum whether it still holds, even where changes cancel each other out.
 *
 * Counted in the transaction of the change, while the lock is held under which the sums change (migration 0033): each
 * of the two locks has rows of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const dayMs = 86_400_000;
/** By the lock that a change is made under: that of rounds and missed checkpoints, and that of due rounds. */
const kinds = { rounds: 0, due: 1 } as const;

const noteChanges = (name: string, kind: keyof typeof kinds, changed: string) => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO sum_changes AS kept (tenant_id, day_ms, kind, changes)
    SELECT DISTINCT tenant_id, at_ms - at_ms % ${dayMs}, ${kinds[kind]}::smallint, 1 FROM (${changed}) AS changed (tenant_id, at_ms)
    ORDER BY 1, 2
    ON CONFLICT (tenant_id, day_ms, kind) DO UPDATE SET changes = kept.changes + 1;
    RETURN NULL;
  END $$`;

/** Names put it after the triggers that take the lock and change the sums. */
const noted = (trigger: string, table: string, event: 'INSERT' | 'DELETE', rows: string, run: string) =>
  `CREATE TRIGGER ${trigger} AFTER ${event} ON ${table}
    REFERENCING ${event === 'INSERT' ? 'NEW' : 'OLD'} TABLE AS ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${run}()`;

const begun = (rows: string) => `SELECT tenant_id, started_at_ms FROM ${rows}`;
/** Of due rounds that wait no sum tells. */
const settled = (rows: string) => `SELECT tenant_id, due_at_ms FROM ${rows} WHERE outcome <> 'waiting'`;

/** What changes sums of rounds: scans of a round under way do not. */
const counted = (row: string) => `${row}.tenant_id, ${row}.site_id, ${row}.guard_id, ${row}.started_at_ms,
  ${row}.status_code, ${row}.total_check_points,
  CASE WHEN ${row}.status_code = 1001 THEN 0 ELSE ${row}.scanned_check_points END`;

const statements = [
  `CREATE TABLE sum_changes (
    tenant_id uuid NOT NULL,
    day_ms bigint NOT NULL,
    kind smallint NOT NULL,
    changes bigint NOT NULL,
    PRIMARY KEY (tenant_id, day_ms, kind)
  ) WITH (fillfactor = 60)`,
  ...secured('sum_changes', 'SELECT, INSERT, UPDATE'),
  noteChanges('note_begun_rows', 'rounds', begun('inserted')),
  noteChanges('note_gone_rows', 'rounds', begun('deleted')),
  noteChanges(
    'note_changed_round',
    'rounds',
    'VALUES (OLD.tenant_id, OLD.started_at_ms), (NEW.tenant_id, NEW.started_at_ms)',
  ),
  noted('rounds_inserted_noted', 'rounds', 'INSERT', 'inserted', 'note_begun_rows'),
  noted('rounds_deleted_noted', 'rounds', 'DELETE', 'deleted', 'note_gone_rows'),
  `CREATE TRIGGER round_updated_noted AFTER UPDATE ON rounds FOR EACH ROW
    WHEN ((${counted('OLD')}) IS DISTINCT FROM (${counted('NEW')})) EXECUTE FUNCTION note_changed_round()`,
  noted('missed_inserted_noted', 'missed_checkpoints', 'INSERT', 'inserted', 'note_begun_rows'),
  noted('missed_deleted_noted', 'missed_checkpoints', 'DELETE', 'deleted', 'note_gone_rows'),

  noteChanges('note_made_due', 'due', settled('inserted')),
  noteChanges('note_deleted_due', 'due', settled('deleted')),
  noteChanges('note_changed_due', 'due', `${settled('before')} UNION ALL ${settled('after')}`),
  noted('due_rounds_inserted_noted', 'due_rounds', 'INSERT', 'inserted', 'note_made_due'),
  noted('due_rounds_deleted_noted', 'due_rounds', 'DELETE', 'deleted', 'note_deleted_due'),
  `CREATE TRIGGER due_rounds_updated_noted AFTER UPDATE ON due_rounds
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_changed_due()`,
];
