// The time that a report covers, in words.
import { type TimeRange, zoneOffsetMs } from '@watchpost/domain/time-zone';
import { daysText, momentsText, type TimeStyle } from '../../platform/branding/time-text.ts';

const dayMs = 86_400_000;

const isMidnight = (atMs: number, zone: string): boolean => (atMs + zoneOffsetMs(zone, atMs)) % dayMs === 0;

/** Dates alone where whole days are covered, else with the times; both by the clocks of the zone. */
export function periodText({ fromMs, toMs }: TimeRange, style: TimeStyle): string {
  const { timeZone } = style;
  const isWhole = toMs > fromMs && isMidnight(fromMs, timeZone) && isMidnight(toMs, timeZone);
  return isWhole ? daysText(fromMs, toMs - 1, style) : momentsText(fromMs, Math.max(fromMs, toMs), style);
}
