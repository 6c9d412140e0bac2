import { type Kysely, sql } from 'kysely';

/** Who reported an incident and who sees to it, its photos, and its history, which nobody changes (MNG-08). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const appended = (table: string) => [
  `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
  `CREATE POLICY own_tenant ON ${table}
    USING (tenant_id = nullif(current_setting('watchpost.tenant', true), '')::uuid)`,
  `GRANT SELECT, INSERT ON ${table} TO watchpost_app`,
];

const statements = [
  `ALTER TABLE incidents
    -- the user who opened it at a console
    ADD COLUMN opened_by uuid,
    ADD COLUMN assignee_id uuid,
    ADD COLUMN status_at timestamptz NOT NULL DEFAULT now(),
    -- of a report that a guard's device sent: its own clock, and what makes two sendings the same
    ADD COLUMN device_id uuid,
    ADD COLUMN device_at_ms bigint,
    ADD COLUMN clock_skew_ms bigint,
    ADD COLUMN accuracy_metres real,
    ADD COLUMN body_hash text,
    ADD FOREIGN KEY (tenant_id, opened_by) REFERENCES users ON DELETE SET NULL (opened_by),
    ADD FOREIGN KEY (tenant_id, assignee_id) REFERENCES users ON DELETE SET NULL (assignee_id)`,
  'CREATE INDEX incidents_by_report ON incidents (tenant_id, reported_at, id)',
  'CREATE INDEX incidents_by_status ON incidents (tenant_id, status, reported_at)',
  'CREATE INDEX incidents_by_assignee ON incidents (tenant_id, assignee_id) WHERE assignee_id IS NOT NULL',
  'CREATE INDEX incidents_by_opener ON incidents (tenant_id, opened_by) WHERE opened_by IS NOT NULL',
  'REVOKE DELETE ON incidents FROM watchpost_app',

  `CREATE TABLE incident_photos (
    tenant_id uuid NOT NULL,
    -- made by the device that sent it, or by the server
    id uuid NOT NULL,
    incident_id uuid NOT NULL,
    file_id uuid NOT NULL,
    -- SHA-256 of what a device sent
    sent_hash text,
    added_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, file_id),
    FOREIGN KEY (tenant_id, incident_id) REFERENCES incidents ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, file_id) REFERENCES files
  )`,
  'CREATE INDEX incident_photos_by_incident ON incident_photos (tenant_id, incident_id, added_at)',

  `CREATE TABLE incident_history (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    incident_id uuid NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    kind text NOT NULL CHECK (kind IN ('reported', 'edited', 'status', 'assigned', 'comment', 'photos')),
    actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'guard', 'system')),
    -- outlives the account; the name is as it was then
    actor_id uuid,
    actor_name text NOT NULL,
    from_status text,
    to_status text,
    comment text NOT NULL DEFAULT '',
    -- [{field, before, after}]
    changes jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, incident_id) REFERENCES incidents ON DELETE CASCADE
  )`,
  'CREATE INDEX incident_history_by_incident ON incident_history (tenant_id, incident_id, at, id)',
  ...appended('incident_photos'),
  ...appended('incident_history'),
];
