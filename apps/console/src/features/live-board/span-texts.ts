// Spans of the board in words, in whole minutes.
import { t } from '../../lib/labels.ts';
import { relativeAge } from '../../lib/rounds/round-times.ts';
import { durationText } from '../../lib/rounds/round-texts.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** How long ago, or for how long. */
export function spanText(spanMs: number): string {
  if (spanMs >= dayMs) return relativeAge(0, spanMs);
  return spanMs < minuteMs ? t('live.justNow') : durationText(Math.floor(spanMs / minuteMs) * minuteMs);
}

/** Of a round that should have ended so long ago. */
export const lateText = (spanMs: number): string =>
  spanMs < minuteMs ? t('live.late') : t('live.lateBy', { span: spanText(spanMs) });

/** Of a round that is missed unless somebody begins it in so long. */
export const missedInText = (spanMs: number): string =>
  spanMs < minuteMs ? t('live.missedSoon') : t('live.missedIn', { span: spanText(spanMs) });
