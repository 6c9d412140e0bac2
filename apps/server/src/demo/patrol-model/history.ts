// A company's past, day by day and never all at once: duties and rounds as their devices reported them.
import { addDays, calendarDate, startOfDayMs, type TimeRange } from '@watchpost/domain/time-zone';
import type { Company } from './company.ts';
import { isRainy, outagesOf } from './circumstances.ts';
import { standDuty, type PatrolRecord } from './duty.ts';
import { postingsOf } from './roster.ts';
import { Random } from './random.ts';

/**
 * Duties and rounds that began within the range, by their true start, with those of their events that had happened
 * and arrived by its end: a range that ends now leaves rounds under way. Adjoining ranges continue each other.
 * Holds two days in memory, whatever the range.
 */
export function* patrolHistory(company: Company, range: TimeRange): Generator<PatrolRecord, void, undefined> {
  const { timeZone, openedAtMs } = company.shape;
  const fromMs = Math.max(range.fromMs, openedAtMs);
  if (fromMs >= range.toMs) return;
  const lastDate = addDays(calendarDate(range.toMs, timeZone), 1);
  let pending: PatrolRecord[] = [];
  // A night shift of the day before reaches into the first day.
  for (let date = addDays(calendarDate(fromMs, timeZone), -1); date <= lastDate; date = addDays(date, 1)) {
    const dayStartMs = startOfDayMs(date, timeZone);
    // Anyone who comes early for the next day's first shift still comes after its midnight.
    const settledMs = startOfDayMs(addDays(date, 1), timeZone);
    const records = [...pending, ...recordsOfDay(company, date, dayStartMs)];
    pending = records.filter((record) => record.startedAtMs >= settledMs);
    const settled = records
      .filter((record) => record.startedAtMs < settledMs)
      .toSorted((one, other) => one.startedAtMs - other.startedAtMs || (one.id < other.id ? -1 : 1));
    for (const record of settled) {
      if (record.startedAtMs < fromMs || record.startedAtMs >= range.toMs) continue;
      const known = upTo(record, range.toMs);
      if (known !== null) yield known;
    }
  }
}

function recordsOfDay(company: Company, date: string, dayStartMs: number): PatrolRecord[] {
  const { seed, sites } = company;
  const isRaining = isRainy(seed, date);
  const records: PatrolRecord[] = [];
  for (const site of sites) {
    const outages = [-1, 0, 1].flatMap((days) => outagesOf(seed, site.index, dayStartMs + days * 86_400_000));
    for (const { shift, guards } of postingsOf(company, site, date)) {
      for (const [index, guard] of guards.entries()) {
        const random = new Random(seed, 'duty', site.index, guard.index, date);
        records.push(
          ...standDuty({ company, random, site, shift, guard, index, date, dayStartMs, isRaining, outages }),
        );
      }
    }
  }
  return records;
}

/** The record as it was known at an instant; null when nothing of it had arrived. */
function upTo(record: PatrolRecord, toMs: number): PatrolRecord | null {
  const last = record.events.at(-1);
  if (last === undefined) return null;
  if (record.events.every((reported) => reported.receivedAtMs < toMs)) return record;
  const events = record.events.filter((reported) => reported.receivedAtMs < toMs);
  return events.length === 0 ? null : { ...record, events };
}
