/** Calendar days as 'YYYY-MM-DD': reading dd/mm/yy, month grids and steps. No zone is involved. */

const DAY_MS = 86_400_000;

/** Two-digit years up to this many years ahead of today belong to this century, the rest to the last. */
const FUTURE_YEARS = 50;

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`);
const iso = (date: Date): string => date.toISOString().slice(0, 10);
const two = (value: number): string => String(value).padStart(2, '0');

/** Today on the reader's clock. */
export function todayOf(now: Date): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** '05/11/25' for '2025-11-05'. */
export function showDay(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(2, 4)}`;
}

const written = /^\s*(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})\s*$/;

/** Whether the text is written as a day is, whether the calendar has that day or not. */
export const isDayWritten = (text: string): boolean => written.test(text);

/** Reads dd/mm/yy and dd/mm/yyyy, also with . - or spaces; null when it is no day of the calendar. */
export function readDay(text: string, today: string): string | null {
  const match = written.exec(text);
  if (!match) return null;
  const [, day = '', month = '', yearText = ''] = match;
  const thisYear = Number(today.slice(0, 4));
  let year = Number(yearText);
  if (yearText.length === 2) {
    year += Math.floor(thisYear / 100) * 100;
    if (year > thisYear + FUTURE_YEARS) year -= 100;
  }
  const candidate = `${String(year).padStart(4, '0')}-${two(Number(month))}-${two(Number(day))}`;
  const date = utc(candidate);
  return !Number.isNaN(date.getTime()) && iso(date) === candidate ? candidate : null;
}

export function addDays(day: string, count: number): string {
  return iso(new Date(utc(day).getTime() + count * DAY_MS));
}

/** The same day of another month, or that month's last day. */
export function addMonths(day: string, count: number): string {
  const date = utc(day);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), last));
  return iso(first);
}

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: string): number => utc(day).getUTCDay();

/** Six weeks of seven days that cover the month of the given day. weekStart: 0 Sunday, 1 Monday. */
export function monthWeeks(day: string, weekStart: number): readonly (readonly string[])[] {
  const first = `${day.slice(0, 7)}-01`;
  const start = addDays(first, -((weekdayOf(first) - weekStart + 7) % 7));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => addDays(start, week * 7 + at)),
  );
}

export function isWithin(day: string, min?: string, max?: string): boolean {
  return (min === undefined || day >= min) && (max === undefined || day <= max);
}

/** The day a key moves to in a month grid; null for other keys. */
export function dayByKey(day: string, key: string, hasShift: boolean, weekStart: number): string | null {
  const column = (weekdayOf(day) - weekStart + 7) % 7;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -column);
    case 'End':
      return addDays(day, 6 - column);
    case 'PageUp':
      return addMonths(day, hasShift ? -12 : -1);
    case 'PageDown':
      return addMonths(day, hasShift ? 12 : 1);
    default:
      return null;
  }
}
