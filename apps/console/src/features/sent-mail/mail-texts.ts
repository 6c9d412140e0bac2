// Messages of the list in words.
import type { SentMail } from '@watchpost/contract/sent-mail';
import { t, translate } from '../../lib/labels.ts';
import { viewerClock } from '../../lib/rounds/round-times.ts';

/** In the viewer's zone, as the tenant writes times. */
export const timeText = (atMs: number): string => viewerClock(atMs);

export const stateText = (state: string): string => translate(`sentMail.state.${state}`);

export const meanings = { queued: 'late', sent: 'good', failed: 'missed' } as const;

/** What happened last, or comes next. */
export function whenText({ sentAt, nextTryAt }: SentMail): string {
  if (sentAt !== null) return timeText(sentAt);
  return nextTryAt === null ? '' : t('sentMail.nextTry', { time: timeText(nextTryAt) });
}
