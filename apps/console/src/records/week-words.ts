// How weekdays and times of the day read, and how written ones are understood.
import { weekdays } from '@watchpost/domain/shifts';
import { currentLocale, t } from '../lib/labels.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** Minutes after midnight as e.g. '06:05'. */
export const clockWords = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Two minutes after midnight as e.g. '22:00 – 06:00'. */
export const hoursWords = (fromMinute: number, toMinute: number): string =>
  `${clockWords(fromMinute)} – ${clockWords(toMinute)}`;

/** Minutes after midnight of 'HH:mm'; NaN for anything else. */
export function minuteOf(text: string): number {
  const found = /^(\d{2}):(\d{2})$/.exec(text);
  return found === null ? Number.NaN : Number(found[1]) * 60 + Number(found[2]);
}

/** 7 January 2024 was a Sunday. */
export function weekdayWords(day: number, weekday: 'short' | 'long' = 'short'): string {
  const date = new Date(Date.UTC(2024, 0, 6 + day));
  return new Intl.DateTimeFormat(currentLocale(), { weekday, timeZone: 'UTC' }).format(date);
}

export function daysWords(days: readonly number[]): string {
  if (days.length === weekdays.length) return t('shifts.everyDay');
  return days.map((day) => weekdayWords(day)).join(' ');
}
