import { type Kysely, sql } from 'kysely';

/** Logos among the stored files, and what the list of sent mail is read by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'ALTER TABLE files DROP CONSTRAINT files_purpose_check',
  `ALTER TABLE files ADD CONSTRAINT files_purpose_check CHECK (purpose IN ('profileImage', 'image', 'tenantLogo'))`,

  // When the last try began.
  'ALTER TABLE mail_messages ADD COLUMN tried_at timestamptz',
  'CREATE INDEX mail_messages_by_state ON mail_messages (tenant_id, state, id)',
  'CREATE INDEX mail_messages_by_sending ON mail_messages (tenant_id, sent_at)',
];
