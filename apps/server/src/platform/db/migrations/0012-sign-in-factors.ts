import { type Kysely, sql } from 'kysely';

/** Second factors and passkeys, and sign-ins that wait for their second step. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ownTenant = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY own_tenant ON ${table}
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
  `GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO watchpost_app`,
];

const ofUser = `tenant_id uuid NOT NULL REFERENCES tenants,
    user_id uuid NOT NULL,
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE`;

const statements = [
  `CREATE TABLE authenticators (
    ${ofUser},
    -- null until a first code was right
    sealed_secret text,
    -- one that is being set up, perhaps in place of the other
    pending_secret text,
    pending_until timestamptz,
    -- the newest time step whose code was taken: it and those before are used up
    last_step bigint NOT NULL DEFAULT 0,
    added_at timestamptz,
    PRIMARY KEY (tenant_id, user_id)
  )`,
  ...ownTenant('authenticators'),

  // A used code is a deleted one.
  `CREATE TABLE recovery_codes (
    ${ofUser},
    code_mac bytea NOT NULL,
    made_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, user_id, code_mac)
  )`,
  ...ownTenant('recovery_codes'),

  `CREATE TABLE passkeys (
    id uuid NOT NULL,
    ${ofUser},
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL DEFAULT '{}',
    -- the host that it is good for
    rp_id text NOT NULL,
    name text NOT NULL,
    is_backed_up boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz,
    PRIMARY KEY (tenant_id, id)
  )`,
  'CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (tenant_id, credential_id)',
  'CREATE INDEX passkeys_by_user ON passkeys (tenant_id, user_id)',
  ...ownTenant('passkeys'),

  // After a right password, before the second step.
  `CREATE TABLE pending_sign_ins (
    token_hash bytea NOT NULL,
    ${ofUser},
    -- whoever has no factor yet must set one up first
    must_enrol boolean NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, token_hash)
  )`,
  'CREATE INDEX pending_sign_ins_by_user ON pending_sign_ins (tenant_id, user_id)',
  ...ownTenant('pending_sign_ins'),

  // Challenges carry their own proof; only those that were signed are kept, so that none is signed twice.
  `CREATE TABLE spent_challenges (
    tenant_id uuid NOT NULL REFERENCES tenants,
    challenge_hash bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (tenant_id, challenge_hash)
  )`,
  ...ownTenant('spent_challenges'),

  // When the password was last typed again in this session.
  'ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz',
];
