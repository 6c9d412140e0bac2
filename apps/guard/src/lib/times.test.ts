import { expect, test } from 'vitest';
import { clockTimeOfDay, timeUntil } from './times.ts';

const at = (iso: string): number => Date.parse(iso);
/** 23:30 on Tuesday in India, 18:00 in UTC. */
const now = at('2026-03-10T18:00:00Z');
const inIndia = (iso: string): string => clockTimeOfDay(at(iso), now, 'Asia/Kolkata');

test('a time of today is said without its day', () => {
  expect(inIndia('2026-03-10T18:25:00Z')).toBe('23:55');
});

test('a time of the next day says that it is tomorrow, by the calendar of the site', () => {
  expect(inIndia('2026-03-10T18:35:00Z')).toBe('00:05 tomorrow');
  expect(clockTimeOfDay(at('2026-03-10T18:35:00Z'), now, 'UTC')).toBe('18:35');
});

test('a time that went by before midnight says that it was yesterday', () => {
  expect(clockTimeOfDay(at('2026-03-10T18:25:00Z'), at('2026-03-10T18:35:00Z'), 'Asia/Kolkata')).toBe(
    '23:55 yesterday',
  );
});

test('a time of a later day says which weekday', () => {
  expect(inIndia('2026-03-12T03:30:00Z')).toBe('09:00 Thursday');
});

test('the day after a change of clocks is still tomorrow', () => {
  expect(clockTimeOfDay(at('2026-03-30T05:00:00Z'), at('2026-03-28T23:30:00Z'), 'Europe/Berlin')).toBe(
    '07:00 tomorrow',
  );
});

test('what is hours away is said in hours and minutes, what is near in minutes and seconds', () => {
  expect(timeUntil(47_136_000)).toBe('13\u00a0hr 5\u00a0min');
  expect(timeUntil(3_600_000)).toBe('1\u00a0hr 0\u00a0min');
  expect(timeUntil(572_000)).toBe('9:32');
  expect(timeUntil(-1)).toBe('0:00');
});
