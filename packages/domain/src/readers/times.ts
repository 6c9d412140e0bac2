// Dates and times as people, spreadsheets and other programs write them.
import { wallClockMs } from '../time-zone.ts';
import { plainText } from './fold.ts';

const monthNames: readonly string[] = [
  'january jan जनवरी जानेवारी',
  'february feb फरवरी फ़रवरी फेब्रुवारी',
  'march mar मार्च',
  'april apr अप्रैल एप्रिल',
  'may मई मे',
  'june jun जून',
  'july jul जुलाई जुलै',
  'august aug अगस्त ऑगस्ट',
  'september sept sep सितंबर सितम्बर सप्टेंबर',
  'october oct अक्टूबर अक्तूबर ऑक्टोबर',
  'november nov नवंबर नवम्बर नोव्हेंबर',
  'december dec दिसंबर दिसम्बर डिसेंबर',
];
const months = new Map(
  monthNames.flatMap((names, at) => names.split(' ').map((name) => [name.normalize('NFC'), at + 1] as const)),
);

/** Nothing longer is a date or a time. */
const textMaxLength = 100;

const weekday = /^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?\.?,? /i;
const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/;
const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/;
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]*([\p{L}\p{M}]+)\.?,?[-/. ]*(\d{4}|\d{2})$/iu;
const monthFirst = /^([\p{L}\p{M}]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu;

/**
 * A calendar date as `YYYY-MM-DD`: year first, or the day before the month as in India, unless only the other order makes a date; months
 * in numbers or in words of English, Hindi or Marathi; years of two digits are of this century. Null for what is no date of the calendar.
 */
export function readDate(text: string): string | null {
  if (text.length > textMaxLength) return null;
  const bare = plainText(text).replace(weekday, '').replace(/,$/, '');
  const [, year = '', month = '', day = ''] = yearFirst.exec(bare) ?? [];
  if (year !== '') return dateOf(year, Number(month), day);
  const [, first = '', second = '', last = ''] = yearLast.exec(bare) ?? [];
  if (first !== '') return dateOf(last, Number(second), first) ?? dateOf(last, Number(first), second);
  const [, dayIn = '', monthIn = '', yearIn = ''] = dayFirst.exec(bare) ?? [];
  if (dayIn !== '') return dateOf(yearIn, monthOf(monthIn), dayIn);
  const [, named = '', dayBehind = '', yearBehind = ''] = monthFirst.exec(bare) ?? [];
  return named === '' ? null : dateOf(yearBehind, monthOf(named), dayBehind);
}

const monthOf = (name: string): number => months.get(name.toLowerCase()) ?? 0;

function dateOf(year: string, month: number, day: string): string | null {
  const two = (part: number | string) => String(part).padStart(2, '0');
  const date = `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`;
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date) ? date : null;
}

const clock =
  /^(\d{1,2})(?:[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?)?\s*(?:([ap])\.?\s?m\.?|h(?:rs?|ours)?\.?)?$/i;

interface Clock {
  readonly minute: number;
  readonly second: number;
}

function clockOf(text: string): Clock | null {
  const [, hours = '', minutes, seconds, half] =
    clock.exec(text.replace(/^(\d{2})(\d{2})(?: ?h(?:rs?|ours)?)?$/i, '$1:$2')) ?? [];
  // A number by itself is no time of day.
  if (hours === '' || (minutes === undefined && half === undefined)) return null;
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const whole = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const [minute, second] = [Number(minutes ?? 0), Number(seconds ?? 0)];
  return whole > 23 || minute > 59 || second > 59 ? null : { minute: whole * 60 + minute, second };
}

/** A time of day in whole minutes after midnight: 22:00, 22.00, 2200, 10 PM, 10:00 p.m. Null for anything else. */
export const readClock = (text: string): number | null =>
  text.length > textMaxLength ? null : (clockOf(plainText(text))?.minute ?? null);

/** Digits of a count since 1970 -> what one of it is in milliseconds. */
const unitByDigits = new Map([
  [9, 1_000],
  [10, 1_000],
  [12, 1],
  [13, 1],
  [15, 1e-3],
  [16, 1e-3],
  [18, 1e-6],
  [19, 1e-6],
]);

const iso =
  /^(\d{4}-\d{1,2}-\d{1,2})[T ](\d{1,2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?\s?(Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?$/i;
/** A date, what parts it from the time, a time with its half of the day, and the zone where one is said. */
const written =
  /^(.+?)(?:,? at |,? |T)(\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[.,]\d+)?\s?(?:[ap]\.?\s?m\.?)?)\s*((?:UTC|GMT|Z)?\s?(?:[+-]\d{1,2}:?(?:\d{2})?)?)$/i;

interface InstantOptions {
  /** IANA zone of a text that says none; such a text is no instant without it. */
  readonly timeZone?: string;
}

/**
 * Epoch milliseconds of an instant: a count since 1970 in seconds, milli-, micro- or nanoseconds, told apart by its digits; ISO 8601;
 * a date and a time as people write them, and as mail, JavaScript and Firebase do. Null for anything else.
 */
export function readInstant(text: string, { timeZone }: InstantOptions = {}): number | null {
  if (text.length > textMaxLength) return null;
  const bare = plainText(text)
    .replace(/\s*\([^)]*\)$/, '')
    .replace(weekday, '');
  const counted = /^(\d+)(?:\.\d*)?$/.exec(bare)?.[1];
  if (counted !== undefined) {
    const unit = unitByDigits.get(counted.length);
    return unit === undefined ? null : Math.floor(Number(bare) * unit);
  }
  const [, isoDate, isoTime, fraction = '', isoZone] = iso.exec(bare) ?? [];
  if (isoDate !== undefined && isoTime !== undefined) {
    const ms = Number(fraction.padEnd(3, '0').slice(0, 3));
    return instantOf(isoDate, isoTime, isoZone ?? '', { ms, timeZone });
  }
  // JavaScript puts the year behind the day: Mar 01 2026 10:00:00 GMT+0530.
  const [, date = '', time = '', zone = ''] = written.exec(bare) ?? [];
  return date === '' ? null : instantOf(date, time, zone, { ms: 0, timeZone });
}

function instantOf(
  dateText: string,
  timeText: string,
  zoneText: string,
  { ms, timeZone }: InstantOptions & { readonly ms: number },
): number | null {
  const date = readDate(dateText);
  const at = clockOf(timeText.trim());
  if (date === null || at === null) return null;
  const within = at.second * 1_000 + ms;
  const offset = offsetMinutes(zoneText.trim());
  if (offset !== null) return Date.parse(`${date}T00:00:00Z`) + (at.minute - offset) * 60_000 + within;
  return timeZone === undefined || zoneText.trim() !== ''
    ? null
    : wallClockMs(date, at.minute, timeZone) + within;
}

/** East of Greenwich; null where no zone is said. */
function offsetMinutes(zone: string): number | null {
  const [, name, sign, hours = '0', minutes = '0'] =
    /^(UTC|GMT|Z)?\s?(?:([+-])(\d{1,2}):?(\d{2})?)?$/i.exec(zone) ?? [];
  if (name === undefined && sign === undefined) return null;
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}
