// Which checkpoint a code belongs to, as far as the phone can tell without the server (FIELD-01, FIELD-03).
import { isWeakPosition } from '@watchpost/domain/checkpoint-methods';
import { decodeCheckpointCode } from '@watchpost/domain/checkpoint-codes';
import { decodeRotatingCode } from '@watchpost/domain/rotating-codes';
import { distanceMetres } from '@watchpost/domain/geo';
import { furthestOf, isOutOfOrder, positionsOf } from '@watchpost/domain/route-order';
import { flagsOfScan } from '@watchpost/domain/trust-of-scan';
import { defaultTrust } from '@watchpost/domain/trust-thresholds';
import type { LabelKey } from '../../lib/labels.ts';
import type { Position } from '../../lib/whereabouts.ts';
import { doesCount } from '../../outbox/point-methods.ts';
import type { PlannedPoint, StoredPlan } from '../../outbox/records.ts';
import { missingPoints } from '../../outbox/round-progress.ts';
import type { ScanMade, WalkedRound } from '../../outbox/shift.ts';
import { methodsText } from './methods-text.ts';
import type { CodeRank } from './which-code.ts';

/** A checkpoint as the phone knows it: one of another route lies in the plan, one that is newer than the plan nowhere. */
export function pointOf(
  checkpointId: string,
  round: WalkedRound,
  plan: StoredPlan | null,
): PlannedPoint | null {
  const routes = [round.route, ...(plan?.routes ?? [])];
  const points = routes.flatMap(({ checkpoints }) => checkpoints);
  return points.find((point) => point.checkpointId === checkpointId) ?? null;
}

/** The checkpoint that a code names itself; null for one of another system, whose checkpoint the guard must say. */
export const checkpointOf = (code: string): string | null =>
  (decodeCheckpointCode(code) ?? decodeRotatingCode(code))?.checkpointId ?? null;

/** Names what hangs at a place: a screen shows another code every minute, and is the same one. */
export const labelOf = (code: string): string => checkpointOf(code) ?? code;

/** How likely a code that the camera sees is one that the guard is here for. */
export function rankOf(code: string, round: WalkedRound, plan: StoredPlan | null): CodeRank {
  const checkpointId = checkpointOf(code);
  if (checkpointId === null) return 'foreign';
  if (round.route.checkpoints.some((point) => point.checkpointId === checkpointId)) return 'planned';
  return pointOf(checkpointId, round, plan) === null ? 'ours' : 'known';
}

export interface ScanFlag {
  readonly key: LabelKey;
  readonly metres?: number;
  /** Of another checkpoint. */
  readonly point?: string;
  /** What counts there. */
  readonly methods?: string;
  /** Worth a word, and nothing to doubt. */
  readonly isHint?: boolean;
}

interface Judged {
  readonly point: PlannedPoint | null;
  readonly position: Position | null;
  readonly read: {
    readonly method: ScanMade['method'];
    readonly code?: string;
    readonly stay?: { readonly dwellMs: number };
  };
  readonly round: WalkedRound;
  readonly plan?: StoredPlan | null;
}

/** What the guard can still do something about, said at once and without the server. */
export function scanFlagsOf({ point, position, read, round, plan = null }: Judged): ScanFlag[] {
  const { method } = read;
  if (point === null) return [{ key: 'doubt.unknown' }];
  const accuracyMetres = position?.accuracyMetres ?? null;
  const flags = flagsOfScan({ method, position, accuracyMetres, clockSkewMs: 0 }, point);
  const found: ScanFlag[] = [];
  if (flags.includes('noPosition')) found.push({ key: 'doubt.noPosition' });
  if (position !== null && flags.includes('outsideRadius')) {
    found.push({ key: 'doubt.far', metres: Math.round(distanceMetres(position, point)) });
  }
  if (position !== null && flags.includes('poorAccuracy')) {
    found.push({ key: 'doubt.vague', metres: Math.round(position.accuracyMetres) });
  }
  if (!doesCount(point, read)) found.push({ key: 'doubt.method', methods: methodsText(point) });
  const { stay } = read;
  const trust = { ...defaultTrust, positionDwellMs: dwellNeededMs(plan) };
  if (stay !== undefined && isWeakPosition({ accuracyMetres, ...stay }, point.radiusMetres, trust)) {
    found.push({ key: 'doubt.weak' });
  }
  if (flags.includes('typedCode')) found.push({ key: 'doubt.typed' });
  return [...found, ...flagsOfOrder(point, round)];
}

/** How long the company wants a phone to stay before a scan by position. */
export const dwellNeededMs = (plan: StoredPlan | null): number =>
  plan?.positionDwellMs ?? defaultTrust.positionDwellMs;

/** Beside the scans made before on the round; `round` is without this one. */
function flagsOfOrder({ checkpointId }: PlannedPoint, round: WalkedRound): ScanFlag[] {
  const { checkpoints, isFixedOrder } = round.route;
  const positions = positionsOf(checkpoints.map((each) => each.checkpointId));
  const scanned = round.scans.map((each) => each.checkpointId);
  const isAgain = scanned.includes(checkpointId);
  const again: ScanFlag[] = isAgain ? [{ key: 'doubt.again', isHint: true }] : [];
  const position = positions.get(checkpointId);
  if (position === undefined) return isAgain ? again : [{ key: 'doubt.unplanned' }];
  if (!isFixedOrder) return again;
  const furthest = furthestOf(positions, scanned);
  if (isOutOfOrder(position, furthest)) return [...again, { key: 'doubt.order' }];
  const next = missingPoints(round).find((each) => (positions.get(each.checkpointId) ?? 0) > furthest);
  // Nothing to doubt, and the guard may not have seen the one left out.
  if (!isAgain && next?.checkpointId !== checkpointId) return [{ key: 'doubt.skipped', isHint: true }];
  return again;
}
