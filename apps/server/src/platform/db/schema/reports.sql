-- What reports add up from, and reports that are mailed by schedule.

-- How many rounds there were, by guard, site and interval. Written by triggers. Personal data: What a guard did.
CREATE TABLE round_counts (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The guard; the nil id for all.
  guard_id uuid NOT NULL,
  -- The site; the nil id for all.
  site_id uuid NOT NULL,
  -- Length of the interval that the row counts: 0 all time, 1 a day of UTC, 2 a quarter of an hour.
  grain smallint NOT NULL,
  -- When the interval starts; epoch milliseconds.
  bucket_ms bigint NOT NULL,
  -- Rounds that started in the interval.
  rounds bigint NOT NULL,
  -- Of these, under way.
  in_progress bigint NOT NULL,
  -- Of these, incomplete.
  incompleted bigint NOT NULL,
  -- Of these, completed.
  completed bigint NOT NULL,
  -- Checkpoints that all of them planned.
  checkpoints bigint NOT NULL,
  -- Checkpoints that the incomplete ones planned.
  planned_incompleted bigint NOT NULL DEFAULT 0,
  -- Checkpoints that the completed ones planned.
  planned_completed bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, guard_id, site_id, grain, bucket_ms)
) WITH (fillfactor=80);
ALTER TABLE round_counts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON round_counts
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON round_counts TO watchpost_app;

-- Cumulative totals of rounds: a row is a day by quarters of an hour, or 96 days. The trend and pages far down the
-- list of rounds read them. Written by triggers.
CREATE TABLE round_sums (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The site; the nil id for all.
  site_id uuid NOT NULL,
  -- 0 a day of UTC in 96 quarters of an hour, 1 96 days.
  grain smallint NOT NULL,
  -- When the interval starts; epoch milliseconds.
  bucket_ms bigint NOT NULL,
  -- Rounds that started, up to the end of each of the 96 slots.
  begun integer[] NOT NULL,
  -- Rounds that ended incomplete, likewise.
  incompleted integer[] NOT NULL,
  -- Rounds that ended completed, likewise.
  completed integer[] NOT NULL,
  PRIMARY KEY (tenant_id, site_id, grain, bucket_ms)
) WITH (fillfactor=60);
ALTER TABLE round_sums ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON round_sums
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON round_sums TO watchpost_app;

-- Rollup: how many rounds started at a site within an interval. The dashboard adds these up. Written by triggers.
CREATE TABLE site_round_rollups (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Length of the interval: 1 an hour, 24 a day of UTC, 168 a week, 2184 13 weeks.
  hours smallint NOT NULL,
  -- When the interval starts; epoch milliseconds. Intervals are counted from 1970.
  from_ms bigint NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- Rounds that started in the interval.
  started integer NOT NULL,
  -- Of these, ended incomplete.
  incompleted integer NOT NULL,
  -- Of these, completed.
  completed integer NOT NULL,
  -- Checkpoints that those planned that have ended.
  planned integer NOT NULL,
  -- Checkpoints that those scanned that have ended.
  scanned integer NOT NULL,
  PRIMARY KEY (tenant_id, hours, from_ms, site_id)
) WITH (fillfactor=80);
ALTER TABLE site_round_rollups ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON site_round_rollups
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON site_round_rollups TO watchpost_app;

-- Rollup: what became of the due rounds of a site within an interval. The dashboard adds these up. Written by
-- triggers.
CREATE TABLE site_due_rollups (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Length of the interval: 1 an hour, 24 a day of UTC, 168 a week, 2184 13 weeks.
  hours smallint NOT NULL,
  -- When the interval starts; epoch milliseconds. Intervals are counted from 1970.
  from_ms bigint NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- Started in time and completed.
  on_time integer NOT NULL,
  -- Started late and completed.
  done_late integer NOT NULL,
  -- Walked and incomplete.
  incomplete integer NOT NULL,
  -- Missed.
  missed integer NOT NULL,
  -- Excused.
  excused integer NOT NULL,
  -- Under way.
  under_way integer NOT NULL,
  PRIMARY KEY (tenant_id, hours, from_ms, site_id)
) WITH (fillfactor=80);
ALTER TABLE site_due_rollups ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON site_due_rollups
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON site_due_rollups TO watchpost_app;

