-- What happens in the field: rounds, scans, due rounds, duties, exceptions, incidents, SOS and the log.

-- One walk of a route. The hottest table: a company may have a million a year. Personal data: What a guard did.
CREATE TABLE rounds (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the round; made by the phone.
  id uuid NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- personal: The guard who walked it.
  guard_id uuid NOT NULL,
  -- personal: The phone of the guard.
  device_id uuid NOT NULL,
  -- The route as it was; null while the round's start has not arrived.
  route_version_id uuid,
  -- personal: When it started; epoch milliseconds.
  started_at_ms bigint NOT NULL,
  -- personal: When it ended; epoch milliseconds. Null while it is under way.
  ended_at_ms bigint,
  -- 1001 in progress, 1005 incomplete, 1010 completed.
  status_code smallint NOT NULL,
  -- How many checkpoints the route had.
  total_check_points smallint NOT NULL,
  -- How many of them were scanned.
  scanned_check_points smallint NOT NULL,
  -- Number in the order in which rounds were committed.
  arrival_no bigint NOT NULL,
  -- Names that an imported round carries itself; null: the names of its time.
  recorded_names_id uuid,
  PRIMARY KEY (tenant_id, id)
) WITH (fillfactor=85);
CREATE INDEX rounds_by_arrival ON rounds (tenant_id, arrival_no);
CREATE INDEX rounds_by_device ON rounds (tenant_id, device_id, started_at_ms);
CREATE INDEX rounds_by_guard ON rounds (tenant_id, guard_id, started_at_ms, id);
CREATE INDEX rounds_by_route_version ON rounds (tenant_id, route_version_id) WHERE route_version_id IS NOT NULL;
CREATE INDEX rounds_by_site ON rounds (tenant_id, site_id, started_at_ms, id);
CREATE INDEX rounds_by_start ON rounds (tenant_id, started_at_ms, id);
CREATE INDEX rounds_without_plan ON rounds (tenant_id, started_at_ms) WHERE total_check_points = 0;
ALTER TABLE rounds ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON rounds USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON rounds TO watchpost_app;
CREATE TRIGGER round_updated AFTER UPDATE ON rounds FOR EACH ROW WHEN (NOT (old.status_code = 1001
  AND new.status_code = 1001 AND old.tenant_id = new.tenant_id AND old.site_id = new.site_id
  AND old.guard_id = new.guard_id AND old.started_at_ms = new.started_at_ms
  AND old.total_check_points = new.total_check_points)) EXECUTE FUNCTION follow_changed_round();
CREATE TRIGGER rounds_deleted AFTER DELETE ON rounds REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION count_rounds();
CREATE TRIGGER rounds_inserted AFTER INSERT ON rounds REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_rounds();

