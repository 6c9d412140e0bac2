import { afterEach, expect, test } from 'vitest';
import { takeDateFormat } from '../lib/date-display.ts';
import { hourLabel, hourText, windowText } from './narrowing.ts';

const spaced = (text: string): string => text.replaceAll('\u00a0', ' ');

afterEach(() => takeDateFormat(undefined));

test.each([
  ['MMM DD, YYYY hh:mm A', '11 PM', '11:00 PM – 12:00 AM', 'since 21 Nov, 09:15 PM'],
  ['DD/MM/YYYY HH:mm', '23:00', '23:00 – 00:00', 'since 21 Nov, 21:15'],
])('[MNG-09] where the tenant writes %s, an hour reads %s and %s', (format, label, hour, since) => {
  takeDateFormat(format);
  expect(hourLabel(23)).toBe(label);
  expect(spaced(hourText(23))).toBe(hour);
  const fromMs = String(new Date(2026, 10, 21, 21, 15).getTime());
  expect(windowText({ fromMs, toMs: '' })).toBe(since);
});
