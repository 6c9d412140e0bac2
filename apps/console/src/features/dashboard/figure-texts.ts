// Numbers, shares and stretches of time in words, and how they compare.
import { wholeShare } from '@watchpost/domain/due-outcomes';
import { currentLocale, t } from '../../lib/labels.ts';

export const count = (value: number): string => value.toLocaleString(currentLocale());

export const percent = (share: number): string => `${share}%`;

const minuteMs = 60_000;

/** E.g. 45 min, 3 h 20 min, 2 d 4 h. */
export function spanText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / minuteMs));
  if (minutes < 60) return t('dashboard.minutes', { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t('dashboard.hours', { hours, minutes: minutes % 60 });
  return t('dashboard.days', { days: Math.floor(hours / 24), hours: hours % 24 });
}

export interface Delta {
  readonly text: string;
  /** Whether it is for the better; null where that cannot be said. */
  readonly isGood: boolean | null;
}

/** Of numbers: their change in per cent; null where there was nothing before. */
export function countDelta(now: number, before: number, better: 'more' | 'fewer' | null): Delta | null {
  if (before === 0) return null;
  const change = Math.round(((now - before) / before) * 100);
  return deltaOf(change, percent, better);
}

/** Of shares in per cent: their change in points. */
export function shareDelta(now: number | null, before: number | null): Delta | null {
  if (now === null || before === null) return null;
  return deltaOf(now - before, (points) => t('dashboard.points', { count: points }), 'more');
}

function deltaOf(change: number, write: (size: number) => string, better: 'more' | 'fewer' | null): Delta {
  if (change === 0) return { text: t('dashboard.asBefore'), isGood: null };
  const text = `${change > 0 ? '+' : '−'}${write(Math.abs(change))}`;
  return { text, isGood: better === null ? null : change > 0 === (better === 'more') };
}

/** Null where nothing was planned. */
export const completionOf = ({ planned, scanned }: { readonly planned: number; readonly scanned: number }) =>
  planned === 0 ? null : wholeShare(scanned, planned);