-- Rollup: what became of the due rounds of a guard within an interval: of who started the round, or else of those
-- posted. The dashboard adds these up. Written by triggers. Personal data: What a guard did.
CREATE TABLE guard_due_rollups (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Length of the interval: 1 an hour, 24 a day of UTC, 168 a week, 2184 13 weeks.
  hours smallint NOT NULL,
  -- When the interval starts; epoch milliseconds. Intervals are counted from 1970.
  from_ms bigint NOT NULL,
  -- personal: The guard.
  guard_id uuid NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- Started in time and completed.
  on_time integer NOT NULL,
  -- Started late and completed.
  done_late integer NOT NULL,
  -- Walked and incomplete.
  incomplete integer NOT NULL,
  -- Missed.
  missed integer NOT NULL,
  -- Excused.
  excused integer NOT NULL,
  -- Under way.
  under_way integer NOT NULL,
  PRIMARY KEY (tenant_id, hours, from_ms, guard_id, site_id)
) WITH (fillfactor=80);
ALTER TABLE guard_due_rollups ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON guard_due_rollups
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON guard_due_rollups TO watchpost_app;

-- Rollup: how often a checkpoint was missed within an interval. The dashboard adds these up. Written by triggers.
CREATE TABLE checkpoint_rollups (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Length of the interval: 1 an hour, 24 a day of UTC, 168 a week, 2184 13 weeks.
  hours smallint NOT NULL,
  -- When the interval starts; epoch milliseconds. Intervals are counted from 1970.
  from_ms bigint NOT NULL,
  -- The checkpoint.
  checkpoint_id uuid NOT NULL,
  -- The site of the rounds.
  site_id uuid NOT NULL,
  -- In how many rounds it was missed.
  missed integer NOT NULL,
  PRIMARY KEY (tenant_id, hours, from_ms, checkpoint_id, site_id)
) WITH (fillfactor=80);
ALTER TABLE checkpoint_rollups ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON checkpoint_rollups
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON checkpoint_rollups TO watchpost_app;

-- How many exceptions there are by kind, severity and status. Written by triggers.
CREATE TABLE exception_counts (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The site; the nil id for all.
  site_id uuid NOT NULL,
  -- Length of the interval: 0 all time, 1 a day of UTC by when they happened.
  grain smallint NOT NULL,
  -- When the interval starts; epoch milliseconds.
  bucket_ms bigint NOT NULL,
  -- The kind of exception.
  kind text NOT NULL,
  -- 1 low to 4 critical.
  severity smallint NOT NULL,
  -- The status of the exceptions.
  status text NOT NULL,
  -- Whether a user deals with them.
  is_owned boolean NOT NULL,
  -- How many.
  items bigint NOT NULL,
  PRIMARY KEY (tenant_id, site_id, grain, bucket_ms, kind, severity, status, is_owned)
) WITH (fillfactor=80);
ALTER TABLE exception_counts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON exception_counts
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON exception_counts TO watchpost_app;

