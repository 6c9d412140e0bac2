import { type Kysely, sql } from 'kysely';

/**
 * Who issued a guard's secret knows it: it opens nothing more once they may no longer see all of the guard's sites. An import
 * stops once its sender may not import any more, and says why.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // null for a secret that was shown to no one, as of the demo
  'ALTER TABLE guards ADD COLUMN secret_issued_by uuid',
  `UPDATE guards g SET secret_issued_by = e.actor_id FROM (
      SELECT DISTINCT ON (tenant_id, subject_id) tenant_id, subject_id, actor_id FROM audit_entries
      WHERE action = 'guard.secretIssued' ORDER BY tenant_id, subject_id, id DESC
    ) e WHERE g.tenant_id = e.tenant_id AND g.id::text = e.subject_id AND g.secret_hash IS NOT NULL`,

  `DO $$ DECLARE
    found text;
  BEGIN
    FOR found IN SELECT conname FROM pg_constraint WHERE conrelid = 'record_imports'::regclass AND contype = 'c'
      AND pg_get_constraintdef(oid) LIKE '%uploaded%' LOOP
      EXECUTE format('ALTER TABLE record_imports DROP CONSTRAINT %I', found);
    END LOOP;
  END $$`,
  `ALTER TABLE record_imports ADD COLUMN stop_reason text NOT NULL DEFAULT ''
      CHECK (stop_reason IN ('', 'senderGone', 'senderLostAccess')),
    ADD CONSTRAINT record_imports_state_check
      CHECK (state IN ('uploaded', 'checked', 'queued', 'running', 'done', 'refused', 'stopped'))`,
];
