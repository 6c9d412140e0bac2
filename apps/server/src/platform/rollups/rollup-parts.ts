// Which rows of the dashboard's rollups add up to a range of times.
import type { TimeRange } from '@watchpost/domain/time-zone';

/** Hours in the intervals of rollups: an hour, a day, a week and 13 weeks. Each is whole in the next, counted from 1970 in UTC. */
export const rollupHours = [1, 24, 168, 2184] as const;

const hourMs = 3_600_000;

export interface RollupPart extends TimeRange {
  /** Hours of the intervals that start within the range; 0: no rollup, the rows themselves are counted. */
  readonly hours: number;
  /** -1: taken away again, since the next longer interval has more than was asked for. */
  readonly sign: 1 | -1;
}

/**
 * The parts that add up to a range. Each end moves to the nearest boundary of the next longer intervals, and what lies between is
 * added or taken away, so that a year is a dozen rows of a subject. A range that is shorter than these two ways is read as it is.
 */
export function rollupParts(
  { fromMs, toMs }: TimeRange,
  hours = 0,
  [longer, ...others]: readonly number[] = rollupHours,
): RollupPart[] {
  const between = (startMs: number, endMs: number): RollupPart[] => {
    if (startMs === endMs) return [];
    return startMs < endMs
      ? [{ hours, sign: 1, fromMs: startMs, toMs: endMs }]
      : [{ hours, sign: -1, fromMs: endMs, toMs: startMs }];
  };
  if (longer === undefined) return between(fromMs, toMs);
  const lengthMs = longer * hourMs;
  const startMs = Math.round(fromMs / lengthMs) * lengthMs;
  const endMs = Math.round(toMs / lengthMs) * lengthMs;
  const waysMs = Math.abs(fromMs - startMs) + Math.abs(toMs - endMs);
  if (waysMs >= toMs - fromMs) return between(fromMs, toMs);
  return [
    ...between(fromMs, startMs),
    ...rollupParts({ fromMs: startMs, toMs: endMs }, longer, others),
    ...between(endMs, toMs),
  ];
}
