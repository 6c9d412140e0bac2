import { type Kysely, sql } from 'kysely';

/** Links of invitations live for days, and say what became of them when they no longer open anything (MNG-02). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE password_codes ADD COLUMN is_invitation boolean NOT NULL DEFAULT false,
    -- when a newer invitation was mailed
    ADD COLUMN replaced_at timestamptz`,
  // Null for who was invited before, whose links have all ended.
  'ALTER TABLE users ADD COLUMN invitation_ends_at timestamptz',
];
