// Ranges of calendar days already worked out: a report is asked for page by page with the same dates, and asking the
// time zone data anew costs more than the rest of reading a request.
import { dayRange, type TimeRange } from '@watchpost/domain/time-zone';

const keptMax = 1_000;
const kept = new Map<string, TimeRange>();

/** As dayRange. */
export function knownDayRange(from: string, to: string, zone: string): TimeRange {
  const key = `${from} ${to} ${zone}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = dayRange(from, to, zone);
  if (kept.size >= keptMax) kept.clear();
  kept.set(key, made);
  return made;
}
