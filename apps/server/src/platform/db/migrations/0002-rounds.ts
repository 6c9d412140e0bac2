import { type Kysely, sql } from 'kysely';

/** Duty, rounds and scans: what devices send. Times are epoch milliseconds, by the device and by the server. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Starts and ends of duties and rounds as they were sent, once each. Scans have their own table.
  `CREATE TABLE field_events (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    guard_id uuid NOT NULL,
    device_id uuid NOT NULL,
    -- the round or duty that the event belongs to
    subject_id uuid NOT NULL,
    device_at_ms bigint NOT NULL,
    received_at_ms bigint NOT NULL,
    -- SHA-256 of the event's canonical text: the same id with another body is refused
    body_hash bytea NOT NULL,
    PRIMARY KEY (tenant_id, id)
  )`,
  'CREATE INDEX field_events_by_subject ON field_events (tenant_id, subject_id)',

  `CREATE TABLE duty_sessions (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    guard_id uuid NOT NULL,
    -- null while only the end is known
    site_id uuid,
    started_at_ms bigint,
    ended_at_ms bigint,
    is_closed_by_system boolean NOT NULL DEFAULT false,
    PRIMARY KEY (tenant_id, id)
  )`,
  'CREATE INDEX duty_sessions_by_start ON duty_sessions (tenant_id, started_at_ms, id)',
  'CREATE INDEX duty_sessions_by_site ON duty_sessions (tenant_id, site_id, started_at_ms, id)',
  'CREATE INDEX duty_sessions_by_guard ON duty_sessions (tenant_id, guard_id, started_at_ms, id)',

  // Numbers rounds in the order in which they were committed: its row is held until commit, so that whoever has
  // seen number n has seen all numbers below it.
  `CREATE TABLE round_arrivals (
    tenant_id uuid PRIMARY KEY REFERENCES tenants,
    last_no bigint NOT NULL
  )`,

  // scannedHistory
  `CREATE TABLE rounds (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    site_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    device_id uuid NOT NULL,
    -- null while the start has not arrived
    route_version_id uuid,
    started_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    status_code smallint NOT NULL,
    total_check_points smallint NOT NULL,
    scanned_check_points smallint NOT NULL,
    arrival_no bigint NOT NULL,
    PRIMARY KEY (tenant_id, id)
  ) WITH (fillfactor = 85)`,
  'CREATE INDEX rounds_by_start ON rounds (tenant_id, started_at_ms, id)',
  'CREATE INDEX rounds_by_site ON rounds (tenant_id, site_id, started_at_ms, id)',
  'CREATE INDEX rounds_by_guard ON rounds (tenant_id, guard_id, started_at_ms, id)',
  'CREATE INDEX rounds_by_arrival ON rounds (tenant_id, arrival_no)',

  // scannedHistory's checkPoints: every scan as sent, append-only. Planned checkpoints without one were missed.
  `CREATE TABLE scans (
    tenant_id uuid NOT NULL,
    id uuid NOT NULL,
    round_id uuid NOT NULL,
    checkpoint_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    device_id uuid NOT NULL,
    device_at_ms bigint NOT NULL,
    received_at_ms bigint NOT NULL,
    latitude double precision,
    longitude double precision,
    accuracy_metres real,
    distance_metres real,
    clock_skew_ms bigint NOT NULL,
    method text NOT NULL,
    flags text[] NOT NULL DEFAULT '{}',
    body_hash bytea NOT NULL,
    PRIMARY KEY (tenant_id, id)
  )`,
  'CREATE INDEX scans_by_round ON scans (tenant_id, round_id, checkpoint_id, device_at_ms)',
];
