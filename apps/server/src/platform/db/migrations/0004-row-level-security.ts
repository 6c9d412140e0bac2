import { type Kysely, sql } from 'kysely';

/** The tenant rule once more in the database: a forgotten predicate returns nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('GRANT SELECT ON tenants TO watchpost_app').execute(db);
  for (const table of tenantTables) {
    await sql.raw(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`).execute(db);
    await sql
      .raw(
        `CREATE POLICY own_tenant ON ${table}
          USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
      )
      .execute(db);
    await sql.raw(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO watchpost_app`).execute(db);
  }
  // What was recorded in the field is never edited.
  await sql
    .raw('REVOKE UPDATE, DELETE ON scans, field_events, route_versions FROM watchpost_app')
    .execute(db);
}

const tenantTables = [
  'users',
  'sites',
  'sub_admins',
  'guards',
  'guard_sites',
  'checkpoints',
  'qr_codes',
  'shifts',
  'shift_guards',
  'patrol_routes',
  'patrol_route_checkpoints',
  'route_versions',
  'patrol_tours',
  'incidents',
  'app_settings',
  'tenant_config',
  'files',
  'sessions',
  'sign_in_failures',
  'field_events',
  'duty_sessions',
  'round_arrivals',
  'rounds',
  'scans',
  'round_counts',
];