-- The last number given to a round; its row is locked until commit, so that numbers have no gaps that fill later.
CREATE TABLE round_arrivals (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The last number.
  last_no bigint NOT NULL,
  PRIMARY KEY (tenant_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE round_arrivals ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON round_arrivals
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON round_arrivals TO watchpost_app;

-- A guard at a checkpoint: the proof that a post was walked. Never changed. Personal data: What a guard did.
CREATE TABLE scans (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the scan; made by the phone.
  id uuid NOT NULL,
  -- The round.
  round_id uuid NOT NULL,
  -- Where it counts; null: the guard may not scan there, so it counts nowhere.
  checkpoint_id uuid,
  -- personal: The guard who scanned.
  guard_id uuid NOT NULL,
  -- personal: The phone.
  device_id uuid NOT NULL,
  -- personal: When it happened, by the phone's clock or, where that was wrong, as the server put it right; epoch
  -- milliseconds.
  device_at_ms bigint NOT NULL,
  -- personal: When the server received it; epoch milliseconds.
  received_at_ms bigint NOT NULL,
  -- personal: Degrees north of the equator.
  latitude double precision,
  -- personal: Degrees east of Greenwich.
  longitude double precision,
  -- personal: Radius within which the phone believes to be; metres.
  accuracy_metres real,
  -- personal: Distance from the phone to the checkpoint; metres. Null without a position.
  distance_metres real,
  -- How far the phone's clock was ahead of the server's; milliseconds, negative when behind.
  clock_skew_ms bigint NOT NULL,
  -- How it was scanned, such as qr, nfc or typed.
  method text NOT NULL,
  -- Reasons to check the scan.
  flags text[] NOT NULL DEFAULT '{}'::text[],
  -- personal: SHA-256 of what was sent: the same id with another body is refused.
  body_hash bytea NOT NULL,
  -- The code as it was sent, so that any scan can be judged again; null where there is none.
  code text,
  -- personal: SHA-256 of the public key that the phone signed with; null where it sent no proof.
  proof_key bytea,
  -- Number of the event in the phone's chain.
  proof_seq integer,
  -- Hash of the event before it in the phone's chain.
  proof_previous bytea,
  -- personal: The phone's signature.
  proof_signature bytea,
  -- What the phone named, where the code is of another checkpoint; null: the same.
  claimed_checkpoint_id uuid,
  -- How long the guard stayed; milliseconds. Null: not measured.
  dwell_ms integer,
  -- Screen and time step of a changing code; null for every other scan.
  shown_step bigint,
  -- personal: What the phone's clock said, where the server put the time right; epoch milliseconds. Null:
  -- device_at_ms says it.
  phone_at_ms bigint,
  -- personal: Random bytes of the phone: it signed a digest in place of a code. Null: an older app signed the code
  -- itself.
  proof_salt bytea,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX scans_by_checkpoint ON scans (tenant_id, checkpoint_id, device_at_ms);
CREATE INDEX scans_by_proof ON scans (tenant_id, proof_key, proof_seq) WHERE proof_key IS NOT NULL;
CREATE INDEX scans_by_round ON scans (tenant_id, round_id, checkpoint_id, device_at_ms);
CREATE INDEX scans_by_shown_step ON scans (tenant_id, checkpoint_id, shown_step) WHERE shown_step IS NOT NULL;
ALTER TABLE scans ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON scans USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON scans TO watchpost_app;
CREATE TRIGGER log_added AFTER INSERT ON scans REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();
CREATE TRIGGER scans_inserted AFTER INSERT ON scans REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT
  EXECUTE FUNCTION find_scanned();

-- An event that a phone sent, other than a scan, such as the start of a round. Never changed. Personal data: What a
-- guard did.
CREATE TABLE field_events (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the event; made by the phone.
  id uuid NOT NULL,
  -- What happened, such as roundStarted.
  kind text NOT NULL,
  -- personal: The guard.
  guard_id uuid NOT NULL,
  -- personal: The phone.
  device_id uuid NOT NULL,
  -- The round or duty that it belongs to.
  subject_id uuid NOT NULL,
  -- personal: When it happened, by the phone's clock or, where that was wrong, as the server put it right; epoch
  -- milliseconds.
  device_at_ms bigint NOT NULL,
  -- personal: When the server received it; epoch milliseconds.
  received_at_ms bigint NOT NULL,
  -- personal: SHA-256 of what was sent: the same id with another body is refused.
  body_hash bytea NOT NULL,
  -- personal: SHA-256 of the public key that the phone signed with; null where it sent no proof.
  proof_key bytea,
  -- Number of the event in the phone's chain.
  proof_seq integer,
  -- Hash of the event before it in the phone's chain.
  proof_previous bytea,
  -- personal: The phone's signature.
  proof_signature bytea,
  -- The site of a duty's start or the route version of a round's; null otherwise.
  named_id uuid,
  -- How far the phone's clock was ahead of the server's; milliseconds, negative when behind.
  clock_skew_ms bigint,
  -- What is wrong with its signature; null: not stored for older events.
  flags text[],
  -- personal: Its members that have no column of their own, such as answers; null: none.
  details jsonb,
  -- personal: What the phone's clock said, where the server put the time right; epoch milliseconds. Null:
  -- device_at_ms says it.
  phone_at_ms bigint,
  -- personal: Random bytes of the phone: it signed a digest in place of a code. Null: an older app signed the code
  -- itself.
  proof_salt bytea,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX field_events_by_proof ON field_events (tenant_id, proof_key, proof_seq) WHERE proof_key IS NOT NULL;
CREATE INDEX field_events_by_subject ON field_events (tenant_id, subject_id);
CREATE INDEX field_events_handovers ON field_events (tenant_id, subject_id, received_at_ms)
  WHERE kind = 'handoverNoted';
ALTER TABLE field_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON field_events
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON field_events TO watchpost_app;
CREATE TRIGGER log_added AFTER INSERT ON field_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

-- An event that was refused and has a number of the phone's chain all the same. Personal data: What a guard did.
CREATE TABLE refused_events (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the event; made by the phone.
  id uuid NOT NULL,
  -- personal: The guard.
  guard_id uuid NOT NULL,
  -- personal: The phone.
  device_id uuid NOT NULL,
  -- Why it was refused.
  code text NOT NULL,
  -- personal: The event as it was sent, without its proof; canonical JSON.
  body text NOT NULL,
  -- personal: When the server received it; epoch milliseconds.
  received_at_ms bigint NOT NULL,
  -- How far the phone's clock was ahead of the server's; milliseconds, negative when behind.
  clock_skew_ms bigint NOT NULL,
  -- personal: SHA-256 of the public key that the phone signed with; null where it sent no proof.
  proof_key bytea NOT NULL,
  -- Number of the event in the phone's chain.
  proof_seq integer NOT NULL,
  -- Hash of the event before it in the phone's chain.
  proof_previous bytea NOT NULL,
  -- personal: The phone's signature.
  proof_signature bytea NOT NULL,
  -- personal: Random bytes of the phone: it signed a digest in place of a code. Null: an older app signed the code
  -- itself.
  proof_salt bytea,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, proof_key, proof_seq),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id)
);
ALTER TABLE refused_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON refused_events
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON refused_events TO watchpost_app;
CREATE TRIGGER log_added AFTER INSERT ON refused_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

-- A planned checkpoint without a scan, of a round that ended as incomplete. Written by triggers. Personal data:
-- What a guard did.
CREATE TABLE missed_checkpoints (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The round.
  round_id uuid NOT NULL,
  -- The checkpoint.
  checkpoint_id uuid NOT NULL,
  -- The site of the round.
  site_id uuid NOT NULL,
  -- personal: The guard who walked the round.
  guard_id uuid NOT NULL,
  -- When the round started; epoch milliseconds.
  started_at_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, round_id, checkpoint_id)
);
CREATE INDEX missed_checkpoints_by_checkpoint ON missed_checkpoints (tenant_id, checkpoint_id, started_at_ms, round_id);
CREATE INDEX missed_checkpoints_by_start ON missed_checkpoints (tenant_id, started_at_ms);
ALTER TABLE missed_checkpoints ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON missed_checkpoints
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON missed_checkpoints TO watchpost_app;
CREATE TRIGGER missed_deleted AFTER DELETE ON missed_checkpoints REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION count_missed_checkpoints();
CREATE TRIGGER missed_inserted AFTER INSERT ON missed_checkpoints REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_missed_checkpoints();

-- A reason to check a round, with how many of its scans have it; written when the round is judged. Personal data:
-- What a guard did.
CREATE TABLE round_doubts (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The round.
  round_id uuid NOT NULL,
  -- personal: The reason.
  flag text NOT NULL,
  -- How many scans have it.
  scans integer NOT NULL,
  -- When the round started; epoch milliseconds.
  started_at_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, round_id, flag),
  FOREIGN KEY (tenant_id, round_id) REFERENCES rounds(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX round_doubts_by_flag ON round_doubts (tenant_id, flag, started_at_ms);
ALTER TABLE round_doubts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON round_doubts
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON round_doubts TO watchpost_app;

-- From which limits scans are flagged. Never changed: a scan is judged by what applied when it arrived.
CREATE TABLE trust_settings (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Number of the version, from 1.
  version integer NOT NULL,
  -- It applies to what arrives from then on; epoch milliseconds.
  since_ms bigint NOT NULL,
  -- The limits; read with readTrustSettings().
  settings jsonb NOT NULL,
  PRIMARY KEY (tenant_id, version),
  CHECK (version >= 1),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id)
);
ALTER TABLE trust_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON trust_settings
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON trust_settings TO watchpost_app;
CREATE TRIGGER version_added AFTER INSERT ON trust_settings REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('version', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON trust_settings REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION keep_versions('version', 'without');
CREATE TRIGGER version_deleted AFTER DELETE ON trust_settings REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION keep_versions('version', 'without');

-- A round that a tour makes due, with the names and times of when it was made. Personal data: Where a guard is
-- posted.
CREATE TABLE due_rounds (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The tour.
  tour_id uuid NOT NULL,
  -- The site of the route.
  site_id uuid NOT NULL,
  -- The route.
  route_id uuid NOT NULL,
  -- Name of the tour at that time.
  tour_name text NOT NULL,
  -- Name of the route at that time.
  route_name text NOT NULL,
  -- When it is due; epoch milliseconds.
  due_at_ms bigint NOT NULL,
  -- From when a start is late; epoch milliseconds.
  late_at_ms bigint NOT NULL,
  -- From when it is missed; epoch milliseconds.
  missed_at_ms bigint NOT NULL,
  -- personal: Guards who are to walk it; empty: any guard of the site.
  guard_ids uuid[] NOT NULL DEFAULT '{}'::uuid[],
  -- Where it is now: due, late, missed, inProgress, completed, incompleted or excused.
  status text NOT NULL DEFAULT 'due',
  -- The round that was started for it; null: none yet.
  round_id uuid,
  -- personal: Why it is excused; null: it is not.
  excuse text,
  -- personal: Name of who excused it.
  excused_by text,
  -- When it was excused.
  excused_at timestamptz,
  -- personal: The guard who started its round; null: none was started.
  begun_by uuid,
  -- When its round started; epoch milliseconds.
  begun_at_ms bigint,
  -- What it counts as in reports; follows from status and times.
  outcome text GENERATED ALWAYS AS (CASE status WHEN 'completed' THEN CASE WHEN begun_at_ms < late_at_ms THEN 'onTime'
    ELSE 'doneLate' END WHEN 'incompleted' THEN 'incomplete' WHEN 'inProgress' THEN 'underWay'
    WHEN 'missed' THEN 'missed' WHEN 'excused' THEN 'excused' ELSE 'waiting' END) STORED,
  -- True once users were notified that it is late.
  is_alerted boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, tour_id, due_at_ms),
  CHECK (status IN ('due', 'late', 'missed', 'inProgress', 'completed', 'incompleted', 'excused')),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id),
  FOREIGN KEY (tenant_id, tour_id) REFERENCES patrol_tours(tenant_id, id)
);
CREATE INDEX due_rounds_by_outcome ON due_rounds (tenant_id, outcome, due_at_ms, id);
CREATE UNIQUE INDEX due_rounds_by_round ON due_rounds (tenant_id, round_id) WHERE round_id IS NOT NULL;
CREATE INDEX due_rounds_by_route ON due_rounds (tenant_id, route_id, due_at_ms) WHERE round_id IS NULL;
CREATE INDEX due_rounds_by_site ON due_rounds (tenant_id, site_id, due_at_ms, id);
CREATE INDEX due_rounds_by_time ON due_rounds (tenant_id, due_at_ms, id);
CREATE INDEX due_rounds_open ON due_rounds (tenant_id, due_at_ms, id)
  INCLUDE (status, site_id, late_at_ms, missed_at_ms) WHERE status IN ('due', 'late');
