import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** What leaves of the log hold in place of codes and ids of phones, so that they can be shown: see decision 0020. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const salted = (table: string) => `ALTER TABLE ${table}
  -- made by the phone: what it signed holds a digest in place of the code; null of apps of before, which signed the code
  ADD COLUMN proof_salt bytea`;

const statements = [
  ...['scans', 'field_events', 'refused_events'].map(salted),

  `CREATE TABLE log_salts (
    tenant_id uuid PRIMARY KEY,
    -- never shown: without it nobody can try codes against the digests of a leaf
    salt bytea NOT NULL,
    made_at_ms bigint NOT NULL,
    -- of the log, and its signature of the salt
    key bytea NOT NULL,
    signature bytea NOT NULL
  )`,
  ...secured('log_salts', 'SELECT, INSERT'),
];
