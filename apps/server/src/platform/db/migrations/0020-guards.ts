import { type Kysely, sql } from 'kysely';

/** Photos of guards, and spreadsheets on their way to become guards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const ownTenant = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY own_tenant ON ${table}
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
];

const statements = [
  // id of the file; empty for none
  `ALTER TABLE guards ADD COLUMN photo text NOT NULL DEFAULT ''`,
  `CREATE INDEX guards_by_photo ON guards (tenant_id, photo) WHERE photo <> ''`,
  'CREATE INDEX shift_guards_by_guard ON shift_guards (tenant_id, guard_id)',
  'CREATE INDEX incidents_by_guard ON incidents (tenant_id, guard_id) WHERE guard_id IS NOT NULL',

  `CREATE TABLE guard_imports (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    -- the one site of a sub admin, whose guards are all there
    site_id uuid,
    -- who and from where, for the entry in the audit log when it is done
    origin jsonb NOT NULL,
    file_name text NOT NULL,
    headings text[] NOT NULL,
    row_count integer NOT NULL,
    country_code text NOT NULL,
    mapping jsonb NOT NULL,
    state text NOT NULL DEFAULT 'uploaded'
      CHECK (state IN ('uploaded', 'checked', 'queued', 'running', 'done', 'refused')),
    mode text CHECK (mode IN ('allOrNothing', 'validOnly')),
    -- rows worked off; moves while the rows of 'allOrNothing' are still uncommitted
    rows_done integer NOT NULL DEFAULT 0,
    beat_at timestamptz NOT NULL DEFAULT now(),
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites
  )`,
  'CREATE INDEX guard_imports_by_age ON guard_imports (tenant_id, created_at)',
  `CREATE INDEX guard_imports_under_way ON guard_imports (tenant_id, beat_at)
    WHERE state IN ('queued', 'running')`,
  `CREATE TABLE guard_import_rows (
    tenant_id uuid NOT NULL,
    import_id uuid NOT NULL,
    -- as the spreadsheet counts its rows, the headings being the first
    row_no integer NOT NULL,
    cells jsonb NOT NULL,
    -- what the check found, or once the import is done what became of it
    outcome text CHECK (outcome IN ('new', 'changed', 'unchanged', 'wrong')),
    -- [{field, value, message}]
    errors jsonb,
    is_applied boolean NOT NULL DEFAULT false,
    PRIMARY KEY (tenant_id, import_id, row_no),
    FOREIGN KEY (tenant_id, import_id) REFERENCES guard_imports ON DELETE CASCADE
  )`,
  ...ownTenant('guard_imports'),
  ...ownTenant('guard_import_rows'),
  'GRANT SELECT, INSERT, UPDATE, DELETE ON guard_imports TO watchpost_app',
  'GRANT SELECT, INSERT, UPDATE ON guard_import_rows TO watchpost_app',
];
