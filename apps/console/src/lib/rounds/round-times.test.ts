import { describe, expect, it } from 'vitest';
import { dateFormatChoices } from '@watchpost/domain/tenant-settings';
import { dateTimeFormat, takeDateFormat } from '../date-display.ts';
import { dateFormat, daysBetween, durationParts, relativeAge, timeFormat, wallClock } from './round-times.ts';

const at = Date.UTC(2026, 10, 20, 18, 45, 30);

describe('wall clock', () => {
  it.each([
    ['Asia/Kolkata', 'Nov 21, 2026 12:15 AM'],
    ['America/New_York', 'Nov 20, 2026 01:45 PM'],
    ['Asia/Kathmandu', 'Nov 21, 2026 12:30 AM'],
    ['Nowhere/Land', 'Nov 20, 2026 06:45 PM'],
  ])('in %s reads %s', (zone, text) => {
    expect(wallClock(at, zone)).toBe(text);
  });

  it('follows daylight saving on both sides of a change', () => {
    const change = Date.UTC(2026, 2, 29, 1);
    expect(wallClock(change - 1000, 'Europe/Berlin', 'HH:mm:ss')).toBe('01:59:59');
    expect(wallClock(change, 'Europe/Berlin', 'HH:mm:ss')).toBe('03:00:00');
  });
});

describe('the clock and the date alone', () => {
  it.each(dateFormatChoices)('are the two halves of %s', (choice) => {
    takeDateFormat(choice);
    expect([dateFormat(), timeFormat()].join(' ')).toBe(dateTimeFormat());
    takeDateFormat(undefined);
  });
});

describe('days between', () => {
  it.each([
    ['Asia/Kolkata', 0],
    ['America/New_York', 1],
  ])('counts the midnights of %s', (zone, days) => {
    expect(daysBetween(at, at + 12 * 3_600_000, zone)).toBe(days);
  });

  it('counts a day of 23 hours as one', () => {
    const noon = Date.UTC(2026, 2, 28, 11);
    expect(daysBetween(noon, noon + 23 * 3_600_000, 'Europe/Berlin')).toBe(1);
  });
});

describe('age', () => {
  const minute = 60_000;
  const hour = 60 * minute;
  const day = 24 * hour;

  it.each([
    [0, 'a few seconds'],
    [59_999, 'a few seconds'],
    [minute, 'a minute'],
    [2 * minute - 1, 'a minute'],
    [2 * minute, '2 minutes'],
    [45 * minute, '45 minutes'],
    [hour - 1, '59 minutes'],
    [hour, 'an hour'],
    [2 * hour - 1, 'an hour'],
    [3 * hour, '3 hours'],
    [4 * hour + 43 * minute, '4 hours'],
    [day - 1, '23 hours'],
    [26 * hour, 'a day'],
    [2 * day - 1, 'a day'],
    [2 * day, '2 days'],
    [29 * day, '29 days'],
    [45 * day, 'a month'],
    [100 * day, '3 months'],
    [400 * day, 'a year'],
    [800 * day, '2 years'],
  ])('of %i ms has no suffix and no more than has passed: %s', (spanMs, text) => {
    expect(relativeAge(at, at + spanMs)).toBe(text);
  });
});

describe('duration', () => {
  it.each([
    [0, { hours: 0, minutes: 0, seconds: 0 }],
    [59_600, { hours: 0, minutes: 1, seconds: 0 }],
    [3_725_000, { hours: 1, minutes: 2, seconds: 5 }],
    [90_000_000, { hours: 25, minutes: 0, seconds: 0 }],
    [-5, { hours: 0, minutes: 0, seconds: 0 }],
  ])('%i ms', (spanMs, parts) => {
    expect(durationParts(spanMs)).toEqual(parts);
  });
});
