// A company's history as rows of the tables of duties, rounds, scans and events, some thousand records at a time.
import { hash } from 'node:crypto';
import type { FieldEvent } from '@watchpost/contract/field';
import { type CodeBook, CodeJudge } from '../records/checkpoint-codes/judge-code.ts';
import type { Column } from '../platform/db/insert-rows.queries.ts';
import { namedIdOf } from '../patrol/evidence/named-id.ts';
import type { PatrolRecord } from './patrol-model/duty.ts';
import {
  type DutyRow,
  type EventRow,
  type RoundRow,
  rowsOfDuty,
  rowsOfRound,
  type ScanJudge,
  type ScanRow,
} from './patrol-rows.ts';

interface NumberedRound extends RoundRow {
  readonly arrivalNo: number;
}

export interface HistoryWindow {
  readonly duties: readonly DutyRow[];
  readonly rounds: readonly NumberedRound[];
  readonly scans: readonly ScanRow[];
  readonly events: readonly EventRow[];
}

/** Judges by all codes of the tenant, and by the tag of each checkpoint. */
export function scanJudgeOf(book: CodeBook, tags: ReadonlyMap<string, string | null>): ScanJudge {
  const judge = new CodeJudge(book);
  return (scan) => judge.flagsOf(scan, tags.get(scan.checkpointId) ?? null);
}

/** Records held at once. */
const windowRecords = 3_000;

/**
 * Gathers records into windows. Rounds are numbered in the order in which the server would have heard of them, which
 * late uploads reorder within a window only.
 */
export class HistoryRows {
  readonly #judge: ScanJudge;
  #numbered = 0;
  #duties: DutyRow[] = [];
  #rounds: RoundRow[] = [];
  #scans: ScanRow[] = [];
  #events: EventRow[] = [];

  constructor(judge: ScanJudge) {
    this.#judge = judge;
  }

  get isFull(): boolean {
    return this.#rounds.length + this.#duties.length >= windowRecords;
  }

  add(record: PatrolRecord): void {
    if (record.kind === 'duty') {
      const rows = rowsOfDuty(record);
      if (rows === null) return;
      this.#duties.push(rows.duty);
      this.#events.push(...rows.events);
    } else {
      const rows = rowsOfRound(record, this.#judge);
      if (rows === null) return;
      this.#rounds.push(rows.round);
      this.#scans.push(...rows.scans);
      this.#events.push(...rows.events);
    }
  }

  /** What was gathered since the last window. */
  take(): HistoryWindow {
    const rounds = this.#rounds
      .toSorted((one, other) => one.firstReceivedAtMs - other.firstReceivedAtMs)
      .map((round, index) => ({ ...round, arrivalNo: this.#numbered + index + 1 }));
    const window = { duties: this.#duties, rounds, scans: this.#scans, events: this.#events };
    this.#numbered += rounds.length;
    this.#duties = [];
    this.#rounds = [];
    this.#scans = [];
    this.#events = [];
    return window;
  }
}

export const dutyColumns: readonly Column<DutyRow>[] = [
  { name: 'id', type: 'uuid', of: (duty) => duty.id },
  { name: 'guard_id', type: 'uuid', of: (duty) => duty.guardId },
  { name: 'site_id', type: 'uuid', of: (duty) => duty.siteId },
  { name: 'started_at_ms', type: 'bigint', of: (duty) => duty.startedAtMs },
  { name: 'ended_at_ms', type: 'bigint', of: (duty) => duty.endedAtMs },
];

export const roundColumns: readonly Column<NumberedRound>[] = [
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

export const scanColumns: readonly Column<ScanRow>[] = [
  { name: 'id', type: 'uuid', of: (scan) => scan.event.id },
  { name: 'round_id', type: 'uuid', of: (scan) => scan.event.roundId },
  { name: 'checkpoint_id', type: 'uuid', of: (scan) => scan.event.checkpointId },
  { name: 'guard_id', type: 'uuid', of: (scan) => scan.guardId },
  { name: 'device_id', type: 'uuid', of: (scan) => scan.deviceId },
  { name: 'device_at_ms', type: 'bigint', of: (scan) => scan.time.atMs },
  { name: 'phone_at_ms', type: 'bigint', of: (scan) => scan.time.phoneAtMs },
  { name: 'received_at_ms', type: 'bigint', of: (scan) => scan.receivedAtMs },
  { name: 'latitude', type: 'double precision', of: (scan) => scan.event.position?.latitude ?? null },
  { name: 'longitude', type: 'double precision', of: (scan) => scan.event.position?.longitude ?? null },
  { name: 'accuracy_metres', type: 'real', of: (scan) => scan.event.position?.accuracyMetres ?? null },
  { name: 'distance_metres', type: 'real', of: (scan) => scan.distanceMetres },
  { name: 'clock_skew_ms', type: 'bigint', of: (scan) => scan.time.clockSkewMs },
  { name: 'method', type: 'text', of: (scan) => scan.event.method },
  { name: 'code', type: 'text', of: (scan) => scan.event.code ?? null },
  { name: 'flags', type: 'text[]', of: (scan) => scan.flags },
  { name: 'body_hash', type: 'bytea', of: (scan) => bodyHash(scan.event) },
];

export const eventColumns: readonly Column<EventRow>[] = [
  { name: 'id', type: 'uuid', of: ({ event }) => event.id },
  { name: 'kind', type: 'text', of: ({ event }) => event.kind },
  { name: 'guard_id', type: 'uuid', of: (row) => row.guardId },
  { name: 'device_id', type: 'uuid', of: (row) => row.deviceId },
  { name: 'subject_id', type: 'uuid', of: (row) => row.subjectId },
  { name: 'device_at_ms', type: 'bigint', of: (row) => row.time.atMs },
  { name: 'phone_at_ms', type: 'bigint', of: (row) => row.time.phoneAtMs },
  { name: 'received_at_ms', type: 'bigint', of: (row) => row.receivedAtMs },
  { name: 'body_hash', type: 'bytea', of: ({ event }) => bodyHash(event) },
  { name: 'named_id', type: 'uuid', of: ({ event }) => namedIdOf(event) },
  { name: 'clock_skew_ms', type: 'bigint', of: (row) => row.time.clockSkewMs },
];

function bodyHash(event: FieldEvent): string {
  return hash('sha256', JSON.stringify(event), 'hex');
}
