// A round's checkpoints with what follows from their neighbours: gaps in time and reasons for doubt. Pure.
import type { RoundDetails, TimelinePoint } from '@watchpost/contract/scanned-checkpoints';
import { roundStatus } from '@watchpost/domain/round-status';
import { type FlagReason, flagReasonsOf } from '../../lib/rounds/flag-reasons.ts';

export type PointState = 'scanned' | 'flagged' | 'missed' | 'pending';

export interface RoundPoint {
  readonly point: TimelinePoint;
  /** pending: not scanned in a round that is still walked. */
  readonly state: PointState;
  /** Since the scan before, or since the start for the first; null when missed. Milliseconds. */
  readonly gapMs: number | null;
  readonly isFirstScan: boolean;
  readonly doubts: readonly FlagReason[];
}

type ScannedPoint = TimelinePoint & { readonly scan: NonNullable<TimelinePoint['scan']> };

const isScanned = (point: TimelinePoint): point is ScannedPoint => point.scan !== null;

/** The points in the reply's order: planned ones as planned, then scanned ones that were not planned. */
export function pointsOf(details: Pick<RoundDetails, 'round' | 'points'>): RoundPoint[] {
  const walked = details.points.filter(isScanned).toSorted((a, b) => a.scan.deviceAtMs - b.scan.deviceAtMs);
  const before = new Map(walked.map((point, index) => [point.checkpointId, walked[index - 1] ?? null]));
  const unscanned = details.round.statusCode === roundStatus.inProgress ? 'pending' : 'missed';
  return details.points.map((point) => {
    if (!isScanned(point)) {
      return { point, state: unscanned, gapMs: null, isFirstScan: false, doubts: [] } as const;
    }
    const previous = before.get(point.checkpointId) ?? null;
    const flags = flagReasonsOf(point);
    return {
      point,
      state: flags.length === 0 ? 'scanned' : 'flagged',
      gapMs: Math.max(
        0,
        point.scan.deviceAtMs - (previous?.scan.deviceAtMs ?? details.round.scannedStartTime),
      ),
      isFirstScan: previous === null,
      doubts: flags,
    } as const;
  });
}
