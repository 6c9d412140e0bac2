// Reasons to doubt a scan in plain words: what was measured, never who is to blame (FIELD-03, RDET-03).
import type { TimelinePoint } from '@watchpost/contract/scanned-checkpoints';
import { distanceMetres, type Position } from '@watchpost/domain/geo';
import { type TrustFlag, trustThresholds } from '@watchpost/domain/trust';
import { t } from '../../lib/labels.ts';
import { durationText } from '../../lib/rounds/round-words.ts';

export interface Doubt {
  readonly flag: TrustFlag;
  /** Two or three words. */
  readonly word: string;
  /** One sentence with the figures. */
  readonly reason: string;
}

type Scan = NonNullable<TimelinePoint['scan']>;
type ScannedPoint = TimelinePoint & { readonly scan: Scan };

/** `previous` is the scan before this one in time; null for the first. */
export function doubtsOf(point: ScannedPoint, previous: ScannedPoint | null): Doubt[] {
  return point.scan.flags.map((flag) => ({
    flag,
    word: t(`trust.${flag}`),
    reason: reasonOf(flag, point, previous),
  }));
}

function reasonOf(flag: TrustFlag, point: ScannedPoint, previous: ScannedPoint | null): string {
  switch (flag) {
    case 'outsideRadius':
      return outsideRadius(point);
    case 'poorAccuracy':
      return t('trust.poorAccuracyWhy', {
        accuracy: Math.round(point.scan.accuracyMetres ?? trustThresholds.accuracyMaxMetres),
        limit: trustThresholds.accuracyMaxMetres,
      });
    case 'noPosition':
      return t('trust.noPositionWhy');
    case 'clockSkew':
      return t('trust.clockSkewWhy', { limit: durationText(trustThresholds.clockSkewMaxMs) });
    case 'typedCode':
      return t('trust.typedCodeWhy');
    case 'unplanned':
      return t('trust.unplannedWhy');
    case 'outOfOrder':
      return outOfOrder(point);
    case 'tooFast':
      return tooFast(point, previous);
    case 'burst':
      return burst(point, previous);
    case 'noCode':
    case 'forgedCode':
    case 'wrongCode':
    case 'retiredCode':
    case 'unsignedCode':
    case 'unknownTag':
    case 'unsigned':
    case 'badSignature':
    case 'lostPhone':
      return t(`trust.${flag}Why`);
  }
}

function outsideRadius({ scan, radiusMetres }: ScannedPoint): string {
  const radius = Math.round(radiusMetres);
  return scan.distanceMetres === null
    ? t('trust.outsideRadiusUnknown', { radius })
    : t('trust.outsideRadiusWhy', { metres: Math.round(scan.distanceMetres), radius });
}

function outOfOrder({ expectedOrder, actualOrder }: ScannedPoint): string {
  return expectedOrder === null || actualOrder === null || expectedOrder === actualOrder
    ? t('trust.outOfOrderUnknown')
    : t('trust.outOfOrderWhy', { expected: expectedOrder, actual: actualOrder });
}

/**
 * The figures are given only where they bear the flag out: the server compares with every scan, and a repeat that
 * is not listed here may have been the one before.
 */
function tooFast({ scan }: ScannedPoint, previous: ScannedPoint | null): string {
  const limit = trustThresholds.speedMaxMetresPerSecond;
  const here = positionOf(scan);
  const there = previous && positionOf(previous.scan);
  if (here && there && previous) {
    const metres = distanceMetres(here, there);
    const spanMs = scan.deviceAtMs - previous.scan.deviceAtMs;
    if (metres / (spanMs / 1000) > limit) {
      return t('trust.tooFastWhy', { metres: Math.round(metres), duration: durationText(spanMs), limit });
    }
  }
  return t('trust.tooFastUnknown', { limit });
}

function burst({ scan }: ScannedPoint, previous: ScannedPoint | null): string {
  const spanMs = previous === null ? Infinity : scan.deviceAtMs - previous.scan.deviceAtMs;
  return spanMs < trustThresholds.burstMs
    ? t('trust.burstWhy', { duration: durationText(spanMs) })
    : t('trust.burstUnknown', { limit: durationText(trustThresholds.burstMs) });
}

function positionOf({ latitude, longitude }: Scan): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
