// Events as rows, with what the device and the server say of each.
import { type Column, insertRows } from '../../platform/db/insert-rows.queries.ts';
import { namedIdOf } from '../evidence/named-id.ts';
import { subjectOf } from './event-body.ts';
import { detailsOf } from './post-events.ts';
import type { FieldScope } from './field.queries.ts';
import type { JudgedScan, SentEvent, SentOther } from './field-state.ts';

/** Their rounds and guards are locked, by which missed checkpoints stay those without a scan. */
export async function insertScans(scope: FieldScope, scans: readonly JudgedScan[]): Promise<void> {
  const isPlain = scans.every((scan) => seldomColumns.every(({ of }) => of(scan) === null));
  await insertRows(scope.db, scope.tenantId, 'scans', isPlain ? scanColumns : allScanColumns, scans);
}

export async function insertFieldEvents(scope: FieldScope, events: readonly SentOther[]): Promise<void> {
  await insertRows(scope.db, scope.tenantId, 'field_events', eventColumns, events);
}

/** As the column holds it, which refuses what is too near zero for it. */
const singleOf = (value: number | undefined): number | null =>
  value === undefined ? null : Math.fround(value);

const jsonOf = (details: object | null) => (details === null ? null : JSON.stringify(details));

const proofColumns: readonly Column<SentEvent>[] = [
  { name: 'proof_key', type: 'bytea', of: ({ event }) => event.proof?.key ?? null },
  { name: 'proof_seq', type: 'bigint', of: ({ event }) => event.proof?.seq ?? null },
  { name: 'proof_previous', type: 'bytea', of: ({ event }) => event.proof?.previous ?? null },
  { name: 'proof_signature', type: 'bytea', of: ({ event }) => event.proof?.signature ?? null },
  { name: 'proof_salt', type: 'bytea', of: ({ event }) => event.proof?.salt ?? null },
];

const scanColumns: readonly Column<JudgedScan>[] = [
  { name: 'id', type: 'uuid', of: ({ sent: { event } }) => event.id },
  { name: 'round_id', type: 'uuid', of: ({ sent: { event } }) => event.roundId },
  { name: 'checkpoint_id', type: 'uuid', of: (scan) => scan.checkpointId },
  { name: 'guard_id', type: 'uuid', of: ({ sent }) => sent.guardId },
  { name: 'device_id', type: 'uuid', of: ({ sent }) => sent.deviceId },
  { name: 'device_at_ms', type: 'bigint', of: ({ sent }) => sent.atMs },
  { name: 'phone_at_ms', type: 'bigint', of: ({ sent }) => sent.phoneAtMs },
  { name: 'received_at_ms', type: 'bigint', of: ({ sent }) => sent.receivedAtMs },
  {
    name: 'latitude',
    type: 'double precision',
    of: ({ sent: { event } }) => event.position?.latitude ?? null,
  },
  {
    name: 'longitude',
    type: 'double precision',
    of: ({ sent: { event } }) => event.position?.longitude ?? null,
  },
  {
    name: 'accuracy_metres',
    type: 'real',
    of: ({ sent: { event } }) => singleOf(event.position?.accuracyMetres),
  },
  { name: 'distance_metres', type: 'real', of: (scan) => scan.distanceMetres },
  { name: 'clock_skew_ms', type: 'bigint', of: ({ sent }) => sent.clockSkewMs },
  { name: 'method', type: 'text', of: ({ sent: { event } }) => event.method },
  { name: 'code', type: 'text', of: ({ sent: { event } }) => event.code ?? null },
  { name: 'flags', type: 'text[]', of: (scan) => scan.flags.join(',') },
  { name: 'body_hash', type: 'bytea', of: ({ sent }) => sent.bodyHash },
  ...proofColumns.map(({ of, ...column }) => ({ ...column, of: ({ sent }: JudgedScan) => of(sent) })),
];

/** Hardly any scan has one of these, and each column takes its time. */
const seldomColumns: readonly Column<JudgedScan>[] = [
  {
    name: 'claimed_checkpoint_id',
    type: 'uuid',
    of: ({ sent: { event }, checkpointId }) =>
      checkpointId === event.checkpointId ? null : event.checkpointId,
  },
  { name: 'dwell_ms', type: 'bigint', of: ({ sent: { event } }) => event.dwellMs ?? null },
  { name: 'shown_step', type: 'bigint', of: (scan) => scan.shownStep },
];
const allScanColumns = [...scanColumns, ...seldomColumns];

const eventColumns: readonly Column<SentOther>[] = [
  { name: 'id', type: 'uuid', of: ({ event }) => event.id },
  { name: 'kind', type: 'text', of: ({ event }) => event.kind },
  { name: 'guard_id', type: 'uuid', of: (sent) => sent.guardId },
  { name: 'device_id', type: 'uuid', of: (sent) => sent.deviceId },
  { name: 'subject_id', type: 'uuid', of: ({ event }) => subjectOf(event) },
  { name: 'device_at_ms', type: 'bigint', of: (sent) => sent.atMs },
  { name: 'phone_at_ms', type: 'bigint', of: (sent) => sent.phoneAtMs },
  { name: 'received_at_ms', type: 'bigint', of: (sent) => sent.receivedAtMs },
  { name: 'body_hash', type: 'bytea', of: (sent) => sent.bodyHash },
  { name: 'named_id', type: 'uuid', of: ({ event }) => namedIdOf(event) },
  { name: 'details', type: 'jsonb', of: ({ event }) => jsonOf(detailsOf(event)) },
  { name: 'clock_skew_ms', type: 'bigint', of: (sent) => sent.clockSkewMs },
  { name: 'flags', type: 'text[]', of: (sent) => sent.proofFlags.join(',') },
  ...proofColumns,
];