ALTER TABLE due_rounds ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON due_rounds
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON due_rounds TO watchpost_app;
CREATE TRIGGER called_off AFTER DELETE ON due_rounds REFERENCING OLD TABLE AS gone FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION keep_called_off();
CREATE TRIGGER due_round_begun BEFORE UPDATE OF round_id ON due_rounds FOR EACH ROW EXECUTE FUNCTION note_begun();
CREATE TRIGGER due_round_made BEFORE INSERT ON due_rounds FOR EACH ROW WHEN (new.round_id IS NOT NULL)
  EXECUTE FUNCTION note_begun();
CREATE TRIGGER due_rounds_deleted AFTER DELETE ON due_rounds REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION count_due_rounds();
CREATE TRIGGER due_rounds_inserted AFTER INSERT ON due_rounds REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_due_rounds();
CREATE TRIGGER due_rounds_updated AFTER UPDATE ON due_rounds REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_due_rounds();
CREATE TRIGGER log_added AFTER INSERT ON due_rounds REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();
CREATE TRIGGER version_changed AFTER UPDATE ON due_rounds REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_versions('id', 'only id status round_id excuse excused_by excused_at');

-- What became of a due round and when, each step once. Sealed in the log.
CREATE TABLE due_round_history (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The due round.
  due_round_id uuid NOT NULL,
  -- What it became, or that a late round was accepted.
  status text NOT NULL,
  -- When it was so; epoch milliseconds.
  at_ms bigint NOT NULL,
  -- When the server knew.
  known_at timestamptz NOT NULL DEFAULT now(),
  -- Identifies the step; null for what was written before it was sealed.
  id uuid DEFAULT gen_random_uuid(),
  PRIMARY KEY (tenant_id, due_round_id, status),
  FOREIGN KEY (tenant_id, due_round_id) REFERENCES due_rounds(tenant_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX due_round_history_by_id ON due_round_history (tenant_id, id) WHERE id IS NOT NULL;
ALTER TABLE due_round_history ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON due_round_history
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON due_round_history TO watchpost_app;
CREATE TRIGGER log_added AFTER INSERT ON due_round_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();
CREATE TRIGGER raised_by_this_version BEFORE INSERT ON due_round_history FOR EACH ROW
  WHEN ((new.status IN ('late', 'missed', 'inProgress'))
  AND NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL
  AND NULLIF(current_setting('watchpost.raising', true), '') IS NULL)
  EXECUTE FUNCTION refuse_former_version('exceptions of due rounds are opened');

-- A round that was sent after its due round was settled, and waits for a person to accept it. Personal data: Where
-- a guard is posted.
CREATE TABLE late_arrivals (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The round.
  round_id uuid NOT NULL,
  -- The due round that it was walked for.
  due_round_id uuid NOT NULL,
  -- When the last of it arrived; epoch milliseconds.
  arrived_at_ms bigint NOT NULL,
  -- What had arrived until then was accepted; epoch milliseconds. Null: nothing was.
  accepted_until_ms bigint,
  -- When it was accepted; null: it was not.
  accepted_at timestamptz,
  -- personal: Name of who accepted it, as it was then.
  accepted_by text,
  -- personal: What they wrote about it.
  acceptance text,
  PRIMARY KEY (tenant_id, round_id),
  CHECK ((accepted_until_ms IS NULL) = (accepted_at IS NULL)),
  CONSTRAINT late_arrivals_check1 CHECK (accepted_until_ms IS NULL OR accepted_by IS NOT NULL AND acceptance <> ''),
  FOREIGN KEY (tenant_id, due_round_id) REFERENCES due_rounds(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX late_arrivals_by_due ON late_arrivals (tenant_id, due_round_id);
ALTER TABLE late_arrivals ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON late_arrivals
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON late_arrivals TO watchpost_app;
CREATE TRIGGER version_added AFTER INSERT ON late_arrivals REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_versions('round_id', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON late_arrivals REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_versions('round_id', 'without');

-- A duty: a guard at work from clock in to clock out. Personal data: What a guard did.
CREATE TABLE duty_sessions (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the duty; made by the phone.
  id uuid NOT NULL,
  -- personal: The guard.
  guard_id uuid NOT NULL,
  -- The site; null while only the end is known.
  site_id uuid,
  -- personal: When the guard clocked in; epoch milliseconds. Null while only the end is known.
  started_at_ms bigint,
  -- personal: When the guard clocked out; epoch milliseconds. Null while at work.
  ended_at_ms bigint,
  -- True when the guard forgot to clock out and the server ended it.
  is_closed_by_system boolean NOT NULL DEFAULT false,
  -- When the server ended it; epoch milliseconds. It stays when the guard's own end arrives later.
  system_closed_at_ms bigint,
  -- personal: The clock in, or the clock out where only that is known; epoch milliseconds.
  at_ms bigint GENERATED ALWAYS AS (COALESCE(started_at_ms, ended_at_ms)) STORED,
  -- Hours after which the server ended it; null: it did not.
  limit_hours smallint,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX duty_sessions_by_guard_time ON duty_sessions (tenant_id, guard_id, at_ms, id);
CREATE INDEX duty_sessions_by_site_time ON duty_sessions (tenant_id, site_id, at_ms, id);
CREATE INDEX duty_sessions_by_time ON duty_sessions (tenant_id, at_ms, id);
CREATE INDEX duty_sessions_closed_by_system ON duty_sessions (tenant_id, at_ms, id) WHERE is_closed_by_system;
CREATE INDEX duty_sessions_on_duty ON duty_sessions (tenant_id, at_ms, id) WHERE ended_at_ms IS NULL;
ALTER TABLE duty_sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON duty_sessions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE, DELETE ON duty_sessions TO watchpost_app;
CREATE TRIGGER version_changed AFTER UPDATE ON duty_sessions FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL AND old.* IS DISTINCT FROM new.*
  AND (old.is_closed_by_system OR old.system_closed_at_ms IS NOT NULL OR new.is_closed_by_system
  OR new.system_closed_at_ms IS NOT NULL)) EXECUTE FUNCTION keep_version('id', 'at_ms');

-- When a guard was last heard of, for the live board. One row for each guard. Personal data: What a guard did.
CREATE TABLE guard_signs (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: The guard.
  guard_id uuid NOT NULL,
  -- personal: When, by the server's clock as well as it is known; epoch milliseconds.
  at_ms bigint NOT NULL,
  -- personal: The round of the latest event of a round; null: none.
  round_id uuid,
  -- personal: When that event happened; epoch milliseconds.
  round_at_ms bigint,
  -- personal: The latest scan; null: none.
  scan_id uuid,
  -- personal: When it was made; epoch milliseconds.
  scan_at_ms bigint,
  -- personal: When the scan that arrived last arrived; epoch milliseconds.
  scan_received_at_ms bigint,
  PRIMARY KEY (tenant_id, guard_id)
) WITH (fillfactor=70);
ALTER TABLE guard_signs ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON guard_signs
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON guard_signs TO watchpost_app;

-- What happened at a site, reported by a guard or a user. Personal data: What was reported.
CREATE TABLE incidents (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The site where it happened.
  site_id uuid NOT NULL,
  -- personal: The guard who reported it; null: a user did.
  guard_id uuid,
  -- What kind of incident, one of the company's list.
  type text NOT NULL,
  -- low, medium, high or critical.
  severity text NOT NULL,
  -- New, Attended (acknowledged) or Closed.
  status text NOT NULL DEFAULT 'New',
  -- personal: What the person wrote.
  description text NOT NULL DEFAULT '',
  -- personal: Degrees north of the equator.
  latitude double precision,
  -- personal: Degrees east of Greenwich.
  longitude double precision,
  -- When it was reported.
  reported_at timestamptz NOT NULL DEFAULT now(),
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  -- When the row was added.
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When it was last changed.
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- personal: The user who reported it in the console; null: a guard did.
  opened_by uuid,
  -- personal: The user who deals with it; null: no one.
  assignee_id uuid,
  -- When status last changed.
  status_at timestamptz NOT NULL DEFAULT now(),
  -- personal: The phone that sent it; null: reported in the console.
  device_id uuid,
  -- personal: When it happened, by the phone's clock or, where that was wrong, as the server put it right; epoch
  -- milliseconds.
  device_at_ms bigint,
  -- How far the phone's clock was ahead of the server's; milliseconds, negative when behind.
  clock_skew_ms bigint,
  -- Radius within which the phone believes to be; metres.
  accuracy_metres real,
  -- personal: SHA-256 of what was sent: the same id with another body is refused.
  body_hash text,
  -- When it was first acknowledged; null: not yet.
  attended_at timestamptz,
  -- When it was closed; null: it is open.
  closed_at timestamptz,
  -- personal: What the phone's clock said, where the server put the time right; epoch milliseconds. Null:
  -- device_at_ms says it.
  phone_at_ms bigint,
  -- personal: What a search compares with: names and other texts, folded.
  search_text text GENERATED ALWAYS AS (fold_text(type || ' ' || description)) STORED,
  -- personal: The groups of three letters of search_text, by which the index finds it.
  search_grams text[] GENERATED ALWAYS AS (search_grams(fold_text(type || ' ' || description))) STORED,
  PRIMARY KEY (tenant_id, id),
  CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  CHECK (status IN ('New', 'Attended', 'Closed')),
  FOREIGN KEY (tenant_id, assignee_id) REFERENCES users(tenant_id, id) ON DELETE SET NULL (assignee_id),
  FOREIGN KEY (tenant_id, opened_by) REFERENCES users(tenant_id, id) ON DELETE SET NULL (opened_by),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX incidents_by_assignee ON incidents (tenant_id, assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX incidents_by_gram ON incidents USING gin (tenant_id, search_grams);
CREATE INDEX incidents_by_guard ON incidents (tenant_id, guard_id) WHERE guard_id IS NOT NULL;
CREATE INDEX incidents_by_opener ON incidents (tenant_id, opened_by) WHERE opened_by IS NOT NULL;
CREATE INDEX incidents_by_report ON incidents (tenant_id, reported_at, id);
CREATE INDEX incidents_by_site ON incidents (tenant_id, site_id, reported_at);
CREATE INDEX incidents_by_status ON incidents (tenant_id, status, reported_at);
ALTER TABLE incidents ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON incidents
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON incidents TO watchpost_app;
CREATE TRIGGER version_added AFTER INSERT ON incidents FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_version('id', 'search_text search_grams');
CREATE TRIGGER version_changed AFTER UPDATE ON incidents FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL AND old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION keep_version('id', 'search_text search_grams');

-- A step of an incident. Appended to, never changed. Personal data: What was reported.
CREATE TABLE incident_history (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The incident.
  incident_id uuid NOT NULL,
  -- When it happened.
  at timestamptz NOT NULL DEFAULT now(),
  -- What happened, such as statusChanged.
  kind text NOT NULL,
  -- Who did it: a user, a guard or the system.
  actor_kind text NOT NULL,
  -- personal: Id of who did it; it outlives the account.
  actor_id uuid,
  -- personal: Name of who did it, as it was then.
  actor_name text NOT NULL,
  -- Status before; null where it did not change.
  from_status text,
  -- Status after; null where it did not change.
  to_status text,
  -- personal: What the person wrote.
  comment text NOT NULL DEFAULT '',
  -- personal: Fields that changed: [{field, before, after}].
  changes jsonb NOT NULL DEFAULT '[]'::jsonb,
  -- Reasons to check it; null for none.
  flags text[],
  PRIMARY KEY (tenant_id, id),
  CHECK (actor_kind IN ('user', 'guard', 'system')),
  CHECK (kind IN ('reported', 'edited', 'status', 'assigned', 'comment', 'photos')),
  FOREIGN KEY (tenant_id, incident_id) REFERENCES incidents(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX incident_history_by_incident ON incident_history (tenant_id, incident_id, at, id);
ALTER TABLE incident_history ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON incident_history
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON incident_history TO watchpost_app;
CREATE TRIGGER incident_step AFTER INSERT ON incident_history FOR EACH ROW WHEN (new.kind = 'status'
  AND (new.to_status IN ('Attended', 'Closed'))) EXECUTE FUNCTION note_incident_step();
CREATE TRIGGER log_added AFTER INSERT ON incident_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

-- A photo of an incident. Personal data: What was reported.
CREATE TABLE incident_photos (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the photo; made by the phone or the server.
  id uuid NOT NULL,
  -- The incident.
  incident_id uuid NOT NULL,
  -- personal: The photo's file.
  file_id uuid NOT NULL,
  -- personal: SHA-256 of what the phone sent; null: uploaded in the console.
  sent_hash text,
  -- When it was added.
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, file_id),
  FOREIGN KEY (tenant_id, file_id) REFERENCES files(tenant_id, id),
  FOREIGN KEY (tenant_id, incident_id) REFERENCES incidents(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX incident_photos_by_incident ON incident_photos (tenant_id, incident_id, added_at);
ALTER TABLE incident_photos ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON incident_photos
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON incident_photos TO watchpost_app;
CREATE TRIGGER log_added AFTER INSERT ON incident_photos REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

-- What went wrong and must be dealt with: a missed, late, incomplete or flagged round. Personal data: What a guard
-- did.
CREATE TABLE exceptions (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- Goes up by one with each change, so that two edits do not overwrite each other.
  version integer NOT NULL DEFAULT 1,
  -- missed, late, incomplete or flagged.
  kind text NOT NULL,
  -- The due round of one missed or late, the round of one incomplete or flagged.
  subject_id uuid NOT NULL,
  -- 1 low, 2 medium, 3 high, 4 critical.
  severity smallint NOT NULL,
  -- open (unassigned), inHand (assigned) or closed.
  status text NOT NULL DEFAULT 'open',
  -- Why it was opened, such as flags of the round.
  reasons text[] NOT NULL,
  -- The site.
  site_id uuid NOT NULL,
  -- The route; null: not known.
  route_id uuid,
  -- Name of the route at that time.
  route_name text NOT NULL DEFAULT '',
  -- The tour; null: none.
  tour_id uuid,
  -- Name of the tour at that time.
  tour_name text NOT NULL DEFAULT '',
  -- personal: Who walked it, or else the one who was to; null for several or any.
  guard_id uuid,
  -- The due round; null: none.
  due_round_id uuid,
  -- The round; null: none was walked.
  round_id uuid,
  -- When the round was due, or started where none was due; epoch milliseconds.
  happened_at_ms bigint NOT NULL,
  -- When it was opened; epoch milliseconds.
  opened_at_ms bigint NOT NULL,
  -- When it was first assigned; epoch milliseconds. Null: not yet.
  taken_at_ms bigint,
  -- When it was closed; epoch milliseconds. Null: it is open.
  closed_at_ms bigint,
  -- When the round was walked or completed after all; epoch milliseconds. Null: it was not.
  made_good_at_ms bigint,
  -- personal: The user who deals with it; null: no one.
  owner_id uuid,
  -- How it was closed; null: it is open.
  outcome text,
  -- personal: What the person wrote when closing it; may be empty.
  closing_reason text NOT NULL DEFAULT '',
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, kind, subject_id),
  CHECK ((status = 'closed') = (closed_at_ms IS NOT NULL)),
  CONSTRAINT exceptions_check1 CHECK ((status = 'closed') = (outcome IS NOT NULL)),
  CONSTRAINT exceptions_check2 CHECK (status <> 'closed' OR closing_reason <> ''),
  CHECK (kind IN ('missed', 'late', 'incomplete', 'flagged')),
  CHECK (severity >= 1 AND severity <= 4),
  CHECK (status IN ('open', 'inHand', 'closed')),
  FOREIGN KEY (tenant_id, owner_id) REFERENCES users(tenant_id, id) ON DELETE SET NULL (owner_id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX exceptions_by_age ON exceptions (tenant_id, severity, opened_at_ms)
  INCLUDE (kind, status, site_id, owner_id) WHERE status <> 'closed';
CREATE INDEX exceptions_by_closing ON exceptions (tenant_id, closed_at_ms, id)
  INCLUDE (kind, severity, site_id, opened_at_ms, taken_at_ms);
CREATE INDEX exceptions_by_guard ON exceptions (tenant_id, guard_id, happened_at_ms, id) WHERE guard_id IS NOT NULL;
CREATE INDEX exceptions_by_kind ON exceptions (tenant_id, kind, happened_at_ms, id);
CREATE INDEX exceptions_by_opening ON exceptions (tenant_id, opened_at_ms, id);
CREATE INDEX exceptions_by_owner ON exceptions (tenant_id, owner_id, happened_at_ms, id) WHERE owner_id IS NOT NULL;
CREATE INDEX exceptions_by_route ON exceptions (tenant_id, route_id, happened_at_ms, id) WHERE route_id IS NOT NULL;
CREATE INDEX exceptions_by_severity ON exceptions (tenant_id, severity, happened_at_ms, id);
CREATE INDEX exceptions_by_site ON exceptions (tenant_id, site_id, happened_at_ms, id);
CREATE INDEX exceptions_by_time ON exceptions (tenant_id, happened_at_ms, id);
CREATE INDEX exceptions_unsettled ON exceptions (tenant_id, happened_at_ms, id)
  INCLUDE (kind, severity, status, site_id, owner_id, opened_at_ms) WHERE status <> 'closed';
ALTER TABLE exceptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON exceptions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE ON exceptions TO watchpost_app;
CREATE TRIGGER exceptions_deleted AFTER DELETE ON exceptions REFERENCING OLD TABLE AS before FOR EACH STATEMENT
  EXECUTE FUNCTION count_exceptions();
CREATE TRIGGER exceptions_inserted AFTER INSERT ON exceptions REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION count_exceptions();
CREATE TRIGGER exceptions_updated AFTER UPDATE ON exceptions REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_exceptions();
CREATE TRIGGER signal_moved AFTER UPDATE ON exceptions REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION signal_exceptions();
CREATE TRIGGER signal_opened AFTER INSERT ON exceptions REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  EXECUTE FUNCTION signal_exceptions();
CREATE TRIGGER version_added AFTER INSERT ON exceptions REFERENCING NEW TABLE AS after FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_versions('id', 'without');
CREATE TRIGGER version_changed AFTER UPDATE ON exceptions REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_versions('id', 'without');

-- A step of an exception. Appended to, never changed. Personal data: What a guard did.
CREATE TABLE exception_history (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- The exception.
  exception_id uuid NOT NULL,
  -- When it happened; epoch milliseconds.
  at_ms bigint NOT NULL,
  -- What happened, such as assigned.
  kind text NOT NULL,
  -- Who did it: a user, a guard or the system.
  actor_kind text NOT NULL,
  -- personal: Id of who did it; it outlives the account.
  actor_id uuid,
  -- personal: Name of who did it, as it was then.
  actor_name text NOT NULL DEFAULT '',
  -- personal: What the person wrote; may be empty.
  text text NOT NULL DEFAULT '',
  -- personal: What else the step says, where it applies: {owner, outcome, reasons, fileName}.
  details jsonb NOT NULL DEFAULT '{}'::jsonb,
  PRIMARY KEY (tenant_id, id),
  CHECK (actor_kind IN ('user', 'system')),
  FOREIGN KEY (tenant_id, exception_id) REFERENCES exceptions(tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX exception_history_by_exception ON exception_history (tenant_id, exception_id, at_ms, id);
ALTER TABLE exception_history ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON exception_history
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON exception_history TO watchpost_app;
CREATE TRIGGER log_added AFTER INSERT ON exception_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();
CREATE TRIGGER signal_noted AFTER INSERT ON exception_history REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  EXECUTE FUNCTION signal_noted_exceptions();

-- A file that proves how an exception was dealt with. Personal data: What a guard did.
CREATE TABLE exception_files (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The file.
  file_id uuid NOT NULL,
  -- The exception.
  exception_id uuid NOT NULL,
  -- personal: The user who added it; null once the account is gone.
  added_by uuid,
  -- When it was added; epoch milliseconds.
  added_at_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, file_id),
  FOREIGN KEY (tenant_id, exception_id) REFERENCES exceptions(tenant_id, id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, file_id) REFERENCES files(tenant_id, id)
);
CREATE INDEX exception_files_by_exception ON exception_files (tenant_id, exception_id, added_at_ms);
ALTER TABLE exception_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON exception_files
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON exception_files TO watchpost_app;

-- A call for help by a guard. Personal data: What was reported.
CREATE TABLE sos_calls (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the call; made by the phone.
  id uuid NOT NULL,
  -- personal: The guard.
  guard_id uuid NOT NULL,
  -- personal: The phone.
  device_id uuid NOT NULL,
  -- The site; null for a guard who is posted nowhere.
  site_id uuid,
  -- personal: When it happened, by the phone's clock or, where that was wrong, as the server put it right; epoch
  -- milliseconds.
  device_at_ms bigint NOT NULL,
  -- When the server received it; epoch milliseconds.
  received_at_ms bigint NOT NULL,
  -- How far the phone's clock was ahead of the server's; milliseconds, negative when behind.
  clock_skew_ms bigint NOT NULL,
  -- personal: SHA-256 of what was sent: the same id with another body is refused.
  body_hash text NOT NULL,
  -- personal: Latest known position: degrees north of the equator.
  latitude double precision,
  -- personal: Latest known position: degrees east of Greenwich.
  longitude double precision,
  -- personal: Radius within which the phone believes to be; metres.
  accuracy_metres real,
  -- personal: When the phone was there; epoch milliseconds.
  position_at_ms bigint,
  -- When the guard said to be safe; epoch milliseconds. Null: not yet.
  safe_at_ms bigint,
  -- When a user acknowledged it; epoch milliseconds. Null: not yet.
  acknowledged_at_ms bigint,
  -- When it was closed; epoch milliseconds. Null: it is open.
  resolved_at_ms bigint,
  -- personal: What the phone's clock said, where the server put the time right; epoch milliseconds. Null:
  -- device_at_ms says it.
  phone_at_ms bigint,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id) REFERENCES tenants(tenant_id),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id),
  FOREIGN KEY (tenant_id, site_id) REFERENCES sites(tenant_id, id)
);
CREATE INDEX sos_calls_by_site ON sos_calls (tenant_id, site_id, received_at_ms, id);
CREATE INDEX sos_calls_by_time ON sos_calls (tenant_id, received_at_ms, id);
CREATE INDEX sos_calls_open ON sos_calls (tenant_id, received_at_ms, id) WHERE resolved_at_ms IS NULL;
ALTER TABLE sos_calls ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sos_calls
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE (accuracy_metres, acknowledged_at_ms, latitude, longitude, position_at_ms, resolved_at_ms, safe_at_ms)
  ON sos_calls TO watchpost_app;
CREATE TRIGGER version_added AFTER INSERT ON sos_calls FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION keep_version('id', '');
CREATE TRIGGER version_changed AFTER UPDATE ON sos_calls FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL AND old.* IS DISTINCT FROM new.*)
  EXECUTE FUNCTION keep_version('id', '');

-- A step of a call for help; each happens once. Personal data: What was reported.
CREATE TABLE sos_history (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The call.
  sos_id uuid NOT NULL,
  -- What happened: raised, safe, acknowledged or resolved.
  kind text NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- When it happened; epoch milliseconds.
  at_ms bigint NOT NULL,
  -- When the server received it; epoch milliseconds.
  received_at_ms bigint NOT NULL,
  -- Who did it: a user, a guard or the system.
  actor_kind text NOT NULL,
  -- personal: Id of who did it; it outlives the account.
  actor_id uuid NOT NULL,
  -- personal: Name of who did it, as it was then.
  actor_name text NOT NULL,
  -- personal: What the person wrote.
  comment text NOT NULL DEFAULT '',
  -- Reasons to check it; null for none.
  flags text[],
  -- What the phone's clock said, where the server put the time right; epoch milliseconds. Null: device_at_ms says
  -- it.
  phone_at_ms bigint,
  PRIMARY KEY (tenant_id, sos_id, kind),
  CHECK (actor_kind IN ('user', 'guard')),
  CHECK (kind IN ('raised', 'safe', 'acknowledged', 'resolved')),
  FOREIGN KEY (tenant_id, sos_id) REFERENCES sos_calls(tenant_id, id)
);
ALTER TABLE sos_history ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sos_history
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON sos_history TO watchpost_app;
CREATE TRIGGER version_added AFTER INSERT ON sos_history FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_version('sos_id kind', '');

-- A position that a phone sent during a call for help. Personal data: What was reported.
CREATE TABLE sos_positions (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The call.
  sos_id uuid NOT NULL,
  -- Identifies the position; made by the phone.
  id uuid NOT NULL,
  -- personal: When it happened; epoch milliseconds.
  at_ms bigint NOT NULL,
  -- When the server received it; epoch milliseconds.
  received_at_ms bigint NOT NULL,
  -- personal: Degrees north of the equator.
  latitude double precision NOT NULL,
  -- personal: Degrees east of Greenwich.
  longitude double precision NOT NULL,
  -- personal: Radius within which the phone believes to be; metres.
  accuracy_metres real,
  -- personal: What the phone's clock said, where the server put the time right; epoch milliseconds. Null:
  -- device_at_ms says it.
  phone_at_ms bigint,
  PRIMARY KEY (tenant_id, sos_id, id),
  FOREIGN KEY (tenant_id, sos_id) REFERENCES sos_calls(tenant_id, id)
);
CREATE INDEX sos_positions_by_time ON sos_positions (tenant_id, sos_id, at_ms);
ALTER TABLE sos_positions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON sos_positions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON sos_positions TO watchpost_app;
CREATE TRIGGER version_added AFTER INSERT ON sos_positions FOR EACH ROW
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL)
  EXECUTE FUNCTION keep_version('sos_id id', '');

-- A key that a phone signs its events with. Personal data: Phones of guards.
CREATE TABLE device_keys (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- personal: SHA-256 of the public key.
  key bytea NOT NULL,
  -- personal: The guard who enrolled it.
  guard_id uuid NOT NULL,
  -- personal: The phone.
  device_id uuid NOT NULL,
  -- personal: The public key: a point of P-256 in hexadecimal.
  public_key text NOT NULL,
  -- When it was enrolled; epoch milliseconds.
  enrolled_at_ms bigint NOT NULL,
  -- Whether the phone signed with the key when it enrolled it; null: before that was asked.
  is_proved boolean,
  -- False where another guard had the phone and no key of it signed for this one; null: before that was asked.
  is_vouched boolean,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, key, guard_id, device_id),
  FOREIGN KEY (tenant_id, guard_id) REFERENCES guards(tenant_id, id)
);
CREATE INDEX device_keys_by_device ON device_keys (tenant_id, device_id, enrolled_at_ms);
CREATE INDEX device_keys_by_guard ON device_keys (tenant_id, guard_id);
ALTER TABLE device_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON device_keys
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON device_keys TO watchpost_app;
CREATE TRIGGER log_added AFTER INSERT ON device_keys REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

-- Each state that a row of a sealed table was in. Appended to by triggers, never changed. Personal data: The log of
-- evidence.
CREATE TABLE record_versions (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Number in the order of writing.
  no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- The table.
  source text NOT NULL,
  -- Key of the row there.
  record_key text NOT NULL,
  -- When it was written; epoch milliseconds.
  at_ms bigint NOT NULL DEFAULT floor(EXTRACT(epoch FROM clock_timestamp()) * 1000::numeric),
  -- personal: The row by column, times in UTC; null: it was deleted.
  row jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX record_versions_by_record ON record_versions (tenant_id, source, record_key, no);
ALTER TABLE record_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON record_versions
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON record_versions TO watchpost_app;
CREATE TRIGGER log_added AFTER INSERT ON record_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

-- Records that wait to be sealed in the tamper-evident log, one row for each statement that added some.
CREATE TABLE log_pending (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Number in the order of writing.
  no bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- The table of the records.
  source text NOT NULL,
  -- Ids of the records.
  ids uuid[] NOT NULL,
  PRIMARY KEY (tenant_id, no)
);
ALTER TABLE log_pending ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_pending
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE ON log_pending TO watchpost_app;

-- A sealed record. Terms of the log are those of RFC 9162. Personal data: The log of evidence.
CREATE TABLE log_leaves (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Number of the leaf, from 0.
  leaf_no bigint NOT NULL,
  -- The table of the record.
  source text NOT NULL,
  -- Id of the record.
  record_id uuid NOT NULL,
  -- personal: Hash of the record as it was sealed.
  hash bytea NOT NULL,
  -- personal: Four bytes for each column, by which a check names the one that was altered; they prove nothing.
  marks bytea NOT NULL,
  PRIMARY KEY (tenant_id, leaf_no),
  UNIQUE (tenant_id, source, record_id),
  CHECK (leaf_no >= 0)
);
ALTER TABLE log_leaves ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_leaves
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_leaves TO watchpost_app;
CREATE TRIGGER sealed_by_this_version BEFORE INSERT ON log_leaves FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL
  AND NULLIF(current_setting('watchpost.sealing', true), '') IS NULL)
  EXECUTE FUNCTION refuse_former_version('the log is sealed');

-- A node of the log's hash tree, stored so that a proof reads few rows.
CREATE TABLE log_nodes (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Level in the tree, leaves being 0.
  level smallint NOT NULL,
  -- Number within the level, from 0.
  node_no bigint NOT NULL,
  -- Hash of the two nodes below.
  hash bytea NOT NULL,
  PRIMARY KEY (tenant_id, level, node_no),
  CHECK (level > 0)
);
ALTER TABLE log_nodes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_nodes
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_nodes TO watchpost_app;

-- A sealed head: the state of the log, signed.
CREATE TABLE log_heads (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- How many leaves the log had.
  size bigint NOT NULL,
  -- Root hash of the log at that size.
  root bytea NOT NULL,
  -- When it was signed; epoch milliseconds.
  at_ms bigint NOT NULL,
  -- SHA-256 of the public key that signed.
  key bytea NOT NULL,
  -- Signature of the row by the key.
  signature bytea NOT NULL,
  PRIMARY KEY (tenant_id, size)
);
ALTER TABLE log_heads ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_heads
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_heads TO watchpost_app;

-- The company's salt, which replaces codes and ids of phones in leaves by digests.
CREATE TABLE log_salts (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Random bytes that are never shown: without them no code can be tried against a digest.
  salt bytea NOT NULL,
  -- When it was made; epoch milliseconds.
  made_at_ms bigint NOT NULL,
  -- SHA-256 of the public key that signed.
  key bytea NOT NULL,
  -- Signature of the salt by the log's key.
  signature bytea NOT NULL,
  PRIMARY KEY (tenant_id)
);
ALTER TABLE log_salts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_salts
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_salts TO watchpost_app;

-- A key that heads of the log are signed with; its private half is with the server's secret.
CREATE TABLE log_keys (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- SHA-256 of the public key that signed.
  key bytea NOT NULL,
  -- The public key.
  public_key text NOT NULL,
  -- When it was first used; epoch milliseconds.
  first_used_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, key)
);
ALTER TABLE log_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_keys
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_keys TO watchpost_app;

-- A remark about the log itself, such as a restore. Appended to, never changed.
CREATE TABLE log_notes (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- When it happened; epoch milliseconds.
  at_ms bigint NOT NULL,
  -- What happened: sealedSince, restored or accepted.
  kind text NOT NULL,
  -- By kind; see log-notes.ts.
  details jsonb NOT NULL,
  PRIMARY KEY (tenant_id, id)
);
ALTER TABLE log_notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON log_notes
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON log_notes TO watchpost_app;
CREATE TRIGGER log_added AFTER INSERT ON log_notes REFERENCING NEW TABLE AS added FOR EACH STATEMENT
  WHEN (NULLIF(current_setting('watchpost.tenant', true), '') IS NOT NULL) EXECUTE FUNCTION note_for_log();

-- The head of each day, which anyone may have, and its time-stamp.
CREATE TABLE published_heads (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- The day of UTC: the head is the log as it was when this day started.
  day date NOT NULL,
  -- How many leaves the log had.
  size bigint NOT NULL,
  -- Root hash of the log at that size.
  root bytea NOT NULL,
  -- When it was signed; epoch milliseconds.
  at_ms bigint NOT NULL,
  -- SHA-256 of the public key that signed.
  key bytea NOT NULL,
  -- Signature of the row by the key.
  signature bytea NOT NULL,
  -- The same as c2sp.org/tlog-checkpoint has it.
  note text NOT NULL,
  -- Whether it has a time-stamp: none, waiting, stamped or failed.
  stamp_state text NOT NULL DEFAULT 'none',
  -- Why the last try failed; empty after one that did not.
  stamp_reason text NOT NULL DEFAULT '',
  -- How often a time-stamp was asked for.
  stamp_tries smallint NOT NULL DEFAULT 0,
  -- A TimeStampResp of RFC 3161 over the note; null: none.
  time_stamp bytea,
  -- The time that it says; epoch milliseconds.
  stamped_at_ms bigint,
  -- Number in the order in which heads were published.
  no integer NOT NULL,
  PRIMARY KEY (tenant_id, day),
  UNIQUE (tenant_id, no),
  CHECK ((stamp_state = 'stamped') = (time_stamp IS NOT NULL AND stamped_at_ms IS NOT NULL)),
  CHECK (stamp_state IN ('none', 'waiting', 'stamped', 'failed'))
);
CREATE INDEX published_heads_by_size ON published_heads (tenant_id, size);
ALTER TABLE published_heads ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON published_heads
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE (stamp_reason, stamp_state, stamp_tries, stamped_at_ms, time_stamp)
  ON published_heads TO watchpost_app;

-- A person who is mailed the head of each day, once they agree. Personal data: Scheduled reports.
CREATE TABLE head_witnesses (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- Identifies the row; a UUID made by the server.
  id uuid NOT NULL,
  -- personal: Email address, in lower case.
  address text NOT NULL,
  -- personal: Language code of the texts, such as en.
  language text NOT NULL,
  -- personal: When the company named them.
  added_at timestamptz NOT NULL DEFAULT now(),
  -- personal: When the last head was mailed; null: none was.
  last_mailed_at timestamptz,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, address)
);
ALTER TABLE head_witnesses ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON head_witnesses
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT, DELETE, UPDATE (last_mailed_at) ON head_witnesses TO watchpost_app;

-- A key that published heads are signed with. Personal data: Users of the console.
CREATE TABLE note_keys (
  -- The company that the row belongs to.
  tenant_id uuid NOT NULL,
  -- personal: Name, hash and key, as c2sp.org/signed-note has it.
  verifier_key text NOT NULL,
  -- personal: When it was first used; epoch milliseconds.
  first_used_ms bigint NOT NULL,
  PRIMARY KEY (tenant_id, verifier_key)
);
ALTER TABLE note_keys ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_tenant ON note_keys
  USING (tenant_id = NULLIF(current_setting('watchpost.tenant', true), '')::uuid);
GRANT SELECT, INSERT ON note_keys TO watchpost_app;
