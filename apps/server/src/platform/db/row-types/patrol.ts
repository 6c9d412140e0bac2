// Written by "npm run db:snapshot" from the catalog and column-types.ts.
import type { ColumnTypes } from '../column-types.ts';
import type { Default, DateOnly, Json, Timestamp, Written } from '../row-type.ts';

export interface PatrolTables {
  /** One walk of a route. The hottest table: a company may have a million a year. */
  rounds: {
    tenant_id: string;
    id: string;
    site_id: string;
    guard_id: string;
    device_id: string;
    route_version_id: string | null;
    started_at_ms: number;
    ended_at_ms: number | null;
    status_code: number;
    total_check_points: number;
    scanned_check_points: number;
    arrival_no: number;
    recorded_names_id: string | null;
  };
  /** The last number given to a round; its row is locked until commit, so that numbers have no gaps that fill later. */
  round_arrivals: {
    tenant_id: string;
    last_no: number;
  };
  /** A guard at a checkpoint: the proof that a post was walked. Never changed. */
  scans: {
    tenant_id: string;
    id: string;
    round_id: string;
    checkpoint_id: string | null;
    guard_id: string;
    device_id: string;
    device_at_ms: number;
    received_at_ms: number;
    latitude: number | null;
    longitude: number | null;
    accuracy_metres: number | null;
    distance_metres: number | null;
    clock_skew_ms: number;
    method: string;
    flags: Default<string[]>;
    body_hash: Buffer;
    code: string | null;
    proof_key: Buffer | null;
    proof_seq: number | null;
    proof_previous: Buffer | null;
    proof_signature: Buffer | null;
    claimed_checkpoint_id: string | null;
    dwell_ms: number | null;
    shown_step: number | null;
    phone_at_ms: number | null;
    proof_salt: Buffer | null;
  };
  /** An event that a phone sent, other than a scan, such as the start of a round. Never changed. */
  field_events: {
    tenant_id: string;
    id: string;
    kind: string;
    guard_id: string;
    device_id: string;
    subject_id: string;
    device_at_ms: number;
    received_at_ms: number;
    body_hash: Buffer;
    proof_key: Buffer | null;
    proof_seq: number | null;
    proof_previous: Buffer | null;
    proof_signature: Buffer | null;
    named_id: string | null;
    clock_skew_ms: number | null;
    flags: string[] | null;
    details: Json<unknown, null>;
    phone_at_ms: number | null;
    proof_salt: Buffer | null;
  };
  /** An event that was refused and has a number of the phone's chain all the same. */
  refused_events: {
    tenant_id: string;
    id: string;
    guard_id: string;
    device_id: string;
    code: string;
    body: string;
    received_at_ms: number;
    clock_skew_ms: number;
    proof_key: Buffer;
    proof_seq: number;
    proof_previous: Buffer;
    proof_signature: Buffer;
    proof_salt: Buffer | null;
  };
  /** A planned checkpoint without a scan, of a round that ended as incomplete. Written by triggers. */
  missed_checkpoints: {
    tenant_id: string;
    round_id: string;
    checkpoint_id: string;
    site_id: string;
    guard_id: string;
    started_at_ms: number;
  };
  /** A reason to check a round, with how many of its scans have it; written when the round is judged. */
  round_doubts: {
    tenant_id: string;
    round_id: string;
    flag: string;
    scans: number;
    started_at_ms: number;
  };
  /** From which limits scans are flagged. Never changed: a scan is judged by what applied when it arrived. */
  trust_settings: {
    tenant_id: string;
    version: number;
    since_ms: number;
    settings: Json<unknown>;
  };
  /** A round that a tour makes due, with the names and times of when it was made. */
  due_rounds: {
    tenant_id: string;
    id: string;
    tour_id: string;
    site_id: string;
    route_id: string;
    tour_name: string;
    route_name: string;
    due_at_ms: number;
    late_at_ms: number;
    missed_at_ms: number;
    guard_ids: Default<string[]>;
    status: Default<ColumnTypes['due_rounds.status']>;
    round_id: string | null;
    excuse: string | null;
    excused_by: string | null;
    excused_at: Timestamp<null>;
    begun_by: string | null;
    begun_at_ms: number | null;
    outcome: Written<ColumnTypes['due_rounds.outcome'] | null>;
    is_alerted: Default<boolean>;
  };
  /** What became of a due round and when, each step once. Sealed in the log. */
  due_round_history: {
    tenant_id: string;
    due_round_id: string;
    status: ColumnTypes['due_round_history.status'];
    at_ms: number;
    known_at: Default<Timestamp>;
    id: Default<string | null>;
  };
  /** A round that was sent after its due round was settled, and waits for a person to accept it. */
  late_arrivals: {
    tenant_id: string;
    round_id: string;
    due_round_id: string;
    arrived_at_ms: number;
    accepted_until_ms: number | null;
    accepted_at: Timestamp<null>;
    accepted_by: string | null;
    acceptance: string | null;
  };
  /** A duty: a guard at work from clock in to clock out. */
  duty_sessions: {
    tenant_id: string;
    id: string;
    guard_id: string;
    site_id: string | null;
    started_at_ms: number | null;
    ended_at_ms: number | null;
    is_closed_by_system: Default<boolean>;
    system_closed_at_ms: number | null;
    at_ms: Written<number | null>;
    limit_hours: number | null;
  };
  /** When a guard was last heard of, for the live board. One row for each guard. */
  guard_signs: {
    tenant_id: string;
    guard_id: string;
    at_ms: number;
    round_id: string | null;
    round_at_ms: number | null;
    scan_id: string | null;
    scan_at_ms: number | null;
    scan_received_at_ms: number | null;
  };
  /** What happened at a site, reported by a guard or a user. */
  incidents: {
    tenant_id: string;
    id: string;
    site_id: string;
    guard_id: string | null;
    type: string;
    severity: ColumnTypes['incidents.severity'];
    status: Default<ColumnTypes['incidents.status']>;
    description: Default<string>;
    latitude: number | null;
    longitude: number | null;
    reported_at: Default<Timestamp>;
    version: Default<number>;
    created_at: Default<Timestamp>;
    updated_at: Default<Timestamp>;
    opened_by: string | null;
    assignee_id: string | null;
    status_at: Default<Timestamp>;
    device_id: string | null;
    device_at_ms: number | null;
    clock_skew_ms: number | null;
    accuracy_metres: number | null;
    body_hash: string | null;
    attended_at: Timestamp<null>;
    closed_at: Timestamp<null>;
    phone_at_ms: number | null;
    search_text: Written<string | null>;
    search_grams: Written<string[] | null>;
  };
  /** A step of an incident. Appended to, never changed. */
  incident_history: {
    tenant_id: string;
    id: string;
    incident_id: string;
    at: Default<Timestamp>;
    kind: ColumnTypes['incident_history.kind'];
    actor_kind: ColumnTypes['incident_history.actor_kind'];
    actor_id: string | null;
    actor_name: string;
    from_status: ColumnTypes['incident_history.from_status'] | null;
    to_status: ColumnTypes['incident_history.to_status'] | null;
    comment: Default<string>;
    changes: Default<Json<unknown>>;
    flags: string[] | null;
  };
  /** A photo of an incident. */
  incident_photos: {
    tenant_id: string;
    id: string;
    incident_id: string;
    file_id: string;
    sent_hash: string | null;
    added_at: Default<Timestamp>;
  };
  /** What went wrong and must be dealt with: a missed, late, incomplete or flagged round. */
  exceptions: {
    tenant_id: string;
    id: string;
    version: Default<number>;
    kind: ColumnTypes['exceptions.kind'];
    subject_id: string;
    severity: number;
    status: Default<ColumnTypes['exceptions.status']>;
    reasons: ColumnTypes['exceptions.reasons'];
    site_id: string;
    route_id: string | null;
    route_name: Default<string>;
    tour_id: string | null;
    tour_name: Default<string>;
    guard_id: string | null;
    due_round_id: string | null;
    round_id: string | null;
    happened_at_ms: number;
    opened_at_ms: number;
    taken_at_ms: number | null;
    closed_at_ms: number | null;
    made_good_at_ms: number | null;
    owner_id: string | null;
    outcome: ColumnTypes['exceptions.outcome'] | null;
    closing_reason: Default<string>;
  };
  /** A step of an exception. Appended to, never changed. */
  exception_history: {
    tenant_id: string;
    id: string;
    exception_id: string;
    at_ms: number;
    kind: ColumnTypes['exception_history.kind'];
    actor_kind: ColumnTypes['exception_history.actor_kind'];
    actor_id: string | null;
    actor_name: Default<string>;
    text: Default<string>;
    details: Default<Json<unknown>>;
  };
  /** A file that proves how an exception was dealt with. */
  exception_files: {
    tenant_id: string;
    file_id: string;
    exception_id: string;
    added_by: string | null;
    added_at_ms: number;
  };
  /** A call for help by a guard. */
  sos_calls: {
    tenant_id: string;
    id: string;
    guard_id: string;
    device_id: string;
    site_id: string | null;
    device_at_ms: number;
    received_at_ms: number;
    clock_skew_ms: number;
    body_hash: string;
    latitude: number | null;
    longitude: number | null;
    accuracy_metres: number | null;
    position_at_ms: number | null;
    safe_at_ms: number | null;
    acknowledged_at_ms: number | null;
    resolved_at_ms: number | null;
    phone_at_ms: number | null;
  };
  /** A step of a call for help; each happens once. */
  sos_history: {
    tenant_id: string;
    sos_id: string;
    kind: string;
    id: string;
    at_ms: number;
    received_at_ms: number;
    actor_kind: ColumnTypes['sos_history.actor_kind'];
    actor_id: string;
    actor_name: string;
    comment: Default<string>;
    flags: string[] | null;
    phone_at_ms: number | null;
  };
  /** A position that a phone sent during a call for help. */
  sos_positions: {
    tenant_id: string;
    sos_id: string;
    id: string;
    at_ms: number;
    received_at_ms: number;
    latitude: number;
    longitude: number;
    accuracy_metres: number | null;
    phone_at_ms: number | null;
  };
  /** A key that a phone signs its events with. */
  device_keys: {
    tenant_id: string;
    id: string;
    key: Buffer;
    guard_id: string;
    device_id: string;
    public_key: string;
    enrolled_at_ms: number;
    is_proved: boolean | null;
    is_vouched: boolean | null;
  };
  /** Each state that a row of a sealed table was in. Appended to by triggers, never changed. */
  record_versions: {
    tenant_id: string;
    id: Default<string>;
    no: Written<number>;
    source: string;
    record_key: string;
    at_ms: Default<number>;
    row: Json<unknown>;
  };
  /** Records that wait to be sealed in the tamper-evident log, one row for each statement that added some. */
  log_pending: {
    tenant_id: string;
    no: Written<number>;
    source: string;
    ids: string[];
  };
  /** A sealed record. Terms of the log are those of RFC 9162. */
  log_leaves: {
    tenant_id: string;
    leaf_no: number;
    source: string;
    record_id: string;
    hash: Buffer;
    marks: Buffer;
  };
  /** A node of the log's hash tree, stored so that a proof reads few rows. */
  log_nodes: {
    tenant_id: string;
    level: number;
    node_no: number;
    hash: Buffer;
  };
  /** A sealed head: the state of the log, signed. */
  log_heads: {
    tenant_id: string;
    size: number;
    root: Buffer;
    at_ms: number;
    key: Buffer;
    signature: Buffer;
  };
  /** The company's salt, which replaces codes and ids of phones in leaves by digests. */
  log_salts: {
    tenant_id: string;
    salt: Buffer;
    made_at_ms: number;
    key: Buffer;
    signature: Buffer;
  };
  /** A key that heads of the log are signed with; its private half is with the server's secret. */
  log_keys: {
    tenant_id: string;
    key: Buffer;
    public_key: string;
    first_used_ms: number;
  };
  /** A remark about the log itself, such as a restore. Appended to, never changed. */
  log_notes: {
    tenant_id: string;
    id: Default<string>;
    at_ms: number;
    kind: string;
    details: Json<unknown>;
  };
  /** The head of each day, which anyone may have, and its time-stamp. */
  published_heads: {
    tenant_id: string;
    day: DateOnly;
    size: number;
    root: Buffer;
    at_ms: number;
    key: Buffer;
    signature: Buffer;
    note: string;
    stamp_state: Default<ColumnTypes['published_heads.stamp_state']>;
    stamp_reason: Default<string>;
    stamp_tries: Default<number>;
    time_stamp: Buffer | null;
    stamped_at_ms: number | null;
    no: number;
  };
  /** A person who is mailed the head of each day, once they agree. */
  head_witnesses: {
    tenant_id: string;
    id: string;
    address: string;
    language: string;
    added_at: Default<Timestamp>;
    last_mailed_at: Timestamp<null>;
  };
  /** A key that published heads are signed with. */
  note_keys: {
    tenant_id: string;
    verifier_key: string;
    first_used_ms: number;
  };
}
