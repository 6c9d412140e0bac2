import { t } from '../lib/labels.ts';
import { minuteOf } from './week-words.ts';

/** Help of the field where a daily window ends: that it ends on the day after where it ends before it begins, and by whose clock. */
export function endHelp(from: string, to: string, zoneWords: string | null): string | null {
  const isNextDay = minuteOf(to) < minuteOf(from);
  const words = [isNextDay ? t('records.endsNextDay') : null, zoneWords].filter((each) => each !== null);
  return words.length === 0 ? null : words.join(' ');
}
