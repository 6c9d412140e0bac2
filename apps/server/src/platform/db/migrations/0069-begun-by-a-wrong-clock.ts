import { clockErrorMaxMs } from '@watchpost/domain/device-clock';
import { type Kysely, sql } from 'kysely';

/** Whether a due round was begun in time is asked of the server's clock where that of the phone was wrong. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const isWrong = `abs(e.clock_skew_ms) > ${clockErrorMaxMs}`;

export const statements = [
  // As happenedAtMs says where the clock was wrong; as told by a right one, and where no event is known that told it.
  `CREATE FUNCTION told_or_happened_ms(of_tenant uuid, of_round uuid, of_kind text, told_ms bigint) RETURNS bigint
  STABLE LANGUAGE sql AS $$
    SELECT coalesce((SELECT least(e.device_at_ms - e.clock_skew_ms, e.received_at_ms) FROM field_events e
      WHERE e.tenant_id = of_tenant AND e.subject_id = of_round AND e.kind = of_kind AND e.device_at_ms = told_ms
        AND ${isWrong} ORDER BY e.received_at_ms, e.id LIMIT 1), told_ms)
  $$`,
  `CREATE OR REPLACE FUNCTION note_begun() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.begun_by := NULL;
    NEW.begun_at_ms := NULL;
    SELECT r.guard_id, told_or_happened_ms(r.tenant_id, r.id, 'roundStarted', r.started_at_ms)
      INTO NEW.begun_by, NEW.begun_at_ms
      FROM rounds r WHERE r.tenant_id = NEW.tenant_id AND r.id = NEW.round_id;
    RETURN NEW;
  END $$`,
  `UPDATE due_rounds d SET round_id = d.round_id FROM field_events e
    WHERE e.kind = 'roundStarted' AND ${isWrong} AND d.tenant_id = e.tenant_id AND d.round_id = e.subject_id`,
];
