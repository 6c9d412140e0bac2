// The time that a report covers, in words.
import { type TimeRange, zoneOffsetMs } from '@watchpost/domain/time-zone';

const dayMs = 86_400_000;

const isMidnight = (atMs: number, zone: string): boolean => (atMs + zoneOffsetMs(zone, atMs)) % dayMs === 0;

/** Dates alone where whole days are covered, else with the times; both by the clocks of the zone. */
export function periodWords({ fromMs, toMs }: TimeRange, timeZone: string, locale: string): string {
  const isWhole = toMs > fromMs && isMidnight(fromMs, timeZone) && isMidnight(toMs, timeZone);
  if (isWhole)
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).formatRange(fromMs, toMs - 1);
  const styles = { dateStyle: 'long', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(locale, styles).formatRange(fromMs, Math.max(fromMs, toMs));
}
