// Reasons to doubt a scan (FIELD-03): each is a flag with its reason, never a rejection.
import { distanceMetres, type Position } from './geo.ts';

export const trustFlags = [
  'outsideRadius',
  'poorAccuracy',
  'noPosition',
  'clockSkew',
  'typedCode',
  'unplanned',
  'outOfOrder',
  'tooFast',
  'burst',
  'noCode',
  'forgedCode',
  'wrongCode',
  'retiredCode',
  'unsignedCode',
  'unknownTag',
  'unsigned',
  'badSignature',
  'lostPhone',
] as const;
export type TrustFlag = (typeof trustFlags)[number];

export const scanMethods = ['qr', 'nfc', 'position', 'typed'] as const;
export type ScanMethod = (typeof scanMethods)[number];

export const trustThresholds = {
  /** A position vaguer than this proves little. */
  accuracyMaxMetres: 50,
  /** A device's clock further off than this makes its times doubtful. */
  clockSkewMaxMs: 120_000,
  /** Faster than a running guard. */
  speedMaxMetresPerSecond: 7,
  /** Two checkpoints this close in time cannot both have been walked to. */
  burstMs: 5_000,
} as const;

export interface ScanEvidence {
  readonly method: ScanMethod;
  readonly position: Position | null;
  readonly accuracyMetres: number | null;
  /** Device's clock minus the server's when the scan was sent; milliseconds. */
  readonly clockSkewMs: number;
}

export interface ExpectedPlace extends Position {
  readonly radiusMetres: number;
}

/** Flags that a scan earns by itself: they do not depend on what else arrived. */
export function flagsOfScan(scan: ScanEvidence, place: ExpectedPlace): TrustFlag[] {
  const flags: TrustFlag[] = [];
  if (scan.position === null) flags.push('noPosition');
  else if (isOutside(scan.position, scan.accuracyMetres ?? 0, place)) flags.push('outsideRadius');
  if ((scan.accuracyMetres ?? 0) > trustThresholds.accuracyMaxMetres) flags.push('poorAccuracy');
  if (Math.abs(scan.clockSkewMs) > trustThresholds.clockSkewMaxMs) flags.push('clockSkew');
  if (scan.method === 'typed') flags.push('typedCode');
  return flags;
}

/** Accuracy is given the benefit of the doubt: the guard may stand anywhere within it. */
function isOutside(position: Position, accuracyMetres: number, place: ExpectedPlace): boolean {
  return distanceMetres(position, place) > place.radiusMetres + accuracyMetres;
}

export interface SequencedScan {
  readonly id: string;
  readonly checkpointId: string;
  readonly deviceAtMs: number;
  readonly position: Position | null;
}

/**
 * Flags that depend on a round's other scans, computed when the round is read, so that late arrivals change
 * nothing that is stored. `plannedOrder` lists checkpoint ids; `isFixedOrder` says whether order matters.
 * Returns scan id -> flags, for scans that have any.
 */
export function flagsOfSequence(
  scans: readonly SequencedScan[],
  plannedOrder: readonly string[],
  isFixedOrder: boolean,
): Map<string, TrustFlag[]> {
  // Reversed, so that a checkpoint planned twice keeps its first place.
  const order = new Map(plannedOrder.map((id, index) => [id, index] as const).toReversed());
  const sorted = scans.toSorted(byTimeThenId);
  const flags = new Map<string, TrustFlag[]>();
  const add = (id: string, flag: TrustFlag) => flags.set(id, [...(flags.get(id) ?? []), flag]);
  let furthest = -1;
  let previous: SequencedScan | null = null;
  for (const scan of sorted) {
    const place = order.get(scan.checkpointId);
    if (place === undefined) add(scan.id, 'unplanned');
    else {
      if (isFixedOrder && place < furthest) add(scan.id, 'outOfOrder');
      furthest = Math.max(furthest, place);
    }
    if (previous !== null && previous.checkpointId !== scan.checkpointId) {
      for (const flag of flagsOfStep(previous, scan)) add(scan.id, flag);
    }
    previous = scan;
  }
  return flags;
}

function byTimeThenId(a: SequencedScan, b: SequencedScan): number {
  if (a.deviceAtMs !== b.deviceAtMs) return a.deviceAtMs - b.deviceAtMs;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

function flagsOfStep(from: SequencedScan, to: SequencedScan): TrustFlag[] {
  const elapsedMs = to.deviceAtMs - from.deviceAtMs;
  if (elapsedMs < trustThresholds.burstMs) return ['burst'];
  if (from.position === null || to.position === null) return [];
  const speed = distanceMetres(from.position, to.position) / (elapsedMs / 1000);
  return speed > trustThresholds.speedMaxMetresPerSecond ? ['tooFast'] : [];
}
