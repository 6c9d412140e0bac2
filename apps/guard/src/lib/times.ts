// Times as the site's clocks show them, written as the company and the guard's language write them.
import { displayFormat, hourCycleOf } from '@watchpost/domain/tenant-settings';
import { zoneNameHere } from '@watchpost/domain/zone-names';
import { currentLanguage, currentLocale, t } from './labels.ts';

let hourCycle = hourCycleOf(displayFormat(undefined));

/** `told` is the company's format of times; without one the product's own is used. */
export function takeDateFormat(format: string | undefined): void {
  hourCycle = hourCycleOf(format ?? displayFormat(undefined));
}

/** The zone's name on this phone, which may be older than the zone: by its own clock, or UTC where that has no name. */
const here = (timeZone: string | undefined): string =>
  zoneNameHere(timeZone ?? '') ??
  zoneNameHere(Intl.DateTimeFormat().resolvedOptions().timeZone ?? '') ??
  'UTC';

/** In the same digits and with the same AM and PM in every language, as the console has them; no line ends within it. */
export function clockTime(atMs: number, timeZone?: string): string {
  const clock = new Intl.DateTimeFormat('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle,
    timeZone: here(timeZone),
  });
  return clock.format(atMs).replace(/\s/, '\u00a0');
}

const DAY_MS = 86_400_000;

/** Days of the zone's calendar since the epoch. */
function dayNumber(atMs: number, timeZone: string): number {
  const day = new Intl.DateTimeFormat('en-CA', {
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    timeZone: here(timeZone),
  }).format(atMs);
  return Date.parse(day) / DAY_MS;
}

/** The time; with its day beside it where that is not today in the zone: yesterday, tomorrow, else the weekday. */
export function clockTimeOfDay(atMs: number, nowMs: number, timeZone: string): string {
  const time = clockTime(atMs, timeZone);
  const days = dayNumber(atMs, timeZone) - dayNumber(nowMs, timeZone);
  if (days === 0) return time;
  const day =
    Math.abs(days) === 1
      ? new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' }).format(days, 'day')
      : new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', timeZone: here(timeZone) }).format(atMs);
  return t('due.onDay', { time, day });
}

/** 1:02:03, or 2:03 below an hour; never negative. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`;
}

/** Until something, with units, each on one line with its figure: what looks like 2:03 is read as a time of day. */
export function timeUntil(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  // The short forms of Marathi are hardly read as hours and minutes.
  const unitDisplay = currentLanguage() === 'mr' ? 'long' : 'short';
  const inUnit = (value: number, unit: 'hour' | 'minute') =>
    new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay })
      .format(value)
      .replaceAll(' ', '\u00a0');
  if (minutes < 1) return t('due.lessThan');
  if (minutes < 60) return inUnit(minutes, 'minute');
  return `${inUnit(Math.floor(minutes / 60), 'hour')} ${inUnit(minutes % 60, 'minute')}`;
}

/** The day, in short. */
export function dayTime(atMs: number, timeZone: string): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    day: 'numeric',
    month: 'short',
    timeZone: here(timeZone),
  }).format(atMs);
}
