import { dashboardSpan, type DaySpan, type DashboardRange } from '@watchpost/domain/dashboard';
import { describe, expect, it } from 'vitest';
import en from '../../labels/en.json?translation';
import { speakLanguage } from '../../lib/labels.ts';
import { weekGridOf, weekSummary } from './week-grid.ts';

speakLanguage('en', 'en-US', en);

const zone = 'Asia/Kolkata';
/** A Friday, half past ten in the morning in Kolkata. */
const nowMs = Date.UTC(2026, 10, 27, 5);
const friday = 6;

const roundsAt = (...cells: readonly (readonly [weekday: number, hour: number])[]) => {
  const week = Array.from({ length: 168 }, () => 0);
  for (const [weekday, hour] of cells) week[(weekday - 1) * 24 + hour] = 1;
  return week;
};

function gridOf(range: DashboardRange, week: readonly number[], days: DaySpan | null = null, atMs = nowMs) {
  const span = { ...dashboardSpan(range, zone, atMs, days), asOfMs: atMs };
  const { rows, had, covered } = weekGridOf({ span, week: [...week] }, zone);
  return { rows: rows.map((row) => row.map(({ weekday, hour }) => `${weekday}:${hour}`)), had, covered };
}

describe('the hours of the week of a span', () => {
  it('[DASH-02] of a day that is over are its 24, and no other weekday is spoken of', () => {
    const { rows, ...counts } = gridOf('custom', roundsAt([4, 1], [4, 22]), {
      from: '2026-11-25',
      to: '2026-11-25',
    });
    expect(counts).toEqual({ had: 24, covered: 2 });
    expect(rows).toEqual([Array.from({ length: 24 }, (_, hour) => `4:${hour}`)]);
  });

  it('[DASH-02] of a day that is not over are those that have started', () => {
    const { rows, ...counts } = gridOf('currentDay', roundsAt([friday, 9]));
    expect(counts).toEqual({ had: 11, covered: 1 });
    expect(rows).toEqual([Array.from({ length: 11 }, (_, hour) => `${friday}:${hour}`)]);
  });

  it('[DASH-02] of a week up to now are all but those still to come, from Monday on', () => {
    const { rows, had } = gridOf('last7Days', roundsAt());
    expect(had).toBe(168 - 13);
    expect(rows.map((row) => row[0])).toEqual(['2:0', '3:0', '4:0', '5:0', '6:0', '7:0', '1:0']);
    expect(rows.map((row) => row.length)).toEqual(Array.from({ length: 7 }, () => 24));
    expect(gridOf('last15Days', roundsAt()).had).toBe(168);
  });

  it('[DASH-02] of the last hours are one row in their order, also over midnight', () => {
    const midnight = Date.UTC(2026, 10, 26, 20, 0);
    const { rows, had } = gridOf('last4Hours', roundsAt(), null, midnight);
    expect(rows).toEqual([['5:21', '5:22', '5:23', '6:0', '6:1']]);
    expect(had).toBe(5);
  });

  it('[DASH-02] hold every hour in which a round was started, also by a clock that is fast', () => {
    const { rows, ...counts } = gridOf('currentDay', roundsAt([friday, 11]));
    expect(counts).toEqual({ had: 12, covered: 1 });
    expect(rows[0]?.at(-1)).toBe(`${friday}:11`);
  });

  it('[DASH-02] of days still to come are all of theirs', () => {
    const days = { from: '2026-11-30', to: '2026-12-01' };
    expect(gridOf('custom', roundsAt(), days)).toMatchObject({ had: 48, covered: 0 });
  });

  it('[DASH-02] are told of as many as there are', () => {
    const summaryOf = (had: number) => weekSummary({ rows: [], had, covered: 1 });
    expect(summaryOf(11)).toContain('in 1 of the 11 hours of this period;');
    expect(summaryOf(1)).toContain('in 1 of the 1 hour of this period;');
    expect(summaryOf(168)).toContain('in 1 of the 168 hours of the week;');
  });
});
