// A round is what its events say, in whatever order they arrive: pure, so that the server's incremental
// bookkeeping can be tested against it.
import { statusOf, type RoundStatusCode } from './round-status.ts';

/** A route as it stood when rounds were walked by it; later edits make a new version. */
export interface PlannedCheckpoint {
  readonly checkpointId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusMetres: number;
  /** Of an imported round, as its record says; else the checkpoint's own history says it. */
  readonly isActivated?: boolean;
}

export interface RoundStart {
  readonly deviceAtMs: number;
  readonly planned: readonly PlannedCheckpoint[];
}

export interface RoundScan {
  readonly id: string;
  /** Where it counts; null for nowhere. */
  readonly checkpointId: string | null;
  readonly deviceAtMs: number;
}

export interface RoundEnd {
  readonly id: string;
  readonly deviceAtMs: number;
}

export interface RoundEvents {
  readonly start: RoundStart | null;
  readonly scans: readonly RoundScan[];
  readonly ends: readonly RoundEnd[];
}

export interface RoundFacts {
  readonly startedAtMs: number;
  readonly endedAtMs: number | null;
  readonly totalCheckPoints: number;
  readonly scannedCheckPoints: number;
  readonly statusCode: RoundStatusCode;
}

/**
 * Folds a round's events, in any order, into what the reports show. Before the start event is known the
 * earliest other event stands in for it and nothing is planned. Of several ends the earliest counts.
 * Throws RangeError when there is no event at all.
 */
export function foldRound(events: RoundEvents): RoundFacts {
  const endedAtMs = earliest(events.ends);
  const startedAtMs = events.start?.deviceAtMs ?? earliest([...events.scans, ...events.ends]);
  if (startedAtMs === null) throw new RangeError('A round needs at least one event');
  const planned = new Set(events.start?.planned.map((point) => point.checkpointId));
  const scanned = new Set(
    events.scans.flatMap(({ checkpointId: id }) => (id !== null && planned.has(id) ? [id] : [])),
  );
  const progress = {
    hasEnded: endedAtMs !== null,
    totalCheckPoints: planned.size,
    scannedCheckPoints: scanned.size,
  };
  return {
    startedAtMs,
    endedAtMs,
    totalCheckPoints: planned.size,
    scannedCheckPoints: scanned.size,
    statusCode: statusOf(progress),
  };
}

/** Null for none. Not Math.min(...): a round may hold more scans than a call may have arguments. */
function earliest(events: readonly { readonly deviceAtMs: number }[]): number | null {
  return events.reduce<number | null>(
    (first, event) => (first === null || event.deviceAtMs < first ? event.deviceAtMs : first),
    null,
  );
}

/** The scan that counts for each checkpoint: the earliest by the device's clock, then by id. */
export function countingScans<Scan extends RoundScan>(scans: readonly Scan[]): Map<string, Scan> {
  const first = new Map<string, Scan>();
  for (const scan of scans) {
    if (scan.checkpointId === null) continue;
    const known = first.get(scan.checkpointId);
    if (known === undefined || comesBefore(scan, known)) first.set(scan.checkpointId, scan);
  }
  return first;
}

function comesBefore(a: RoundScan, b: RoundScan): boolean {
  return a.deviceAtMs === b.deviceAtMs ? a.id < b.id : a.deviceAtMs < b.deviceAtMs;
}
