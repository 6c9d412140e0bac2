// Why a scan is flagged, in plain words: what was measured, never who is to blame (FIELD-03, RDET-03).
import type { TimelinePoint } from '@watchpost/contract/scanned-checkpoints';
import type { TrustFlag } from '@watchpost/domain/trust';
import { t } from '../labels.ts';
import './details-texts.ts';
import { relativeAge } from './round-times.ts';
import { durationText } from './round-texts.ts';

export interface FlagReason {
  readonly flag: TrustFlag;
  /** Two or three words. */
  readonly label: string;
  /** One sentence with the figures. */
  readonly reason: string;
}

type Scan = NonNullable<TimelinePoint['scan']>;
type ScannedPoint = TimelinePoint & { readonly scan: Scan };
type Measured = Scan['doubts'][number];

export function flagReasonsOf(point: ScannedPoint): FlagReason[] {
  return point.scan.doubts.map((flag) => ({
    flag: flag.flag,
    label: t(`trust.${flag.flag}`),
    reason: reasonOf(flag, point),
  }));
}

function reasonOf(measured: Measured, point: ScannedPoint): string {
  const { flag, elapsedMs = 0, limit = 0 } = measured;
  switch (flag) {
    case 'outsideRadius':
      return outsideRadius(measured, point);
    case 'poorAccuracy':
      return t('trust.poorAccuracyWhy', { accuracy: Math.round(measured.accuracyMetres ?? limit), limit });
    case 'clockSkew':
      return t(elapsedMs > 0 ? 'trust.clockAhead' : 'trust.clockBehind', spans(measured));
    case 'outOfOrder':
      return outOfOrder(point);
    case 'tooFast':
      return t('trust.tooFastOf', { ...step(measured), speed: oneDecimal(speedOf(measured)), limit });
    case 'teleport':
      return t('trust.teleportWhy', {
        ...step(measured),
        speed: Math.round(speedOf(measured) * kmPerHour),
        limit: Math.round(limit * kmPerHour),
      });
    case 'burst':
    case 'sharedDevice':
      return t(`trust.${flag}Why`, spans(measured));
    case 'staleCode':
      return measured.elapsedMs === undefined
        ? t('trust.staleCodeWhy')
        : t('trust.staleCodeOf', spans(measured));
    case 'sentLate':
      return elapsedMs === 0 ? t('trust.sentLateWhy') : t('trust.sentLateOf', ages(measured));
    case 'noPosition':
    case 'typedCode':
    case 'unplanned':
    case 'noCode':
    case 'forgedCode':
    case 'wrongCode':
    case 'retiredCode':
    case 'printedCode':
    case 'unsignedCode':
    case 'unknownTag':
    case 'unsigned':
    case 'badSignature':
    case 'lostPhone':
    case 'formerSite':
    case 'methodNotAllowed':
    case 'weakPosition':
    case 'sharedCode':
    case 'fromFuture':
      return t(`trust.${flag}Why`);
  }
}

/** Of a metre a second. */
const kmPerHour = 3.6;

const speedOf = ({ metres = 0, elapsedMs = 0 }: Measured): number =>
  metres / (Math.max(1, elapsedMs) / 1_000);
const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
const step = ({ metres = 0, elapsedMs = 0 }: Measured) => ({
  metres: Math.round(metres),
  duration: durationText(elapsedMs),
});
const spans = ({ elapsedMs = 0, limit = 0 }: Measured) => ({
  duration: durationText(Math.abs(elapsedMs)),
  limit: durationText(limit),
});

/** In days where it is days. */
const ages = ({ elapsedMs = 0, limit = 0 }: Measured) => ({
  delay: relativeAge(0, elapsedMs),
  limit: relativeAge(0, limit),
});

function outsideRadius({ metres, radiusMetres, accuracyMetres }: Measured, point: ScannedPoint): string {
  const radius = Math.round(radiusMetres ?? point.radiusMetres);
  if (metres === undefined) return t('trust.outsideRadiusUnknown', { radius });
  const away = { metres: Math.round(metres), radius };
  if (accuracyMetres === undefined) return t('trust.outsideRadiusWhy', away);
  return t('trust.outsideRadiusOf', { ...away, accuracy: Math.round(accuracyMetres) });
}

function outOfOrder({ expectedOrder, actualOrder }: ScannedPoint): string {
  return expectedOrder === null || actualOrder === null || expectedOrder === actualOrder
    ? t('trust.outOfOrderUnknown')
    : t('trust.outOfOrderWhy', { expected: expectedOrder, actual: actualOrder });
}
