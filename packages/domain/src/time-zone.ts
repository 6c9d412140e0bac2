// Calendar days in a zone, by Intl alone. A day is not 86,400,000 ms: days of 23 and 25 hours exist.

export interface TimeRange {
  /** Epoch milliseconds, inclusive. */
  readonly fromMs: number;
  /** Epoch milliseconds, exclusive. */
  readonly toMs: number;
}

const dayMs = 86_400_000;
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Whether the run time knows this IANA zone. */
export function isTimeZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(zone, made);
  return made;
}

/** Offset of the zone's wall clock from UTC at an instant, in milliseconds. */
export function zoneOffsetMs(zone: string, atMs: number): number {
  const whole = Math.floor(atMs / 1000) * 1000;
  const field: Record<string, number> = {};
  for (const part of formatterOf(zone).formatToParts(whole)) field[part.type] = Number(part.value);
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
  return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
}

/** Midnight of a calendar date as if its zone were UTC. Throws RangeError for a date that does not exist. */
function utcMidnight(date: string): number {
  const ms = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) {
    throw new RangeError(`Not a calendar date: ${date}`);
  }
  return ms;
}

/**
 * First instant of a calendar date (YYYY-MM-DD) in a zone. Where midnight is skipped by daylight saving it is the
 * first instant after the gap; where it occurs twice, the earlier. Where the zone skipped the whole date, it is
 * where the next date begins.
 */
export function startOfDayMs(date: string, zone: string): number {
  const wall = utcMidnight(date);
  // Any instant whose wall clock reads this midnight lies within a day either side of it.
  let low = wall - dayMs;
  let high = wall + dayMs;
  const before = wall - zoneOffsetMs(zone, low);
  const after = wall - zoneOffsetMs(zone, high);
  if (before === after) return before;
  // A transition is near: the start is the first instant whose wall clock has reached midnight.
  const hasReached = (atMs: number) => atMs + zoneOffsetMs(zone, atMs) >= wall;
  if (before < after && hasReached(before)) return before;
  low = Math.min(before, after) - 1;
  high = Math.max(before, after);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (hasReached(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The calendar date after (or `days` after) another. */
export function addDays(date: string, days: number): string {
  return new Date(utcMidnight(date) + days * dayMs).toISOString().slice(0, 10);
}

/** From the start of `from` to the end of `to`, both calendar dates in the zone (REP-05). */
export function dayRange(from: string, to: string, zone: string): TimeRange {
  return { fromMs: startOfDayMs(from, zone), toMs: startOfDayMs(addDays(to, 1), zone) };
}

/** The calendar date at an instant in a zone. */
export function calendarDate(atMs: number, zone: string): string {
  return new Date(atMs + zoneOffsetMs(zone, atMs)).toISOString().slice(0, 10);
}
