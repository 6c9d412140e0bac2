import { type Kysely, sql } from 'kysely';

/** What was told already of those notices that are told once, whoever finds out again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE told_notices (
    tenant_id uuid NOT NULL REFERENCES tenants ON DELETE CASCADE,
    kind text NOT NULL,
    -- what it concerns, e.g. a round's id
    subject text NOT NULL,
    told_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, kind, subject)
  )`,
  'CREATE INDEX told_notices_by_time ON told_notices (tenant_id, told_at)',
  'ALTER TABLE told_notices ENABLE ROW LEVEL SECURITY',
  `CREATE POLICY own_tenant ON told_notices
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
  'GRANT SELECT, INSERT, DELETE ON told_notices TO watchpost_app',
];
