// How shifts read: times, days and what is wrong with them.
import type { PlanShift, ShiftPlan } from '@watchpost/contract/shifts';
import { isOvernight, type ShiftTimes, type ShiftWarning, weekdays } from '@watchpost/domain/shifts';
import { currentLocale, t } from '../../lib/labels.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** E.g. '06:05'. */
export const clockWords = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** Minutes after midnight of 'HH:mm'; NaN for anything else. */
export function minuteOf(text: string): number {
  const found = /^(\d{2}):(\d{2})$/.exec(text);
  return found === null ? Number.NaN : Number(found[1]) * 60 + Number(found[2]);
}

export function timesWords(times: ShiftTimes): string {
  const words = `${clockWords(times.fromMinute)} – ${clockWords(times.toMinute)}`;
  return isOvernight(times) ? t('shifts.nextDay', { times: words }) : words;
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

/** One sentence for each guard and pair of shifts. */
export function warningWords(
  warnings: readonly ShiftWarning[],
  plan: Pick<ShiftPlan, 'guards' | 'shifts' | 'elsewhere'>,
  ownName = '',
): string[] {
  const shifts = new Map([...plan.shifts, ...plan.elsewhere].map((shift) => [shift.id, shift]));
  const guards = new Map(plan.guards.map(({ id, name }) => [id, name]));
  const elsewhere = new Set(plan.elsewhere.map(({ id }) => id));
  const nameOf = (id: string) => {
    const shift: PlanShift | undefined = shifts.get(id);
    if (shift === undefined) return ownName;
    return elsewhere.has(id) ? `${shift.name} (${shift.siteName})` : shift.name;
  };
  return warnings.map(({ kind, guardId, shiftIds: [first, second], minutes }) => {
    const words = { guard: guards.get(guardId) ?? '', first: nameOf(first), second: nameOf(second) };
    if (kind === 'overlap') return t('shifts.overlap', { ...words, minutes });
    return t('shifts.shortRest', { ...words, time: clockWords(minutes) });
  });
}
