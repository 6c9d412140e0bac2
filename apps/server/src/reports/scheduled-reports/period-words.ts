// The time that a report covers, in words.
import { type TimeRange, zoneOffsetMs } from '@watchpost/domain/time-zone';
import { daysWords, momentsWords, type TimeStyle } from '../../platform/branding/time-words.ts';

const dayMs = 86_400_000;

const isMidnight = (atMs: number, zone: string): boolean => (atMs + zoneOffsetMs(zone, atMs)) % dayMs === 0;

/** Dates alone where whole days are covered, else with the times; both by the clocks of the zone. */
export function periodWords({ fromMs, toMs }: TimeRange, style: TimeStyle): string {
  const { timeZone } = style;
  const isWhole = toMs > fromMs && isMidnight(fromMs, timeZone) && isMidnight(toMs, timeZone);
  return isWhole ? daysWords(fromMs, toMs - 1, style) : momentsWords(fromMs, Math.max(fromMs, toMs), style);
}
