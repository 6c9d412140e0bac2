import { afterEach, expect, test, vi } from 'vitest';
import type { Language } from '@watchpost/domain/languages';
import { speak, t } from './labels.ts';
import { clockTime, clockTimeOfDay, takeDateFormat, timeUntil } from './times.ts';

const spaced = (text: string): string => text.replaceAll('\u00a0', ' ');
const at = (iso: string): number => Date.parse(iso);
/** 23:30 on Tuesday in India, 18:00 in UTC. */
const now = at('2026-03-10T18:00:00Z');
const inIndia = (iso: string): string => spaced(clockTimeOfDay(at(iso), now, 'Asia/Kolkata'));

afterEach(() => takeDateFormat(undefined));

test.each([
  [undefined, '11:55 PM', '12:05 AM tomorrow'],
  ['DD/MM/YY hh:mm A', '11:55 PM', '12:05 AM tomorrow'],
  ['DD/MM/YY HH:mm', '23:55', '00:05 tomorrow'],
])('[MNG-09] where the company writes %s, a time reads %s', (format, late, next) => {
  takeDateFormat(format);
  expect(inIndia('2026-03-10T18:25:00Z')).toBe(late);
  expect(inIndia('2026-03-10T18:35:00Z')).toBe(next);
});

test('no line ends within a time', () => {
  expect(clockTime(now, 'UTC')).toBe('06:00\u00a0PM');
});

test('a time of today is said without its day', () => {
  expect(inIndia('2026-03-10T18:25:00Z')).toBe('11:55 PM');
});

test('a time of the next day says that it is tomorrow, by the calendar of the site', () => {
  expect(inIndia('2026-03-10T18:35:00Z')).toBe('12:05 AM tomorrow');
  expect(spaced(clockTimeOfDay(at('2026-03-10T18:35:00Z'), now, 'UTC'))).toBe('06:35 PM');
});

test('a time that went by before midnight says that it was yesterday', () => {
  const next = at('2026-03-10T18:35:00Z');
  expect(spaced(clockTimeOfDay(at('2026-03-10T18:25:00Z'), next, 'Asia/Kolkata'))).toBe('11:55 PM yesterday');
});

test('a time of a later day says which weekday', () => {
  expect(inIndia('2026-03-12T03:30:00Z')).toBe('09:00 AM Thursday');
});

test('the day after a change of clocks is still tomorrow', () => {
  const before = at('2026-03-28T23:30:00Z');
  expect(spaced(clockTimeOfDay(at('2026-03-30T05:00:00Z'), before, 'Europe/Berlin'))).toBe(
    '07:00 AM tomorrow',
  );
});

test('how long until something is said with its units, as no time of day is', () => {
  expect(timeUntil(47_136_000)).toBe('13\u00a0hr 5\u00a0min');
  expect(timeUntil(3_600_000)).toBe('1\u00a0hr 0\u00a0min');
  expect(timeUntil(3_599_999)).toBe('59\u00a0min');
  expect(timeUntil(60_000)).toBe('1\u00a0min');
  expect(timeUntil(59_999)).toBe('less than 1\u00a0min');
  expect(timeUntil(-1)).toBe('less than 1\u00a0min');
});

test.each<[Language, string, string]>([
  ['hi', '1\u00a0घं॰ 25\u00a0मि॰', '09:00 पर, 1\u00a0मिनट से कम समय में'],
  ['mr', '1\u00a0तास 25\u00a0मिनिटे', '09:00 वाजता, 1\u00a0मिनिटापेक्षा कमी वेळ बाकी'],
])('how long until something is said in %s as people say it', async (language, hour, less) => {
  vi.stubGlobal('document', { documentElement: {} });
  await speak(language);
  expect(timeUntil(5_100_000)).toBe(hour);
  expect(t('due.in', { at: '09:00', time: timeUntil(0) })).toBe(less);
  await speak('en');
  vi.unstubAllGlobals();
});
