// The days that a list is narrowed to, as SQL: by one zone, or for each site by its own clock (REP-13).
import { dayRange, type TimeRange } from '@watchpost/domain/time-zone';
import type { ReportZone } from '../exports/report-zone.queries.ts';
import type { Condition } from './record-list.queries.ts';

/** Dates as YYYY-MM-DD, both included; either may be left out. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface TimeColumn {
  /** SQL of the time. */
  readonly time: string;
  readonly type: 'bigint' | 'timestamptz';
  /** SQL of the id of the row's site. */
  readonly site: string;
}

export function rangeOfDays({ from, to }: Days, zone: string): Partial<TimeRange> {
  return {
    ...(from === undefined ? {} : { fromMs: dayRange(from, from, zone).fromMs }),
    ...(to === undefined ? {} : { toMs: dayRange(to, to, zone).toMs }),
  };
}

/** Conditions that all hold for a row whose time lies in the days; none without days. */
export function dayConditions({ timeZone, sites }: ReportZone, days: Days, column: TimeColumn): Condition[] {
  if (days.from === undefined && days.to === undefined) return [];
  if (sites === null) return bounds(rangeOfDays(days, timeZone), column);
  const parts = [...sites].map(([zone, ids]) => ({ ids, range: rangeOfDays(days, zone) }));
  if (parts.length === 0) return [() => 'false'];
  const atSites = parts.map(
    ({ ids, range }): Condition =>
      (values) =>
        [
          `${column.site} = ANY (${values.add(ids, 'uuid[]')})`,
          ...bounds(range, column).map((condition) => condition(values)),
        ].join(' AND '),
  );
  const either: Condition = (values) => `(${atSites.map((part) => `(${part(values)})`).join(' OR ')})`;
  return [...bounds(around(parts.map(({ range }) => range)), column), either];
}

/** What the index of times finds, before each row is looked at. */
function around(ranges: readonly Partial<TimeRange>[]): Partial<TimeRange> {
  const starts = ranges.flatMap(({ fromMs }) => (fromMs === undefined ? [] : [fromMs]));
  const ends = ranges.flatMap(({ toMs }) => (toMs === undefined ? [] : [toMs]));
  return {
    ...(starts.length === 0 ? {} : { fromMs: Math.min(...starts) }),
    ...(ends.length === 0 ? {} : { toMs: Math.max(...ends) }),
  };
}

function bounds({ fromMs, toMs }: Partial<TimeRange>, { time, type }: TimeColumn): Condition[] {
  const at = (ms: number) => (type === 'bigint' ? ms : new Date(ms).toISOString());
  return [
    ...(fromMs === undefined
      ? []
      : [((values) => `${time} >= ${values.add(at(fromMs), type)}`) satisfies Condition]),
    ...(toMs === undefined
      ? []
      : [((values) => `${time} < ${values.add(at(toMs), type)}`) satisfies Condition]),
  ];
}
