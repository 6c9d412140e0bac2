// A company's history into the tables of duties, rounds and scans.
import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FieldEvent } from '@watchpost/contract/field';
import { sql } from 'kysely';
import { findCodeBook } from '../checkpoint-codes/checkpoint-codes.queries.ts';
import { CodeJudge } from '../checkpoint-codes/judge-code.ts';
import type { Db } from '../db/database.ts';
import { closePastDuties } from '../duties/close-forgotten.queries.ts';
import type { PatrolRecord } from '../patrol-model/duty.ts';
import { type Column, insertRows } from '../db/insert-rows.queries.ts';
import {
  type DutyRow,
  type EventRow,
  type RoundRow,
  rowsOfDuty,
  rowsOfRound,
  type ScanJudge,
  type ScanRow,
} from './patrol-rows.ts';

export interface HistoryCounts {
  duties: number;
  rounds: number;
  scans: number;
}

/** Judges by all codes and tags of the tenant. */
async function findScanJudge(db: Db, tenantId: string): Promise<ScanJudge> {
  const judge = new CodeJudge(await findCodeBook(db, tenantId));
  const checkpoints = await db
    .selectFrom('checkpoints')
    .select(['id', 'nfc_tag_id'])
    .where('tenant_id', '=', tenantId)
    .execute();
  const tags = new Map(checkpoints.map(({ id, nfc_tag_id }) => [id, nfc_tag_id]));
  return (scan) => judge.flagsOf(scan, tags.get(scan.checkpointId) ?? null);
}

/** So far back a guard's last sign is looked for. */
const signsMs = 2 * 86_400_000;
/** Records held at once before they are written. */
const windowRecords = 3_000;
/** Records made before the connection is served again, so that the database works meanwhile. */
const recordsAtOnce = 25;

/**
 * Writes a history, in its order, reading it as it goes: one window is written while the next is read. Rounds are
 * numbered in the order in which the server would have heard of them, which late uploads reorder within a window only.
 */
export async function insertHistory(
  db: Db,
  tenantId: string,
  history: Iterable<PatrolRecord>,
  nowMs: number,
): Promise<HistoryCounts> {
  const counts = { duties: 0, rounds: 0, scans: 0 };
  const judge = await findScanJudge(db, tenantId);
  let window = emptyWindow();
  let writing = Promise.resolve();
  let read = 0;
  for (const record of history) {
    read += 1;
    if (read % recordsAtOnce === 0) await setImmediate();
    if (record.kind === 'duty') {
      const rows = rowsOfDuty(record);
      if (rows === null) continue;
      window.duties.push(rows.duty);
      window.events.push(...rows.events);
    } else {
      const rows = rowsOfRound(record, judge);
      if (rows === null) continue;
      window.rounds.push(rows.round);
      window.scans.push(...rows.scans);
      window.events.push(...rows.events);
    }
    if (window.rounds.length + window.duties.length < windowRecords) continue;
    await writing;
    writing = insertWindow(db, tenantId, window, counts);
    // Told of where it is awaited.
    writing.catch(() => {});
    window = emptyWindow();
  }
  await writing;
  await insertWindow(db, tenantId, window, counts);
  await db.insertInto('round_arrivals').values({ tenant_id: tenantId, last_no: counts.rounds }).execute();
  // So that the first questions are planned well, before the database gets round to it by itself.
  await sql`ANALYZE rounds, scans, duty_sessions, field_events, round_counts, round_sums, missed_sums`.execute(
    db,
  );
  await closePastDuties(db, tenantId, nowMs);
  await sql`SELECT fill_guard_signs(${tenantId}::uuid, ${nowMs - signsMs}::bigint)`.execute(db);
  return counts;
}

interface Window {
  readonly duties: DutyRow[];
  readonly rounds: RoundRow[];
  readonly scans: ScanRow[];
  readonly events: EventRow[];
}

function emptyWindow(): Window {
  return { duties: [], rounds: [], scans: [], events: [] };
}

/** Scans come first: what a round has missed is then known once it is written, and counted once. */
async function insertWindow(db: Db, tenantId: string, window: Window, counts: HistoryCounts): Promise<void> {
  const rounds = window.rounds
    .toSorted((one, other) => one.firstReceivedAtMs - other.firstReceivedAtMs)
    .map((round, index) => ({ ...round, arrivalNo: counts.rounds + index + 1 }));
  await insertRows(db, tenantId, 'duty_sessions', dutyColumns, window.duties);
  await insertRows(db, tenantId, 'scans', scanColumns, window.scans);
  await insertRows(db, tenantId, 'rounds', roundColumns, rounds);
  await insertRows(db, tenantId, 'field_events', eventColumns, window.events);
  counts.duties += window.duties.length;
  counts.rounds += rounds.length;
  counts.scans += window.scans.length;
}

