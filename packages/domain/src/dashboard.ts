// What the dashboard looks at: spans of time, those they are compared with, and the hours of the week (DASH-01, DASH-02).
import {
  addDays,
  calendarDate,
  startOfDayMs,
  type TimeRange,
  wallClockMs,
  zoneOffsetMs,
} from './time-zone.ts';

/** In the order and by the names of the specification. */
export const dashboardRanges = [
  'lastHour',
  'last4Hours',
  'currentDay',
  'last7Days',
  'last15Days',
  'last30Days',
  'thisMonth',
  'lastMonth',
  'custom',
] as const;
export type DashboardRange = (typeof dashboardRanges)[number];
export const defaultDashboardRange: DashboardRange = 'currentDay';

/** Longest custom range, and longest span for which hours of the week are shown. */
export const dashboardDaysMax = 366;

const minuteMs = 60_000;
const hourMs = 3_600_000;
export const quarterMs = 900_000;
const dayMs = 86_400_000;

const slidingHours: Partial<Record<DashboardRange, number>> = { lastHour: 1, last4Hours: 4 };
const slidingDays: Partial<Record<DashboardRange, number>> = {
  currentDay: 1,
  last7Days: 7,
  last15Days: 15,
  last30Days: 30,
};

/** Both days included. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

export interface DashboardSpan extends TimeRange {
  /** The calendar days it consists of; null for one that follows the clock. */
  readonly days: DaySpan | null;
  /** The period before it that is as long; of a span that is not over, as much of it as has passed of this one. */
  readonly previous: TimeRange;
}

/** `custom` needs its days. */
export function dashboardSpan(
  range: DashboardRange,
  zone: string,
  nowMs: number,
  custom: DaySpan | null = null,
): DashboardSpan {
  const hours = slidingHours[range];
  if (hours !== undefined) {
    const fromMs = nowMs - hours * hourMs;
    return { fromMs, toMs: nowMs, days: null, previous: { fromMs: fromMs - hours * hourMs, toMs: fromMs } };
  }
  const today = calendarDate(nowMs, zone);
  const days = daysOf(range, today, custom);
  const before = daysBefore(range, days);
  const span = rangeOf(days, zone);
  const whole = rangeOf(before, zone);
  const isOver = span.toMs <= nowMs;
  const previous =
    isOver || span.fromMs >= nowMs ? whole : { ...whole, toMs: sameTimeIn(before, days, zone, nowMs) };
  return { ...span, days, previous };
}

function daysOf(range: DashboardRange, today: string, custom: DaySpan | null): DaySpan {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  if (range === 'thisMonth') return { from: firstOfMonth, to: today };
  if (range === 'lastMonth') {
    const last = addDays(firstOfMonth, -1);
    return { from: `${last.slice(0, 8)}01`, to: last };
  }
  if (range === 'custom' && custom !== null) return custom;
  return { from: addDays(today, 1 - (slidingDays[range] ?? 1)), to: today };
}

function daysBefore(range: DashboardRange, days: DaySpan): DaySpan {
  const last = addDays(days.from, -1);
  if (range === 'thisMonth' || range === 'lastMonth') return { from: `${last.slice(0, 8)}01`, to: last };
  return { from: addDays(last, 1 - daysIn(days)), to: last };
}

/** How many days a span has, both ends included. */
export function daysIn({ from, to }: DaySpan): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

const rangeOf = ({ from, to }: DaySpan, zone: string): TimeRange => ({
  fromMs: startOfDayMs(from, zone),
  toMs: startOfDayMs(addDays(to, 1), zone),
});

/** When the clocks showed on the same day of the span before what they show now; its end where it has no such day. */
function sameTimeIn(before: DaySpan, days: DaySpan, zone: string, nowMs: number): number {
  const today = calendarDate(nowMs, zone);
  const nth = daysIn({ from: days.from, to: today }) - 1;
  const day = addDays(before.from, nth);
  const endMs = rangeOf(before, zone).toMs;
  if (day > before.to) return endMs;
  const minute = Math.floor((nowMs + zoneOffsetMs(zone, nowMs) - Date.parse(today)) / minuteMs);
  return Math.min(endMs, wallClockMs(day, Math.min(1440, Math.max(0, minute)), zone));
}

export const trendSteps = ['quarter', 'hour', 'day', 'week'] as const;
export type TrendStep = (typeof trendSteps)[number];

/** Spans up to this show quarters of an hour, hours, or days; longer ones show weeks. */
const quarterSpanMaxMs = 4 * hourMs;
const hourSpanMaxMs = 50 * hourMs;
/** Three months: more bars than that no one tells from each other. */
const daySpanMaxDays = 92;

