import { afterEach, expect, test } from 'vitest';
import { takeDateFormat } from '../lib/date-display.ts';
import { clockDigits, clockWords, fieldTimeWords, hoursWords, minuteOf } from './week-words.ts';

const spaced = (text: string): string => text.replaceAll('\u00a0', ' ');

afterEach(() => takeDateFormat(undefined));

test.each([
  ['MMM DD, YYYY hh:mm A', '12:05 AM', '10:00 PM – 06:00 AM'],
  ['DD/MM/YYYY HH:mm', '00:05', '22:00 – 06:00'],
])('[MNG-09] where the tenant writes %s, five past midnight is %s and a night %s', (format, clock, hours) => {
  takeDateFormat(format);
  expect(spaced(clockWords(5))).toBe(clock);
  expect(spaced(fieldTimeWords('00:05'))).toBe(clock);
  expect(spaced(hoursWords(22 * 60, 6 * 60))).toBe(hours);
});

test('fields of times hold 24 hours whatever the tenant writes, and what is no time stays as it is', () => {
  expect(clockDigits(22 * 60 + 5)).toBe('22:05');
  expect(minuteOf(clockDigits(22 * 60 + 5))).toBe(22 * 60 + 5);
  expect(fieldTimeWords('15')).toBe('15');
});
