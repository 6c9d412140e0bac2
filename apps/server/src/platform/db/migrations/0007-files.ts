import { type Kysely, sql } from 'kysely';

/** Whose a stored file is, what for, its size as a picture, and where the file store keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE files
    -- null once its owner's account is gone
    ADD COLUMN owner_id uuid,
    ADD COLUMN purpose text NOT NULL DEFAULT 'image' CHECK (purpose IN ('profileImage', 'image')),
    ADD COLUMN width integer NOT NULL DEFAULT 0,
    ADD COLUMN height integer NOT NULL DEFAULT 0,
    -- what the names of its contents in the file store begin with
    ADD COLUMN storage_key text NOT NULL DEFAULT '',
    ADD FOREIGN KEY (tenant_id, owner_id) REFERENCES users ON DELETE SET NULL (owner_id)`,
  'CREATE INDEX files_by_owner ON files (tenant_id, owner_id)',
];
