import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/**
 * Standings: what every site, guard and checkpoint of a tenant had come to before an instant, so that a ranking of any
 * range is the difference of two rows. One is there only for as long as it is true: whatever changes what happened
 * before its instant deletes it, in the same transaction and under the lock that the sums change under. They take the
 * place of the numbers by which kept sums were told to be old (migration 0045).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** By what it is a standing of; rounds and missed checkpoints change under one lock, due rounds under another. */
const kinds = { rounds: 0, missed: 1, due: 2 } as const;

/** Looks first, since there hardly ever is one, and looking costs half of what deleting nothing does. */
const spoilFunction = (name: string, from: string, after: string) => `
  CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM standings AS s${from === '' ? '' : `, ${from}`} WHERE ${after}) THEN
      DELETE FROM standings AS s ${from === '' ? '' : `USING ${from}`} WHERE ${after};
    END IF;
    RETURN NULL;
  END $$`;

const spoil = (name: string, kind: keyof typeof kinds, changed: string) =>
  spoilFunction(
    name,
    `(SELECT tenant_id, min(at_ms) AS at_ms FROM (${changed}) AS rows (tenant_id, at_ms) GROUP BY 1) AS changed`,
    `s.tenant_id = changed.tenant_id AND s.at_ms > changed.at_ms AND s.kind = ${kinds[kind]}`,
  );

const begun = (rows: string) => `SELECT tenant_id, started_at_ms FROM ${rows}`;
/** Of due rounds that wait no sum tells. */
const settled = (rows: string) => `SELECT tenant_id, due_at_ms FROM ${rows} WHERE outcome <> 'waiting'`;

/** What changes sums of rounds: scans of a round under way do not. */
export const counted = (
  row: string,
) => `${row}.tenant_id, ${row}.site_id, ${row}.guard_id, ${row}.started_at_ms,
  ${row}.status_code, ${row}.total_check_points,
  CASE WHEN ${row}.status_code = 1001 THEN 0 ELSE ${row}.scanned_check_points END`;

/** Names put a trigger after those that take the lock and change the sums. */
const onStatement = (trigger: string, table: string, event: 'INSERT' | 'DELETE', run: string) =>
  `CREATE TRIGGER ${trigger} AFTER ${event} ON ${table}
    REFERENCING ${event === 'INSERT' ? 'NEW TABLE AS inserted' : 'OLD TABLE AS deleted'}
    FOR EACH STATEMENT EXECUTE FUNCTION ${run}()`;

const former = [
  ['rounds', 'rounds_inserted_noted'],
  ['rounds', 'rounds_deleted_noted'],
  ['rounds', 'round_updated_noted'],
  ['missed_checkpoints', 'missed_inserted_noted'],
  ['missed_checkpoints', 'missed_deleted_noted'],
  ['due_rounds', 'due_rounds_inserted_noted'],
  ['due_rounds', 'due_rounds_deleted_noted'],
  ['due_rounds', 'due_rounds_updated_noted'],
];
const formerFunctions = [
  'note_begun_rows',
  'note_gone_rows',
  'note_changed_round',
  'note_made_due',
  'note_deleted_due',
  'note_changed_due',
];

const statements = [
  ...former.map(([table, trigger]) => `DROP TRIGGER ${trigger} ON ${table}`),
  ...formerFunctions.map((name) => `DROP FUNCTION ${name}()`),
  'DROP TABLE sum_changes',
  // Whose the numbers of standings are, sorted; named by their hash, since most standings tell of the same subjects.
  `CREATE TABLE standing_rosters (
    tenant_id uuid NOT NULL,
    id bytea NOT NULL,
    subjects bytea NOT NULL,
    PRIMARY KEY (tenant_id, id)
  )`,
  // The id of the roster, then the numbers of its subjects; null as long as they are being added up.
  `CREATE TABLE standings (
    tenant_id uuid NOT NULL,
    at_ms bigint NOT NULL,
    kind smallint NOT NULL,
    id uuid NOT NULL,
    body bytea,
    PRIMARY KEY (tenant_id, at_ms, kind)
  )`,
  // They hardly get shorter by being compressed.
  'ALTER TABLE standing_rosters ALTER subjects SET STORAGE EXTERNAL',
  'ALTER TABLE standings ALTER body SET STORAGE EXTERNAL',
  ...secured('standing_rosters', 'SELECT, INSERT'),
  ...secured('standings', 'SELECT, INSERT, UPDATE, DELETE'),
  spoil('spoil_by_begun_rounds', 'rounds', begun('inserted')),
  spoil('spoil_by_gone_rounds', 'rounds', begun('deleted')),
  spoilFunction(
    'spoil_by_changed_round',
    '',
    `s.tenant_id = NEW.tenant_id AND s.at_ms > least(OLD.started_at_ms, NEW.started_at_ms) AND s.kind = ${kinds.rounds}`,
  ),
  onStatement('rounds_inserted_spoil', 'rounds', 'INSERT', 'spoil_by_begun_rounds'),
  onStatement('rounds_deleted_spoil', 'rounds', 'DELETE', 'spoil_by_gone_rounds'),
  `CREATE TRIGGER round_updated_spoils AFTER UPDATE ON rounds FOR EACH ROW
    WHEN ((${counted('OLD')}) IS DISTINCT FROM (${counted('NEW')})) EXECUTE FUNCTION spoil_by_changed_round()`,

  spoil('spoil_by_missed', 'missed', begun('inserted')),
  spoil('spoil_by_found', 'missed', begun('deleted')),
  onStatement('missed_inserted_spoil', 'missed_checkpoints', 'INSERT', 'spoil_by_missed'),
  onStatement('missed_deleted_spoil', 'missed_checkpoints', 'DELETE', 'spoil_by_found'),

  spoil('spoil_by_made_due', 'due', settled('inserted')),
  spoil('spoil_by_deleted_due', 'due', settled('deleted')),
  spoil('spoil_by_changed_due', 'due', `${settled('before')} UNION ALL ${settled('after')}`),
  onStatement('due_rounds_inserted_spoil', 'due_rounds', 'INSERT', 'spoil_by_made_due'),
  onStatement('due_rounds_deleted_spoil', 'due_rounds', 'DELETE', 'spoil_by_deleted_due'),
  `CREATE TRIGGER due_rounds_updated_spoil AFTER UPDATE ON due_rounds
    REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION spoil_by_changed_due()`,
];
