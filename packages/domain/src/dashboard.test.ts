import { describe, expect, it } from 'vitest';
import { type DashboardRange, dashboardRanges, dashboardSpan, type DaySpan } from './dashboard.ts';
import type { TimeRange } from './time-zone.ts';

const at = (text: string) => Date.parse(`${text}Z`);
const between = (from: string, to: string): TimeRange => ({ fromMs: at(from), toMs: at(to) });
const days = (from: string, to: string): DaySpan => ({ from, to });
/** Two in the afternoon of the last day of a month. */
const now = at('2026-03-31T08:30');
const chosen = days('2026-03-10', '2026-03-12');

describe('ranges of the dashboard', () => {
  it('[DASH-01] are those of the specification, in its order', () => {
    expect(dashboardRanges).toEqual([
      'lastHour',
      'last4Hours',
      'currentDay',
      'last7Days',
      'last15Days',
      'last30Days',
      'thisMonth',
      'lastMonth',
      'custom',
    ]);
  });

  it.each<[DashboardRange, DaySpan | null, TimeRange, TimeRange]>([
    [
      'lastHour',
      null,
      between('2026-03-31T07:30', '2026-03-31T08:30'),
      between('2026-03-31T06:30', '2026-03-31T07:30'),
    ],
    [
      'last4Hours',
      null,
      between('2026-03-31T04:30', '2026-03-31T08:30'),
      between('2026-03-31T00:30', '2026-03-31T04:30'),
    ],
    [
      'currentDay',
      days('2026-03-31', '2026-03-31'),
      between('2026-03-30T18:30', '2026-03-31T18:30'),
      between('2026-03-29T18:30', '2026-03-30T08:30'),
    ],
    [
      'last7Days',
      days('2026-03-25', '2026-03-31'),
      between('2026-03-24T18:30', '2026-03-31T18:30'),
      between('2026-03-17T18:30', '2026-03-24T08:30'),
    ],
    [
      'last15Days',
      days('2026-03-17', '2026-03-31'),
      between('2026-03-16T18:30', '2026-03-31T18:30'),
      between('2026-03-01T18:30', '2026-03-16T08:30'),
    ],
    [
      'last30Days',
      days('2026-03-02', '2026-03-31'),
      between('2026-03-01T18:30', '2026-03-31T18:30'),
      between('2026-01-30T18:30', '2026-03-01T08:30'),
    ],
    // February has no 31st: all of it is compared with.
    [
      'thisMonth',
      days('2026-03-01', '2026-03-31'),
      between('2026-02-28T18:30', '2026-03-31T18:30'),
      between('2026-01-31T18:30', '2026-02-28T18:30'),
    ],
    [
      'lastMonth',
      days('2026-02-01', '2026-02-28'),
      between('2026-01-31T18:30', '2026-02-28T18:30'),
      between('2025-12-31T18:30', '2026-01-31T18:30'),
    ],
    [
      'custom',
      chosen,
      between('2026-03-09T18:30', '2026-03-12T18:30'),
      between('2026-03-06T18:30', '2026-03-09T18:30'),
    ],
  ])('[DASH-01] %s is so long and is compared with as much before it', (range, of, span, previous) => {
    const found = dashboardSpan(range, 'Asia/Kolkata', now, range === 'custom' ? chosen : null);
    expect(found).toEqual({ ...span, days: of, previous });
  });

  it('[DASH-01] last month in January is December of the year before', () => {
    const { days: found } = dashboardSpan('lastMonth', 'Asia/Kolkata', at('2026-01-15T08:30'));
    expect(found).toEqual(days('2025-12-01', '2025-12-31'));
  });

  it('[DASH-01] a day is the one that the zone shows, 23 hours long where daylight saving begins', () => {
    // Noon on the day whose hour from two to three is left out, so the day before is compared up to its noon.
    const found = dashboardSpan('currentDay', 'America/New_York', at('2026-03-08T16:00'));
    expect(found).toEqual({
      ...between('2026-03-08T05:00', '2026-03-09T04:00'),
      days: days('2026-03-08', '2026-03-08'),
      previous: between('2026-03-07T05:00', '2026-03-07T17:00'),
    });
  });
});
