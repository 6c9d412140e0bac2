import { type Kysely, sql } from 'kysely';

/** Logos of sites, plans of their floors, and where checkpoints stand on these (MNG-02). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ownTenant = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY own_tenant ON ${table}
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
];

const statements = [
  'ALTER TABLE files DROP CONSTRAINT files_purpose_check',
  `ALTER TABLE files ADD CONSTRAINT files_purpose_check
    CHECK (purpose IN ('profileImage', 'image', 'tenantLogo', 'siteLogo', 'floorPlan'))`,

  `ALTER TABLE sites
    ADD COLUMN logo_file_id uuid,
    ADD FOREIGN KEY (tenant_id, logo_file_id) REFERENCES files`,
  'CREATE INDEX sites_by_logo ON sites (tenant_id, logo_file_id) WHERE logo_file_id IS NOT NULL',

  `CREATE TABLE floor_plans (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    name text NOT NULL,
    file_id uuid NOT NULL,
    position integer NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, file_id),
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites,
    FOREIGN KEY (tenant_id, file_id) REFERENCES files
  )`,
  'CREATE INDEX floor_plans_by_site ON floor_plans (tenant_id, site_id, position, id)',

  `CREATE TABLE floor_plan_checkpoints (
    tenant_id uuid NOT NULL,
    -- the key: a checkpoint stands on one plan at most
    checkpoint_id uuid NOT NULL,
    plan_id uuid NOT NULL,
    -- parts of the plan's width and height, from its left and upper edge
    x double precision NOT NULL CHECK (x BETWEEN 0 AND 1),
    y double precision NOT NULL CHECK (y BETWEEN 0 AND 1),
    PRIMARY KEY (tenant_id, checkpoint_id),
    FOREIGN KEY (tenant_id, checkpoint_id) REFERENCES checkpoints ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, plan_id) REFERENCES floor_plans ON DELETE CASCADE
  )`,
  'CREATE INDEX floor_plan_checkpoints_by_plan ON floor_plan_checkpoints (tenant_id, plan_id)',
  ...ownTenant('floor_plans'),
  ...ownTenant('floor_plan_checkpoints'),
  'GRANT SELECT, INSERT, UPDATE, DELETE ON floor_plans TO watchpost_app',
  'GRANT SELECT, INSERT, UPDATE, DELETE ON floor_plan_checkpoints TO watchpost_app',
];
