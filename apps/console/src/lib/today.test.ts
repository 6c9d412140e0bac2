import { expect, it } from 'vitest';
import { calendarDay } from './today.ts';

it('counts calendar days back across months and years', () => {
  const newYear = new Date(2026, 0, 1, 0, 30).getTime();
  expect([0, 1, 6].map((daysAgo) => calendarDay(newYear, daysAgo))).toEqual([
    '2026-01-01',
    '2025-12-31',
    '2025-12-26',
  ]);
});
