import { type Kysely, sql } from 'kysely';

/** Revisions of the information pages, the switches of sub admins' access, and versions that tell when to ask anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ownTenant = `USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`;

const statements = [
  `ALTER TABLE app_settings
    ADD COLUMN version integer NOT NULL DEFAULT 1,
    ADD COLUMN saved_at timestamptz NOT NULL DEFAULT now(),
    -- null: came with the tenant
    ADD COLUMN saved_by uuid,
    ADD COLUMN restored_from integer`,

  // Every text that a page had, as it was saved: never updated, never deleted.
  `CREATE TABLE app_setting_revisions (
    tenant_id uuid NOT NULL REFERENCES tenants,
    page_id text NOT NULL,
    version integer NOT NULL,
    html text NOT NULL,
    saved_at timestamptz NOT NULL DEFAULT now(),
    saved_by uuid,
    restored_from integer,
    PRIMARY KEY (tenant_id, page_id, version)
  )`,
  'ALTER TABLE app_setting_revisions ENABLE ROW LEVEL SECURITY',
  `CREATE POLICY own_tenant ON app_setting_revisions ${ownTenant}`,
  'GRANT SELECT, INSERT ON app_setting_revisions TO watchpost_app',

  `CREATE TABLE tenant_settings (
    tenant_id uuid PRIMARY KEY REFERENCES tenants,
    -- counts all saves; the other two are its value at the last save of their part
    version integer NOT NULL DEFAULT 0,
    config_version integer NOT NULL DEFAULT 0,
    access_version integer NOT NULL DEFAULT 0,
    -- {GROUP: [actions]} of the groups that depart from the defaults
    sub_admin_access jsonb NOT NULL DEFAULT '{}'
  )`,
  'ALTER TABLE tenant_settings ENABLE ROW LEVEL SECURITY',
  `CREATE POLICY own_tenant ON tenant_settings ${ownTenant}`,
  'GRANT SELECT, INSERT, UPDATE ON tenant_settings TO watchpost_app',

  // A tenant may rename itself; every tenant is found by its slug before it is known who asks.
  'ALTER TABLE tenants ENABLE ROW LEVEL SECURITY',
  'CREATE POLICY found_by_slug ON tenants FOR SELECT USING (true)',
  `CREATE POLICY own_tenant ON tenants FOR UPDATE ${ownTenant}`,
  'GRANT UPDATE (name) ON tenants TO watchpost_app',
];
