// Times of a round in words: at the site, for the viewer, and how long ago.
import { calendarFormat, clockFormat, hourCycleOf } from '@watchpost/domain/tenant-settings';
import { isTimeZone, zoneOffsetMs } from '@watchpost/domain/time-zone';
import dayjs from 'dayjs';
import relativeTime from 'dayjs/plugin/relativeTime.js';
import utc from 'dayjs/plugin/utc.js';
import { dateTimeFormat } from '../date-display.ts';
import { viewerZone } from '../viewer-zone.ts';

dayjs.extend(utc);
/** Units that have passed whole: an age read beside its exact time never says more than has gone by. */
dayjs.extend(relativeTime, {
  rounding: Math.floor,
  thresholds: [
    { l: 's', r: 59, d: 'second' },
    { l: 'm', r: 119 },
    { l: 'mm', r: 59, d: 'minute' },
    { l: 'h', r: 119 },
    { l: 'hh', r: 23, d: 'hour' },
    { l: 'd', r: 47 },
    { l: 'dd', r: 29, d: 'day' },
    { l: 'M', r: 59 },
    { l: 'MM', r: 11, d: 'month' },
    { l: 'y', r: 23 },
    { l: 'yy', d: 'year' },
  ],
});

/** The clock alone, as the tenant writes it, in day.js tokens. */
export const timeFormat = (): string => clockFormat(dateTimeFormat());

/** With the seconds, as on a clock that is seen to go. */
export const secondsFormat = (): string => timeFormat().replace('mm', 'mm:ss');

/** Full hours where there is little room, e.g. '2 PM' or '14:00'. */
export const hourFormat = (): string => (hourCycleOf(dateTimeFormat()) === 'h12' ? 'h A' : 'HH:mm');

/** The calendar date alone, as the tenant writes it, in day.js tokens. */
export const dateFormat = (): string => calendarFormat(dateTimeFormat());

/** Wall clock of a zone at an instant (epoch milliseconds); a zone that no one knows is read as UTC. */
export function wallClock(atMs: number, zone: string, format: string = dateTimeFormat()): string {
  const offsetMs = isTimeZone(zone) ? zoneOffsetMs(zone, atMs) : 0;
  return dayjs.utc(atMs + offsetMs).format(format);
}

/** Wall clock of the zone that the console goes by. */
export const viewerClock = (atMs: number, format?: string): string => wallClock(atMs, viewerZone(), format);

/** Calendar days of a zone from one instant to a later one: 0 on the same day, 1 across one midnight. */
export function daysBetween(fromMs: number, toMs: number, zone: string): number {
  const dayOf = (atMs: number) => dayjs.utc(wallClock(atMs, zone, 'YYYY-MM-DD'));
  return dayOf(toMs).diff(dayOf(fromMs), 'day');
}

/** Age without suffix in whole units that have passed, e.g. '3 hours' (R9). */
export function relativeAge(atMs: number, nowMs: number): string {
  return dayjs(atMs).from(dayjs(nowMs), true);
}

export interface DurationParts {
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** Whole hours, minutes and seconds of a time span; one that runs backwards counts as none. */
export function durationParts(spanMs: number): DurationParts {
  const total = Math.max(0, Math.round(spanMs / 1000));
  return { hours: Math.floor(total / 3600), minutes: Math.floor(total / 60) % 60, seconds: total % 60 };
}
