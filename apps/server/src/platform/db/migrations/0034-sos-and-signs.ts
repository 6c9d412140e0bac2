import { type Kysely, sql } from 'kysely';
import { secured } from './own-rows.ts';

/** Calls for help with their history, and the last sign of each guard for the live board (NOTIF-05, DASH-03). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE sos_calls (
    tenant_id uuid NOT NULL REFERENCES tenants,
    -- made by the device
    id uuid NOT NULL,
    guard_id uuid NOT NULL,
    device_id uuid NOT NULL,
    -- null for a guard who is posted nowhere
    site_id uuid,
    device_at_ms bigint NOT NULL,
    received_at_ms bigint NOT NULL,
    clock_skew_ms bigint NOT NULL,
    -- SHA-256 of the call as it was sent: the same id with another body is refused
    body_hash text NOT NULL,
    -- the latest position that is known
    latitude double precision,
    longitude double precision,
    accuracy_metres real,
    position_at_ms bigint,
    safe_at_ms bigint,
    acknowledged_at_ms bigint,
    resolved_at_ms bigint,
    PRIMARY KEY (tenant_id, id),
    FOREIGN KEY (tenant_id, guard_id) REFERENCES guards,
    FOREIGN KEY (tenant_id, site_id) REFERENCES sites
  )`,
  'CREATE INDEX sos_calls_by_time ON sos_calls (tenant_id, received_at_ms, id)',
  'CREATE INDEX sos_calls_by_site ON sos_calls (tenant_id, site_id, received_at_ms, id)',
  'CREATE INDEX sos_calls_open ON sos_calls (tenant_id, received_at_ms, id) WHERE resolved_at_ms IS NULL',
  ...secured('sos_calls', 'SELECT, INSERT'),
  // What was sent stays as it was sent.
  `GRANT UPDATE (latitude, longitude, accuracy_metres, position_at_ms, safe_at_ms, acknowledged_at_ms,
    resolved_at_ms) ON sos_calls TO watchpost_app`,

  // Each thing becomes of a call once.
  `CREATE TABLE sos_history (
    tenant_id uuid NOT NULL,
    sos_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('raised', 'safe', 'acknowledged', 'resolved')),
    id uuid NOT NULL,
    at_ms bigint NOT NULL,
    received_at_ms bigint NOT NULL,
    actor_kind text NOT NULL CHECK (actor_kind IN ('user', 'guard')),
    -- outlives the account; the name is as it was then
    actor_id uuid NOT NULL,
    actor_name text NOT NULL,
    comment text NOT NULL DEFAULT '',
    PRIMARY KEY (tenant_id, sos_id, kind),
    FOREIGN KEY (tenant_id, sos_id) REFERENCES sos_calls
  )`,
  ...secured('sos_history', 'SELECT, INSERT'),

  `CREATE TABLE sos_positions (
    tenant_id uuid NOT NULL,
    sos_id uuid NOT NULL,
    id uuid NOT NULL,
    at_ms bigint NOT NULL,
    received_at_ms bigint NOT NULL,
    latitude double precision NOT NULL,
    longitude double precision NOT NULL,
    accuracy_metres real,
    PRIMARY KEY (tenant_id, sos_id, id),
    FOREIGN KEY (tenant_id, sos_id) REFERENCES sos_calls
  )`,
  'CREATE INDEX sos_positions_by_time ON sos_positions (tenant_id, sos_id, at_ms)',
  ...secured('sos_positions', 'SELECT, INSERT'),

  // One row a guard, kept with the events: to find out from all scans when somebody was last heard of takes seconds
  // where thousands are on duty. No index but the key, so that an update stays within its page.
  `CREATE TABLE guard_signs (
    tenant_id uuid NOT NULL,
    guard_id uuid NOT NULL,
    -- of the latest event, by the server's clock as well as it can be known
    at_ms bigint NOT NULL,
    -- the round of the latest event of a round
    round_id uuid,
    round_at_ms bigint,
    scan_id uuid,
    scan_at_ms bigint,
    -- of the scan that arrived last
    scan_received_at_ms bigint,
    PRIMARY KEY (tenant_id, guard_id)
  ) WITH (fillfactor = 70)`,
  ...secured('guard_signs', 'SELECT, INSERT, UPDATE'),

  // For a past that was not written event by event.
  `CREATE FUNCTION fill_guard_signs(of_tenant uuid, since_ms bigint) RETURNS void LANGUAGE sql AS $$
    INSERT INTO guard_signs (tenant_id, guard_id, at_ms, round_id, round_at_ms, scan_id, scan_at_ms, scan_received_at_ms)
    SELECT DISTINCT ON (r.guard_id) of_tenant, r.guard_id,
      least(greatest(r.started_at_ms, r.ended_at_ms, last.at_ms), (extract(epoch FROM now()) * 1000)::bigint),
      r.id, r.started_at_ms, last.id, last.at_ms, last.received_at_ms
    FROM rounds r LEFT JOIN LATERAL (
      SELECT s.id, least(s.device_at_ms - s.clock_skew_ms, s.received_at_ms) AS at_ms, s.received_at_ms FROM scans s
      WHERE s.tenant_id = of_tenant AND s.round_id = r.id ORDER BY s.device_at_ms DESC, s.id LIMIT 1
    ) AS last ON true
    WHERE r.tenant_id = of_tenant AND r.started_at_ms >= since_ms
    ORDER BY r.guard_id, r.started_at_ms DESC, r.id
    ON CONFLICT DO NOTHING
  $$`,
  'REVOKE ALL ON FUNCTION fill_guard_signs(uuid, bigint) FROM PUBLIC',
  `SELECT fill_guard_signs(tenant_id, (extract(epoch FROM now()) * 1000)::bigint - 172800000) FROM tenants`,
];