-- A report that is mailed by the clock or when something happens. Personal data: Users of the console.
CREATE TABLE scheduled_reports (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- Name of the report.
  name text NOT NULL,
  -- The site; null: all sites.
  site_id uuid,
  -- When it is sent: by the clock or on events.
  timing jsonb NOT NULL,
  -- Which reports it contains.
  contents text[] NOT NULL,
  -- Which time it covers, such as the day before.
  period text NOT NULL,
  -- When its days start; minutes after midnight.
  day_start_minute smallint NOT NULL DEFAULT 0,
  -- File formats, such as pdf and xlsx.
  formats text[] NOT NULL,
  -- Language code of the texts, such as en.
  language text NOT NULL,
  -- Whether it is sent when there is nothing to report.
  sends_empty boolean NOT NULL DEFAULT false,
  -- False while it is switched off.
  activated boolean NOT NULL DEFAULT true,
  -- personal: The user on whose behalf it is sent; null once the account is gone.
  owner_id uuid,
  -- Why it is not sent; empty: it is.
  paused_reason text NOT NULL DEFAULT '',
  -- What was due or happened before is not reported; null until the clock has seen it.
  armed_at timestamptz,
  -- Up to when events were looked for; null: never.
  events_checked_at timestamptz,
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was last changed.
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- When it was deleted; null while it is not. A deletion can be undone.
  deleted_at timestamptz,
  -- What a search compares with: names and other texts, folded.
  search_text text GENERATED ALWAYS AS (fold_text(name)) STORED,
  -- The groups of three letters of search_text, by which the index finds it.
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(name))) STORED,
  -- The name as lists order it: folded, with numbers by their value.
  sort_name text COLLATE name_order GENERATED ALWAYS AS (fold_text(name)) STORED,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id) ON DELETE SET NULL (owner_id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX scheduled_reports_by_gram ON scheduled_reports USING gin (tenant_id, search_grams);
CREATE INDEX scheduled_reports_by_name ON scheduled_reports (tenant_id, sort_name, id) WHERE deleted_at IS NULL;
CREATE INDEX scheduled_reports_by_owner ON scheduled_reports (tenant_id, owner_id);
CREATE INDEX scheduled_reports_by_site ON scheduled_reports (tenant_id, site_id);
ALTER TABLE scheduled_reports ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_reports
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON scheduled_reports TO watchpost_app;

-- A person who gets a scheduled report. Personal data: Scheduled reports.
CREATE TABLE scheduled_report_recipients (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The report.
  report_id uuid NOT NULL,
  -- personal: Address of the recipient.
  email text NOT NULL,
  -- Place in the list; null for one who was removed after asking for no more mail.
  place smallint,
  -- personal: Secret of the link that ends the subscription.
  unsubscribe_token text NOT NULL,
  -- When the person ended it; null: they did not.
  unsubscribed_at timestamptz,
  PRIMARY KEY (tenant_id, report_id, email),
  FOREIGN KEY (tenant_id, report_id) REFERENCES scheduled_reports(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX scheduled_report_recipients_by_token ON scheduled_report_recipients (tenant_id, unsubscribe_token);
ALTER TABLE scheduled_report_recipients ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_recipients
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_report_recipients TO watchpost_app;

-- One sending of a scheduled report. Personal data: Scheduled reports.
CREATE TABLE scheduled_report_runs (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The report.
  report_id uuid NOT NULL,
  -- planned, event or test.
  kind text NOT NULL,
  -- What makes this sending the only one of its kind, such as the date.
  occasion text NOT NULL,
  -- When it was to be sent; epoch milliseconds.
  due_at_ms bigint NOT NULL,
  -- Start of the time that it covers; epoch milliseconds.
  from_ms bigint NOT NULL,
  -- End of the time that it covers; epoch milliseconds.
  to_ms bigint NOT NULL,
  -- Time zone of its days.
  time_zone text NOT NULL,
  -- How far it is.
  state text NOT NULL DEFAULT 'queued',
  -- Why the last attempt failed; empty otherwise.
  reason text NOT NULL DEFAULT '',
  -- How often it was tried.
  attempts smallint NOT NULL DEFAULT 0,
  -- While queued, when it is tried; while it is made, when the attempt counts as lost.
  next_try_at timestamptz NOT NULL DEFAULT now(),
  -- How many rows it has; null until it is made.
  row_count integer,
  -- How many recipients were left out.
  skipped integer NOT NULL DEFAULT 0,
  -- personal: The only recipient of a test; null otherwise.
  test_email text,
  -- When it was done; null: not yet.
  finished_at timestamptz,
  -- The site whose data it contains, as of when it was made; null: all sites.
  site_id uuid,
  -- Which reports it contains, as of when it was made.
  contents text[] NOT NULL DEFAULT '{scannedCheckpoints,loginLogout,dueRounds,missedRounds,incidents,exceptions}'::text[],
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, report_id, occasion),
  CHECK (kind IN ('planned', 'event', 'test')),
  CHECK (state IN ('queued', 'making', 'sent', 'empty', 'failed')),
  FOREIGN KEY (tenant_id, report_id) REFERENCES scheduled_reports(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_report_runs_by_report ON scheduled_report_runs (tenant_id, report_id, due_at_ms, id);
CREATE INDEX scheduled_report_runs_open ON scheduled_report_runs (tenant_id, next_try_at)
  WHERE state IN ('queued', 'making');
ALTER TABLE scheduled_report_runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_runs
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON scheduled_report_runs TO watchpost_app;

-- Something that a report is to be sent about, each once.
CREATE TABLE scheduled_report_events (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The report.
  report_id uuid NOT NULL,
  -- What happened: a due round, incident or call.
  subject_id uuid NOT NULL,
  -- When it happened; epoch milliseconds.
  at_ms bigint NOT NULL,
  -- When the server noted it.
  noted_at timestamptz NOT NULL DEFAULT now(),
  -- The sending that reported it; null: none yet.
  run_id uuid,
  PRIMARY KEY (tenant_id, report_id, subject_id, at_ms),
  FOREIGN KEY (tenant_id, report_id) REFERENCES scheduled_reports(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_report_events_by_run ON scheduled_report_events (tenant_id, run_id);
CREATE INDEX scheduled_report_events_waiting ON scheduled_report_events (tenant_id, report_id, noted_at)
  WHERE run_id IS NULL;
ALTER TABLE scheduled_report_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_events
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON scheduled_report_events TO watchpost_app;

-- A file of a sending. Noted before it is stored, so that what a killed server left is deleted too. Personal data:
-- Scheduled reports.
CREATE TABLE scheduled_report_files (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The sending.
  run_id uuid NOT NULL,
  -- Which attempt made it.
  attempt smallint NOT NULL,
  -- personal: File name.
  name text NOT NULL,
  -- Its media type, such as image/jpeg.
  media_type text NOT NULL,
  -- personal: What its name in the file store begins with.
  storage_key text NOT NULL,
  -- Size in bytes.
  bytes integer NOT NULL DEFAULT 0,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was deleted from the file store; null: it is there.
  deleted_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, run_id) REFERENCES scheduled_report_runs(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_report_files_by_run ON scheduled_report_files (tenant_id, run_id);
CREATE INDEX scheduled_report_files_kept ON scheduled_report_files (tenant_id, created_at) WHERE deleted_at IS NULL;
ALTER TABLE scheduled_report_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_files
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON scheduled_report_files TO watchpost_app;

-- A mailed link to the files of a sending. Personal data: Scheduled reports.
CREATE TABLE scheduled_report_links (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: SHA-256 of the secret, which is not stored itself.
  token_hash bytea NOT NULL,
  -- The sending.
  run_id uuid NOT NULL,
  -- personal: Address that the link was mailed to.
  email text NOT NULL,
  -- The message that contains it.
  message_id uuid NOT NULL,
  -- When it stops being valid.
  expires_at timestamptz NOT NULL,
  -- When it was revoked; null: it was not.
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, token_hash),
  FOREIGN KEY (tenant_id, run_id) REFERENCES scheduled_report_runs(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_report_links_by_run ON scheduled_report_links (tenant_id, run_id);
ALTER TABLE scheduled_report_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_links
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON scheduled_report_links TO watchpost_app;

-- Who downloaded a file by a mailed link. Personal data: Scheduled reports.
CREATE TABLE scheduled_report_downloads (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The sending.
  run_id uuid NOT NULL,
  -- The file.
  file_id uuid NOT NULL,
  -- personal: Address that the link was mailed to.
  email text NOT NULL,
  -- personal: Internet address that the request came from.
  address text NOT NULL,
  -- personal: When it was downloaded.
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, file_id) REFERENCES scheduled_report_files(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, run_id) REFERENCES scheduled_report_runs(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX scheduled_report_downloads_by_run ON scheduled_report_downloads (tenant_id, run_id, at);
ALTER TABLE scheduled_report_downloads ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scheduled_report_downloads
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON scheduled_report_downloads TO watchpost_app;
