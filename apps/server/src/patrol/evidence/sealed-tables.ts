// The tables whose rows are leaves of the log, and every column that counts. A column that comes later joins at the end of
// its table: marks of leaves tell columns by their places.

import { tourHorizonDays } from '@watchpost/domain/tours';

export type SealedAs = 'plain' | 'bytes' | 'instant';

export interface SealedTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, SealedAs>>;
  /** Expression for when the server took the record; epoch milliseconds. */
  readonly takenAtMs: string;
  /** Columns that change later: versions, or what they follow from, tell whether they are as they should be. */
  readonly changing?: readonly string[];
  /** Expression for the row, as JSON, of a record `sent.id` that the product itself deleted. */
  readonly former?: string;
}

const proof = {
  proof_key: 'bytes',
  proof_seq: 'plain',
  proof_previous: 'bytes',
  proof_signature: 'bytes',
} as const;
/** Due rounds are made up to the horizon of tours and a day; see make-rounds.ts. */
const madeBeforeMs = (tourHorizonDays + 2) * 86_400_000;
const ms = (column: string) => `floor(extract(epoch FROM t.${column}) * 1000)::float8`;

/** Without tenant_id, which the log is of, and id, which an entry has apart. */
export const sealedTables: readonly SealedTable[] = [
  {
    name: 'scans',
    takenAtMs: 't.received_at_ms',
    columns: {
      round_id: 'plain',
      checkpoint_id: 'plain',
      guard_id: 'plain',
      device_id: 'plain',
      device_at_ms: 'plain',
      received_at_ms: 'plain',
      latitude: 'plain',
      longitude: 'plain',
      accuracy_metres: 'plain',
      distance_metres: 'plain',
      clock_skew_ms: 'plain',
      method: 'plain',
      code: 'plain',
      flags: 'plain',
      body_hash: 'bytes',
      ...proof,
      phone_at_ms: 'plain',
      claimed_checkpoint_id: 'plain',
      dwell_ms: 'plain',
      shown_step: 'plain',
      proof_salt: 'bytes',
    },
  },
  {
    name: 'field_events',
    takenAtMs: 't.received_at_ms',
    columns: {
      kind: 'plain',
      guard_id: 'plain',
      device_id: 'plain',
      subject_id: 'plain',
      named_id: 'plain',
      device_at_ms: 'plain',
      received_at_ms: 'plain',
      clock_skew_ms: 'plain',
      body_hash: 'bytes',
      ...proof,
      details: 'plain',
      flags: 'plain',
      phone_at_ms: 'plain',
      proof_salt: 'bytes',
    },
  },
  {
    name: 'refused_events',
    takenAtMs: 't.received_at_ms',
    columns: {
      guard_id: 'plain',
      device_id: 'plain',
      code: 'plain',
      body: 'plain',
      received_at_ms: 'plain',
      clock_skew_ms: 'plain',
      ...proof,
      proof_salt: 'bytes',
    },
  },
  {
    name: 'route_versions',
    takenAtMs: ms('created_at'),
    columns: {
      route_id: 'plain',
      site_id: 'plain',
      name: 'plain',
      is_fixed_order: 'plain',
      checkpoints: 'plain',
      created_at: 'instant',
    },
  },
  {
    name: 'device_keys',
    takenAtMs: 't.enrolled_at_ms',
    columns: {
      key: 'bytes',
      guard_id: 'plain',
      device_id: 'plain',
      public_key: 'plain',
      enrolled_at_ms: 'plain',
      is_proved: 'plain',
      is_vouched: 'plain',
    },
  },
  {
    name: 'question_versions',
    takenAtMs: ms('created_at'),
    columns: {
      checkpoint_id: 'plain',
      no: 'plain',
      questions: 'plain',
      created_at: 'instant',
      created_by: 'plain',
      created_by_name: 'plain',
    },
  },
  {
    name: 'post_order_versions',
    takenAtMs: ms('created_at'),
    columns: {
      site_id: 'plain',
      no: 'plain',
      text: 'plain',
      effective_from_ms: 'plain',
      created_at: 'instant',
      created_by: 'plain',
      created_by_name: 'plain',
    },
  },
  {
    name: 'incident_history',
    takenAtMs: ms('at'),
    columns: {
      incident_id: 'plain',
      at: 'instant',
      kind: 'plain',
      actor_kind: 'plain',
      actor_id: 'plain',
      actor_name: 'plain',
      from_status: 'plain',
      to_status: 'plain',
      comment: 'plain',
      changes: 'plain',
      flags: 'plain',
    },
  },
  {
    name: 'incident_photos',
    takenAtMs: ms('added_at'),
    columns: { incident_id: 'plain', file_id: 'plain', sent_hash: 'plain', added_at: 'instant' },
  },
  {
    name: 'guard_erasures',
    takenAtMs: 't.at_ms',
    columns: {
      guard_id: 'plain',
      at_ms: 'plain',
      erased_by: 'plain',
      pseudonym: 'plain',
      records: 'plain',
      key: 'bytes',
      signature: 'bytes',
    },
  },
  {
    name: 'audit_entries',
    takenAtMs: 't.at_ms',
    columns: {
      at_ms: 'plain',
      actor_id: 'plain',
      actor_name: 'plain',
      actor_role: 'plain',
      action: 'plain',
      subject_type: 'plain',
      subject_id: 'plain',
      subject_label: 'plain',
      before: 'plain',
      after: 'plain',
      address: 'plain',
      agent: 'plain',
      request_id: 'plain',
    },
  },
  {
    name: 'due_rounds',
    // Made at most some days before it is due, at the time that its id bears.
    takenAtMs: `greatest(t.due_at_ms - ${madeBeforeMs}, CASE WHEN substr(t.id::text, 15, 1) = '7'
      THEN ('x' || left(replace(t.id::text, '-', ''), 12))::bit(48)::bigint END)`,
    columns: {
      tour_id: 'plain',
      site_id: 'plain',
      route_id: 'plain',
      tour_name: 'plain',
      route_name: 'plain',
      due_at_ms: 'plain',
      late_at_ms: 'plain',
      missed_at_ms: 'plain',
      guard_ids: 'plain',
    },
    changing: [
      'status',
      'is_alerted',
      'round_id',
      'excuse',
      'excused_by',
      'excused_at',
      'begun_by',
      'begun_at_ms',
    ],
    former: `(SELECT v.row -> 'plan' FROM record_versions v WHERE v.tenant_id = $1::uuid AND v.source = 'due_rounds'
      AND v.record_key = sent.id::text AND v.row ? 'plan' ORDER BY v.no DESC LIMIT 1)`,
  },
  {
    name: 'due_round_history',
    takenAtMs: ms('known_at'),
    columns: { due_round_id: 'plain', status: 'plain', at_ms: 'plain', known_at: 'instant' },
  },
  {
    name: 'exception_history',
    takenAtMs: 't.at_ms',
    columns: {
      exception_id: 'plain',
      at_ms: 'plain',
      kind: 'plain',
      actor_kind: 'plain',
      actor_id: 'plain',
      actor_name: 'plain',
      text: 'plain',
      details: 'plain',
    },
  },
  // What is to be known of the log itself: see log-notes.queries.ts.
  {
    name: 'log_notes',
    takenAtMs: 't.at_ms',
    columns: { kind: 'plain', at_ms: 'plain', details: 'plain' },
  },
  // States of rows that change: see versioned-tables.ts.
  {
    name: 'record_versions',
    takenAtMs: 't.at_ms',
    columns: { source: 'plain', record_key: 'plain', no: 'plain', at_ms: 'plain', row: 'plain' },
  },
];

/** JSON of the sealed columns of a row t; a row in one piece, which PostgreSQL writes quicker than members one by one. */
export function rowExpression({ columns }: SealedTable): string {
  const members = Object.entries(columns).map(([name, as]) => `${valueOf(`t.${name}`, as)} AS ${name}`);
  return `(SELECT row_to_json(sealed) FROM (SELECT ${members.join(', ')}) AS sealed)`;
}

function valueOf(column: string, as: SealedAs): string {
  if (as === 'bytes') return `encode(${column}, 'hex')`;
  if (as === 'instant') return `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return column;
}
