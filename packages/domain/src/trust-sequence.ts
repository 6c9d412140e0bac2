// Reasons to doubt a scan beside others: order, speed, bursts, leaps, and devices in several hands (FIELD-03).
import {
  clockErrorMaxMs,
  isDatedByArrival,
  phoneTimeOf,
  serverTimeOf,
  type StoredTime,
} from './device-clock.ts';
import { distanceMetres, knownPosition, type Position } from './geo.ts';
import { isOutOfOrder, positionsOf } from './route-order.ts';
import type { TrustFlag } from './trust.ts';
import { defaultTrust, teleportMinMetres, type TrustSettings } from './trust-thresholds.ts';

export interface SequencedScan {
  readonly id: string;
  /** Null where its code is of a checkpoint that is not the guard's: it is made, and counts nowhere. */
  readonly checkpointId: string | null;
  /** By which everything goes. */
  readonly deviceAtMs: number;
  /** What the device's clock said, where it was not taken at its word. */
  readonly phoneAtMs?: number | null;
  readonly position: Position | null;
  /** Default 0: the position is taken as it is. */
  readonly accuracyMetres?: number | null;
  /** Default 0. Devices have clocks of their own, so steps between rounds are measured by the server's. */
  readonly clockSkewMs?: number;
  readonly deviceId?: string;
  /** Signed with a key that its device holds, and not with one that was merely claimed for it. Default false. */
  readonly isProved?: boolean;
}

/** A scan of another guard. */
export interface ScanOfOther {
  readonly deviceId: string;
  readonly deviceAtMs: number;
  /** As that of a scan of the round. */
  readonly isProved?: boolean;
}

/** What was measured. `limit` is in the unit of what it limits: metres, milliseconds or metres a second. */
export interface SequenceFlag {
  readonly flag: TrustFlag;
  readonly metres?: number;
  readonly radiusMetres?: number;
  readonly accuracyMetres?: number;
  readonly elapsedMs?: number;
  readonly limit?: number;
}

export interface Sequence {
  readonly scans: readonly SequencedScan[];
  /** Checkpoint ids; null while the plan is not known, when no one can say what is unplanned. */
  readonly plannedOrder: readonly string[] | null;
  readonly isFixedOrder: boolean;
  /** The guard's scans of other rounds, at least the last one before each scan of this round. */
  readonly elsewhere?: readonly SequencedScan[];
  /** Scans of other guards, at least those with the devices of this round about its time. */
  readonly ofOthers?: readonly ScanOfOther[];
  /** Scans whose code of a screen counts for another round, too (TRUTH-11). */
  readonly sharedCodes?: ReadonlySet<string>;
  /** Those in force when a scan arrived; default the product's own. */
  readonly settingsOf?: (scanId: string) => TrustSettings;
}

/**
 * Doubts that depend on other scans, computed when a round is read, so that late arrivals change nothing that is stored.
 * A scan that arrives between two others moves a doubt about speed and does not lift it: where positions are exact, one
 * of the two shorter steps is at least as fast as the long one. Returns scan id -> doubts, for scans that have any.
 */
export function flagsOfSequence(sequence: Sequence): Map<string, SequenceFlag[]> {
  const { plannedOrder, isFixedOrder, ofOthers = [], settingsOf = () => defaultTrust } = sequence;
  const order = positionsOf(plannedOrder ?? []);
  const flags = new Map<string, SequenceFlag[]>();
  const timeOf = timesOf(sequence.scans);
  let furthest = -1;
  let previous: SequencedScan | null = null;
  for (const scan of sequence.scans.toSorted((a, b) => timeOf(a) - timeOf(b) || compareIds(a, b))) {
    const settings = settingsOf(scan.id);
    const expected = scan.checkpointId === null ? undefined : order.get(scan.checkpointId);
    const found: SequenceFlag[] = [];
    if (expected === undefined) {
      if (plannedOrder !== null && scan.checkpointId !== null) found.push({ flag: 'unplanned' });
    } else {
      if (isFixedOrder && isOutOfOrder(expected, furthest)) found.push({ flag: 'outOfOrder' });
      furthest = Math.max(furthest, expected);
    }
    if (previous !== null) {
      const elapsedMs = timeOf(scan) - timeOf(previous);
      found.push(...flagsOfStep(stepInRound(previous, scan, elapsedMs, settings), settings));
    }
    found.push(...flagsOfArrival(scan, previous, sequence, settings, found));
    found.push(...flagsOfDevice(scan, ofOthers, settings));
    if (sequence.sharedCodes?.has(scan.id) === true) found.push({ flag: 'sharedCode' });
    if (found.length > 0) flags.set(scan.id, found);
    previous = scan;
  }
  return flags;
}

/**
 * One clock that was wrong all the while tells best how long each step took: the way to the server, which takes longer now and
 * then, is not in it. Of several clocks, or one that was set on the way or lies ahead of the server's, that is the server's.
 */
