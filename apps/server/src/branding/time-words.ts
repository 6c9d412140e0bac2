import { dateText } from '../tables-out/date-pattern.ts';
import { wallClock } from '../tables-out/wall-clock.ts';

/** An instant in words that name its zone: in the tenant's format, or without one as the locale writes it at length. */
export function timeWords(
  atMs: number,
  {
    format,
    timeZone,
    locale,
  }: { readonly format: string | null; readonly timeZone: string; readonly locale: string },
): string {
  if (format === null) {
    const styles = { dateStyle: 'long', timeStyle: 'long', timeZone } as const;
    return withoutBrackets(new Intl.DateTimeFormat(locale, styles).format(atMs));
  }
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(atMs);
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${dateText(format)(wallClock(timeZone)(atMs))} ${withoutBrackets(zone)}`;
}

/** Intl writes [GMT]-5 in Marathi, as a placeholder of its data. */
const withoutBrackets = (text: string): string => text.replaceAll(/[[\]]/g, '');
