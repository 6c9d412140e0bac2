// Shifts: which times of which days guards of a site are on duty (MNG-05).
import { weekdayNumbers } from './limits.ts';
import { addDays, type TimeRange, wallClockMs } from './time-zone.ts';

export const shiftNameMaxLength = 100;
export const shiftGuardsMax = 200;
/** Shifts of one site, and of one guard, that a calendar draws. */
export const shiftsShownMax = 500;

export const minutesPerDay = 1440;
/** The calendar moves and resizes by this. */
export const shiftStepMinutes = 15;
/** A guard with less time than this between two shifts is warned about. */
export const shiftRestMinutesMin = 480;

/** Sunday 1 to Saturday 7. */
export const weekdays = Object.values(weekdayNumbers);
export type Weekday = (typeof weekdays)[number];

/** When a shift is, by the clocks of its site; one that ends before it begins ends on the next day. */
export interface ShiftTimes {
  /** Minutes after midnight, 0 to 1439, never equal to toMinute. */
  readonly fromMinute: number;
  readonly toMinute: number;
  readonly weekdays: readonly number[];
}

export interface PlannedShift extends ShiftTimes {
  readonly id: string;
  readonly timeZone: string;
  readonly guardIds: readonly string[];
}

/** A shift on one date, as real instants: on days of daylight saving it is longer or shorter than its clock times. */
export interface ShiftOccurrence extends TimeRange {
  readonly shiftId: string;
  /** The date that it begins on, at its site. */
  readonly date: string;
}

export const isOvernight = ({ fromMinute, toMinute }: ShiftTimes): boolean => toMinute < fromMinute;

/** Minutes by the clock, 1 to 1439. */
export function clockMinutesOf({ fromMinute, toMinute }: ShiftTimes): number {
  return (toMinute - fromMinute + minutesPerDay) % minutesPerDay;
}

/** Of a calendar date: Sunday 1 to Saturday 7. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() + weekdayNumbers.sunday;
}

/** The Sunday that the week of a date begins with. */
export function startOfWeek(date: string): string {
  return addDays(date, weekdayNumbers.sunday - weekdayOf(date));
}

/** The occurrences that begin on `days` dates from `from` on, in their order; those that no clock ever shows are none. */
export function occurrencesOf(
  shift: Omit<PlannedShift, 'guardIds'>,
  from: string,
  days: number,
): ShiftOccurrence[] {
  const dates = Array.from({ length: days }, (_, index) => addDays(from, index));
  return dates.flatMap((date) => {
    if (!shift.weekdays.includes(weekdayOf(date))) return [];
    const fromMs = wallClockMs(date, shift.fromMinute, shift.timeZone);
    const last = isOvernight(shift) ? addDays(date, 1) : date;
    const toMs = wallClockMs(last, shift.toMinute, shift.timeZone);
    return toMs > fromMs ? [{ shiftId: shift.id, date, fromMs, toMs }] : [];
  });
}

export interface ShiftWarning {
  readonly kind: 'overlap' | 'shortRest';
  readonly guardId: string;
  /** The one that begins earlier, then the later one; the same twice for a shift that leaves no rest from itself. */
  readonly shiftIds: readonly [string, string];
  /** How long both last at once, or the rest between them; whole minutes, of the worst week day. */
  readonly minutes: number;
}

interface Duty extends ShiftOccurrence {
  readonly guardId: string;
}

const minuteMs = 60_000;

/**
 * Guards who are to be at two places at once, or who rest less than shiftRestMinutesMin between two shifts, in the
 * seven days from a date on. One warning for each guard and pair of shifts; an overlap takes precedence.
 */
export function shiftWarnings(shifts: readonly PlannedShift[], from: string): ShiftWarning[] {
  const byGuard = new Map<string, Duty[]>();
  for (const shift of shifts) {
    // A day more on both sides: what begins before the week reaches into it, and what follows it is near.
    const occurrences = occurrencesOf(shift, addDays(from, -1), 9);
    for (const guardId of new Set(shift.guardIds)) {
      const duties = byGuard.get(guardId) ?? [];
      duties.push(...occurrences.map((occurrence) => ({ ...occurrence, guardId })));
      byGuard.set(guardId, duties);
    }
  }
  return [...byGuard.values()].flatMap((duties) => warningsOf(duties));
}

/** Of one guard. */
function warningsOf(duties: readonly Duty[]): ShiftWarning[] {
  const ordered = duties.toSorted((one, other) => one.fromMs - other.fromMs || one.toMs - other.toMs);
  const worst = new Map<string, ShiftWarning>();
  for (const [index, earlier] of ordered.entries()) {
    for (const later of ordered.slice(index + 1)) {
      if (later.fromMs - earlier.toMs >= shiftRestMinutesMin * minuteMs) break;
      const warning = warningOf(earlier, later);
      const key = warning.shiftIds.toSorted().join(' ');
      const known = worst.get(key);
      if (known === undefined || isWorse(warning, known)) worst.set(key, warning);
    }
  }
  return [...worst.values()];
}

function warningOf(earlier: Duty, later: Duty): ShiftWarning {
  const restMs = later.fromMs - earlier.toMs;
  const sharedMs = Math.min(earlier.toMs, later.toMs) - later.fromMs;
  return {
    kind: restMs < 0 ? 'overlap' : 'shortRest',
    guardId: earlier.guardId,
    shiftIds: [earlier.shiftId, later.shiftId],
    minutes: Math.round((restMs < 0 ? sharedMs : restMs) / minuteMs),
  };
}

function isWorse(one: ShiftWarning, other: ShiftWarning): boolean {
  if (one.kind !== other.kind) return one.kind === 'overlap';
  return one.kind === 'overlap' ? one.minutes > other.minutes : one.minutes < other.minutes;
}

/** One change of a shift in the calendar. */
export interface ShiftChange {
  readonly edge: 'whole' | 'start' | 'end';
  /** Later when positive. */
  readonly minutes: number;
  /** Moves the occurrences of `weekday` alone to another day of the week. */
  readonly days: number;
  readonly weekday: number;
}

/**
 * The times after a change; null where there are none such: nothing would be left of the shift, it would begin on
 * another day, or the other day has it already. Times change on all its days.
 */
export function changedTimes(
  times: ShiftTimes,
  { edge, minutes, days, weekday }: ShiftChange,
): ShiftTimes | null {
  const length = clockMinutesOf(times);
  const start = times.fromMinute + (edge === 'end' ? 0 : minutes);
  const changedLength = length + (edge === 'end' ? minutes : 0) - (edge === 'start' ? minutes : 0);
  if (start < 0 || start >= minutesPerDay) return null;
  if (changedLength < shiftStepMinutes || changedLength >= minutesPerDay) return null;
  const others = times.weekdays.filter((day) => day !== weekday);
  const target = weekday + days;
  if (target < 1 || target > 7 || (days !== 0 && others.includes(target))) return null;
  return {
    fromMinute: start,
    toMinute: (start + changedLength) % minutesPerDay,
    weekdays: days === 0 ? times.weekdays : [...others, target].toSorted((one, other) => one - other),
  };
}
