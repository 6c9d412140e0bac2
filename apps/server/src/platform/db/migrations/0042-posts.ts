import { type Kysely, sql } from 'kysely';

/** Questions at checkpoints, post orders, and what guards' events say beside times and ids (FIELD-01). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Versions are added and never changed, and each is a leaf of the log. */
const appended = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY own_tenant ON ${table}
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
  `GRANT SELECT, INSERT ON ${table} TO watchpost_app`,
  `CREATE TRIGGER log_added AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT WHEN (nullif(current_setting('watchpost.tenant', true), '') IS NOT NULL)
    EXECUTE FUNCTION note_for_log()`,
];

const statements = [
  // Of answers, notes and the like: the event's members that have no column.
  'ALTER TABLE field_events ADD COLUMN details jsonb',
  `CREATE INDEX field_events_handovers ON field_events (tenant_id, subject_id, received_at_ms)
    WHERE kind = 'handoverNoted'`,

  `CREATE TABLE question_versions (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    checkpoint_id uuid NOT NULL,
    no integer NOT NULL CHECK (no > 0),
    -- in the order of asking; see domain/checkpoint-questions.ts
    questions jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- outlives the account; the name is as it was then
    created_by uuid,
    created_by_name text NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, checkpoint_id, no),
    FOREIGN KEY (tenant_id, checkpoint_id) REFERENCES checkpoints
  )`,
  ...appended('question_versions'),

  `CREATE TABLE post_order_versions (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    no integer NOT NULL CHECK (no > 0),
    text text NOT NULL,
    -- the first instant of a day of the site
    effective_from_ms bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by uuid,
    created_by_name text NOT NULL,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, site_id, no),
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites
  )`,
  ...appended('post_order_versions'),
];
