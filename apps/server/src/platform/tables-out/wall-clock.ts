// Turns instants into wall-clock time fast enough for millions of cells: Intl is asked twice a day of data, not once a cell.

/** Epoch milliseconds -> milliseconds that read as the zone's wall clock when taken as UTC. */
export type WallClock = (epochMs: number) => number;

const dayMs = 86_400_000;
const maxCachedDays = 20_000;
// Intl counts years from 1 in eras, and Date has an end: outside these years the nearest offset is good enough.
const earliestMs = Date.UTC(1000, 0, 1);
const latestMs = Date.UTC(9999, 0, 1);

interface DayOffsets {
  readonly before: number;
  readonly after: number;
  /** The instant from which `after` holds. */
  readonly changesAt: number;
}

/** @throws RangeError for an unknown time zone. */
export function wallClock(timeZone: string): WallClock {
  const offsetAt = offsetReader(timeZone);
  const days = new Map<number, DayOffsets>();
  let lastDay = Number.NaN;
  let last: DayOffsets = { before: 0, after: 0, changesAt: 0 };

  return (epochMs) => {
    const day = Math.floor(epochMs / dayMs);
    if (day !== lastDay) {
      let found = days.get(day);
      if (found === undefined) {
        if (days.size >= maxCachedDays) days.clear();
        found = offsetsOfDay(day, offsetAt);
        days.set(day, found);
      }
      lastDay = day;
      last = found;
    }
    return epochMs + (epochMs < last.changesAt ? last.before : last.after);
  };
}

/** No zone changes its offset twice within a day, so the two ends of a day tell whether it changed and bisection tells when. */
function offsetsOfDay(day: number, offsetAt: (epochMs: number) => number): DayOffsets {
  let low = day * dayMs;
  let high = low + dayMs;
  const before = offsetAt(low);
  const after = offsetAt(high);
  if (before === after) return { before, after, changesAt: low };
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return { before, after, changesAt: high };
}

function offsetReader(timeZone: string): (epochMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (epochMs) => {
    const instant = Math.min(Math.max(epochMs, earliestMs), latestMs);
    const read = new Map(format.formatToParts(instant).map((part) => [part.type, Number(part.value)]));
    const field = (type: Intl.DateTimeFormatPartTypes) => read.get(type) ?? 0;
    const wall = Date.UTC(
      field('year'),
      field('month') - 1,
      field('day'),
      field('hour'),
      field('minute'),
      field('second'),
    );
    return wall - Math.floor(instant / 1000) * 1000;
  };
}
