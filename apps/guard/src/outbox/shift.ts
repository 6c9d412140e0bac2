// What the guard is in the middle of, folded from the same events that are sent, in the same transaction (FIELD-01).
import type { CheckpointScanned, FieldEvent } from '@watchpost/contract/field';
import type { NotedBy } from '../lib/device-time.ts';
import { missingPoints } from './round-progress.ts';
import type { PlannedRoute } from './records.ts';

export interface ScanMade extends NotedBy {
  readonly id: string;
  readonly checkpointId: string;
  readonly atMs: number;
  readonly method: CheckpointScanned['method'];
  /** Questions were answered, or a note written. */
  readonly isAnswered?: boolean;
}

export interface WalkedRound extends NotedBy {
  readonly id: string;
  readonly startedAtMs: number;
  /** As it was planned when the round began: a plan that changes meanwhile changes nothing of it. */
  readonly route: PlannedRoute;
  readonly scans: readonly ScanMade[];
}

interface Duty extends NotedBy {
  readonly id: string;
  readonly siteId: string;
  readonly siteName: string;
  /** A duty that an older app began has none. */
  readonly siteTimeZone?: string;
  readonly startedAtMs: number;
}

interface BegunRound extends NotedBy {
  /** One that an older app began has none. */
  readonly id?: string;
  readonly routeVersionId: string;
  readonly startedAtMs: number;
  /** The due round that it is, by what the phone knew when it began. */
  readonly dueId?: string | null;
  /** When the server took its start, by its clock. */
  readonly receivedAtMs?: number;
}

interface EndedRound extends NotedBy {
  readonly id: string;
  readonly routeName: string;
  readonly missed: number;
  readonly endedAtMs: number;
}

/** Times are the phone's, each with how far its clock was off then. */
export interface Shift {
  readonly duty: Duty | null;
  readonly round: WalkedRound | null;
  /** Rounds begun in this duty: each is one of those that were due, which is no longer asked for. */
  readonly walked: readonly BegunRound[];
  readonly ended: readonly EndedRound[];
  /** Post orders and handover notes that were acknowledged here, the latest last; a shift of before has none. */
  readonly acknowledged?: readonly string[];
}

export const noShift: Shift = { duty: null, round: null, walked: [], ended: [] };

/** Names and plans of what an event names, and the clock that it was noted by. */
export interface ShiftSource extends NotedBy {
  readonly site?: { readonly name: string; readonly timeZone: string };
  readonly route?: PlannedRoute;
  /** The due round that a round which begins is. */
  readonly dueId?: string | null;
}

/** The shift after an event; null where it does not follow, as after a second tap on the same button. */
export function advanceShift(shift: Shift, event: FieldEvent, source: ShiftSource = {}): Shift | null {
  const { duty, round } = shift;
  const { offsetMs = null } = source;
  switch (event.kind) {
    case 'dutyStarted': {
      if (duty !== null) return null;
      const acknowledged = shift.acknowledged ?? [];
      return { ...noShift, round, acknowledged, duty: begunDuty(event, source) };
    }
    case 'dutyEnded':
      return duty?.id === event.dutyId && round === null ? { ...shift, duty: null } : null;
    case 'roundStarted': {
      const { route, dueId = null } = source;
      if (round !== null || route?.routeVersionId !== event.routeVersionId) return null;
      const { id, routeVersionId, deviceAtMs: startedAtMs } = event;
      const walked = [...shift.walked, { id, routeVersionId, startedAtMs, offsetMs, dueId }];
      return { ...shift, walked, round: { id, startedAtMs, offsetMs, route, scans: [] } };
    }
    case 'checkpointScanned': {
      if (round?.id !== event.roundId) return null;
      const { id, checkpointId, deviceAtMs, method } = event;
      const scans = [...round.scans, { id, checkpointId, atMs: deviceAtMs, offsetMs, method }];
      return { ...shift, round: { ...round, scans } };
    }
    case 'roundEnded': {
      if (round?.id !== event.roundId) return null;
      const missed = missingPoints(round).length;
      const { routeName } = round.route;
      const endedAtMs = event.deviceAtMs;
      const ended = [...shift.ended, { id: round.id, routeName, missed, endedAtMs, offsetMs }];
      return { ...shift, round: null, ended };
    }
    case 'checkpointAnswered':
      return answeredShift(shift, event.scanId);
    case 'ordersAcknowledged':
      return acknowledgedShift(shift, event.ordersId);
    case 'handoverRead':
      return acknowledgedShift(shift, event.noteId);
    case 'handoverNoted':
      return duty?.siteId === event.siteId ? shift : null;
  }
}

function begunDuty(
  { id, siteId, deviceAtMs }: Extract<FieldEvent, { kind: 'dutyStarted' }>,
  { site, offsetMs = null }: ShiftSource,
): Shift['duty'] {
  const duty = { id, siteId, siteName: site?.name ?? '', startedAtMs: deviceAtMs, offsetMs };
  return site === undefined ? duty : { ...duty, siteTimeZone: site.timeZone };
}

/** A scan is answered once: what was said stands. */
function answeredShift(shift: Shift, scanId: string): Shift | null {
  const { round } = shift;
  if (round?.scans.some(({ id, isAnswered }) => id === scanId && isAnswered !== true) !== true) return null;
  const scans = round.scans.map((scan) => (scan.id === scanId ? { ...scan, isAnswered: true } : scan));
  return { ...shift, round: { ...round, scans } };
}

/** The shift after the server refused a scan: where it was made nothing is scanned, as the server has it. */
export function withoutScan(shift: Shift, scanId: string): Shift {
  const { round } = shift;
  if (round === null) return shift;
  return { ...shift, round: { ...round, scans: round.scans.filter(({ id }) => id !== scanId) } };
}

/** The shift after the server took the start of a round: what it says from then on is due, it says knowing of that. */
export function withReceipt(shift: Shift, roundId: string, receivedAtMs: number): Shift {
  const walked = shift.walked.map((round) => (round.id === roundId ? { ...round, receivedAtMs } : round));
  return { ...shift, walked };
}

/** More than a phone is ever given at once. */
const acknowledgedMax = 500;

function acknowledgedShift(shift: Shift, id: string): Shift | null {
  const { acknowledged = [] } = shift;
  if (acknowledged.includes(id)) return null;
  return { ...shift, acknowledged: [...acknowledged, id].slice(-acknowledgedMax) };
}
