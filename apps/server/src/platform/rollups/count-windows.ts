// Which counters add up to a range of times: whole days in the middle, quarter hours at the edges, and single
// rows where a quarter of an hour is cut.
import type { TimeRange } from '@watchpost/domain/time-zone';

export const grains = { allTime: 0, day: 1, quarter: 2 } as const;
export const grainMs = {
  [grains.day]: 86_400_000,
  [grains.quarter]: 900_000,
} as const;
type Grain = keyof typeof grainMs;

/** Counters of one grain whose buckets start within [fromMs, toMs). */
export interface CountWindow {
  readonly grain: number;
  readonly fromMs: number;
  readonly toMs: number;
}

const wholeOfTime: TimeRange = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

/** The fewest counters whose sum is the number of rounds in a range; null is all time. */
export function totalWindows(range: TimeRange | null): CountWindow[] {
  return range === null ? [{ grain: grains.allTime, fromMs: 0, toMs: 1 }] : dayWindows(range);
}

/** Counters that tell where in a range the n-th round lies. */
export function seekWindows(range: TimeRange | null): CountWindow[] {
  return range === null ? [{ grain: grains.day, ...wholeOfTime }] : dayWindows(range);
}

function dayWindows(range: TimeRange): CountWindow[] {
  return splitBy(range, [grains.day, grains.quarter]).counters;
}

export interface RangeParts {
  readonly counters: CountWindow[];
  /** What no counter covers: less than a bucket of the finest grain at each end. */
  readonly cuts: TimeRange[];
}

/** Takes a range apart by grains, the coarsest first; in the order of time. */
export function splitBy(range: TimeRange, by: readonly Grain[]): RangeParts {
  const [grain, ...finer] = by;
  const { fromMs, toMs } = range;
  if (fromMs >= toMs) return { counters: [], cuts: [] };
  if (grain === undefined) return { counters: [], cuts: [range] };
  const length = grainMs[grain];
  const first = Math.ceil(fromMs / length) * length;
  const last = Math.floor(toMs / length) * length;
  if (first >= last) return splitBy(range, finer);
  const before = splitBy({ fromMs, toMs: first }, finer);
  const after = splitBy({ fromMs: last, toMs }, finer);
  return {
    counters: [...before.counters, { grain, fromMs: first, toMs: last }, ...after.counters],
    cuts: [...before.cuts, ...after.cuts],
  };
}

export const isOfQuarters = ({ fromMs, toMs }: TimeRange): boolean =>
  fromMs % grainMs[grains.quarter] === 0 && toMs % grainMs[grains.quarter] === 0;
