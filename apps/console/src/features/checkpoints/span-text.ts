import { t } from '../../lib/labels.ts';
import { durationParts } from '../../lib/rounds/round-times.ts';
import { durationText } from '../../lib/rounds/round-texts.ts';

const hoursOfDay = 24;

/** E.g. '3 d 4 h'; below a day as durations are written elsewhere. */
export function spanText(spanMs: number): string {
  const { hours } = durationParts(spanMs);
  if (hours < hoursOfDay) return durationText(spanMs);
  return t('checkpoints.span', { days: Math.floor(hours / hoursOfDay), hours: hours % hoursOfDay });
}
