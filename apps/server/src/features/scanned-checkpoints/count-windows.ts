// Which counters add up to a range of start times: whole days in the middle, quarter hours at the edges.
import type { TimeRange } from '@watchpost/domain/time-zone';

export const grains = { allTime: 0, day: 1, quarter: 2 } as const;
export const grainMs = { [grains.day]: 86_400_000, [grains.quarter]: 900_000 } as const;

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

function dayWindows({ fromMs, toMs }: TimeRange): CountWindow[] {
  const dayMs = grainMs[grains.day];
  const firstDay = Math.ceil(fromMs / dayMs) * dayMs;
  const lastDay = Math.floor(toMs / dayMs) * dayMs;
  if (firstDay >= lastDay) return [{ grain: grains.quarter, fromMs, toMs }];
  return [
    { grain: grains.quarter, fromMs, toMs: firstDay },
    { grain: grains.day, fromMs: firstDay, toMs: lastDay },
    { grain: grains.quarter, fromMs: lastDay, toMs },
  ].filter((window) => window.fromMs < window.toMs);
}