export interface Trend {
  readonly step: TrendStep;
  /** Where each part of the span begins; the first is its start, and each ends where the next begins or the span does. */
  readonly startsMs: readonly number[];
}

export function trendOf(span: DashboardSpan, zone: string): Trend {
  const lengthMs = span.toMs - span.fromMs;
  if (lengthMs <= quarterSpanMaxMs) return { step: 'quarter', startsMs: stepsFrom(span, quarterMs) };
  if (lengthMs <= hourSpanMaxMs || span.days === null)
    return { step: 'hour', startsMs: stepsFrom(span, hourMs) };
  const { from } = span.days;
  const days = daysIn(span.days);
  const [step, daysOfStep] = days <= daySpanMaxDays ? (['day', 1] as const) : (['week', 7] as const);
  const starts = Array.from({ length: Math.ceil(days / daysOfStep) }, (_, number) =>
    startOfDayMs(addDays(from, number * daysOfStep), zone),
  );
  // A day that the zone skipped has no time of its own.
  return { step, startsMs: starts.filter((at, index) => at < (starts[index + 1] ?? span.toMs)) };
}

/** The start, then every whole step after it, counted from it where it is whole itself. */
function stepsFrom({ fromMs, toMs }: TimeRange, stepMs: number): number[] {
  const base = fromMs % quarterMs === 0 ? fromMs % stepMs : 0;
  const first = Math.floor((fromMs - base) / stepMs) * stepMs + base;
  const starts = [fromMs];
  for (let at = first + stepMs; at < toMs; at += stepMs) starts.push(at);
  return starts;
}

/** Parts of a range in which the zone's clocks run alike. Offsets change on a quarter of an hour. */
export interface OffsetPart extends TimeRange {
  readonly offsetMs: number;
}

export function offsetParts({ fromMs, toMs }: TimeRange, zone: string): OffsetPart[] {
  const parts: OffsetPart[] = [];
  let startMs = fromMs;
  let offsetMs = zoneOffsetMs(zone, fromMs);
  for (let at = fromMs; at < toMs; at = Math.min(at + dayMs, toMs)) {
    const nextMs = Math.min(at + dayMs, toMs);
    if (zoneOffsetMs(zone, Math.max(at, nextMs - 1)) === offsetMs) continue;
    // No zone changes twice within a day.
    const changeMs = firstWithOther(at, nextMs, (instant) => zoneOffsetMs(zone, instant) !== offsetMs);
    parts.push({ fromMs: startMs, toMs: changeMs, offsetMs });
    startMs = changeMs;
    offsetMs = zoneOffsetMs(zone, changeMs);
  }
  parts.push({ fromMs: startMs, toMs, offsetMs });
  return parts;
}

function firstWithOther(fromMs: number, toMs: number, isOther: (atMs: number) => boolean): number {
  let low = fromMs;
  let high = toMs - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isOther(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** An hour of the week by the clocks of a zone; either may be left open. */
export interface WeekHour {
  /** Sunday 1 to Saturday 7. */
  readonly weekday: number | null;
  /** 0 to 23. */
  readonly hour: number | null;
}

/** Sunday 1 to Saturday 7, and the hour, of an instant shifted by its offset. 1970 began on a Thursday. */
export function weekHourOf(localMs: number): { readonly weekday: number; readonly hour: number } {
  const hours = Math.floor(localMs / hourMs);
  return { weekday: ((Math.floor(hours / 24) + 4) % 7) + 1, hour: hours % 24 };
}

/** The stretches of a range that lie in an hour of the week, in their order. */
export function weekHourWindows(range: TimeRange, zone: string, weekHour: WeekHour): TimeRange[] {
  const windows: TimeRange[] = [];
  const add = (fromMs: number, toMs: number) => {
    const last = windows.at(-1);
    if (last !== undefined && last.toMs === fromMs)
      windows[windows.length - 1] = { fromMs: last.fromMs, toMs };
    else windows.push({ fromMs, toMs });
  };
  for (const part of offsetParts(range, zone)) {
    let at = part.fromMs;
    while (at < part.toMs) {
      const localMs = at + part.offsetMs;
      const nextMs = Math.min(part.toMs, at + hourMs - (localMs % hourMs));
      const { weekday, hour } = weekHourOf(localMs);
      const isIncluded =
        (weekHour.weekday === null || weekHour.weekday === weekday) &&
        (weekHour.hour === null || weekHour.hour === hour);
      if (isIncluded) add(at, nextMs);
      at = nextMs;
    }
  }
  return windows;
}

/** Rows of the ranking of missed checkpoints, of sites and of guards that are shown. */
export const rankedCheckpointsMax = 15;
export const rankedSitesMax = 100;
export const rankedGuardsMax = 25;
/** Sites that stand under the number of guards on duty. */
export const dutySitesMax = 4;
