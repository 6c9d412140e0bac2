// What a guard may know of a round at random before its time: the window that it falls in, and no more (MNG-07, FIELD-01).
import { addDays, calendarDate, type TimeRange, wallClockMs } from './time-zone.ts';
import type { TourWindow } from './tours.ts';

/** Hours ahead for which a phone knows what is due. */
export const fieldDuesHours = 24;

/** The window, as real instants, in which a round that is due at an instant was drawn; null where the plan is another by now. */
export function windowAround(window: TourWindow, dueAtMs: number, timeZone: string): TimeRange | null {
  const today = calendarDate(dueAtMs, timeZone);
  for (const date of [today, addDays(today, -1)]) {
    const last = window.toMinute > window.fromMinute ? date : addDays(date, 1);
    const fromMs = wallClockMs(date, window.fromMinute, timeZone);
    const toMs = wallClockMs(last, window.toMinute, timeZone);
    if (fromMs <= dueAtMs && dueAtMs < toMs) return { fromMs, toMs };
  }
  return null;
}
