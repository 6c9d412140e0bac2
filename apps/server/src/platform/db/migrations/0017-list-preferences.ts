import { type Kysely, sql } from 'kysely';

/** How each user likes to see a list: its hidden columns and saved views. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE list_preferences (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    area text NOT NULL,
    -- as in the contract: {hiddenColumns, views}
    preferences jsonb NOT NULL,
    PRIMARY KEY (tenant_id, user_id, area),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
  )`,
  'ALTER TABLE list_preferences ENABLE ROW LEVEL SECURITY',
  `CREATE POLICY own_tenant ON list_preferences
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
  'GRANT SELECT, INSERT, UPDATE ON list_preferences TO watchpost_app',
];
