// Which packed rows of running sums (migration 0038) add up to a range of times, and the SQL of a sum over them.
import type { TimeRange } from '@watchpost/domain/time-zone';
import type { StatementValues } from '../db/statement-values.ts';

/** Slots of a row. */
export const slots = 96;
export const quarterMs = 900_000;
export const dayMs = slots * quarterMs;

/** Rows of a day by quarters of an hour, and of 96 days by days. */
export const packs = { quarters: 0, days: 1 } as const;
const slotMs = [quarterMs, dayMs] as const;

/** A stretch of whole slots of one kind of row. */
export interface PackedWindow extends TimeRange {
  readonly grain: 0 | 1;
}

export interface PackedParts {
  readonly windows: PackedWindow[];
  /** What no row covers: less than a quarter of an hour at each end. */
  readonly cuts: TimeRange[];
}

const isSome = ({ fromMs, toMs }: TimeRange): boolean => fromMs < toMs;
const upTo = (atMs: number, lengthMs: number) => Math.ceil(atMs / lengthMs) * lengthMs;
const downTo = (atMs: number, lengthMs: number) => Math.floor(atMs / lengthMs) * lengthMs;

/** Whole days in the middle, quarters of an hour around them, and what is left of a cut quarter at either end. */
export function packedParts({ fromMs, toMs }: TimeRange): PackedParts {
  const [firstMs, lastMs] = [upTo(fromMs, quarterMs), downTo(toMs, quarterMs)];
  if (firstMs >= lastMs) {
    const middleMs = Math.min(Math.max(firstMs, fromMs), toMs);
    const cuts = [
      { fromMs, toMs: middleMs },
      { fromMs: middleMs, toMs },
    ];
    return { windows: [], cuts: cuts.filter(isSome) };
  }
  const [dayFromMs, dayToMs] = [upTo(firstMs, dayMs), downTo(lastMs, dayMs)];
  const { quarters, days } = packs;
  const windows: PackedWindow[] =
    dayFromMs > dayToMs
      ? [{ grain: quarters, fromMs: firstMs, toMs: lastMs }]
      : [
          { grain: quarters, fromMs: firstMs, toMs: dayFromMs },
          { grain: days, fromMs: dayFromMs, toMs: dayToMs },
          { grain: quarters, fromMs: dayToMs, toMs: lastMs },
        ];
  const cuts = [
    { fromMs, toMs: firstMs },
    { fromMs: lastMs, toMs },
  ];
  return { windows: windows.filter(isSome), cuts: cuts.filter(isSome) };
}

/** One of several ranges that a statement adds up, with its number, or with the sign that it has in a sum. */
export interface Asked extends TimeRange {
  readonly asked: number;
}

/**
 * SQL relation asked (asked, grain, first_ms, from_ms, to_ms, slot_ms) of windows: rows of them begin at first_ms or
 * later, before to_ms. Bounds are computed here: under row-level security the database would not look up computed ones.
 */
export function askedWindows(values: StatementValues, windows: readonly (PackedWindow & Asked)[]): string {
  const list = (of: (window: PackedWindow & Asked) => number, type: string) =>
    values.add(windows.map(of), `${type}[]`);
  return `unnest(${list(({ asked }) => asked, 'int')}, ${list(({ grain }) => grain, 'smallint')},
    ${list(({ grain, fromMs }) => downTo(fromMs, slots * slotMs[grain]), 'bigint')},
    ${list(({ fromMs }) => fromMs, 'bigint')}, ${list(({ toMs }) => toMs, 'bigint')},
    ${list(({ grain }) => slotMs[grain], 'bigint')}) AS asked (asked, grain, first_ms, from_ms, to_ms, slot_ms)`;
}

/** SQL relation cut (asked, from_ms, to_ms). */
export function askedCuts(values: StatementValues, cuts: readonly Asked[]): string {
  const list = (of: (cut: Asked) => number, type: string) => values.add(cuts.map(of), `${type}[]`);
  return `unnest(${list(({ asked }) => asked, 'int')}, ${list(({ fromMs }) => fromMs, 'bigint')},
    ${list(({ toMs }) => toMs, 'bigint')}) AS cut (asked, from_ms, to_ms)`;
}

/**
 * SQL relation of the rows of a packed table that the windows of askedWindows() touch: its columns, and lower and
 * upper, the slots before and at the end of the stretch.
 */
export const touched = (table: string, columns: string, whose: string): string => `(
  SELECT asked.asked, ${columns}, greatest(0, (asked.from_ms - bucket_ms) / asked.slot_ms)::int AS lower,
    least(${slots}, (asked.to_ms - bucket_ms) / asked.slot_ms)::int AS upper
  FROM asked CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${whose} AND grain = asked.grain
    AND bucket_ms >= asked.first_ms AND bucket_ms < asked.to_ms OFFSET 0) AS packed)`;

/** SQL of what a figure of such a row adds; before its first slot nothing had happened. */
export const within = (figure: string): string =>
  `coalesce(${figure}[upper], 0) - coalesce(${figure}[lower], 0)`;

/** The windows and cuts of several ranges. */
export function askedParts(ranges: readonly Asked[]) {
  const parts = ranges.map((range) => ({ asked: range.asked, ...packedParts(range) }));
  return {
    windows: parts.flatMap(({ asked, windows }) => windows.map((window) => ({ asked, ...window }))),
    cuts: parts.flatMap(({ asked, cuts }) => cuts.map((cut) => ({ asked, ...cut }))),
  };
}
