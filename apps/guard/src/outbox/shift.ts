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
  /** Only the server can tell whether its code hangs there. */
  readonly isUnconfirmed?: boolean;
  /** What it was taken for, where the server counts it at the checkpoint whose code it is. */
  readonly claimedId?: string;
}

/** A scan whose code is of a checkpoint that is not the guard's: it counts nowhere. */
export interface UncountedScan {
  readonly id: string;
  /** What it was taken for. */
  readonly claimedId: string;
}

export interface WalkedRound extends NotedBy {
  readonly id: string;
  readonly startedAtMs: number;
  /** As it was planned when the round began: a plan that changes in the meantime changes nothing of it. */
  readonly route: PlannedRoute;
  readonly scans: readonly ScanMade[];
  readonly uncounted?: readonly UncountedScan[];
}

interface Duty extends NotedBy {
  readonly id: string;
  readonly siteId: string;
  readonly siteName: string;
  /** A duty that an older app began has none. */
  readonly siteTimeZone?: string;
  readonly startedAtMs: number;
}

interface StartedRound extends NotedBy {
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
  /** Of the plan, and where each scan counts, as the server may yet tell otherwise; one that an older app ended has neither. */
  readonly planned?: readonly string[];
  readonly scans?: readonly Pick<ScanMade, 'id' | 'checkpointId'>[];
  /** Scans that the server counts elsewhere than the phone did, or nowhere. */
  readonly elsewhere?: number;
}

/** Times are the phone's, each with how far its clock was off then. */
export interface Shift {
  readonly duty: Duty | null;
  readonly round: WalkedRound | null;
  /** Rounds started in this duty: each is one of those that were due, which is no longer asked for. */
  readonly walked: readonly StartedRound[];
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
  /** Of a scan: see ScanMade. */
  readonly isUnconfirmed?: boolean;
}

/** The shift after an event; null where it does not follow, as after a second tap on the same button. */
export function advanceShift(shift: Shift, event: FieldEvent, source: ShiftSource = {}): Shift | null {
  const { duty, round } = shift;
  const { offsetMs = null } = source;
  switch (event.kind) {
    case 'dutyStarted': {
      if (duty !== null) return null;
      const acknowledged = shift.acknowledged ?? [];
      return { ...noShift, round, acknowledged, duty: startedDuty(event, source) };
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
      const made: ScanMade = { id, checkpointId, atMs: deviceAtMs, offsetMs, method };
      const scans = [...round.scans, source.isUnconfirmed === true ? { ...made, isUnconfirmed: true } : made];
      return { ...shift, round: { ...round, scans } };
    }
    case 'roundEnded': {
      if (round?.id !== event.roundId) return null;
      const missed = missingPoints(round).length;
      const { routeName } = round.route;
      const endedAtMs = event.deviceAtMs;
      const planned = round.route.checkpoints.map(({ checkpointId }) => checkpointId);
      const scans = round.scans.map(({ id, checkpointId }) => ({ id, checkpointId }));
      const over = { id: round.id, routeName, missed, endedAtMs, offsetMs, planned, scans };
      const ended = [...shift.ended, over];
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

function startedDuty(
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

/** The shift after the server told at which checkpoint a scan counts, which is that whose code it is; null for none. */
export function withScanAt(shift: Shift, scanId: string, countsAt: string | null): Shift {
  return {
    ...shift,
    round: shift.round === null ? null : roundWithScanAt(shift.round, scanId, countsAt),
    ended: shift.ended.map((round) => endedWithScanAt(round, scanId, countsAt)),
  };
}

function roundWithScanAt(round: WalkedRound, scanId: string, countsAt: string | null): WalkedRound {
  const scan = round.scans.find(({ id }) => id === scanId);
  if (scan === undefined || scan.claimedId !== undefined) return round;
  const claimedId = scan.checkpointId;
  if (countsAt === null) {
    const scans = round.scans.filter((each) => each !== scan);
    return { ...round, scans, uncounted: [...(round.uncounted ?? []), { id: scanId, claimedId }] };
  }
  const moved = { ...scan, checkpointId: countsAt, claimedId };
  return { ...round, scans: round.scans.map((each) => (each === scan ? moved : each)) };
}

function endedWithScanAt(round: EndedRound, scanId: string, countsAt: string | null): EndedRound {
  const { planned, scans, elsewhere = 0 } = round;
  if (planned === undefined || scans?.some(({ id }) => id === scanId) !== true) return round;
  const counted = scans.flatMap((scan) => {
    if (scan.id !== scanId) return [scan];
    return countsAt === null ? [] : [{ ...scan, checkpointId: countsAt }];
  });
  const reached = new Set(counted.map(({ checkpointId }) => checkpointId));
  const missed = new Set(planned.filter((id) => !reached.has(id))).size;
  return { ...round, scans: counted, missed, elsewhere: elsewhere + 1 };
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
