import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** People without an account agree before they are mailed. Those who are mailed already stay on their lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE mail_consents (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    purpose text NOT NULL CHECK (purpose IN ('scheduledReports', 'logHeads')),
    -- SHA-256 of the address, so that a no outlives the erasure of the address itself
    address_hash bytea NOT NULL,
    address text,
    state text NOT NULL CHECK (state IN ('invited', 'agreed', 'agreedBefore', 'stopped')),
    language text NOT NULL,
    invitations smallint NOT NULL DEFAULT 0,
    invited_at timestamptz,
    answered_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, purpose, address_hash)
  )`,
  'CREATE INDEX mail_consents_by_invitation ON mail_consents (tenant_id, invited_at)',
  ...secured('mail_consents', 'SELECT, INSERT, UPDATE, DELETE'),

  // One of each mail: an older mail goes on stopping what it began.
  `CREATE TABLE mail_consent_links (
    tenant_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    consent_id uuid NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, token_hash),
    FOREIGN KEY (tenant_id, consent_id) REFERENCES mail_consents ON DELETE CASCADE
  )`,
  'CREATE INDEX mail_consent_links_by_consent ON mail_consent_links (tenant_id, consent_id)',
  ...secured('mail_consent_links', 'SELECT, INSERT, DELETE'),

  // Until something that was mailed there is used, a changed address may be anybody's.
  'ALTER TABLE users ADD COLUMN is_address_unproven boolean NOT NULL DEFAULT false',

  `INSERT INTO mail_consents (tenant_id, id, purpose, address_hash, address, state, language, answered_at)
    SELECT p.tenant_id, gen_random_uuid(), 'scheduledReports', sha256(convert_to(lower(trim(p.email)), 'UTF8')),
      lower(trim(p.email)), CASE WHEN bool_and(p.unsubscribed_at IS NOT NULL) THEN 'stopped' ELSE 'agreedBefore' END,
      min(r.language), max(p.unsubscribed_at)
    FROM scheduled_report_recipients p
    JOIN scheduled_reports r ON r.tenant_id = p.tenant_id AND r.id = p.report_id
    WHERE r.deleted_at IS NULL AND (p.place IS NOT NULL OR p.unsubscribed_at IS NOT NULL)
    GROUP BY p.tenant_id, lower(trim(p.email))`,
];
