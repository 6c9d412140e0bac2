import { type Kysely, sql } from 'kysely';

/** Tenants, accounts, sites, guards, checkpoints and what is planned for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE tenants (
    tenant_id uuid PRIMARY KEY,
    slug text NOT NULL UNIQUE,
    name text NOT NULL,
    is_demo boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,

  // userInfo (super admins) and every other account that signs in with an e-mail address
  `CREATE TABLE users (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    -- null: an account with neither record (SIGN-09)
    role text CHECK (role IN ('superAdmin', 'subAdmin', 'guard')),
    activated boolean NOT NULL DEFAULT true,
    first_name text NOT NULL DEFAULT '',
    last_name text NOT NULL DEFAULT '',
    phone_number text NOT NULL DEFAULT '',
    country_code text NOT NULL DEFAULT '+91',
    profile_image text NOT NULL DEFAULT '',
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id)
  )`,
  'CREATE UNIQUE INDEX users_by_email ON users (tenant_id, lower(email))',

  // subAdmin, whose one record is here a site and the accounts tied to it
  `CREATE TABLE sites (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    name text NOT NULL,
    address text NOT NULL DEFAULT '',
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    time_zone text NOT NULL,
    contact_name text NOT NULL DEFAULT '',
    contact_phone text NOT NULL DEFAULT '',
    activated boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id)
  )`,
  `CREATE TABLE sub_admins (
    tenant_id uuid NOT NULL,
    user_id uuid NOT NULL,
    site_id uuid NOT NULL,
    PRIMARY KEY (tenant_id, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites
  )`,
  'CREATE INDEX sub_admins_by_site ON sub_admins (tenant_id, site_id)',

  `CREATE TABLE guards (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    employee_id text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL DEFAULT '',
    email text NOT NULL DEFAULT '',
    phone_number text NOT NULL DEFAULT '',
    country_code text NOT NULL DEFAULT '+91',
    -- null until a field secret is issued
    secret_hash text,
    user_id uuid,
    activated boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id)
  )`,
  'CREATE UNIQUE INDEX guards_by_employee_id ON guards (tenant_id, lower(employee_id))',
  `CREATE TABLE guard_sites (
    tenant_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    site_id uuid NOT NULL,
    PRIMARY KEY (tenant_id, guard_id, site_id),
    FOREIGN KEY (tenant_id, guard_id) REFERENCES guards ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites
  )`,
  'CREATE INDEX guard_sites_by_site ON guard_sites (tenant_id, site_id)',

  // checkPoints and qrCodes
  `CREATE TABLE checkpoints (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    name text NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    radius_metres double precision NOT NULL DEFAULT 30 CHECK (radius_metres > 0),
    instructions text NOT NULL DEFAULT '',
    nfc_tag_id text,
    activated boolean NOT NULL DEFAULT true,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites
  )`,
  'CREATE INDEX checkpoints_by_site ON checkpoints (tenant_id, site_id)',
  `CREATE TABLE qr_codes (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    checkpoint_id uuid NOT NULL,
    code text NOT NULL,
    issued_at timestamptz NOT NULL DEFAULT now(),
    retired_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, code),
    FOREIGN KEY (tenant_id, checkpoint_id) REFERENCES checkpoints ON DELETE CASCADE
  )`,
  'CREATE UNIQUE INDEX qr_codes_live ON qr_codes (tenant_id, checkpoint_id) WHERE retired_at IS NULL',

  `CREATE TABLE shifts (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    name text NOT NULL,
    -- minutes after midnight of the site's day; to before from means overnight
    from_minute smallint NOT NULL CHECK (from_minute BETWEEN 0 AND 1439),
    to_minute smallint NOT NULL CHECK (to_minute BETWEEN 0 AND 1439),
    -- Sunday 1 to Saturday 7
    weekdays smallint[] NOT NULL,
    activated boolean NOT NULL DEFAULT true,
    PRIMARY KEY (tenant_id, id),
    CHECK (from_minute <> to_minute),
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites
  )`,
  'CREATE INDEX shifts_by_site ON shifts (tenant_id, site_id)',
  `CREATE TABLE shift_guards (
    tenant_id uuid NOT NULL,
    shift_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    PRIMARY KEY (tenant_id, shift_id, guard_id),
    FOREIGN KEY (tenant_id, shift_id) REFERENCES shifts ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, guard_id) REFERENCES guards ON DELETE CASCADE
  )`,

  `CREATE TABLE patrol_routes (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    name text NOT NULL,
    is_fixed_order boolean NOT NULL DEFAULT false,
    activated boolean NOT NULL DEFAULT true,
    -- the version that new rounds are walked by
    current_version_id uuid,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites
  )`,
  'CREATE INDEX patrol_routes_by_site ON patrol_routes (tenant_id, site_id)',
  `CREATE TABLE patrol_route_checkpoints (
    tenant_id uuid NOT NULL,
    route_id uuid NOT NULL,
    position smallint NOT NULL,
    checkpoint_id uuid NOT NULL,
    expected_minutes smallint NOT NULL DEFAULT 0,
    PRIMARY KEY (tenant_id, route_id, position),
    FOREIGN KEY (tenant_id, route_id) REFERENCES patrol_routes ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, checkpoint_id) REFERENCES checkpoints
  )`,
  // A route as it stood: never updated, so that history never changes with a later edit.
  `CREATE TABLE route_versions (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    route_id uuid NOT NULL,
    site_id uuid NOT NULL,
    name text NOT NULL,
    is_fixed_order boolean NOT NULL,
    -- [{checkpointId, name, latitude, longitude, radiusMetres}] in order
    checkpoints jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, route_id) REFERENCES patrol_routes
  )`,
  'CREATE INDEX route_versions_by_route ON route_versions (tenant_id, route_id)',
  `CREATE TABLE patrol_tours (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    route_id uuid NOT NULL,
    shift_id uuid,
    name text NOT NULL,
    start_window_minutes smallint NOT NULL DEFAULT 15,
    grace_minutes smallint NOT NULL DEFAULT 10,
    activated boolean NOT NULL DEFAULT true,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, route_id) REFERENCES patrol_routes
  )`,
  // patrolIncidence
  `CREATE TABLE incidents (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    guard_id uuid,
    type text NOT NULL,
    severity text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
    status text NOT NULL DEFAULT 'New' CHECK (status IN ('New', 'Attended', 'Closed')),
    description text NOT NULL DEFAULT '',
    latitude double precision,
    longitude double precision,
    reported_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites
  )`,
  'CREATE INDEX incidents_by_site ON incidents (tenant_id, site_id, reported_at)',

  `CREATE TABLE app_settings (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id text NOT NULL CHECK (id IN ('aboutCompany', 'contactSupport', 'faqs', 'privacyPolicy', 'termConditions')),
    html text NOT NULL,
    PRIMARY KEY (tenant_id, id)
  )`,
  `CREATE TABLE tenant_config (
    tenant_id uuid NOT NULL REFERENCES tenants,
    config_key text NOT NULL,
    config_value text NOT NULL,
    PRIMARY KEY (tenant_id, config_key)
  )`,
  `CREATE TABLE files (
    tenant_id uuid NOT NULL REFERENCES tenants,
    id uuid NOT NULL,
    name text NOT NULL,
    media_type text NOT NULL,
    bytes integer NOT NULL,
    sha256 bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id)
  )`,

  `CREATE TABLE sessions (
    tenant_id uuid NOT NULL REFERENCES tenants,
    -- SHA-256 of the credential: the credential itself is never stored
    token_hash bytea NOT NULL,
    user_id uuid,
    guard_id uuid,
    device_id uuid,
    created_at timestamptz NOT NULL DEFAULT now(),
    last_seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    address text NOT NULL DEFAULT '',
    agent text NOT NULL DEFAULT '',
    PRIMARY KEY (tenant_id, token_hash),
    CHECK ((user_id IS NULL) <> (guard_id IS NULL)),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, guard_id) REFERENCES guards ON DELETE CASCADE
  )`,
  'CREATE INDEX sessions_by_user ON sessions (tenant_id, user_id)',
  'CREATE INDEX sessions_by_guard ON sessions (tenant_id, guard_id)',
  'CREATE INDEX sessions_by_expiry ON sessions (tenant_id, expires_at)',

  // Failed sign-ins by account and by address, slowed without telling whether the account exists (SIGN-12).
  `CREATE TABLE sign_in_failures (
    tenant_id uuid NOT NULL REFERENCES tenants,
    subject text NOT NULL,
    failures integer NOT NULL,
    window_started_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, subject)
  )`,
];
