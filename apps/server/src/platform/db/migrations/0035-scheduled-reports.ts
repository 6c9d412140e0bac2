import { type Kysely, sql } from 'kysely';
import { columnsOf, type ManagedTable, searchOf } from './0016-managed-records.ts';
import { secured } from './own-rows.ts';

/** Reports that are mailed by the clock or on events, what was sent to whom, and files that go along with a mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export const managed: ManagedTable = {
  table: 'scheduled_reports',
  name: 'name',
  searched: 'name',
  atSite: 'r.site_id = site',
  isDeletable: true,
  hasTimes: false,
};

const statements = [
  `CREATE TABLE scheduled_reports (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    -- null for all sites
    site_id uuid,
    timing jsonb NOT NULL,
    contents text[] NOT NULL,
    period text NOT NULL,
    day_start_minute smallint NOT NULL DEFAULT 0,
    formats text[] NOT NULL,
    language text NOT NULL,
    sends_empty boolean NOT NULL DEFAULT false,
    activated boolean NOT NULL DEFAULT true,
    -- on whose behalf it is sent
    owner_id uuid,
    paused_reason text NOT NULL DEFAULT '',
    -- what was due or happened before is none of its business; null until the clock has seen it
    armed_at timestamptz,
    events_checked_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites,
    FOREIGN KEY (tenant_id, owner_id) REFERENCES users ON DELETE SET NULL (owner_id)
  )`,
  ...columnsOf(managed),
  searchOf(managed),
  'REVOKE ALL ON FUNCTION search_scheduled_reports(text, uuid) FROM PUBLIC',
  'GRANT EXECUTE ON FUNCTION search_scheduled_reports(text, uuid) TO watchpost_app',
  'CREATE INDEX scheduled_reports_by_site ON scheduled_reports (tenant_id, site_id)',
  'CREATE INDEX scheduled_reports_by_owner ON scheduled_reports (tenant_id, owner_id)',
  ...secured('scheduled_reports', 'SELECT, INSERT, UPDATE'),

  `CREATE TABLE scheduled_report_recipients (
    tenant_id uuid NOT NULL,
    report_id uuid NOT NULL,
    email text NOT NULL,
    -- null for one who was taken off the list after asking to be sent no more: that is not forgotten
    place smallint,
    unsubscribe_token text NOT NULL,
    unsubscribed_at timestamptz,
    PRIMARY KEY (tenant_id, report_id, email),
    FOREIGN KEY (tenant_id, report_id) REFERENCES scheduled_reports ON DELETE CASCADE
  )`,
  `CREATE UNIQUE INDEX scheduled_report_recipients_by_token
    ON scheduled_report_recipients (tenant_id, unsubscribe_token)`,
  ...secured('scheduled_report_recipients', 'SELECT, INSERT, UPDATE, DELETE'),

  // The occasion is what makes each sending the only one of its kind.
  `CREATE TABLE scheduled_report_runs (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    report_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('planned', 'event', 'test')),
    occasion text NOT NULL,
    due_at_ms bigint NOT NULL,
    from_ms bigint NOT NULL,
    to_ms bigint NOT NULL,
    time_zone text NOT NULL,
    state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'making', 'sent', 'empty', 'failed')),
    reason text NOT NULL DEFAULT '',
    attempts smallint NOT NULL DEFAULT 0,
    -- while making: when the attempt counts as lost; while queued: when it is to begin
    next_try_at timestamptz NOT NULL DEFAULT now(),
    row_count integer,
    skipped integer NOT NULL DEFAULT 0,
    -- of a test: its only recipient
    test_email text,
    finished_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    UNIQUE (tenant_id, report_id, occasion),
    FOREIGN KEY (tenant_id, report_id) REFERENCES scheduled_reports ON DELETE CASCADE
  )`,
  `CREATE INDEX scheduled_report_runs_by_report ON scheduled_report_runs (tenant_id, report_id, due_at_ms, id)`,
  `CREATE INDEX scheduled_report_runs_open ON scheduled_report_runs (tenant_id, next_try_at)
    WHERE state IN ('queued', 'making')`,
  ...secured('scheduled_report_runs', 'SELECT, INSERT, UPDATE'),

  // What happened that a report is to tell of, each once.
  `CREATE TABLE scheduled_report_events (
    tenant_id uuid NOT NULL,
    report_id uuid NOT NULL,
    subject_id uuid NOT NULL,
    at_ms bigint NOT NULL,
    noted_at timestamptz NOT NULL DEFAULT now(),
    run_id uuid,
    PRIMARY KEY (tenant_id, report_id, subject_id, at_ms),
    FOREIGN KEY (tenant_id, report_id) REFERENCES scheduled_reports ON DELETE CASCADE
  )`,
  `CREATE INDEX scheduled_report_events_waiting ON scheduled_report_events (tenant_id, report_id, noted_at)
    WHERE run_id IS NULL`,
  'CREATE INDEX scheduled_report_events_by_run ON scheduled_report_events (tenant_id, run_id)',
  ...secured('scheduled_report_events', 'SELECT, INSERT, UPDATE, DELETE'),

  // Written before the file is stored, so that what a killed server left is deleted in its time too.
  `CREATE TABLE scheduled_report_files (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    run_id uuid NOT NULL,
    attempt smallint NOT NULL,
    name text NOT NULL,
    media_type text NOT NULL,
    storage_key text NOT NULL,
    bytes integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    deleted_at timestamptz,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, run_id) REFERENCES scheduled_report_runs ON DELETE CASCADE
  )`,
  'CREATE INDEX scheduled_report_files_by_run ON scheduled_report_files (tenant_id, run_id)',
  `CREATE INDEX scheduled_report_files_kept ON scheduled_report_files (tenant_id, created_at)
    WHERE deleted_at IS NULL`,
  ...secured('scheduled_report_files', 'SELECT, INSERT, UPDATE'),

  `CREATE TABLE scheduled_report_links (
    tenant_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    run_id uuid NOT NULL,
    email text NOT NULL,
    message_id uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    revoked_at timestamptz,
    PRIMARY KEY (tenant_id, token_hash),
    FOREIGN KEY (tenant_id, run_id) REFERENCES scheduled_report_runs ON DELETE CASCADE
  )`,
  'CREATE INDEX scheduled_report_links_by_run ON scheduled_report_links (tenant_id, run_id)',
  ...secured('scheduled_report_links', 'SELECT, INSERT, UPDATE'),

  `CREATE TABLE scheduled_report_downloads (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    run_id uuid NOT NULL,
    file_id uuid NOT NULL,
    email text NOT NULL,
    address text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, run_id) REFERENCES scheduled_report_runs ON DELETE CASCADE,
    FOREIGN KEY (tenant_id, file_id) REFERENCES scheduled_report_files ON DELETE CASCADE
  )`,
  'CREATE INDEX scheduled_report_downloads_by_run ON scheduled_report_downloads (tenant_id, run_id, at)',
  ...secured('scheduled_report_downloads', 'SELECT, INSERT'),

  `ALTER TABLE mail_messages
    -- [{key, name, mediaType}] of files that are read when the message leaves
    ADD COLUMN attachments jsonb NOT NULL DEFAULT '[]',
    -- answers a POST by ending the subscription (RFC 8058)
    ADD COLUMN unsubscribe_url text`,
];
