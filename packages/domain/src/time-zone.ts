// Calendar days in a zone, by Intl alone. A day is not 86,400,000 ms: days of 23 and 25 hours exist.
import { zoneNameHere, zoneNamePattern } from './zone-names.ts';

export interface TimeRange {
  /** Epoch milliseconds, inclusive. */
  readonly fromMs: number;
  /** Epoch milliseconds, exclusive. */
  readonly toMs: number;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const isoLength = 'YYYY-MM-DDTHH:mm:ss.sssZ'.length;
/** By lower-case name: zone names ignore case, so every spelling of one zone shares one entry. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Whether the run time knows this IANA zone, by its name of today or the one before, in whatever case it is written. */
export function isTimeZone(zone: string): boolean {
  try {
    formatterOf(zone);
    return true;
  } catch {
    return false;
  }
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  const key = zone.toLowerCase();
  const known = zoneNamePattern.test(zone) ? formatters.get(key) : undefined;
  if (known !== undefined) return known;
  const timeZone = zoneNameHere(zone);
  if (timeZone === null) throw new RangeError(`Not a time zone: ${zone}`);
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formatters.set(key, made);
  return made;
}

/** Offsets of UTC days in which the clocks of a zone run alike, NaN for others: asking Intl costs a hundred times more. */
const dayOffsets = new Map<string, Map<number, number>>();
const knownDaysMax = 20_000;
let knownDays = 0;

/** Offset of the zone's wall clock from UTC at an instant, in milliseconds. Throws RangeError for an unknown zone. */
export function zoneOffsetMs(zone: string, atMs: number): number {
  const day = Math.floor(atMs / dayMs);
  const known = dayOffsets.get(zone)?.get(day) ?? learnDayOffset(zone, day);
  return Number.isNaN(known) ? shownOffsetMs(zone, atMs) : known;
}

/** No zone changes its offset twice within a day. */
function learnDayOffset(zone: string, day: number): number {
  const first = shownOffsetMs(zone, day * dayMs);
  const offset = shownOffsetMs(zone, (day + 1) * dayMs) === first ? first : Number.NaN;
  if (knownDays >= knownDaysMax) {
    dayOffsets.clear();
    knownDays = 0;
  }
  const days = dayOffsets.get(zone) ?? new Map<number, number>();
  dayOffsets.set(zone, days.set(day, offset));
  knownDays += 1;
  return offset;
}

function shownOffsetMs(zone: string, atMs: number): number {
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
  return wallClockMs(date, 0, zone);
}

/**
 * When the clocks of a zone show a time of a date, in minutes after midnight (0 to 1440). A time that daylight saving
 * skips is the first instant after the gap; of one that occurs twice it is the earlier.
 */
export function wallClockMs(date: string, minute: number, zone: string): number {
  const wall = utcMidnight(date) + minute * minuteMs;
  // Any instant whose wall clock reads this time lies within a day either side of it.
  let low = wall - dayMs;
  let high = wall + dayMs;
  const before = wall - zoneOffsetMs(zone, low);
  const after = wall - zoneOffsetMs(zone, high);
  if (before === after) return before;
  // A transition is near: it is the first instant whose wall clock has reached the time.
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

/** The calendar date `days` after another (before it, when negative). Throws RangeError beyond the year 9999. */
export function addDays(date: string, days: number): string {
  const moved = new Date(utcMidnight(date) + days * dayMs).toISOString();
  // Years of more than four digits are written with a sign.
  if (moved.length !== isoLength) throw new RangeError(`No four-digit year: ${moved}`);
  return moved.slice(0, 10);
}

/** From the start of `from` to the end of `to`, both calendar dates in the zone (REP-05). */
export function dayRange(from: string, to: string, zone: string): TimeRange {
  return { fromMs: startOfDayMs(from, zone), toMs: startOfDayMs(addDays(to, 1), zone) };
}

/** The calendar date at an instant in a zone. */
export function calendarDate(atMs: number, zone: string): string {
  return new Date(atMs + zoneOffsetMs(zone, atMs)).toISOString().slice(0, 10);
}
