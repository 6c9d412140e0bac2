// How weekdays and times of the day read, and how written ones are understood.
import { weekdays } from '@watchpost/domain/shifts';
import { currentLocale, t } from '../lib/labels.ts';
import { timeFormat, wallClock } from '../lib/rounds/round-times.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** Minutes as 'HH:mm', e.g. '06:05': what a field of a time holds, and how long something takes. */
export const clockDigits = (minutes: number): string =>
  `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;

/** Minutes after midnight as the tenant writes times, e.g. '06:05 AM'; no line ends within it. */
export const clockWords = (minute: number): string =>
  wallClock(minute * 60_000, 'UTC', timeFormat()).replace(' ', '\u00a0');

/** What a field of a time holds, as the tenant writes times. */
export function fieldTimeWords(text: string): string {
  const minute = minuteOf(text);
  return Number.isNaN(minute) ? text || t('records.empty') : clockWords(minute);
}

/** Two minutes after midnight as e.g. '10:00 PM – 06:00 AM'. */
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
