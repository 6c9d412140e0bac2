// The time that a report covers, in words.
import { hourCycleOf } from '@watchpost/domain/tenant-settings';
import { type TimeRange, zoneOffsetMs } from '@watchpost/domain/time-zone';

const dayMs = 86_400_000;

const isMidnight = (atMs: number, zone: string): boolean => (atMs + zoneOffsetMs(zone, atMs)) % dayMs === 0;

export interface TimeStyle {
  readonly timeZone: string;
  readonly locale: string;
  /** The tenant's own format of times; null while it keeps the product's. */
  readonly format: string | null;
}

/** At length, as the locale writes dates, with the hours counted as the tenant counts them. */
function writerOf({ timeZone, locale, format }: TimeStyle): Intl.DateTimeFormat {
  const hours = format === null ? {} : { hourCycle: hourCycleOf(format) };
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone, ...hours });
}

export const momentWords = (atMs: number, style: TimeStyle): string => writerOf(style).format(atMs);

/** Dates alone where whole days are covered, else with the times; both by the clocks of the zone. */
export function periodWords({ fromMs, toMs }: TimeRange, style: TimeStyle): string {
  const { timeZone, locale } = style;
  const isWhole = toMs > fromMs && isMidnight(fromMs, timeZone) && isMidnight(toMs, timeZone);
  if (isWhole)
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).formatRange(fromMs, toMs - 1);
  return writerOf(style).formatRange(fromMs, Math.max(fromMs, toMs));
}
