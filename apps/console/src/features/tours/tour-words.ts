// How tours read: when their rounds are due.
import type { TourRow } from '@watchpost/contract/tours';
import { currentLocale, t } from '../../lib/labels.ts';
import { clockWords, daysWords, hoursWords } from '../../records/week-words.ts';

const hourMinutes = 60;

/** E.g. 'Every day, 22:00 – 06:00, every 2 hours'. */
export function whenWords({ schedule, weekdays }: Pick<TourRow, 'schedule' | 'weekdays'>): string {
  if (schedule === null) return t('tours.notPlanned');
  const days = daysWords(weekdays);
  if (schedule.kind === 'times') {
    const minutes = schedule.minutes.toSorted((one, other) => one - other);
    return t('tours.whenTimes', { days, times: minutes.map(clockWords).join(', ') });
  }
  const window = hoursWords(schedule.fromMinute, schedule.toMinute);
  if (schedule.kind === 'interval') {
    const { everyMinutes: minutes } = schedule;
    return minutes % hourMinutes === 0
      ? t('tours.whenHours', { days, window, count: minutes / hourMinutes })
      : t('tours.whenInterval', { days, window, minutes });
  }
  return t('tours.whenRandom', { days, window, count: schedule.rounds });
}

/** Anyone who may walk it. */
export const guardsWords = (guards: readonly { readonly name: string }[]): string =>
  guards.length === 0 ? t('tours.anyGuard') : guards.map(({ name }) => name).join(', ');

/** A calendar date in words, e.g. 'Sat, 21 Nov 2026'; empty for none. */
export function dateWords(date: string | null): string {
  if (date === null) return '';
  const format = new Intl.DateTimeFormat(currentLocale(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${date}T00:00:00Z`));
}

export function validityWords({ validFrom, validTo }: Pick<TourRow, 'validFrom' | 'validTo'>): string {
  const from = dateWords(validFrom);
  return validTo === null ? t('tours.validSince', { from }) : `${from} – ${dateWords(validTo)}`;
}
