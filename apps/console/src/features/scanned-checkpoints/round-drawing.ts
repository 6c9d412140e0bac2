// A round as the timeline and the map take it: pure.
import type { RoundDetails, TimelinePoint } from '@watchpost/contract/scanned-checkpoints';
import { t } from '../../lib/labels.ts';
import type { ActualPosition, ExpectedPosition } from '../../ui/map/map-types.ts';
import type { TimelinePoint as TimelineMark } from '../../ui/round-timeline/round-timeline.tsx';
import type { PointState, RoundPoint } from './round-points.ts';
import { durationText, metresText } from '../../lib/rounds/round-texts.ts';
import { wallClock } from '../../lib/rounds/round-times.ts';

/** What the colours and icons of a point mean. */
export const meanings = {
  scanned: 'good',
  flagged: 'unknown',
  missed: 'missed',
  pending: 'unknown',
} as const;

export interface RoundDrawing {
  readonly marks: readonly TimelineMark[];
  readonly expected: readonly ExpectedPosition[];
  readonly actual: readonly ActualPosition[];
  /** Ids in the order walked. */
  readonly walkedIds: readonly string[];
  /** Epoch milliseconds of the axis, wide enough for every scan. */
  readonly startMs: number;
  readonly endMs: number;
  /** Checkpoint id -> the point in one sentence. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Unplanned checkpoints stand after the planned ones and are numbered on from them; times are those of the zone. */
export function drawingOf(details: RoundDetails, points: readonly RoundPoint[], zone: string): RoundDrawing {
  const { round } = details;
  const scanTimes = points.flatMap(({ point }) => (point.scan === null ? [] : [point.scan.deviceAtMs]));
  const texts = new Map(points.map((one) => [one.point.checkpointId, pointText(one, zone)]));
  const textOf = (point: TimelinePoint) => texts.get(point.checkpointId) ?? point.name;
  return {
    marks: points.map((one, index) => markOf(one, index + 1)),
    expected: points.map(({ point, state }, index) => ({
      id: point.checkpointId,
      label: textOf(point),
      lat: point.latitude,
      lng: point.longitude,
      radiusMetres: point.radiusMetres,
      order: point.expectedOrder ?? index + 1,
      meaning: meanings[state],
    })),
    actual: points.flatMap(({ point, state }) => {
      const { latitude, longitude } = point.scan ?? { latitude: null, longitude: null };
      if (latitude === null || longitude === null) return [];
      const label = t('round.actual', { name: point.name });
      return [{ id: point.checkpointId, label, lat: latitude, lng: longitude, meaning: meanings[state] }];
    }),
    walkedIds: points
      .flatMap(({ point }) =>
        point.scan === null ? [] : [{ id: point.checkpointId, at: point.scan.deviceAtMs }],
      )
      .toSorted((a, b) => a.at - b.at)
      .map(({ id }) => id),
    startMs: Math.min(round.scannedStartTime, ...scanTimes),
    endMs: Math.max(round.scannedEndTime ?? round.scannedStartTime, ...scanTimes),
    texts,
  };
}

function markOf({ point, state, doubts }: RoundPoint, position: number): TimelineMark {
  return {
    id: point.checkpointId,
    label: point.name,
    expectedOrder: point.expectedOrder ?? position,
    atMs: point.scan?.deviceAtMs ?? null,
    flags: doubts.map(({ reason }) => reason),
    meaning: meanings[state],
  };
}

/** Words for the marks that a drawing of these points holds, and no others. */
export function legendOf(
  points: readonly RoundPoint[],
): Partial<Record<'good' | 'missed' | 'pending' | 'unknown' | 'flagged', string>> {
  const states = new Set<PointState>(points.map(({ state }) => state));
  return {
    ...(states.has('scanned') && { good: t('round.legend.scanned') }),
    ...(states.has('missed') && { missed: t('round.legend.missed') }),
    ...(states.has('flagged') && { unknown: t('round.legend.doubted') }),
    ...(states.has('pending') && { pending: t('round.legend.pending') }),
    ...(states.has('flagged') && { flagged: t('round.legend.flagged') }),
  };
}

/** Everything known of a point in one sentence or two, for hover texts and screen readers. */
export function pointText({ point, doubts }: RoundPoint, zone: string): string {
  if (point.scan === null) return `${point.name}. ${orderText(point)}.`;
  const parts = [
    point.name,
    orderText(point),
    t('round.scannedAt', { time: wallClock(point.scan.deviceAtMs, zone) }),
    ...(point.scan.distanceMetres === null
      ? []
      : [t('round.away', { distance: metresText(point.scan.distanceMetres) })]),
  ];
  return [`${parts.join('. ')}.`, ...doubts.map(({ reason }) => reason)].join(' ');
}

/** Planned and actual place in the order of the round. */
export function orderText({ expectedOrder, actualOrder, scan }: TimelinePoint): string {
  if (expectedOrder === null) return t('round.orderUnplanned', { actual: actualOrder ?? 0 });
  if (scan === null || actualOrder === null) return t('round.orderMissed', { expected: expectedOrder });
  return t('round.orderBoth', { expected: expectedOrder, actual: actualOrder });
}

/** Time since the scan before, or since the start; empty for a missed checkpoint. */
export function gapText({ gapMs, isFirstScan }: RoundPoint): string {
  if (gapMs === null) return '';
  const duration = durationText(gapMs);
  return isFirstScan ? t('round.gapFromStart', { duration }) : t('round.gapAfter', { duration });
}
