import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/**
 * What an imported round says of itself and its scans alone would not: its former id, its status and counts (REP-12). Rounds that
 * were imported before have no row, and go on reading as their scans say.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const replaced = (signature: string, from: string, to: string) => `DO $do$ DECLARE
    before text := pg_get_functiondef('${signature}'::regprocedure);
    after text := replace(before, $from$${from}$from$, $to$${to}$to$);
  BEGIN
    IF after = before THEN RAISE EXCEPTION '${signature} is not the function that was expected'; END IF;
    EXECUTE after;
  END $do$`;

const ofDoubts = `UNION ALL SELECT b.round_id, 'round_doubts'`;
const roundsFirst = '-- Rounds first: their counters are locked before all others.';

const statements = [
  `CREATE TABLE imported_rounds (
    tenant_id uuid NOT NULL,
    round_id uuid NOT NULL,
    -- in the system that it was imported from; the round's id follows from it
    former_id text NOT NULL,
    -- null: as its scans say
    status_code smallint,
    -- as the record has it, where that is no code that the round can store
    status_text text,
    total_check_points smallint,
    scanned_check_points smallint,
    -- false: its checkpoints were not in the export
    has_scans boolean NOT NULL,
    PRIMARY KEY (tenant_id, round_id)
  )`,
  ...secured('imported_rounds', 'SELECT'),
  // Archived with the round, and removed with it.
  replaced(
    'retained_subjects(uuid, uuid[])',
    ofDoubts,
    `UNION ALL SELECT i.round_id, 'imported_rounds', i.round_id, to_jsonb(i) FROM walked JOIN imported_rounds i
    ON i.tenant_id = of_tenant AND i.round_id = walked.id
  ${ofDoubts}`,
  ),
  replaced(
    'remove_archived(uuid, uuid[], text[])',
    roundsFirst,
    `DELETE FROM imported_rounds i WHERE i.tenant_id = own AND i.round_id = ANY(going);
    ${roundsFirst}`,
  ),
];
