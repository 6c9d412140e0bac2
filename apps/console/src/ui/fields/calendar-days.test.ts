import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dayByKey,
  isDayWritten,
  monthWeeks,
  readDay,
  showDay,
  weekdayOf,
} from './calendar-days.ts';

const TODAY = '2025-11-20';
const anyDay = fc
  .date({ min: new Date('1976-01-01'), max: new Date('2075-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('days as typed and shown', () => {
  test.each([
    ['05/11/25', '2025-11-05'],
    ['5/11/2025', '2025-11-05'],
    ['5.11.25', '2025-11-05'],
    [' 05-11-25 ', '2025-11-05'],
    ['05 11 25', '2025-11-05'],
    ['29/02/24', '2024-02-29'],
    ['29/02/25', null],
    ['31/04/25', null],
    ['00/01/25', null],
    ['05/13/25', null],
    ['2025-11-05', null],
    ['soon', null],
  ])('%s is read as %s', (text, expected) => {
    expect(readDay(text, TODAY)).toBe(expected);
  });

  test.each([
    ['31/02/26', true],
    ['29.02.2025', true],
    ['2026-02-31', false],
    ['31/02', false],
    ['soon', false],
  ])('%s is written as a day: %s', (text, expected) => {
    expect(isDayWritten(text)).toBe(expected);
  });

  test('a day that is shown reads back as itself', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(readDay(showDay(day), TODAY)).toBe(day);
      }),
    );
  });
});

describe('the month grid', () => {
  test('begins on the asked weekday, has six whole weeks, and holds every day of its month once', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 6 }), (day, weekStart) => {
        const days = monthWeeks(day, weekStart).flat();
        expect(days).toHaveLength(42);
        expect(weekdayOf(days[0] ?? '')).toBe(weekStart);
        const inMonth = days.filter((one) => one.slice(0, 7) === day.slice(0, 7));
        expect(inMonth).toHaveLength(Number(addDays(`${addMonths(day, 1).slice(0, 7)}-01`, -1).slice(8)));
      }),
    );
  });

  test('a month step keeps the day, or takes the last one of a shorter month', () => {
    expect(addMonths('2025-01-31', 1)).toBe('2025-02-28');
    expect(addMonths('2024-12-15', 1)).toBe('2025-01-15');
    expect(addMonths('2025-01-15', -1)).toBe('2024-12-15');
  });

  test.each([
    ['ArrowLeft', false, '2025-11-19'],
    ['ArrowRight', false, '2025-11-21'],
    ['ArrowUp', false, '2025-11-13'],
    ['ArrowDown', false, '2025-11-27'],
    ['Home', false, '2025-11-17'],
    ['End', false, '2025-11-23'],
    ['PageUp', false, '2025-10-20'],
    ['PageDown', true, '2026-11-20'],
    ['a', false, null],
  ])('%s (Shift %s) moves from 20 November 2025 to %s', (key, hasShift, expected) => {
    expect(dayByKey(TODAY, key, hasShift, 1)).toBe(expected);
  });
});