function timesOf(scans: readonly SequencedScan[]): (scan: SequencedScan) => number {
  const stored = scans.map(storedOf);
  const [first] = stored;
  const isOneClock = stored.every(
    (each) =>
      !isDatedByArrival(each) &&
      Math.abs((each.clockSkewMs ?? 0) - (first?.clockSkewMs ?? 0)) <= clockErrorMaxMs,
  );
  return isOneClock ? phoneTimeOf : ({ deviceAtMs }) => deviceAtMs;
}

const storedOf = ({ deviceAtMs, phoneAtMs = null, clockSkewMs = 0 }: SequencedScan): StoredTime => ({
  deviceAtMs,
  phoneAtMs,
  clockSkewMs,
});

const compareIds = (a: SequencedScan, b: SequencedScan): number => (a.id === b.id ? 0 : a.id < b.id ? -1 : 1);

interface Step {
  readonly isSameCheckpoint: boolean;
  /** At least this far: each position may be off by its accuracy, up to the tenant's largest. Null where one is not known. */
  readonly metres: number | null;
  readonly elapsedMs: number;
  readonly speedMax: number;
}

function stepInRound(
  from: SequencedScan,
  to: SequencedScan,
  elapsedMs: number,
  settings: TrustSettings,
): Step {
  return {
    isSameCheckpoint: areSame(from, to),
    metres: metresBetween(from, to, settings),
    elapsedMs,
    speedMax: settings.speedMaxMetresPerSecond,
  };
}

const areSame = (from: SequencedScan, to: SequencedScan): boolean =>
  from.checkpointId !== null && from.checkpointId === to.checkpointId;

function metresBetween(
  from: SequencedScan,
  to: SequencedScan,
  { accuracyMaxMetres }: TrustSettings,
): number | null {
  const [start, end] = [knownPosition(from.position), knownPosition(to.position)];
  if (start === null || end === null) return null;
  const excusedBy = ({ accuracyMetres }: SequencedScan) => Math.min(accuracyMetres ?? 0, accuracyMaxMetres);
  return Math.max(0, distanceMetres(start, end) - excusedBy(from) - excusedBy(to));
}

function flagsOfStep(step: Step, settings: TrustSettings): SequenceFlag[] {
  const { isSameCheckpoint, elapsedMs, speedMax } = step;
  const isBurst = !isSameCheckpoint && elapsedMs < settings.burstMs;
  const burst: SequenceFlag[] = isBurst ? [{ flag: 'burst', elapsedMs, limit: settings.burstMs }] : [];
  const metres = step.metres ?? 0;
  const speed = metres / (Math.max(1, elapsedMs) / 1_000);
  const { teleportMetresPerSecond } = settings;
  if (metres >= teleportMinMetres && speed > teleportMetresPerSecond) {
    return [...burst, { flag: 'teleport', metres, elapsedMs, limit: teleportMetresPerSecond }];
  }
  // A burst says the same of a short way, and more clearly.
  if (isBurst || isSameCheckpoint || speed <= speedMax) return burst;
  return [{ flag: 'tooFast', metres, elapsedMs, limit: speedMax }];
}

/** From the guard's last scan of another round, if none of this round lies between. */
function flagsOfArrival(
  scan: SequencedScan,
  previous: SequencedScan | null,
  { elsewhere = [] }: Sequence,
  settings: TrustSettings,
  found: readonly SequenceFlag[],
): SequenceFlag[] {
  const at = trueAtMs(scan);
  const since = previous === null ? -Infinity : trueAtMs(previous);
  const last = elsewhere
    .filter((other) => trueAtMs(other) <= at && trueAtMs(other) > since)
    .reduce<SequencedScan | null>(
      (best, other) => (best === null || isAfter(other, best) ? other : best),
      null,
    );
  if (last === null) return [];
  const step: Step = {
    isSameCheckpoint: areSame(last, scan),
    metres: metresBetween(last, scan, settings),
    elapsedMs: at - trueAtMs(last),
    speedMax: settings.travelMaxMetresPerSecond,
  };
  return flagsOfStep(step, settings).filter(({ flag }) => found.every((known) => known.flag !== flag));
}

const trueAtMs = (scan: SequencedScan): number => serverTimeOf(storedOf(scan));

const isAfter = (a: SequencedScan, b: SequencedScan): boolean =>
  trueAtMs(a) - trueAtMs(b) > 0 || (trueAtMs(a) === trueAtMs(b) && compareIds(a, b) > 0);

/**
 * Of two guards with one device the flag falls on the one who cannot prove to have held it: anybody may say a device's id, and
 * an honest round loses nothing by that. Where both prove it they passed it on, which both know; where neither does, no one
 * can tell them apart. In both cases each bears the flag.
 */
function flagsOfDevice(
  { deviceId, deviceAtMs, isProved = false }: SequencedScan,
  ofOthers: readonly ScanOfOther[],
  { sharedDeviceMs }: TrustSettings,
): SequenceFlag[] {
  const spans = ofOthers
    .filter((other) => other.deviceId === deviceId && (other.isProved === true || !isProved))
    .map((other) => Math.abs(other.deviceAtMs - deviceAtMs));
  const elapsedMs = Math.min(Infinity, ...spans);
  return elapsedMs < sharedDeviceMs ? [{ flag: 'sharedDevice', elapsedMs, limit: sharedDeviceMs }] : [];
}
