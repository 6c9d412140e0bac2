// The hours of the week that a span has had so far, as rows and columns: no others are spoken of.
import type { DashboardTrend } from '@watchpost/contract/dashboard';
import { offsetParts, weekHourOf } from '@watchpost/domain/dashboard';
import { t } from '../../lib/labels.ts';

/** Sunday 1 to Saturday 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export interface GridCell {
  readonly weekday: Weekday;
  /** 0 to 23. */
  readonly hour: number;
  readonly rounds: number;
}

export interface WeekGrid {
  /** By their hours, in the same order in each row; a row is a weekday, or all of a span that follows the clock. */
  readonly rows: readonly (readonly GridCell[])[];
  /** Hours of the week that the span has had, and those of them in which a round was started. */
  readonly had: number;
  readonly covered: number;
}

const hourMs = 3_600_000;
const weekHours = 168;
/** The week begins on Monday. */
const weekdays: readonly Weekday[] = [2, 3, 4, 5, 6, 7, 1];
const indexOf = (weekday: number, hour: number) => (weekday - 1) * 24 + hour;

/** In the zone by whose clocks the week was counted. */
export function weekGridOf({ span, week }: Pick<DashboardTrend, 'span' | 'week'>, zone: string): WeekGrid {
  const had = hoursOf(span, zone);
  // Of a phone whose clock is fast.
  for (const [index, rounds] of week.entries()) if (rounds > 0) had.add(index);
  const cellOf = (weekday: Weekday, hour: number): GridCell => ({
    weekday,
    hour,
    rounds: week[indexOf(weekday, hour)] ?? 0,
  });
  const covered = week.filter((rounds) => rounds > 0).length;
  if (span.days === null) {
    const row = [...had].flatMap((index) => {
      const weekday = weekdays.find((each) => each === Math.floor(index / 24) + 1);
      return weekday === undefined ? [] : [cellOf(weekday, index % 24)];
    });
    return { rows: [row], had: had.size, covered };
  }
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  const isHad = (weekday: Weekday, hour: number) => had.has(indexOf(weekday, hour));
  const days = weekdays.filter((weekday) => hours.some((hour) => isHad(weekday, hour)));
  const columns = hours.filter((hour) => days.some((weekday) => isHad(weekday, hour)));
  return {
    rows: days.map((weekday) => columns.map((hour) => cellOf(weekday, hour))),
    had: had.size,
    covered,
  };
}

/** Up to now, in their order; of a span that has not started, all of it. */
function hoursOf({ fromMs, toMs, asOfMs }: DashboardTrend['span'], zone: string): Set<number> {
  const endMs = asOfMs < fromMs ? toMs : Math.min(toMs, asOfMs + 1);
  const found = new Set<number>();
  for (const part of offsetParts({ fromMs, toMs: endMs }, zone)) {
    let atMs = part.fromMs;
    while (atMs < part.toMs && found.size < weekHours) {
      const localMs = atMs + part.offsetMs;
      const { weekday, hour } = weekHourOf(localMs);
      found.add(indexOf(weekday, hour));
      atMs += hourMs - (localMs % hourMs);
    }
  }
  return found;
}

/** In how many of its hours a round was started. */
export function weekSummary({ had, covered }: WeekGrid): string {
  if (had === weekHours) return t('dashboard.weekSummary', { covered });
  return t('dashboard.hoursOfSpan', { covered, count: had });
}
