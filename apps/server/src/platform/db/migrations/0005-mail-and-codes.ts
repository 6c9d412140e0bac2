import { type Kysely, sql } from 'kysely';

/** Outgoing mail, and the one-time codes and links by which an account gets a new password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ownTenant = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY own_tenant ON ${table}
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO watchpost_app`,
];

const statements = [
  `CREATE TABLE mail_messages (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    recipient text NOT NULL,
    template text NOT NULL,
    language text NOT NULL,
    subject text NOT NULL,
    -- null once sent, for a message may carry a code; demo tenants keep them to be looked at
    text_part text,
    html_part text,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
    reason text NOT NULL DEFAULT '',
    attempts smallint NOT NULL DEFAULT 0,
    -- while sending: when the attempt counts as lost
    next_try_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz,
    PRIMARY KEY (tenant_id, id)
  )`,
  `CREATE INDEX mail_messages_due ON mail_messages (tenant_id, next_try_at)
    WHERE state IN ('queued', 'sending')`,
  ...ownTenant('mail_messages'),

  // A row for every address that asked, whether or not an account bears it, so that checking a code does the same
  // work for both.
  `CREATE TABLE password_codes (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    email_hash bytea NOT NULL,
    -- null: nobody's, no code fits
    user_id uuid,
    otp_mac bytea NOT NULL,
    -- the mailed link; null once the code was used instead
    link_hash bytea,
    -- what a right code was exchanged for
    grant_hash bytea,
    tries smallint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
  )`,
  'CREATE INDEX password_codes_by_email ON password_codes (tenant_id, email_hash, created_at)',
  'CREATE INDEX password_codes_by_user ON password_codes (tenant_id, user_id)',
  'CREATE UNIQUE INDEX password_codes_by_link ON password_codes (tenant_id, link_hash)',
  'CREATE UNIQUE INDEX password_codes_by_grant ON password_codes (tenant_id, grant_hash)',
  ...ownTenant('password_codes'),
];
