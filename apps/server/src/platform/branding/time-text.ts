// Instants and days in words for mails and what they lead to, day before month and the month in letters: no one reads
// 11/12/26 or November 12 as another day.
import { hourCycleOf } from '@watchpost/domain/tenant-settings';
import { dateText } from '../tables-out/date-pattern.ts';
import { wallClock } from '../tables-out/wall-clock.ts';

export interface TimeStyle {
  readonly timeZone: string;
  readonly locale: string;
  /** The tenant's own format of times; null while it keeps the product's. */
  readonly format: string | null;
}

interface Day {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

/** An instant in the tenant's own format where it has one, else as 26 Nov 2026, 14:05; with the name of its zone. */
export function timeText(atMs: number, style: TimeStyle): string {
  const { format, timeZone } = style;
  const text = format === null ? momentText(atMs, style) : dateText(format)(wallClock(timeZone)(atMs));
  return `${text} ${zoneName(atMs, style)}`;
}

/** As 26 Nov 2026, 14:05, with the hours counted as the tenant counts them. */
export const momentText = (atMs: number, style: TimeStyle): string =>
  `${dayText(dayOf(atMs, style))}, ${clockText(atMs, style)}`;

/** Days from the first to the last, as 26 Nov 2026, 24–26 Nov 2026 or 30 Nov – 6 Dec 2026. */
export function daysText(fromMs: number, lastMs: number, style: TimeStyle): string {
  const [from, last] = [dayOf(fromMs, style), dayOf(lastMs, style)];
  const isSameYear = from.year === last.year;
  const isSameMonth = isSameYear && from.month === last.month;
  if (isSameMonth && from.day === last.day) return dayText(from);
  if (isSameMonth) return `${from.day}–${dayText(last)}`;
  if (isSameYear) return `${from.day} ${from.month} – ${dayText(last)}`;
  return `${dayText(from)} – ${dayText(last)}`;
}

/** From one instant to another, the day told once where they share it. */
export function momentsText(fromMs: number, toMs: number, style: TimeStyle): string {
  const isSameDay = dayText(dayOf(fromMs, style)) === dayText(dayOf(toMs, style));
  const to = isSameDay ? clockText(toMs, style) : momentText(toMs, style);
  return `${momentText(fromMs, style)} – ${to}`;
}

function clockText(atMs: number, { format, timeZone }: TimeStyle): string {
  const isTwelveHour = format !== null && hourCycleOf(format) === 'h12';
  return dateText(isTwelveHour ? 'hh:mm A' : 'HH:mm')(wallClock(timeZone)(atMs));
}

const dayText = ({ day, month, year }: Day): string => `${day} ${month} ${year}`;

function dayOf(atMs: number, { timeZone, locale }: TimeStyle): Day {
  const styles = { timeZone, day: 'numeric', month: 'short', year: 'numeric' } as const;
  const parts = new Intl.DateTimeFormat(locale, styles).formatToParts(atMs);
  const part = (kind: string) => parts.find(({ type }) => type === kind)?.value ?? '';
  return { day: part('day'), month: part('month'), year: part('year') };
}

/** Other English knows other names; American has none for India's zone. */
const furtherEnglish = ['en-IN', 'en-GB'] as const;

/** Its usual name, as IST; else how far it is from Greenwich, as GMT-3. */
function zoneName(atMs: number, { timeZone, locale }: TimeStyle): string {
  const locales = locale.startsWith('en') ? [locale, ...furtherEnglish] : [locale];
  const names = locales.map((one) => {
    const parts = new Intl.DateTimeFormat(one, { timeZone, timeZoneName: 'short' }).formatToParts(atMs);
    return withoutBrackets(parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone);
  });
  return names.find((name) => !/^GMT[+-]/u.test(name)) ?? names[0] ?? timeZone;
}

/** Intl writes [GMT]-5 in Marathi, as a placeholder of its data. */
const withoutBrackets = (text: string): string => text.replaceAll(/[[\]]/g, '');
