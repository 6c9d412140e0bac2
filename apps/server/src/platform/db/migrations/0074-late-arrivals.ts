import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** Rounds, and scans of them, that were sent late for a due round that was settled by then (TRUTH-04). Changes no row that there is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const kept = `UNION ALL SELECT subject, 'exceptions', id, to_jsonb(judged) - 'subject' FROM judged`;
const ofDue = `UNION ALL SELECT due.subject, 'late_arrivals', a.round_id, to_jsonb(a) FROM due JOIN late_arrivals a
    ON a.tenant_id = of_tenant AND a.due_round_id = due.id`;

const statements = [
  // A round that was sent late, or that was begun for its due round in time and scanned by what was sent late.
  `CREATE TABLE late_arrivals (
    tenant_id uuid NOT NULL,
    round_id uuid NOT NULL,
    due_round_id uuid NOT NULL,
    -- when the last of it arrived that was sent late
    arrived_at_ms bigint NOT NULL,
    -- what had arrived until then was accepted; null while nothing was
    accepted_until_ms bigint,
    accepted_at timestamptz,
    -- a name as it was then
    accepted_by text,
    acceptance text,
    PRIMARY KEY (tenant_id, round_id),
    CHECK ((accepted_until_ms IS NULL) = (accepted_at IS NULL)),
    CHECK (accepted_until_ms IS NULL OR (accepted_by IS NOT NULL AND acceptance <> '')),
    FOREIGN KEY (tenant_id, due_round_id) REFERENCES due_rounds ON DELETE CASCADE
  )`,
  'CREATE INDEX late_arrivals_by_due ON late_arrivals (tenant_id, due_round_id)',
  ...secured('late_arrivals', 'SELECT, INSERT, UPDATE'),
  // They are archived with their due round, and removed with it.
  `DO $do$ DECLARE
    before text := pg_get_functiondef('retained_subjects(uuid, uuid[])'::regprocedure);
    after text := replace(before, $kept$${kept}$kept$, $new$${ofDue}
  ${kept}$new$);
  BEGIN
    IF after = before THEN RAISE EXCEPTION 'retained_subjects is not the function that was expected'; END IF;
    EXECUTE after;
  END $do$`,
];
