import { type Kysely, sql } from 'kysely';

/** Each tenant's sign-in provider, and who of it is which account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const guarded = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY own_tenant ON ${table}
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
];

const statements = [
  `CREATE TABLE sign_in_providers (
    tenant_id uuid PRIMARY KEY REFERENCES tenants,
    issuer text NOT NULL,
    client_id text NOT NULL,
    -- sealed with a key of the server's secret (access/sealed-text.ts)
    client_secret text NOT NULL,
    scopes text NOT NULL,
    label text NOT NULL,
    is_on boolean NOT NULL,
    version integer NOT NULL DEFAULT 1
  )`,
  ...guarded('sign_in_providers'),
  'GRANT SELECT, INSERT, UPDATE ON sign_in_providers TO watchpost_app',

  `CREATE TABLE provider_identities (
    tenant_id uuid NOT NULL REFERENCES tenants,
    issuer text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    linked_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, issuer, subject),
    -- one person a provider knows is one account, and the other way round
    UNIQUE (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE
  )`,
  ...guarded('provider_identities'),
  'GRANT SELECT, INSERT, DELETE ON provider_identities TO watchpost_app',
];