const dutyColumns: readonly Column<DutyRow>[] = [
  { name: 'id', type: 'uuid', of: (duty) => duty.id },
  { name: 'guard_id', type: 'uuid', of: (duty) => duty.guardId },
  { name: 'site_id', type: 'uuid', of: (duty) => duty.siteId },
  { name: 'started_at_ms', type: 'bigint', of: (duty) => duty.startedAtMs },
  { name: 'ended_at_ms', type: 'bigint', of: (duty) => duty.endedAtMs },
];

const roundColumns: readonly Column<RoundRow & { readonly arrivalNo: number }>[] = [
  { name: 'id', type: 'uuid', of: (round) => round.id },
  { name: 'site_id', type: 'uuid', of: (round) => round.siteId },
  { name: 'guard_id', type: 'uuid', of: (round) => round.guardId },
  { name: 'device_id', type: 'uuid', of: (round) => round.deviceId },
  { name: 'route_version_id', type: 'uuid', of: (round) => round.routeVersionId },
  { name: 'started_at_ms', type: 'bigint', of: (round) => round.startedAtMs },
  { name: 'ended_at_ms', type: 'bigint', of: (round) => round.endedAtMs },
  { name: 'status_code', type: 'smallint', of: (round) => round.statusCode },
  { name: 'total_check_points', type: 'smallint', of: (round) => round.totalCheckPoints },
  { name: 'scanned_check_points', type: 'smallint', of: (round) => round.scannedCheckPoints },
  { name: 'arrival_no', type: 'bigint', of: (round) => round.arrivalNo },
];

const scanColumns: readonly Column<ScanRow>[] = [
  { name: 'id', type: 'uuid', of: (scan) => scan.event.id },
  { name: 'round_id', type: 'uuid', of: (scan) => scan.event.roundId },
  { name: 'checkpoint_id', type: 'uuid', of: (scan) => scan.event.checkpointId },
  { name: 'guard_id', type: 'uuid', of: (scan) => scan.guardId },
  { name: 'device_id', type: 'uuid', of: (scan) => scan.deviceId },
  { name: 'device_at_ms', type: 'bigint', of: (scan) => scan.event.deviceAtMs },
  { name: 'received_at_ms', type: 'bigint', of: (scan) => scan.receivedAtMs },
  { name: 'latitude', type: 'double precision', of: (scan) => scan.event.position?.latitude ?? null },
  { name: 'longitude', type: 'double precision', of: (scan) => scan.event.position?.longitude ?? null },
  { name: 'accuracy_metres', type: 'real', of: (scan) => scan.event.position?.accuracyMetres ?? null },
  { name: 'distance_metres', type: 'real', of: (scan) => scan.distanceMetres },
  { name: 'clock_skew_ms', type: 'bigint', of: (scan) => scan.clockSkewMs },
  { name: 'method', type: 'text', of: (scan) => scan.event.method },
  { name: 'code', type: 'text', of: (scan) => scan.event.code ?? null },
  { name: 'flags', type: 'text[]', of: (scan) => scan.flags },
  { name: 'body_hash', type: 'bytea', of: (scan) => bodyHash(scan.event) },
];

const eventColumns: readonly Column<EventRow>[] = [
  { name: 'id', type: 'uuid', of: ({ event }) => event.id },
  { name: 'kind', type: 'text', of: ({ event }) => event.kind },
  { name: 'guard_id', type: 'uuid', of: (row) => row.guardId },
  { name: 'device_id', type: 'uuid', of: (row) => row.deviceId },
  { name: 'subject_id', type: 'uuid', of: (row) => row.subjectId },
  { name: 'device_at_ms', type: 'bigint', of: ({ event }) => event.deviceAtMs },
  { name: 'received_at_ms', type: 'bigint', of: (row) => row.receivedAtMs },
  { name: 'body_hash', type: 'bytea', of: ({ event }) => bodyHash(event) },
];

function bodyHash(event: FieldEvent): string {
  return hash('sha256', JSON.stringify(event), 'hex');
}
